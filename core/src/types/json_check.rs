//! The check that a text is a canonical JSON value.

use super::json_escape::key_order;
use super::json_number::is_canonical_json_number;
use super::limits::MAX_JSON_LEVELS;
use std::cmp::Ordering;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// A text that is not a canonical JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonTextError {
    /// The byte offset of the mistake.
    pub at: usize,
    /// The mistake.
    pub kind: JsonTextErrorKind,
}

/// See [`JsonTextError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonTextErrorKind {
    /// It is not JSON, or is not in canonical form.
    NotCanonical,
    /// Arrays and objects nest deeper than [`MAX_JSON_LEVELS`].
    TooDeep,
}

impl Error for JsonTextError {}

impl Display for JsonTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind {
            JsonTextErrorKind::NotCanonical => write!(f, "the text is not canonical at its byte {}", self.at),
            JsonTextErrorKind::TooDeep => {
                write!(f, "arrays and objects nest deeper than {MAX_JSON_LEVELS} levels")
            }
        }
    }
}

/// Checks a text. Takes time linear in it, does not recurse, and allocates at most a few KiB.
///
/// # Errors
/// The first place at which it is not canonical.
pub(super) fn check_json(text: &str) -> Result<(), JsonTextError> {
    JsonCheck { text, at: 0, open: Vec::new() }.check()
}

/// The check of one text.
struct JsonCheck<'t> {
    text: &'t str,
    at: usize,
    /// The arrays and objects around the place. An object has the content of its last key, if it has one yet.
    open: Vec<Container<'t>>,
}

#[derive(Clone, Copy)]
enum Container<'t> {
    Array,
    Object(Option<&'t str>),
}

impl<'t> JsonCheck<'t> {
    fn check(mut self) -> Result<(), JsonTextError> {
        loop {
            if self.opens()? {
                continue;
            }
            // A value ends here.
            loop {
                let Some(container) = self.open.last().copied() else {
                    return if self.at == self.text.len() { Ok(()) } else { Err(self.error()) };
                };
                let close = if matches!(container, Container::Array) { b']' } else { b'}' };
                if self.eat(close) {
                    self.open.pop();
                    continue;
                }
                self.need(b',')?;
                if let Container::Object(last) = container {
                    self.key(last)?;
                }
                break;
            }
        }
    }

    /// Reads a scalar, an empty container, or the beginning of a container. Returns whether a value follows in it.
    fn opens(&mut self) -> Result<bool, JsonTextError> {
        match self.byte() {
            Some(b'[') => {
                self.open(Container::Array)?;
                Ok(self.byte() != Some(b']'))
            }
            Some(b'{') => {
                self.open(Container::Object(None))?;
                if self.byte() == Some(b'}') {
                    return Ok(false);
                }
                self.key(None).map(|()| true)
            }
            Some(b'"') => self.string().map(|_| false),
            Some(_) => {
                let rest = self.rest();
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                let scalar = rest.get(..end).unwrap_or_default();
                if !matches!(scalar, "null" | "true" | "false") && !is_canonical_json_number(scalar) {
                    return Err(self.error());
                }
                self.at += end;
                Ok(false)
            }
            None => Err(self.error()),
        }
    }

    fn open(&mut self, container: Container<'t>) -> Result<(), JsonTextError> {
        if self.open.len() == MAX_JSON_LEVELS {
            return Err(JsonTextError { at: self.at, kind: JsonTextErrorKind::TooDeep });
        }
        self.at += 1;
        self.open.push(container);
        Ok(())
    }

    /// Reads a key and its colon; it must come after `last`.
    fn key(&mut self, last: Option<&str>) -> Result<(), JsonTextError> {
        let refused = self.error();
        let key = self.string()?;
        if last.is_some_and(|last| key_order(last, key) != Ordering::Less) {
            return Err(refused);
        }
        if let Some(Container::Object(last)) = self.open.last_mut() {
            *last = Some(key);
        }
        self.need(b':')
    }

