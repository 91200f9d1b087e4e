//! What a change breaks, held against what happens: value sources that are valid for one schema are tried on the
//! other, and the verdict must say the same.

mod attributes;
mod experiment;
mod laws;
mod mutations;
mod report;
mod rules;
mod small;
mod texts;
mod types;
mod unions;

use crate::values::seal;
use confc::compare::{Breaks, Change, ChangeKind, compare};
use confc::declaration::{Config, Declaration, Integrity};
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy, read_assignment};
use confc::plan::{EmbeddedSchema, encode};
use confc::resolve::{Inputs, resolve};
use confc::syntax::{Format, parse};
use confc::text::Sources;
use confc::types::{Field, JsonKind, StructType, Type, Value};
use confc_core::values::load_with;
use std::collections::BTreeSet;

/// The values that one layer alone resolves to, if it is valid.
fn resolved(config: &Config, text: &str) -> Option<Vec<Value>> {
    resolved_together(config, &[text])
}

/// The values that layers resolve to, each but the first as one that overrides: whether they agree is not asked.
fn resolved_together(config: &Config, texts: &[impl AsRef<str>]) -> Option<Vec<Value>> {
    resolved_as(Format::Json5, config, texts)
}

fn resolved_as(format: Format, config: &Config, texts: &[impl AsRef<str>]) -> Option<Vec<Value>> {
    let mut report = Report::new();
    let mut layers = Vec::new();
    for (n, text) in texts.iter().enumerate() {
        let source = Sources::new().add("layer".into(), text.as_ref().into(), None);
        let document = parse(format, &source, &mut report);
        let strategy = if n == 0 { MergeStrategy::Unify } else { MergeStrategy::Override };
        layers.push(Layer::read(config, &document, strategy, &|_| None, &mut report)?);
    }
    let resolved = resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report)?;
    Some(resolved.values().to_vec())
}

/// What can be valid for a schema.
#[derive(Debug, Clone, PartialEq)]
enum ValueSource {
    /// The text of a layer.
    Layer(String),
    /// The text of a layer in YAML.
    Yaml(String),
    /// Several layers, each of which overrides those before it.
    Layers(Vec<String>),
    /// What a parent overrides.
    Override(String, Value),
    /// What a parent overrides, as the command line has it.
    OverrideText(String),
}

impl ValueSource {
    /// Whether a declaration accepts it. `base` is some values of the declaration, which an override replaces.
    fn is_valid(&self, declaration: &Declaration, base: Option<&[Value]>) -> bool {
        let Some(config) = declaration.config() else { return false };
        let overrides = |key: &str, value: Value| {
            base.is_some_and(|base| {
                let bytes = encode(config, base, EmbeddedSchema::Omit).unwrap();
                load_with(declaration, &bytes, Integrity::Check, [(key, value)]).is_ok()
            })
        };
        match self {
            Self::Layer(text) => resolved(config, text).is_some(),
            Self::Yaml(text) => resolved_as(Format::Yaml, config, &[text]).is_some(),
            Self::Layers(texts) => resolved_together(config, texts).is_some(),
            Self::Override(key, value) => overrides(key, value.clone()),
            Self::OverrideText(text) => {
                let (mut sources, mut report) = (Sources::new(), Report::new());
                let read =
                    read_assignment(config, "--parent-override", text, &|_| None, &mut sources, &mut report);
                read.is_some_and(|(field, value, _)| overrides(field.key.as_str(), value))
            }
        }
    }
}

/// Whether a value source that both declarations accept means something else for the one than for the other: it sets a
/// number that they count in different units, a null that is the absent value for only one of them, or an entry of a
/// rest that is a member of the other.
fn means_other(source: &ValueSource, [a, b]: [&Declaration; 2]) -> bool {
    let (Some(a), Some(b)) = (a.config(), b.config()) else { return false };
    let fields = [a, b].map(|config| Type::Struct(StructType::new(config.fields().to_vec())));
    let [a, b] = &fields;
    let layer = |text: &str| json5::from_str(text).is_ok_and(|json| is_read_as_other(a, b, &json));
    let named = |ty: &Type, name: &str| {
        let Type::Struct(of) = ty else { return None };
        Some(of.members()[of.position_in_path(name)?].clone())
    };
    let overrides = |name: &str, text: &str| {
        let fields = named(a, name).zip(named(b, name));
        fields.zip(json5::from_str(text).ok()).is_some_and(|((a, b), json)| is_other_in(&a, &b, &json))
    };
    match source {
        ValueSource::Layer(text) | ValueSource::Yaml(text) => layer(text),
        ValueSource::Layers(texts) => texts.iter().any(|text| layer(text)),
        ValueSource::Override(name, _) => overrides(name, "1"),
        ValueSource::OverrideText(text) => {
            text.split_once('=').is_some_and(|(name, text)| overrides(name, text))
        }
    }
}

/// As [`means_other`], for a literal of a field.
fn is_other_in(a: &Field, b: &Field, json: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match json {
        // The operand of an operator.
        Json::Object(members) if members.keys().any(|key| key.starts_with('$')) => {
            members.values().any(|json| is_other_in(a, b, json))
        }
        Json::Null => {
            let is_absent = |field: &Field| !field.takes_null() && field.optional;
            (is_absent(a) && b.takes_null()) || (a.takes_null() && is_absent(b))
        }
        _ => is_read_as_other(&a.ty, &b.ty, json),
    }
}

