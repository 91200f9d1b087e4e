//! JSON values in JSON output.

use crate::types::{JsonCursor, JsonText, JsonToken};
use serde_json::{Map, Value};

/// The value of a canonical JSON text. Recursion is limited by the depth of such texts.
#[must_use]
pub(crate) fn json_of(text: &JsonText) -> Value {
    fn value<'t>(token: JsonToken<'t>, cursor: &mut JsonCursor<'t>) -> Value {
        match token {
            JsonToken::Bool(value) => Value::Bool(value),
            JsonToken::Number(text) => number(text),
            JsonToken::String(text) => Value::String(text.text()),
            JsonToken::BeginArray => {
                let mut elements = Vec::new();
                while let Some(token) = cursor.next().filter(|token| *token != JsonToken::EndArray) {
                    elements.push(value(token, cursor));
                }
                Value::Array(elements)
            }
            JsonToken::BeginObject => {
                let mut members = Map::new();
                while let Some(JsonToken::Key(key)) = cursor.next() {
                    if let Some(token) = cursor.next() {
                        members.insert(key.text(), value(token, cursor));
                    }
                }
                Value::Object(members)
            }
            // Keys and ends are read above.
            JsonToken::Null | JsonToken::Key(_) | JsonToken::EndArray | JsonToken::EndObject => Value::Null,
        }
    }
    let mut cursor = text.cursor();
    cursor.next().map_or(Value::Null, |token| value(token, &mut cursor))
}

/// A canonical number: exactly, or as its float64 if it has a point.
fn number(text: &str) -> Value {
    let unsigned = text.parse::<u64>().map(Value::from);
    let integer = unsigned.or_else(|_| text.parse::<i64>().map(Value::from));
    integer.unwrap_or_else(|_| text.parse::<f64>().map_or(Value::Null, Value::from))
}
