//! Writes literals and documentation of Python.

use crate::generate::constants::ConstantLiterals;
use crate::generate::enumeration::{Enumeration, NamedVariant};
use crate::generate::literals::escaped_bytes;
use crate::text::escape::is_unsafe;
use crate::types::Type;

/// A text as an ASCII literal, in the quotes that need fewer escapes.
pub(super) fn literal(text: &str) -> String {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c if u32::from(c) <= 0xff => out += &format!("\\x{:02x}", u32::from(c)),
            c if u32::from(c) <= 0xffff => out += &format!("\\u{:04x}", u32::from(c)),
            c => out += &format!("\\U{:08x}", u32::from(c)),
        }
    }
    out.push(quote);
    out
}

/// A literal of bytes.
pub(super) fn bytes(bytes: &[u8]) -> String {
    format!("b\"{}\"", escaped_bytes(bytes))
}

/// A tuple.
pub(super) fn tuple(items: &[String]) -> String {
    let comma = if items.len() == 1 { "," } else { "" };
    format!("({}{comma})", items.join(", "))
}

pub(super) fn boolean(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// A float as Python reads it back.
pub(super) fn real(value: f64) -> String {
    format!("{value:?}")
}

/// A documentation string. User text cannot end it.
pub(super) fn docstring(indent: usize, text: &str) -> String {
    let mut lines = text.split('\n').map(safe);
    let (first, mut out) = (lines.next().unwrap_or_default(), String::new());
    let rest: Vec<String> = lines.collect();
    // A quote at the end would belong to the closing quotes.
    if rest.is_empty() && !first.ends_with('"') {
        return format!("{:indent$}\"\"\"{first}\"\"\"\n", "");
    }
    out += &format!("{:indent$}\"\"\"{first}\n", "");
    for line in rest {
        out += format!("{:indent$}{line}", "").trim_end();
        out.push('\n');
    }
    out + &format!("{:indent$}\"\"\"\n", "")
}

/// A line of documentation.
fn safe(line: &str) -> String {
    let mut safe = String::new();
    for c in line.replace(['\t', '\r'], " ").chars() {
        match c {
            '\\' => safe.push_str("\\\\"),
            // These are doubly escaped, so that readers of the documentation see the escapes.
            c if is_unsafe(c) => safe += &format!("\\\\u{{{:x}}}", u32::from(c)),
            c => safe.push(c),
        }
    }
    safe.replace("\"\"\"", "\\\"\\\"\\\"").trim_end().into()
}

/// The constants of Python.
pub(super) struct PythonLiterals;

impl ConstantLiterals for PythonLiterals {
    fn boolean(&self, value: bool) -> String {
        boolean(value).into()
    }

    fn integer(&self, value: i128, _: &Type) -> String {
        value.to_string()
    }

    fn float(&self, value: f64, _: &Type) -> String {
        real(value)
    }

    fn string(&self, text: &str) -> String {
        literal(text)
    }

    fn variant(&self, of: &Enumeration<'_>, (name, _): &NamedVariant<'_>) -> String {
        format!("{}.{name}", of.name)
    }

    fn list(&self, elements: &[String]) -> String {
        tuple(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hold_any_text() {
        assert_eq!(literal("a\"\\\n\u{0}\u{202e}ß'"), r#""a\"\\\n\x00\u202e\xdf'""#);
        assert_eq!(literal("a\"b"), "'a\"b'");
        assert_eq!(bytes(b" a\"\\\xff\n"), r#"b" a\"\\\xff\x0a""#);
    }

    #[test]
    fn documentation_holds_any_text() {
        assert_eq!(docstring(0, "a \"\"\" \\ b"), "\"\"\"a \\\"\\\"\\\" \\\\ b\"\"\"\n");
        assert_eq!(docstring(2, "a\"\n\u{202e}\n"), "  \"\"\"a\"\n  \\\\u{202e}\n\n  \"\"\"\n");
    }
}
