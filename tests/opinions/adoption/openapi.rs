//! The schema of a custom resource as a JSON Schema of draft 4, which its dialect extends.

use serde_json::{Value, json};

/// The schema of `spec` in the stored version.
pub(super) fn spec(resource: &Value) -> Option<Value> {
    let versions = resource["spec"]["versions"].as_array()?;
    let stored = versions.iter().find(|version| version["storage"] == true)?;
    let mut spec = stored.pointer("/schema/openAPIV3Schema/properties/spec")?.clone();
    translate(&mut spec);
    Some(spec)
}

fn translate(schema: &mut Value) {
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(translate),
        Value::Object(keywords) => {
            let is_data = |keyword: &String| ["default", "enum", "example"].contains(&keyword.as_str());
            let parts = keywords.iter_mut().filter(|(keyword, part)| !is_data(keyword) || part.is_object());
            parts.for_each(|(_, part)| translate(part));
            let has = |keyword: &str| keywords.get(keyword) == Some(&Value::Bool(true));
            let (is_nullable, is_open) = (has("nullable"), has("x-kubernetes-preserve-unknown-fields"));
            if has("x-kubernetes-int-or-string") {
                keywords.insert("type".to_owned(), json!(["integer", "string"]));
            }
            if let Some(Value::String(pattern)) = keywords.get_mut("pattern") {
                *pattern = without_flag(pattern);
            }
            if is_open {
                keywords.entry("additionalProperties").or_insert(Value::Bool(true));
            }
            if is_nullable {
                if let Some(of) = keywords.get_mut("type") {
                    let mut types = of.as_array().cloned().unwrap_or_else(|| vec![of.clone()]);
                    types.push("null".into());
                    *of = types.into();
                }
                keywords.get_mut("enum").and_then(Value::as_array_mut).into_iter().for_each(|list| {
                    list.push(Value::Null);
                });
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Replaces the flag `(?i)`, which JSON Schema does not have, by classes: `(?i)a` becomes `[aA]`.
fn without_flag(pattern: &str) -> String {
    let Some((before, after)) = pattern.split_once("(?i)") else { return pattern.to_owned() };
    let both = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' => format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase()),
        other => other.to_string(),
    };
    before.chars().map(String::from).chain(after.chars().map(both)).collect()
}

#[test]
fn keywords_of_kubernetes_are_translated() {
    let spec = spec(&json!({ "spec": { "versions": [
        { "storage": false },
        { "storage": true, "schema": { "openAPIV3Schema": { "properties": { "spec": { "properties": {
            "pattern": { "pattern": "^(?i)(no)?$" },
            "nullable": { "x-kubernetes-int-or-string": true, "nullable": true },
            "enum": { "enum": ["a"], "nullable": true, "x-kubernetes-preserve-unknown-fields": true },
        } } } } } },
    ] } }));
    let properties = &spec.unwrap()["properties"];
    assert_eq!(properties["pattern"]["pattern"], "^([nN][oO])?$");
    assert_eq!(properties["nullable"]["type"], json!(["integer", "string", "null"]));
    assert_eq!(properties["enum"]["enum"], json!(["a", null]));
    assert_eq!(properties["enum"]["additionalProperties"], true);
}
