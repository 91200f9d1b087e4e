//! The provenance of random layers, against `schemas/provenance.schema.json`.

use crate::support::layers::{MANIFEST, Said, Speaker, Words};
use crate::support::pipeline::Compiled;
use crate::support::random::{Random, Tally, attempts};
use crate::validator::{valid, validator};
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy};
use confc::provenance::Provenance;
use confc::resolve::{Inputs, resolve};
use confc::syntax::{self, Format};
use confc::text::Sources;
use jsonschema::Validator;
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

static PROVENANCE: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../schemas/provenance.schema.json")));

#[test]
fn provenance_is_as_described() {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().unwrap();
    let tally = Tally::default();
    attempts(200, |random| {
        let mut speaker = Speaker(Random::of(random.word()));
        let (mut report, mut sources) = (Report::new(), Sources::new());
        let layers: Vec<Layer> = (0..3)
            .map(|_| {
                let text = Said::Members(speaker.layer(Words::All)).to_string();
                let source = sources.add("layer".into(), text, None);
                let document = syntax::parse(Format::Json5, &source, &mut report);
                Layer::read(config, &document, MergeStrategy::Override, &|_| None, &mut report).unwrap()
            })
            .collect();
        let resolved = resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report);
        tally.count(resolved.is_some());
        let Some(resolved) = resolved else { return };
        let names = vec![("layer".to_owned(), MergeStrategy::Override); layers.len()];
        let provenance = Provenance {
            config,
            resolved: &resolved,
            layers: &names,
            patches: &[],
            sources: &sources,
            default_places: &|_| None,
            others: &[],
        };
        valid(&PROVENANCE, &provenance.json());
    });
    tally.demand(15, 15);
}

#[test]
fn what_is_never_written_is_refused() {
    let checksum = format!("sha256:{}", "0".repeat(64));
    let layers = json!([{ "name": "a.json5", "override": true }]);
    let written = |field: Json| json!({ "version": 1, "checksum": checksum, "layers": layers, "patches": [], "fields": [field] });
    let place = json!({ "layer": 0, "line": 1, "column": 1 });
    assert!(PROVENANCE.is_valid(&written(json!({ "key": "a", "value": 1, "origin": place }))));
    assert!(PROVENANCE.is_valid(&written(json!({ "key": "a", "set": true, "origin": { "default": true } }))));
    for field in [
        json!({ "key": "a" }),
        json!({ "key": "A", "value": 1 }),
        json!({ "key": "a", "value": 1, "set": true }),
        json!({ "key": "a", "value": 1, "origin": {} }),
        json!({ "key": "a", "value": 1, "origin": { "layer": 0, "set": 0, "line": 1, "column": 1 } }),
        json!({ "key": "a", "value": 1, "origin": { "layer": 0, "line": 1 } }),
        json!({ "key": "a", "value": 1, "origin": { "patch": 0, "line": 1, "column": 1 } }),
        json!({ "key": "a", "value": 1, "origin": { "layer": 0, "line": 0, "column": 1 } }),
        json!({ "key": "a", "value": 1, "history": [{ "act": "sets", "set": 0 }] }),
        json!({ "key": "a", "value": 1, "history": [{ "set": 0 }, { "act": "sets", "set": 1 }] }),
    ] {
        assert!(!PROVENANCE.is_valid(&written(field.clone())), "{field}");
    }
}
