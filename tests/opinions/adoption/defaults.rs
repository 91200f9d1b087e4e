//! Defaults that a schema states. A draft takes them over, and an export writes what they set.

use super::difference;
use serde_json::Value;
use std::collections::BTreeMap;

/// The defaults of a schema by the names of the properties, wherever they are.
#[derive(Debug, Default)]
pub(super) struct StatedDefaults<'s> {
    by_name: BTreeMap<&'s str, Vec<&'s Value>>,
}

impl<'s> StatedDefaults<'s> {
    pub(super) fn of(schema: &'s Value) -> Self {
        let mut defaults = Self::default();
        defaults.add(schema);
        defaults
    }

    fn add(&mut self, schema: &'s Value) {
        match schema {
            Value::Object(keywords) => {
                for (name, property) in
                    keywords.get("properties").and_then(Value::as_object).into_iter().flatten()
                {
                    self.by_name.entry(name).or_default().extend(property.get("default"));
                }
                keywords.values().for_each(|inner| self.add(inner));
            }
            Value::Array(list) => list.iter().for_each(|inner| self.add(inner)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Removes the members of `found` that are not expected and have a default.
    pub(super) fn remove_added(&self, expected: &Value, found: &mut Value) {
        match (expected, found) {
            (Value::Object(expected), Value::Object(found)) => {
                found.retain(|name, value| expected.contains_key(name) || !self.is_default(name, value));
                for (name, value) in found {
                    if let Some(expected) = expected.get(name) {
                        self.remove_added(expected, value);
                    }
                }
            }
            (Value::Array(expected), Value::Array(found)) => {
                expected.iter().zip(found).for_each(|(expected, found)| self.remove_added(expected, found));
            }
            (_, _) => {}
        }
    }

    /// Whether a value is a default of a property, apart from defaults inside it.
    fn is_default(&self, name: &str, value: &Value) -> bool {
        let is_same = |default: &Value| {
            let mut value = value.clone();
            self.remove_added(default, &mut value);
            difference(default, &value).is_none()
        };
        self.by_name.get(name).is_some_and(|defaults| defaults.iter().any(|default| is_same(default)))
    }
}

#[test]
fn added_defaults_are_removed() {
    let schema = serde_json::json!({
        "properties": {
            "a": { "default": 1 },
            "b": { "default": {}, "properties": { "c": { "default": "x" } } },
        },
    });
    let defaults = StatedDefaults::of(&schema);
    let cleaned = |mut found: Value| {
        defaults.remove_added(&serde_json::json!({ "d": [{}] }), &mut found);
        found
    };
    assert_eq!(
        cleaned(serde_json::json!({ "a": 1.0, "b": { "c": "x" }, "d": [{ "a": 1 }] })),
        serde_json::json!({ "d": [{}] })
    );
    let other = serde_json::json!({ "a": 2, "b": { "c": "y" }, "d": [{}] });
    assert_eq!(cleaned(other.clone()), other);
}
