//! The `json5` crate's reading of a text, and ours in the same form.

use confc::syntax::{Kind, Node, NotInteger, nearest_f64, number};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt::{self, Formatter};

/// A value with everything the two readers can agree on: all members of an object in their order, repeated
/// keys too; integers apart from floats; floats bit by bit.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Integer(i128),
    Float(u64),
    String(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

/// What the crate reads; `None` where it refuses the text.
pub(super) fn theirs(text: &str) -> Option<Value> {
    ::json5::from_str(text).ok()
}

/// What we read, as the crate gives it.
pub(super) fn ours(node: Node<'_>) -> Value {
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::String => Value::String(node.text().into()),
        Kind::Number => match number(node.raw()).integer() {
            Ok(value) => Value::Integer(value),
            // The crate gives integers beyond 64 bits as floats.
            Err(NotInteger::Fraction | NotInteger::NonFinite | NotInteger::TooLarge) => {
                float(nearest_f64(node.raw()))
            }
        },
        Kind::Array => Value::Array(node.elements().map(ours).collect()),
        Kind::Object => {
            Value::Object(node.members().map(|(key, value)| (key.text().into(), ours(value))).collect())
        }
        Kind::Invalid => panic!("a whole document holds nothing invalid"),
    }
}

/// All NaN are one.
fn float(value: f64) -> Value {
    Value::Float(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = access.next_element()? {
            elements.push(element);
        }
        Ok(Value::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry()? {
            members.push(member);
        }
        Ok(Value::Object(members))
    }
}
