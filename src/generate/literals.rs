//! Literals that several languages share.

use crate::text::escape::is_unsafe;

/// A string literal with the escapes of C. `unseen` writes a character that is invisible or controls a terminal.
pub(super) fn string(text: &str, unseen: impl Fn(char, &mut String)) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if is_unsafe(c) => unseen(c, &mut out),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// As [`string`], with `\u{…}` for such a character, as in Rust and TypeScript.
pub(super) fn string_with_braces(text: &str) -> String {
    string(text, |c, out| out.extend(c.escape_unicode()))
}

/// The bytes of a literal, without its quotes. Bytes that are not printable ASCII become `\x` and two digits.
pub(super) fn escaped_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b' '..=b'~' => out.push(byte.into()),
            _ => out += &format!("\\x{byte:02x}"),
        }
    }
    out
}
