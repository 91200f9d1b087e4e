//! Operators of layers in a JSON Schema.

use super::context::SchemaPointer;
use crate::types::Type;
use crate::value::OVERRIDE;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::json;

/// The keyword that holds the schema of a map's values, or of entries beside properties.
pub(super) const VALUES: &str = "additionalProperties";

/// The object for an absent value.
pub(super) fn absent() -> serde_json::Value {
    json!({ "$ref": "#/$defs/absent" })
}

/// An expression, instead of a literal of a type. A text with expressions is data where JSON objects are.
pub(super) fn computed(ty: &Type) -> serde_json::Value {
    json!({ "$ref": if ty.takes_json_objects() { "#/$defs/computed/anyOf/0" } else { "#/$defs/computed" } })
}

/// An object with a single operator.
pub(super) struct OperatorSchema<T> {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) operand: T,
}

impl<T: Serialize> Serialize for OperatorSchema<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("description", self.description)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Single(self.name, &self.operand))?;
        map.serialize_entry("required", &[self.name])?;
        map.serialize_entry("additionalProperties", &false)?;
        map.end()
    }
}

/// The operator that replaces the value of an entry.
pub(super) fn replaced_value<E: serde::ser::Error>(
    operand: serde_json::Value,
) -> Result<serde_json::Value, E> {
    let description = "This value, whatever earlier layers set.";
    let replaced = OperatorSchema { name: OVERRIDE, description, operand };
    serde_json::to_value(replaced).map_err(E::custom)
}

pub(super) struct Single<'a, T>(pub(super) &'static str, pub(super) &'a T);

impl<T: Serialize> Serialize for Single<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, self.1)])
    }
}

/// An object that changes single entries of a map: each is a value or an operator.
pub(super) struct ChangedEntrySchemas<'a> {
    pub(super) value: &'a Type,
    /// The place of a literal of the map.
    pub(super) literal: &'a SchemaPointer<'a>,
}

impl Serialize for ChangedEntrySchemas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = &SchemaPointer::Key(self.literal, VALUES);
        let value = json!({ "$ref": value });
        let replaced = replaced_value(value.clone())?;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(
            "description",
            "Changes single entries of what earlier layers set, or of the default.",
        )?;
        map.serialize_entry("type", "object")?;
        let names = &SchemaPointer::Key(self.literal, "propertyNames");
        map.serialize_entry("propertyNames", &json!({ "$ref": names }))?;
        map.serialize_entry(
            VALUES,
            &json!({ "anyOf": [value, replaced, computed(self.value), { "$ref": "#/$defs/unset" }] }),
        )?;
        map.end()
    }
}
