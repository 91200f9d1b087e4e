//! Writes literals of C++.

use crate::generate::constants::ConstantLiterals;
use crate::generate::enumeration::{Enumeration, NamedVariant};
use crate::text::escape::is_unsafe;
use crate::types::{FloatKind, Type, float_text};
use std::fmt::Write as _;

/// A string literal. It may have NULs in it, which end a text only where C++ takes it for one of C.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from('"');
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Three characters that begin like this were another one in older C++.
            '?' if before == '?' => out += "\\?",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if is_unsafe(c) => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| octal(byte, &mut out)),
            c => out.push(c),
        }
        before = c;
    }
    out.push('"');
    out
}

/// A `std::string_view` of a text, which may have NULs in it.
pub(super) fn view(text: &str) -> String {
    if text.contains('\0') { format!("{{{}, {}}}", string(text), text.len()) } else { string(text) }
}

/// A `std::string_view` of bytes.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut literal = String::from('"');
    let mut before = b' ';
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', byte.into()]),
            b'?' if before == b'?' => literal += "\\?",
            b' '..=b'~' => literal.push(byte.into()),
            _ => octal(byte, &mut literal),
        }
        before = byte;
    }
    literal.push('"');
    format!("{{{literal}, {}}}", bytes.len())
}

/// An escape of three digits, which cannot run into a digit after it.
fn octal(byte: u8, out: &mut String) {
    write!(out, "\\{byte:03o}").unwrap_or_default();
}

/// An integer of 64 bits, signed or not.
pub(super) fn integer(value: i128) -> String {
    if value == i64::MIN.into() {
        // The literal without its sign would be too large.
        format!("{} - 1", value + 1)
    } else if value > i64::MAX.into() {
        format!("{value}u")
    } else {
        value.to_string()
    }
}

/// A number of 64 bits without a sign.
pub(super) fn word(value: u64) -> String {
    integer(value.into())
}

/// A floating-point literal.
pub(super) fn float(value: f64, kind: FloatKind) -> String {
    let text = float_text(value, kind);
    let text = if text.contains(['.', 'e']) { text } else { text + ".0" };
    match kind {
        FloatKind::Float32 => text + "f",
        FloatKind::Float64 => text,
    }
}

/// The constants of C++, with enums in this namespace.
pub(super) struct CppLiterals<'a> {
    pub(super) namespace: &'a str,
}

impl ConstantLiterals for CppLiterals<'_> {
    fn integer(&self, value: i128, _: &Type) -> String {
        integer(value)
    }

    fn float(&self, value: f64, ty: &Type) -> String {
        float(value, ty.float_kind())
    }

    fn string(&self, text: &str) -> String {
        view(text)
    }

    fn variant(&self, of: &Enumeration<'_>, (name, _): &NamedVariant<'_>) -> String {
        format!("{}::{}::{name}", self.namespace, of.name)
    }

    /// A `std::array` contains an array, so its list has two pairs of braces.
    fn list(&self, elements: &[String]) -> String {
        if elements.is_empty() { "{}".into() } else { format!("{{{{{}}}}}", elements.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_any_text() {
        assert_eq!(
            string("a\"\\\n\r\t\u{1b}1\u{202e}ß`*/??!"),
            "\"a\\\"\\\\\\n\\r\\t\\0331\\342\\200\\256ß`*/?\\?!\""
        );
        assert_eq!(view("\0"), "{\"\\000\", 1}");
        assert_eq!(bytes(b"\x08\xff7??"), "{\"\\010\\3777?\\?\", 5}");
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(integer(i64::MIN.into()), "-9223372036854775807 - 1");
        assert_eq!(word(u64::MAX), "18446744073709551615u");
        assert_eq!(float(0.1, FloatKind::Float64), "0.1");
        assert_eq!(float(1.0, FloatKind::Float32), "1.0f");
        assert_eq!(float(1e21, FloatKind::Float64), "1e21");
    }
}
