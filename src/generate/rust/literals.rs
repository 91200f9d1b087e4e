//! Writes literals of Rust.

use crate::generate::model::Enumeration;
use crate::text::escape::is_unsafe;
use crate::types::{FloatKind, Type, Value, float_text};
use std::fmt::Write as _;

/// The width of lines in a literal of bytes.
const WIDTH: usize = 96;

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if is_unsafe(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A literal of bytes, over several lines if needed.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut out = String::from("b\"\\\n");
    let mut column = 0;
    for &byte in bytes {
        let before = out.len();
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b'!'..=b'~' => out.push(byte.into()),
            // Spaces are escaped, too: those at the beginning of a line would not be part of the literal.
            _ => write!(out, "\\x{byte:02x}").unwrap_or_default(),
        }
        column += out.len() - before;
        if column >= WIDTH {
            out += "\\\n";
            column = 0;
        }
    }
    out.push('"');
    out
}

/// A value of a type as a constant, JSON as its canonical text. `None` for structs, maps and unions.
pub(super) fn constant(ty: &Type, value: &Value, variants: Option<&Enumeration<'_>>) -> Option<String> {
    let variant = |number: i64| {
        let variants = variants?;
        let at = variants.variants.binary_search_by_key(&number, |(_, variant)| variant.number).ok()?;
        let (name, _) = variants.variants.get(at)?;
        Some(format!("{}::{name}", variants.name))
    };
    Some(match value {
        Value::Bool(value) => value.to_string(),
        Value::Unsigned(value) => value.to_string(),
        Value::Signed(value) => value.to_string(),
        Value::Float(value) => float(*value, ty),
        Value::String(text) => string(text),
        Value::Variant(number) => variant(*number)?,
        Value::List(list) => {
            let element = ty.element()?;
            let elements: Option<Vec<String>> =
                list.to_values().iter().map(|one| constant(element, one, variants)).collect();
            format!("&[{}]", elements?.join(", "))
        }
        Value::Json(text) => string(text.as_str()),
        Value::Struct(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => return None,
    })
}

/// A number in the form of a floating-point literal.
pub(super) fn float(value: f64, ty: &Type) -> String {
    let kind = match ty {
        Type::Float(ty) => ty.kind,
        Type::Bool
        | Type::Integer(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => FloatKind::Float64,
    };
    let text = float_text(value, kind);
    if text.contains(['.', 'e']) { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_any_text() {
        assert_eq!(string("a\"\\\n\r\t\0\u{202e}ß`*/{}"), r#""a\"\\\n\r\t\u{0}\u{202e}ß`*/{}""#);
    }

    #[test]
    fn bytes_are_in_short_lines() {
        assert_eq!(bytes(b" a\"\\\xff"), "b\"\\\n\\x20a\\\"\\\\\\xff\"");
        assert!(bytes(&[0; 1000]).lines().all(|line| line.len() <= WIDTH + 5));
    }
}
