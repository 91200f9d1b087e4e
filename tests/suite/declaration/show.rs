//! What `show --format json` prints: `schemas/show.schema.json` describes each member, and no secret is among them.

use crate::support::arbitrary;
use crate::support::plans::shown_plan;
use crate::support::random;
use confc::declaration::show;
use proptest::prelude::{prop_assert, proptest};
use serde_json::Value;

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
    fn every_member_is_described_and_no_secret_is_shown(declaration in arbitrary::declaration()) {
        let shown = serde_json::to_value(show::json(&declaration, show::ShownValues::None)).unwrap();
        let schema = serde_json::from_str(include_str!("../../../schemas/show.schema.json")).unwrap();
        let described = described(&schema);
        let fields = shown["fields"].as_array().unwrap();
        let members = [&shown].into_iter().chain(fields).flat_map(|object| object.as_object().unwrap().keys());
        for member in members {
            prop_assert!(described.contains(&member), "{member} is not described");
        }
        for field in fields {
            prop_assert!(!tells_a_secret(field, false), "{field}");
        }
    }
}

#[test]
fn a_plan_is_shown_without_its_secrets() {
    let shown = shown_plan();
    assert!(!shown.contains("s3cret"), "{shown}");
    let shown: Value = serde_json::from_str(&shown).unwrap();
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
