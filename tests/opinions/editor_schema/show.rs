//! What `show --format json` prints is what `schemas/show.schema.json` says, and it says enough.

use crate::support::arbitrary;
use crate::support::command::Workspace;
use crate::support::random;
use crate::validator::{errors, valid, validator};
use confc::declaration::show;
use jsonschema::Validator;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use serde_json::{Value, json};
use std::sync::LazyLock;

static SHOW: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../../schemas/show.schema.json")));

/// The names of all members anywhere in a JSON Schema's `properties`.
fn described(schema: &Value) -> Vec<&String> {
    let fields = [&schema["properties"], &schema["$defs"]["field"]["properties"]];
    fields.into_iter().flat_map(|members| members.as_object().expect("an object").keys()).collect()
}

/// Whether a default is shown of a sensitive field, or of a member of one.
fn tells_a_secret(field: &Value, in_sensitive: bool) -> bool {
    let secret = in_sensitive || field["sensitive"] == true;
    let members = field["members"].as_array();
    (secret && field.get("default").is_some())
        || members.is_some_and(|members| members.iter().any(|member| tells_a_secret(member, secret)))
}

proptest! {
    #![proptest_config(random::cases(200))]

    #[test]
    fn every_declaration_is_shown_as_described(declaration in arbitrary::declaration()) {
        let text = serde_json::to_string(&show::json(&declaration, show::ShownValues::None)).expect("no map has other keys than strings");
        let shown: Value = serde_json::from_str(&text).expect("JSON");
        prop_assert_eq!(errors(&SHOW, &shown), Vec::<String>::new(), "{}", text);
        let schema = serde_json::from_str(include_str!("../../../schemas/show.schema.json")).expect("JSON");
        let described = described(&schema);
        let fields = shown["fields"].as_array().expect("fields");
        let members = [&shown].into_iter().chain(fields).flat_map(|object| object.as_object().expect("an object").keys());
        for member in members {
            prop_assert!(described.contains(&member), "{member} is not described");
        }
        for field in fields {
            prop_assert!(!tells_a_secret(field, false), "{field}");
        }
    }
}

#[test]
fn what_is_never_shown_is_refused() {
    let checksum = format!("sha256:{}", "0".repeat(64));
    let shown = |field: Value| json!({ "version": 1, "checksum": checksum, "value_source": { "kind": "capabilities" }, "fields": [field] });
    assert!(SHOW.is_valid(&shown(json!({ "key": "a", "type": "bool", "default": true, "value": false }))));
    assert!(SHOW.is_valid(&json!({ "version": 1, "fields": [] })));
    for field in [
        json!({ "key": "a" }),
        json!({ "key": "A", "type": "bool" }),
        json!({ "key": "a", "type": "text" }),
        json!({ "key": "a", "type": "bool", "default": null }),
        json!({ "key": "a", "type": "bool", "sensitive": true, "default": true }),
        json!({ "key": "a", "type": "bool", "sensitive": true, "value": true }),
        json!({ "key": "a", "type": "bool", "sensitive": false }),
        json!({ "key": "a", "type": "bool", "mutability": [] }),
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

#[test]
fn what_is_shown_of_a_plan_is_described() {
    let workspace = Workspace::new()
        .with("db.cml", "{ config: { host: { type: 'string', max_size: 9 } } }")
        .with(
            "a.cml",
            "{ config: {
                known: { type: 'uint8', default: 3 },
                none: { type: 'uint8', optional: true },
                part: { type: 'struct', fields: { a: { type: 'uint8' }, b: { type: 'string', max_size: 9 } } },
                text: { type: 'string', max_size: 30 },
                token: { type: 'string', max_size: 30, sensitive: true },
                pin: { type: 'string', max_size: 30, sensitive: true },
            }, config_rules: [{ check: 'known < 9' }, { check: 'part.a < 9', name: 'later' }] }",
        )
        .with(
            "a.yaml",
            "$inputs: { n: { type: uint8 }, key: { type: string, max_size: 9, sensitive: true }, m: { type: uint8, default: 1 } }
part: { a: { $expr: \"input('n') + input('m')\" }, b: { $expr: db.host } }
text: { $text: \"${input('n')}-${known}\" }
token: { $text: \"s3cret-${input('key')}\" }
pin: s3cret
",
        );
    let plan = ["values", "a.cml", "a.yaml", "--import", "db=db.cml", "--plan", "-o", "a.cvp"];
    let made = workspace.confc(&plan);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let answer = workspace.confc(&["show", "a.cml", "a.cvp", "--format", "json"]);
    assert!(!answer.stdout.contains("s3cret"), "{}", answer.stdout);
    let shown = valid(&SHOW, &answer.stdout);
    let field =
        |key: &str| shown["fields"].as_array().unwrap().iter().find(|field| field["key"] == key).unwrap();
    assert_eq!(field("known")["value"], 3);
    assert_eq!(field("none")["value"], Value::Null);
    assert_eq!(field("pin")["set"], true);
    let paths: Vec<&Value> =
        field("part")["waits"].as_array().unwrap().iter().map(|part| &part["path"]).collect();
    assert_eq!(paths, ["part.a", "part.b"]);
    assert_eq!(field("text")["waits"][0]["expressions"][0]["text"], "${input('n')}-${known}");
    assert_eq!(field("token")["waits"][0]["expressions"][0]["sensitive"], true);
    assert_eq!(field("token")["waits"][0]["expressions"][0].get("text"), None);
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&shown["waits_for"]["inputs"]), ["key", "n"]);
    assert_eq!(names(&shown["waits_for"]["components"]), ["db"]);
    let waits: Vec<&Value> = shown["rules"].as_array().unwrap().iter().map(|rule| &rule["waits"]).collect();
    assert_eq!(waits, [&Value::Null, &Value::Bool(true)]);
}
