//! Writes literals of Rust.

use crate::generate::constants::ConstantLiterals;
use crate::generate::enumeration::{Enumeration, NamedVariant};
pub(super) use crate::generate::literals::string_with_braces as string;
use crate::types::{Type, float_text};
use std::fmt::Write as _;

/// The width of lines in a literal of bytes.
const WIDTH: usize = 96;

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

/// The constants of Rust.
pub(super) struct RustLiterals;

impl ConstantLiterals for RustLiterals {
    fn integer(&self, value: i128, _: &Type) -> String {
        value.to_string()
    }

    fn float(&self, value: f64, ty: &Type) -> String {
        float(value, ty)
    }

    fn string(&self, text: &str) -> String {
        string(text)
    }

    fn variant(&self, of: &Enumeration<'_>, (name, _): &NamedVariant<'_>) -> String {
        format!("{}::{name}", of.name)
    }

    fn list(&self, elements: &[String]) -> String {
        format!("&[{}]", elements.join(", "))
    }
}

/// A number in the form of a floating-point literal.
pub(super) fn float(value: f64, ty: &Type) -> String {
    let text = float_text(value, ty.float_kind());
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
