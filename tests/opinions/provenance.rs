//! The provenance of random layers, against `schemas/provenance.schema.json`.

use crate::support::layers::MANIFEST;
use crate::support::pipeline::Compiled;
use crate::support::random::{Tally, attempts};
use crate::support::resolved_layers::ResolvedLayers;
use crate::validator::{valid, validator};
use jsonschema::Validator;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static PROVENANCE: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../schemas/provenance.schema.json")));

/// What was done to a field or member and its members, by any event of their histories.
fn acts(value: &Json, found: &mut BTreeSet<String>) {
    let list = |name: &str| value[name].as_array().into_iter().flatten();
    found.extend(list("history").map(|event| event["act"].as_str().unwrap().to_owned()));
    list("members").for_each(|member| acts(member, found));
}

#[test]
fn provenance_is_as_described() {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().unwrap();
    let (tally, mut found) = (Tally::default(), BTreeSet::new());
    attempts(200, |random| {
        let layers = ResolvedLayers::random(config, random);
        tally.count(layers.is_some());
        let Some(layers) = layers else { return };
        let provenance = valid(&PROVENANCE, &layers.provenance());
        provenance["fields"].as_array().unwrap().iter().for_each(|field| acts(field, &mut found));
    });
    tally.demand(15, 15);
    assert_eq!(
        found,
        ["agrees", "appends", "declares", "overrides", "sets", "unsets"].map(str::to_owned).into()
    );
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
