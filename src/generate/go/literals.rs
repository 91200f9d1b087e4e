//! Writes literals of Go.

use crate::generate::model::Enumeration;
use crate::text::escape::is_unsafe;
use crate::types::{FloatKind, Type, Value, float_text};
use std::fmt::Write as _;

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if is_unsafe(c) && u32::from(c) > 0xffff => {
                write!(out, "\\U{:08x}", u32::from(c)).unwrap_or_default();
            }
            c if is_unsafe(c) => write!(out, "\\u{:04x}", u32::from(c)).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A string literal of any bytes.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut out = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b' '..=b'~' => out.push(byte.into()),
            _ => write!(out, "\\x{byte:02x}").unwrap_or_default(),
        }
    }
    out.push('"');
    out
}

/// A float.
pub(super) fn float(value: f64) -> String {
    float_text(value, FloatKind::Float64)
}

/// A value of a type as an expression, JSON as its canonical text. `ty` is the type in Go. `None` for structs, maps and
/// unions, and lists of these.
pub(super) fn constant(
    ty: (&Type, &str),
    value: &Value,
    variants: Option<&Enumeration<'_>>,
) -> Option<String> {
    let (ty, name) = ty;
    let variant = |number: i64| {
        let variants = variants?;
        let at = variants.variants.binary_search_by_key(&number, |(_, variant)| variant.number).ok()?;
        let (name, _) = variants.variants.get(at)?;
        Some(format!("{}_{name}", variants.name))
    };
    Some(match value {
        Value::Bool(value) => value.to_string(),
        Value::Unsigned(value) => value.to_string(),
        Value::Signed(value) => value.to_string(),
        Value::Float(value) => float_text(*value, ty.float_kind()),
        Value::String(text) => string(text),
        Value::Variant(number) => variant(*number)?,
        Value::List(list) => {
            let element = ty.element()?;
            let elements = list.to_values();
            // A list in a list needs no name of its type.
            let elements: Option<Vec<String>> =
                elements.iter().map(|one| constant((element, ""), one, variants)).collect();
            format!("{name}{{{}}}", elements?.join(", "))
        }
        Value::Json(text) => string(text.as_str()),
        Value::Struct(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_any_text() {
        assert_eq!(
            string("a\"\\\n\r\t\0\u{202e}ß`*/{}\u{e0001}"),
            r#""a\"\\\n\r\t\u0000\u202eß`*/{}\U000e0001""#
        );
        assert_eq!(bytes(b" a\"\\\xff"), r#"" a\"\\\xff""#);
    }
}