    /// Reads a string and returns its content.
    fn string(&mut self) -> Result<&'t str, JsonTextError> {
        self.need(b'"')?;
        let start = self.at;
        loop {
            let stop = self.rest().bytes().position(|byte| matches!(byte, b'"' | b'\\') || byte < b' ');
            self.at += stop.ok_or(self.error())?;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(self.text.get(start..self.at - 1).unwrap_or_default());
                }
                Some(b'\\') => self.at += self.escape_size().ok_or(self.error())?,
                Some(_) | None => return Err(self.error()),
            }
        }
    }

    /// The size of the canonical escape that begins here.
    fn escape_size(&self) -> Option<usize> {
        let bytes = self.rest().as_bytes();
        match bytes.get(1)? {
            b'"' | b'\\' | b'n' | b'r' | b't' => Some(2),
            b'u' => {
                let is_canonical = match bytes.get(2..6)? {
                    b"0009" | b"000a" | b"000d" => false,
                    [b'0', b'0', b'0' | b'1', last] => matches!(last, b'0'..=b'9' | b'a'..=b'f'),
                    _ => false,
                };
                is_canonical.then_some(6)
            }
            _ => None,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, byte: u8) -> Result<(), JsonTextError> {
        if self.eat(byte) { Ok(()) } else { Err(self.error()) }
    }

    fn error(&self) -> JsonTextError {
        JsonTextError { at: self.at, kind: JsonTextErrorKind::NotCanonical }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::JsonText;

    #[test]
    fn canonical_texts() {
        for text in [
            "null",
            "true",
            "0",
            "-1",
            "18446744073709551615",
            "-9223372036854775808",
            "1.0",
            "-2.5",
            "1.0e21",
            "1.0e-8",
            "0.0",
            "100000000000000000000.0",
            "\"\"",
            "\"\\n\\u0000\\u001f\u{7f}é\\\\\\\"\"",
            "[]",
            "{}",
            "[1,[],{}]",
            "{\"\\n\":1,\"A\":2,\"\u{ffff}\":3,\"\u{1f600}\":4}",
            "{\"a\":{\"b\":[null]}}",
        ] {
            assert_eq!(JsonText::new(text).map(|json| json.as_str().to_owned()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn texts_that_are_not_canonical() {
        for (text, at) in [
            ("", 0),
            ("{\"b\":1,\"a\":1}", 7),
            ("{\"a\":1,\"a\":2}", 7),
            ("[1 ]", 1),
            ("01", 0),
            ("1e3", 0),
            ("1.50", 0),
            ("\"\\u0041\"", 1),
            ("\"\\u000a\"", 1),
            ("\"\\u001F\"", 1),
            ("\"\\ud800\"", 1),
            ("\"\\/\"", 1),
            ("\"\n\"", 1),
            ("-0", 0),
            ("-0.0", 0),
            ("+1", 0),
            ("1.", 0),
            (".5", 0),
            ("1.0e+21", 0),
            ("1.0E21", 0),
            ("1e21", 0),
            ("NaN", 0),
            ("1.0e999", 0),
            ("18446744073709551616", 0),
            ("-9223372036854775809", 0),
            ("0x1", 0),
            ("[1,]", 3),
            ("[,1]", 1),
            ("{\"a\"}", 4),
            ("{a:1}", 1),
            ("[1]]", 3),
            ("[1", 2),
            ("\"a", 1),
            ("nul", 0),
            ("True", 0),
            (" 1", 0),
            ("1 ", 0),
            ("{\"a\":}", 5),
            ("'a'", 0),
            ("[1.0000000000000001]", 1),
        ] {
            let expected = JsonTextError { at, kind: JsonTextErrorKind::NotCanonical };
            assert_eq!(JsonText::new(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn values_nest_up_to_the_limit() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(JsonText::new(deep(MAX_JSON_LEVELS)).is_ok());
        let refused = JsonTextError { at: MAX_JSON_LEVELS, kind: JsonTextErrorKind::TooDeep };
        assert_eq!(JsonText::new(deep(MAX_JSON_LEVELS + 1)), Err(refused));
    }
}
