//! JSON values in JSON output.

use crate::syntax::{Number, nearest_f64, number};
use crate::types::{JsonNode, JsonText};
use serde_json::Value;

/// The value of a canonical JSON text.
#[must_use]
pub(crate) fn json_of(text: &JsonText) -> Value {
    text.fold(|node| match node {
        JsonNode::Null => Value::Null,
        JsonNode::Bool(value) => value.into(),
        JsonNode::Number(text) => match number(text) {
            Number::Unsigned(value) => value.into(),
            Number::Negative(value) => value.into(),
            Number::Decimal(text) | Number::HexTooLarge(text) | Number::NonFinite(text) => {
                nearest_f64(text).into()
            }
        },
        JsonNode::String(text) => text.text().into(),
        JsonNode::Array(elements) => elements.into(),
        JsonNode::Object(members) => members.into_iter().map(|(key, value)| (key.text(), value)).collect(),
    })
}
