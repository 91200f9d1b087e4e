//! Machine output that is safe to look at in a terminal too.

use super::escape::is_unsafe;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// Writes a value as one line of JSON, without a line feed behind it.
///
/// Every character that [`is_unsafe`] names is written as `\uXXXX` (a surrogate pair where it needs two),
/// so that a log viewer shows what a program reads.
///
/// # Panics
/// Where the value cannot be JSON: a map whose keys are no strings. Our shapes are structs and lists.
#[must_use]
#[expect(clippy::expect_used, reason = "documented: a shape of ours that is no JSON is a bug")]
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, TerminalSafe);
    value.serialize(&mut serializer).expect("machine output is made of structs, lists and strings");
    String::from_utf8(bytes).expect("serde_json writes UTF-8")
}

/// [`CompactFormatter`], but for the characters that steer terminals.
struct TerminalSafe;

impl Formatter for TerminalSafe {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_unsafe(*c)) {
            let (safe, tail) = rest.split_at(at);
            CompactFormatter.write_string_fragment(out, safe)?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = tail.get(c.len_utf8()..).unwrap_or_default();
        }
        CompactFormatter.write_string_fragment(out, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_reads_back() {
        let text = "a\"\\\n\u{7f}\u{9b}ß\u{202e}😀\u{e0041}\u{feff}";
        let json = to_json(&[text]);
        assert_eq!(json, "[\"a\\\"\\\\\\n\\u007f\\u009bß\\u202e😀\\udb40\\udc41\\ufeff\"]");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
    }
}
