//! Documentation and defaults in the JSON Schemas of values, which editors show. Whether these schemas accept the same
//! values as the compiler is tested in `tests/opinions/values_schema.rs`.

use crate::support::arbitrary;
use crate::support::pipeline::{Compiled, generated_json_schema};
use crate::support::random::{self, Tally};
use confc::declaration::Declaration;
use confc::generate::SchemaDocument;
use confc::schema::ValueSource;
use confc::types::{Component, Field, Key, Type};
use confc_core::declaration::{checked_schema, seal_checked};
use proptest::prelude::{prop_assert, proptest};
use serde_json::{Map, Value, json};

/// The member of the JSON Schema at a pointer.
fn member_at(stanza: &str, document: SchemaDocument, pointer: &str) -> Value {
    let compiled = Compiled::of(format!("{{ config: {stanza} }}"));
    let text = generated_json_schema(compiled.declaration().config().expect("a schema"), document);
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    schema.pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {schema:#}")).clone()
}

#[test]
fn editors_find_texts_and_defaults_but_no_secret() {
    let stanza = r#"{
        /// How often.
        /// At most.
        tries: { type: "uint8", default: 3, deprecated: "use `limit`", aliases: ["n"] },
        key: { type: "string", max_size: 9, default: "secret1", sensitive: true },
        login: { type: "struct", default: { user: "u", pass: "secret2" }, fields: {
            user: { type: "string", max_size: 9 }, pass: { type: "string", max_size: 9, sensitive: true },
        } },
        vault: { type: "struct", sensitive: true, fields: { a: { type: "string", max_size: 9, default: "secret3" } } },
        modes: { type: "vector", max_count: 2, element: { type: "enum", variants: {
            /// Not now.
            off: 0, on: 1,
        } } },
        limit: { type: "struct", default: { n: 1 }, fields: { n: { type: "uint8", default: 2 } } },
    }"#;
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        let all = member_at(stanza, document, "");
        assert!(!all.to_string().contains("secret"), "{all:#}");
        let tries = member_at(stanza, document, "/properties/tries");
        assert_eq!(tries["description"], "How often.\nAt most.\n\nDeprecated: use `limit`");
        assert_eq!(tries["default"], 3);
        let deprecated = member_at(stanza, document, "/properties/n/deprecated");
        assert_eq!([&tries["deprecated"], &deprecated], [&json!(true); 2]);
        assert_eq!(member_at(stanza, document, "/properties/key/writeOnly"), true);
        assert_eq!(member_at(stanza, document, "/properties/vault/writeOnly"), true);
    }
    let modes = member_at(stanza, SchemaDocument::Complete, "/properties/modes/items");
    assert_eq!(modes, json!({ "enum": ["off", "on"], "enumDescriptions": ["Not now.", ""] }));
    // The default of the struct wins over the default of its member.
    assert_eq!(member_at(stanza, SchemaDocument::Complete, "/properties/limit/properties/n/default"), 1);
    let user = member_at(stanza, SchemaDocument::Layer, "/properties/login/anyOf/0/properties/user");
    assert_eq!(user["default"], "u");
}

/// Every reference in a JSON Schema, as a JSON Pointer.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str().and_then(|text| text.strip_prefix('#')) {
                    Some(fragment) if key == "$ref" => found.push(percent_decoded(fragment)),
                    _ => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

fn percent_decoded(fragment: &str) -> String {
    assert!(fragment.is_ascii() && !fragment.contains(['"', ' ', '#', '[', '`']), "{fragment}");
    let (first, rest) = fragment.split_once('%').unwrap_or((fragment, ""));
    let mut bytes = first.as_bytes().to_vec();
    for part in rest.split('%').filter(|part| !part.is_empty()) {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn references_lead_somewhere_with_any_names() {
    let tally = Tally::default();
    proptest!(random::cases(64), |(schema in arbitrary::schema())| {
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
            let text = generated_json_schema(declaration.config().expect("a schema"), document);
            let schema: Value = serde_json::from_str(&text).expect("JSON");
            let mut found = Vec::new();
            references(&schema, &mut found);
            for pointer in &found {
                prop_assert!(schema.pointer(pointer).is_some(), "{} in {}", pointer, text);
            }
            tally.count(found.iter().any(|pointer| pointer.contains('~') || !pointer.is_ascii()));
        }
    });
    tally.demand(2, 20);
}

#[test]
fn no_text_of_a_declaration_steers_a_terminal() {
    let doc = "bell \u{7} and \u{1b}[31m and \u{202e}".to_owned();
    let field = Field { doc: Some(doc.clone().into()), ..Field::new(Key::new("a").unwrap(), Type::Bool) };
    let schema = checked_schema(vec![field], ValueSource::PackagePath(Default::default()));
    let declaration = seal_checked(Component::default(), Some(schema));
    for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
        let text = generated_json_schema(declaration.config().expect("a schema"), document);
        assert!(!text.contains(|c: char| c != '\n' && confc::text::escape::is_unsafe(c)), "{text}");
        let read: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["properties"]["a"]["description"], doc);
    }
}
