//! The canonical text of a JSON value, the only form in which values of `json` fields are kept.

use super::FloatKind;
use super::json_cursor::{JsonCursor, JsonToken};
use super::limits::MAX_JSON_LEVELS;
use super::number::point_text;
use crate::text::numeral::{Number, nearest_f64, number};
use std::cmp::Ordering;
use std::error::Error;
use std::fmt::{self, Display, Formatter, Write};

/// A JSON value as its canonical text. Two values are equal if and only if their texts are.
///
/// The text has no white space. Members ascend by the UTF-8 bytes of their unescaped keys, each once. In strings, only
/// `"`, `\` and the characters below U+0020 are escaped. A number without `.` and `e` is an integer from -2^63 to
/// 2^64-1; every other number is the shortest text of a finite float64, always with a point. `1` and `1.0` are two
/// values. Arrays and objects nest at most [`MAX_JSON_LEVELS`] deep.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonText(Box<str>);

/// `null`.
impl Default for JsonText {
    fn default() -> Self {
        Self("null".into())
    }
}

impl JsonText {
    /// The keys that make an object an operator in a layer if it has no other key.
    pub const OPERATORS: [&str; 4] = ["$override", "$unset", "$absent", "$expr"];

    /// Checks that a text is canonical. The text may be hostile: takes time linear in it, does not recurse, and
    /// allocates at most a few KiB.
    ///
    /// # Errors
    /// The first place at which it is not.
    pub fn new(text: impl Into<Box<str>>) -> Result<Self, JsonTextError> {
        let text = text.into();
        JsonCheck { text: &text, at: 0, open: Vec::new() }.check()?;
        Ok(Self(text))
    }

    /// A text that is known to be canonical.
    pub(super) fn of_canonical(text: String) -> Self {
        Self(text.into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The kind of the value.
    #[must_use]
    pub fn kind(&self) -> JsonKind {
        match self.0.as_bytes().first() {
            Some(b'{') => JsonKind::Object,
            Some(b'[') => JsonKind::Array,
            Some(b'"') => JsonKind::String,
            Some(b't' | b'f') => JsonKind::Bool,
            Some(b'n') | None => JsonKind::Null,
            Some(_) => JsonKind::Number,
        }
    }

    /// Whether a layer would read the value as an operator if it stood there as it is: it is an object whose only key is
    /// one of `$override`, `$unset`, `$absent` and `$expr`.
    #[must_use]
    pub fn looks_like_operator(&self) -> bool {
        let mut tokens = self.cursor();
        let Some((JsonToken::BeginObject, JsonToken::Key(key))) = tokens.next().zip(tokens.next()) else {
            return false;
        };
        tokens.pass();
        Self::OPERATORS.contains(&key.raw())
            && tokens.next() == Some(JsonToken::EndObject)
            && tokens.next().is_none()
    }

    /// Reads the value from its beginning.
    #[must_use]
    pub fn cursor(&self) -> JsonCursor<'_> {
        JsonCursor::new(&self.0)
    }
}

/// The kind of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum JsonKind {
    Bool,
    Number,
    String,
    Array,
    Object,
    Null,
}

impl JsonKind {
    /// All kinds, in the order of type texts.
    pub const ALL: &[Self] = &[Self::Bool, Self::Number, Self::String, Self::Array, Self::Object, Self::Null];

    /// Its name in manifests and type texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
            Self::Null => "null",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Bool => 0x01,
            Self::Number => 0x02,
            Self::String => 0x04,
            Self::Array => 0x08,
            Self::Object => 0x10,
            Self::Null => 0x20,
        }
    }
}

/// The kinds that a `json` type accepts: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JsonKinds(u8);

impl JsonKinds {
    /// All kinds but null: what a type accepts without the attribute.
    pub const ALL_BUT_NULL: Self = Self(0x1f);

    /// All kinds.
    pub const ALL: Self = Self(0x3f);

    /// The set with this byte in the checksum and on the wire. `None` if it is empty or has another bit.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 || bits > Self::ALL.0 { None } else { Some(Self(bits)) }
    }

    /// Its byte in the checksum and on the wire.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of these kinds; `None` if there are none.
    #[must_use]
    pub fn of(kinds: impl IntoIterator<Item = JsonKind>) -> Option<Self> {
        Self::from_bits(kinds.into_iter().fold(0, |bits, kind| bits | kind.bit()))
    }

    /// The set of the kinds in its text: names with `|` between them, in any order. `None` if a name is unknown.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let kind = |name: &str| JsonKind::ALL.iter().copied().find(|kind| kind.name() == name);
        Self::of(text.split('|').map(kind).collect::<Option<Vec<_>>>()?)
    }

    /// Whether it has a kind.
    #[must_use]
    pub const fn contains(self, kind: JsonKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The kinds, in the order of type texts.
    pub fn iter(self) -> impl Iterator<Item = JsonKind> + Clone {
        JsonKind::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}

/// `array|object`.
impl Display for JsonKinds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (n, kind) in self.iter().enumerate() {
            f.write_str(if n > 0 { "|" } else { "" })?;
            f.write_str(kind.name())?;
        }
        Ok(())
    }
}

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

