//! JSON output that is safe to print on a terminal.

use super::escape::is_unsafe;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Writes a value as one line of JSON, without a line feed at the end.
///
/// Every character that [`is_unsafe`] names is written as `\u` and four hexadecimal digits, or as a surrogate pair. So
/// a log viewer shows the text that a program reads.
///
/// # Panics
///
/// Panics if the value cannot be JSON: a map with keys that are not strings. Our shapes are structs and lists.
#[must_use]
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, TerminalSafe(CompactFormatter))
}

/// Writes a value as [`to_json`] does, directly to `out`, so that a long list is never in memory as a whole.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_json<T: Serialize + ?Sized>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(out, TerminalSafe(CompactFormatter));
    Ok(value.serialize(&mut serializer)?)
}

/// Writes a value as indented JSON, without a line feed at the end; see [`to_json`].
///
/// # Panics
///
/// As [`to_json`].
#[must_use]
pub fn to_indented_json<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, TerminalSafe(PrettyFormatter::new()))
}

#[expect(clippy::expect_used, reason = "documented: a shape of ours that is no JSON is a bug")]
fn written<T: Serialize + ?Sized>(value: &T, formatter: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, formatter);
    value.serialize(&mut serializer).expect("machine output is made of structs, lists and strings");
    String::from_utf8(bytes).expect("serde_json writes UTF-8")
}

/// A formatter around another one that escapes characters which could control a terminal.
struct TerminalSafe<F>(F);

impl<F: Formatter> Formatter for TerminalSafe<F> {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // Most texts are plain, and are checked at once.
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.0.write_string_fragment(out, fragment);
        }
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_unsafe(*c)) {
            let (safe, tail) = rest.split_at(at);
            self.0.write_string_fragment(out, safe)?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = tail.get(c.len_utf8()..).unwrap_or_default();
        }
        self.0.write_string_fragment(out, rest)
    }

    // Both formatters define these methods, so the calls are handed on.

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
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
