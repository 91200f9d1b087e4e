//! Reads canonical JSON texts part by part, without a tree.

use super::json_escape::unescaped;

/// A place in a canonical JSON text. It reads only texts that were checked, so it has no errors.
#[derive(Debug, Clone)]
pub struct JsonCursor<'t> {
    text: &'t str,
    at: usize,
    /// The number of members before the place, at every depth.
    members: usize,
}

/// A part of a JSON value in the order of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonToken<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The canonical text of a number.
    Number(&'t str),
    /// A string.
    String(JsonString<'t>),
    /// The key of a member, before its value.
    Key(JsonString<'t>),
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
}

/// A canonical string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonString<'t> {
    raw: &'t str,
}

impl<'t> JsonString<'t> {
    /// Its canonical text without the quotes.
    #[must_use]
    pub const fn raw(self) -> &'t str {
        self.raw
    }

    /// The text that it means.
    #[must_use]
    pub fn text(self) -> String {
        if self.raw.contains('\\') { unescaped(self.raw).collect() } else { self.raw.to_owned() }
    }
}

impl<'t> JsonCursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, members: 0 }
    }

    /// The byte offset of the place.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Goes to another place of the text: the offset of another cursor of it, or its end.
    pub const fn go_to(&mut self, offset: usize) {
        self.at = offset;
    }

    /// The number of members before the place, at every depth.
    pub(super) const fn members(&self) -> usize {
        self.members
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads the next token.
    fn token(&mut self) -> Option<JsonToken<'t>> {
        let byte = self.byte()?;
        let punctuation = match byte {
            b'{' => Some(JsonToken::BeginObject),
            b'}' => Some(JsonToken::EndObject),
            b'[' => Some(JsonToken::BeginArray),
            b']' => Some(JsonToken::EndArray),
            _ => None,
        };
        if punctuation.is_some() {
            self.at += 1;
            return punctuation;
        }
        match byte {
            b',' => {
                self.at += 1;
                self.token()
            }
            b'"' => {
                let string = self.string();
                if self.byte() != Some(b':') {
                    return Some(JsonToken::String(string));
                }
                self.at += 1;
                self.members += 1;
                Some(JsonToken::Key(string))
            }
            _ => {
                let rest = self.rest();
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                self.at += end;
                Some(match rest.get(..end).unwrap_or_default() {
                    "null" => JsonToken::Null,
                    "true" => JsonToken::Bool(true),
                    "false" => JsonToken::Bool(false),
                    number => JsonToken::Number(number),
                })
            }
        }
    }

    /// Reads the string at the place.
    fn string(&mut self) -> JsonString<'t> {
        let start = self.at + 1;
        let mut is_escaped = false;
        let end = self.text.bytes().enumerate().skip(start).find(|(_, byte)| {
            let ends = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            ends
        });
        let end = end.map_or(self.text.len(), |(end, _)| end);
        self.at = end + 1;
        JsonString { raw: self.text.get(start..end).unwrap_or_default() }
    }

    /// Passes the value at the place, and returns its text.
    pub(super) fn pass(&mut self) -> &'t str {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(token) = self.token() {
            match token {
                JsonToken::BeginArray | JsonToken::BeginObject => depth += 1,
                JsonToken::EndArray | JsonToken::EndObject => depth = depth.saturating_sub(1),
                JsonToken::Key(_) => continue,
                JsonToken::Null | JsonToken::Bool(_) | JsonToken::Number(_) | JsonToken::String(_) => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.text.get(start..self.at).unwrap_or_default()
    }
}

/// The tokens of the value, in the order of its text.
impl<'t> Iterator for JsonCursor<'t> {
    type Item = JsonToken<'t>;

    fn next(&mut self) -> Option<JsonToken<'t>> {
        self.token()
    }
}
