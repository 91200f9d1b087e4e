//! What is told of where a value came from is true: at the place that is named stands the literal of the value
//! that holds.

use crate::support::layers::MANIFEST;
use crate::support::pipeline::Compiled;
use crate::support::random::{Tally, attempts};
use crate::support::resolved_layers::ResolvedLayers;
use confc::compile::DeclaredAt;
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy};
use confc::resolve::{Inputs, Origin, PartOrigins, ProvenanceAction, ResolvedValues, Trace, resolve};
use confc::syntax::{self, Format};
use confc::text::{Sources, Span};
use confc::types::Value;
use confc::value::ValuePath::{self, Field, Member};
use serde_json::Value as Json;

/// Checks the origin of a value and all its parts. Returns how many places there were.
fn check(value: &Value, trace: &Trace, resolved: &ResolvedValues, sources: &Sources) -> usize {
    let text = |place: Span| sources.of(place).unwrap().slice(place);
    // Each layer is a source, and they were added in their order.
    let is_its_own = |origin: &Origin| match origin {
        Origin::Layer { layer, place } => place.source.index() == *layer,
        Origin::Default | Origin::Patch { .. } | Origin::Setting { .. } => true,
    };
    let shown = |value: &Value| match value {
        Value::Unsigned(number) => number.to_string(),
        Value::Absent => "null".to_owned(),
        other => unreachable!("{other:?} is no scalar of the manifest"),
    };
    let elements = |value: &Value| value.as_list().unwrap().to_values();
    let mut history =
        resolved.history().back_from(trace.last).filter(|event| event.action != ProvenanceAction::Agrees);
    let place = history
        .next()
        .filter(|event| event.action != ProvenanceAction::Unsets)
        .and_then(|event| event.origin.place());
    match &trace.parts {
        PartOrigins::Members(traces) => {
            let members = value.as_members().unwrap();
            members.iter().zip(traces).map(|(value, trace)| check(value, trace, resolved, sources)).sum()
        }
        PartOrigins::Literal(places) => {
            assert_eq!(places.len(), elements(value).len());
            for (place, element) in places.iter().zip(elements(value)) {
                assert_eq!(text(*place), shown(&element));
            }
            places.len()
        }
        PartOrigins::Elements(origins) => {
            assert_eq!(origins.len(), elements(value).len());
            assert!(origins.iter().all(is_its_own), "{origins:?}");
            for (origin, element) in origins.iter().zip(elements(value)) {
                match origin {
                    // The defaults of both lists begin with it, and their elements differ.
                    Origin::Default => assert!([1, 2].contains(&element.as_unsigned().unwrap())),
                    Origin::Layer { place, .. } => assert_eq!(text(*place), shown(&element)),
                    other => unreachable!("{other:?} was not said"),
                }
            }
            origins.len()
        }
        PartOrigins::Whole => match (place, value) {
            (Some(place), Value::List(list)) => {
                assert!(list.is_empty());
                assert_eq!(text(place), "[]");
                1
            }
            (Some(place), value) => {
                assert_eq!(text(place), shown(value));
                1
            }
            (None, _) => 0,
        },
    }
}

#[test]
fn the_literal_of_a_value_stands_where_it_is_said_to() {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().unwrap();
    let tally = Tally::default();
    attempts(512, |random| {
        let layers = ResolvedLayers::random(config, random);
        tally.count(layers.is_some());
        let Some(layers) = layers else { return };
        let resolved = &layers.resolved;
        for (value, trace) in resolved.values().iter().zip(resolved.traces()) {
            check(value, trace, resolved, &layers.sources);
        }
        let told: Json = serde_json::from_str(&layers.provenance()).unwrap();
        assert_eq!(told["fields"].as_array().unwrap().len(), config.fields().len());
    });
    tally.demand(15, 15);
}

#[test]
fn places_are_checked_indeed() {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().unwrap();
    let (mut report, mut sources) = (Report::new(), Sources::new());
    let base = sources.add("base".into(), "{ v: [3] }".into(), None);
    let base = syntax::parse(Format::Json5, &base, &mut report);
    let source =
        sources.add("layer".into(), "{ a: 2, b: 1, s: { t: [1, 3] }, v: { $append: [1] } }".into(), None);
    let document = syntax::parse(Format::Json5, &source, &mut report);
    let layers = [&base, &document]
        .map(|document| Layer::read(config, document, MergeStrategy::Unify, &|_| None, &mut report).unwrap());
    let resolved = resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report).unwrap();
    let each = resolved.values().iter().zip(resolved.traces());
    let places: usize = each.map(|(value, trace)| check(value, trace, &resolved, &sources)).sum();
    assert_eq!(places, 6);
}

#[test]
fn a_layer_that_agrees_gives_nothing() {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().unwrap();
    let (mut report, mut sources) = (Report::new(), Sources::new());
    let texts = ["{ b: 1, v: [1, 2] }", "{ v: [1, 2] }", "{ v: { $append: [3] } }"];
    let mut read = |text: &str| {
        let source = sources.add("layer".into(), text.into(), None);
        let document = syntax::parse(Format::Json5, &source, &mut report);
        Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report).unwrap()
    };
    let layers = texts.map(&mut read);
    let resolved = resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report).unwrap();
    let v = config.position("v").unwrap();
    let PartOrigins::Elements(origins) = &resolved.traces()[v].parts else { panic!("one literal") };
    let layers: Vec<Option<usize>> = origins
        .iter()
        .map(|origin| if let Origin::Layer { layer, .. } = origin { Some(*layer) } else { None })
        .collect();
    assert_eq!(layers, [Some(0), Some(0), Some(2)]);
}

#[test]
fn the_default_that_holds_is_found_where_it_stands() {
    let compiled = Compiled::of(MANIFEST);
    let place = |compiled: &Compiled, path: &ValuePath<'_>| {
        let declared: DeclaredAt<'_> = compiled.declared_at();
        declared.default_place(path).map(|place| compiled.sources.of(place).unwrap().slice(place).to_owned())
    };
    assert_eq!(place(&compiled, &Field("a".into())).as_deref(), Some("1"));
    assert_eq!(place(&compiled, &Field("b".into())), None);
    assert_eq!(place(&compiled, &Member(&Field("s".into()), "y".into())).as_deref(), Some("2"));
    assert_eq!(place(&compiled, &Member(&Field("s".into()), "t".into())).as_deref(), Some("[1]"));
}