/// As [`means_other`], for a literal of a type.
fn is_read_as_other(a: &Type, b: &Type, json: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    if matches!(a, Type::Union(_)) || matches!(b, Type::Union(_)) {
        let kind = match json {
            Json::Bool(_) => JsonKind::Bool,
            Json::Number(_) => JsonKind::Number,
            Json::String(_) => JsonKind::String,
            Json::Array(_) => JsonKind::Array,
            Json::Object(_) => JsonKind::Object,
            Json::Null => return false,
        };
        let cases = a.for_kind(kind).zip(b.for_kind(kind));
        return cases.is_some_and(|(a, b)| is_read_as_other(a, b, json));
    }
    match (a, b, json) {
        (Type::Struct(a), Type::Struct(b), Json::Object(members)) => members.iter().any(|(key, json)| {
            let member = |ty: &StructType| Some(ty.members()[ty.position_in_literal(key)?].clone());
            match (member(a), member(b)) {
                (Some(a), Some(b)) => is_other_in(&a, &b, json),
                (Some(_), None) => b.rest_for(key).is_some(),
                (None, Some(_)) => a.rest_for(key).is_some(),
                (None, None) => {
                    let entries = a.type_in_literal(key).zip(b.type_in_literal(key));
                    entries.is_some_and(|(a, b)| is_read_as_other(a, b, json))
                }
            }
        }),
        (Type::Map(a), Type::Map(b), Json::Object(entries)) => {
            entries.values().any(|json| is_read_as_other(a.value(), b.value(), json))
        }
        (a, b, Json::Array(elements)) => {
            let of = a.element().zip(b.element());
            of.is_some_and(|(a, b)| elements.iter().any(|json| is_read_as_other(a, b, json)))
        }
        (a, b, Json::Number(_)) => a.unit().zip(b.unit()).is_some_and(|(a, b)| a != b),
        _ => false,
    }
}

/// What all changes together break: backward, forward.
fn verdict(changes: &[Change<'_>]) -> [Breaks; 2] {
    let worst = |of: fn(&Change<'_>) -> Breaks| changes.iter().map(of).max().unwrap_or(Breaks::No);
    [worst(|change| change.backward), worst(|change| change.forward)]
}

/// What was seen when verdicts were tried.
#[derive(Default)]
struct Witnessed {
    /// The kinds that were seen to break, alone: backward, forward.
    kinds: [BTreeSet<ChangeKind>; 2],
    /// The kinds that were met.
    met: BTreeSet<ChangeKind>,
    /// Verdicts that do not agree with what happened.
    wrong: Vec<String>,
}

impl Witnessed {
    /// Holds the verdict on a pair of declarations against what is accepted. Each list says for the same value
    /// sources which of them the old and the new declaration accept.
    fn check(&mut self, [old, new]: [&Declaration; 2], accepted: [&[bool]; 2], sources: &[ValueSource]) {
        let changes = compare(old, new);
        let verdict = verdict(&changes);
        self.met.extend(changes.iter().map(|change| change.kind));
        for (direction, [from, to]) in [accepted, [accepted[1], accepted[0]]].into_iter().enumerate() {
            let holds = |at: usize| to[at] && !means_other(&sources[at], [old, new]);
            let witness = (0..from.len()).find(|at| from[*at] && !holds(*at)).map(|at| &sources[at]);
            let breaks = |change: &Change<'_>| [change.backward, change.forward][direction];
            let sound = witness.is_none() || verdict[direction] != Breaks::No;
            let exact = witness.is_some() || verdict[direction] != Breaks::Yes;
            if !(sound && exact) {
                let told = changes.iter().map(|change| {
                    format!(
                        "{} {}: {:?} → {:?}",
                        change.kind, change.subject, change.old.text, change.new.text
                    )
                });
                let told: Vec<String> = told.collect();
                let way = ["backward", "forward"][direction];
                self.wrong.push(format!(
                    "{way} {:?}, but seen: {witness:?}\n  {}",
                    verdict[direction],
                    told.join("\n  ")
                ));
            }
            let mut breaking = changes.iter().filter(|change| breaks(change) != Breaks::No);
            if let (Some(change), None, Some(_)) = (breaking.next(), breaking.next(), witness) {
                self.kinds[direction].insert(change.kind);
            }
        }
    }

    /// Holds the verdict on every pair of these declarations against what is accepted.
    fn check_all(&mut self, declarations: &[Declaration], accepted: &[Vec<bool>], sources: &[ValueSource]) {
        for (old, old_accepts) in declarations.iter().zip(accepted) {
            for (new, new_accepts) in declarations.iter().zip(accepted) {
                self.check([old, new], [old_accepts, new_accepts], sources);
            }
        }
    }

    #[track_caller]
    fn assert(&self) {
        let shown = self.wrong.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(self.wrong.is_empty(), "{} verdicts are wrong:\n{shown}", self.wrong.len());
    }

    /// Adds what another test saw.
    fn extend(&mut self, other: Self) {
        for (kinds, others) in self.kinds.iter_mut().zip(other.kinds) {
            kinds.extend(others);
        }
        self.met.extend(other.met);
        self.wrong.extend(other.wrong);
    }
}

#[test]
fn every_rule_was_met_and_seen_to_break_what_it_says() {
    let mut witnessed = types::every_pair();
    witnessed.extend(attributes::every_pair());
    witnessed.extend(unions::every_pair());
    witnessed.assert();
    let [backward, forward] = &witnessed.kinds;
    // Those of rules are met in `rules`.
    for &kind in ChangeKind::ALL.iter().filter(|kind| !kind.id().starts_with("rule-")) {
        assert!(witnessed.met.contains(&kind), "{kind} was never met");
        assert!(
            kind.backward() != Breaks::Yes || backward.contains(&kind),
            "{kind} was not seen to break backward"
        );
        assert!(
            kind.forward() != Breaks::Yes || forward.contains(&kind),
            "{kind} was not seen to break forward"
        );
    }
}
