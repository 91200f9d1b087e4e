//! Writes literals of Go.

use crate::generate::constants::ConstantLiterals;
use crate::generate::enumeration::{Enumeration, NamedVariant};
use crate::generate::literals;
use crate::types::{FloatKind, Type, float_text};

/// A string literal.
pub(super) fn string(text: &str) -> String {
    literals::string(text, |c, out| match u32::from(c) {
        code @ ..=0xffff => *out += &format!("\\u{code:04x}"),
        code => *out += &format!("\\U{code:08x}"),
    })
}

/// A string literal of any bytes.
pub(super) fn bytes(bytes: &[u8]) -> String {
    format!("\"{}\"", literals::escaped_bytes(bytes))
}

/// A float.
pub(super) fn float(value: f64) -> String {
    float_text(value, FloatKind::Float64)
}

/// The literals of Go. A list is written without its type, because a list in another list needs no type.
pub(super) struct GoLiterals;

impl ConstantLiterals for GoLiterals {
    fn integer(&self, value: i128, _: &Type) -> String {
        value.to_string()
    }

    fn float(&self, value: f64, ty: &Type) -> String {
        float_text(value, ty.float_kind())
    }

    fn string(&self, text: &str) -> String {
        string(text)
    }

    fn variant(&self, of: &Enumeration<'_>, (name, _): &NamedVariant<'_>) -> String {
        format!("{}_{name}", of.name)
    }

    fn list(&self, elements: &[String]) -> String {
        format!("{{{}}}", elements.join(", "))
    }
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
