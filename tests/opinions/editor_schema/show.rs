//! What `show --format json` prints, against `schemas/show.schema.json`.

use crate::support::arbitrary;
use crate::support::plans::shown_plan;
use crate::support::random;
use crate::validator::{valid, validator};
use confc::declaration::show;
use confc::text::json::to_json;
use jsonschema::Validator;
use proptest::prelude::proptest;
use serde_json::{Value, json};
use std::sync::LazyLock;

static SHOW: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../../schemas/show.schema.json")));

proptest! {
    #![proptest_config(random::cases(200))]

    #[test]
    fn every_declaration_is_shown_as_described(declaration in arbitrary::declaration()) {
        valid(&SHOW, &to_json(&show::json(&declaration, show::ShownValues::None)));
    }
}

#[test]
fn a_plan_is_shown_as_described() {
    valid(&SHOW, &shown_plan());
}

#[test]
fn what_is_never_shown_is_refused() {
    let checksum = format!("sha256:{}", "0".repeat(64));
    let shown = |field: Value| json!({ "version": 1, "checksum": checksum, "value_source": { "kind": "capabilities" }, "fields": [field] });
    assert!(SHOW.is_valid(&shown(json!({ "key": "a", "type": "bool", "default": true, "value": false }))));
    assert!(SHOW.is_valid(&shown(json!({ "key": "a", "native": "A b", "aliases": ["B"], "type": "bool" }))));
    assert!(SHOW.is_valid(&shown(
        json!({ "key": "a", "type": "bool{nullable}?", "optional": true, "nullable": true, "value": null })
    )));
    let json = |value: Value| shown(json!({ "key": "a", "type": "json:9{kinds=null}", "default": value }));
    assert!(SHOW.is_valid(&json(Value::Null)) && SHOW.is_valid(&json(json!([null, { "$a": null }]))));
    assert!(SHOW.is_valid(&json!({ "version": 1, "fields": [] })));
    for field in [
        json!({ "key": "a" }),
        json!({ "key": "A", "type": "bool" }),
        json!({ "key": "a", "type": "text" }),
        json!({ "key": "a", "type": "bool", "default": null }),
        json!({ "key": "a", "type": "bool", "nullable": false }),
        json!({ "key": "a", "type": "bool", "sensitive": true, "default": true }),
        json!({ "key": "a", "type": "bool", "sensitive": true, "value": true }),
        json!({ "key": "a", "type": "bool", "sensitive": false }),
        json!({ "key": "a", "type": "bool", "mutability": [] }),
        json!({ "key": "a", "type": "bool", "native": "" }),
        json!({ "key": "a", "type": "bool", "native": "$a" }),
        json!({ "key": "a", "type": "bool", "native": null }),
    ] {
        assert!(!SHOW.is_valid(&shown(field.clone())), "{field}");
    }
    for whole in [
        json!({ "version": 2, "fields": [] }),
        json!({ "version": 1 }),
        json!({ "version": 1, "fields": [{ "key": "a", "type": "bool" }] }),
        json!({ "version": 1, "checksum": checksum, "fields": [{ "key": "a", "type": "bool" }] }),
        json!({ "version": 1, "checksum": "sha256:0", "value_source": { "kind": "capabilities" }, "fields": [{ "key": "a", "type": "bool" }] }),
    ] {
        assert!(!SHOW.is_valid(&whole), "{whole}");
    }
}
