//! Drafts from JSON Schemas: what the schema accepts compiles against the draft.

use super::{TextFile, check, drafted};
use crate::support::json_schema::{DOCUMENTS, SCHEMA};
use confc::diagnostic::Code;
use confc::draft::KeyNaming;

#[test]
fn what_a_schema_accepts_compiles_against_its_draft() {
    let schema: TextFile = ("schema.json".into(), SCHEMA.into());
    let draft = drafted(&[schema], KeyNaming::Keep).unwrap();
    for document in DOCUMENTS {
        let mut draft = draft.clone();
        draft.renamed = vec![None];
        check(&draft, &[("values.json".into(), document.into())]);
    }
}

#[test]
fn what_a_manifest_cannot_say_is_refused_by_its_name() {
    for (property, code) in [
        (r#"{ "oneOf": [] }"#, Code::E0856),
        (r#"{ "type": "integer", "x-kubernetes-int-or-string": true }"#, Code::E0856),
        (r##"{ "$ref": "#/properties/a" }"##, Code::E0856),
        (r##"{ "$ref": "other.json#/a" }"##, Code::E0856),
        (r##"{ "$ref": "#/nowhere" }"##, Code::E0856),
        (r#"{ "type": "object" }"#, Code::E0856),
        (r#"{ "type": ["string", "integer"] }"#, Code::E0856),
        (r#"{}"#, Code::E0856),
        (r#"{ "type": "object", "properties": { "fooBar": { "type": "string" } } }"#, Code::E0850),
    ] {
        let schema = format!(r#"{{ "type": "object", "properties": {{ "a": {property} }} }}"#);
        let refused = drafted(&[("schema.json".into(), schema.clone())], KeyNaming::Keep).unwrap_err();
        assert_eq!(Vec::from_iter(refused), [code], "{schema}");
    }
}

#[test]
fn references_that_multiply_have_a_limit() {
    let level = |at: usize| {
        let next = format!(r##"{{ "$ref": "#/$defs/d{}" }}"##, at + 1);
        let properties: Vec<_> = (0..16).map(|n| format!(r#""p{n}": {next}"#)).collect();
        format!(r#""d{at}": {{ "type": "object", "properties": {{ {} }} }}"#, properties.join(", "))
    };
    let levels: Vec<_> = (0..7).map(level).collect();
    let schema = format!(
        r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/$defs/d0" }} }},
            "$defs": {{ {}, "d7": {{ "type": "boolean" }} }} }}"##,
        levels.join(", ")
    );
    let refused = drafted(&[("schema.json".into(), schema)], KeyNaming::Keep).unwrap_err();
    assert_eq!(Vec::from_iter(refused), [Code::E0856]);
}

#[test]
fn what_references_repeat_has_a_limit_however_it_is_written() {
    let names: Vec<_> = (0..2_000).map(|n| format!(r#""v{n}""#)).collect();
    for large in [
        format!(r#"{{ "enum": [{}] }}"#, names.join(", ")),
        format!(r#"{{ "type": "boolean", "description": "{}" }}"#, "x".repeat(100_000)),
        format!(r#"{{ "type": "boolean", {}: 1 }}"#, names.join(": 1, ")),
    ] {
        let schema = |references: usize| {
            let references: Vec<_> =
                (0..references).map(|n| format!(r##""p{n}": {{ "$ref": "#/$defs/d" }}"##)).collect();
            let properties = references.join(", ");
            let text = format!(
                r#"{{ "type": "object", "properties": {{ {properties} }}, "$defs": {{ "d": {large} }} }}"#
            );
            drafted(&[("schema.json".into(), text)], KeyNaming::Keep)
        };
        assert!(schema(20).is_ok());
        assert_eq!(Vec::from_iter(schema(200).unwrap_err()), [Code::E0856]);
    }
}

#[test]
fn references_that_lead_to_references_have_a_limit() {
    let schema = |length: usize| {
        let chain: Vec<_> =
            (1..length).map(|n| format!(r##""d{n}": {{ "$ref": "#/$defs/d{}" }}"##, n + 1)).collect();
        let chain = [chain, vec![format!(r#""d{length}": {{ "type": "boolean" }}"#)]].concat().join(", ");
        let text = format!(
            r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/$defs/d1" }} }}, "$defs": {{ {chain} }} }}"##
        );
        drafted(&[("schema.json".into(), text)], KeyNaming::Keep)
    };
    assert!(schema(64).is_ok());
    for length in [65, 50_000] {
        assert_eq!(Vec::from_iter(schema(length).unwrap_err()), [Code::E0856]);
    }
}