/// Why a number has no canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonNumberError {
    /// An integer below -2^63 or above 2^64-1.
    TooLarge,
    /// NaN, an infinity, or a number whose nearest float64 is one.
    NotFinite,
}

/// Writes a number in the grammar of JSON5 as the canonical text has it.
///
/// # Errors
/// If the number has no canonical text.
pub fn write_json_number(raw: &str, out: &mut String) -> Result<(), JsonNumberError> {
    match number(raw) {
        Number::Unsigned(value) => _ = write!(out, "{value}"),
        Number::Negative(value) => _ = write!(out, "{value}"),
        Number::Decimal("-0") => out.push('0'),
        Number::Decimal(text) if text.contains(['.', 'e', 'E']) => {
            let value = nearest_f64(text) + 0.0;
            if !value.is_finite() {
                return Err(JsonNumberError::NotFinite);
            }
            out.push_str(&point_text(value, FloatKind::Float64));
        }
        Number::Decimal(_) | Number::HexTooLarge(_) => return Err(JsonNumberError::TooLarge),
        Number::NonFinite(_) => return Err(JsonNumberError::NotFinite),
    }
    Ok(())
}

/// Whether a text is a canonical number.
fn is_canonical_number(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'.' | b'e'));
    let mut again = String::new();
    is_number && write_json_number(text, &mut again).is_ok() && again == text
}

/// The order of two keys, given as canonical strings without their quotes: by the UTF-8 bytes of what they mean.
fn key_order(a: &str, b: &str) -> Ordering {
    if a.contains('\\') || b.contains('\\') {
        return unescaped(a).cmp(unescaped(b));
    }
    a.cmp(b)
}

/// The characters of a canonical string, given without its quotes.
pub(super) fn unescaped(raw: &str) -> impl Iterator<Item = char> {
    let mut rest = raw.chars();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        if c != '\\' {
            return Some(c);
        }
        Some(match rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            // Four digits, of which the last two count.
            'u' => {
                let code = rest.by_ref().take(4).fold(0, |code, c| code * 16 + c.to_digit(16).unwrap_or(0));
                char::from_u32(code).unwrap_or_default()
            }
            other => other,
        })
    })
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
                if !matches!(scalar, "null" | "true" | "false") && !is_canonical_number(scalar) {
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

    #[test]
    fn numbers_are_written_once() {
        let written = |raw| {
            let mut out = String::new();
            write_json_number(raw, &mut out).map(|()| out)
        };
        for (raw, text) in [
            ("-0", "0"),
            ("+1", "1"),
            ("0x10", "16"),
            ("1e21", "1.0e21"),
            ("1e20", "100000000000000000000.0"),
            ("-0.0", "0.0"),
            (".5", "0.5"),
            ("5.", "5.0"),
            ("1E-7", "0.0000001"),
            ("1e-8", "1.0e-8"),
            ("1.50", "1.5"),
        ] {
            assert_eq!(written(raw), Ok(text.to_owned()), "{raw}");
        }
        assert_eq!(written("1e400"), Err(JsonNumberError::NotFinite));
        assert_eq!(written("-Infinity"), Err(JsonNumberError::NotFinite));
        assert_eq!(written("18446744073709551616"), Err(JsonNumberError::TooLarge));
        assert_eq!(written("0x10000000000000000"), Err(JsonNumberError::TooLarge));
    }

    #[test]
    fn some_objects_look_like_operators() {
        let looks = |text: &str| JsonText::new(text).unwrap().looks_like_operator();
        assert!(looks("{\"$override\":{\"$expr\":[1,2]}}") && looks("{\"$absent\":0}"));
        for text in [
            "{\"$ref\":1}",
            "{\"$expr\":1,\"a\":2}",
            "{}",
            "[{\"$expr\":1}]",
            "\"$expr\"",
            "{\"a\":{\"$expr\":1}}",
        ] {
            assert!(!looks(text), "{text}");
        }
    }

    #[test]
    fn kinds_are_sets() {
        assert_eq!(JsonKinds::ALL_BUT_NULL.to_string(), "bool|number|string|array|object");
        assert_eq!(
            JsonKinds::from_text("object|array").map(|kinds| kinds.to_string()),
            Some("array|object".into())
        );
        assert_eq!(JsonKinds::from_text("array|"), None);
        assert_eq!((JsonKinds::from_bits(0), JsonKinds::from_bits(0x40)), (None, None));
    }
}
