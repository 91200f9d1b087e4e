//! The canonical text of a JSON value, the only form in which values of `json` fields are kept.

use super::json_check::{JsonTextError, check_json};
use super::json_cursor::{JsonCursor, JsonString, JsonToken};
use super::json_kind::JsonKind;

/// A JSON value as its canonical text. Two values are equal if and only if their texts are.
///
/// The text has no white space. Members ascend by the UTF-8 bytes of their unescaped keys, each once. In strings, only
/// `"`, `\` and the characters below U+0020 are escaped. A number without `.` and `e` is an integer from -2^63 to
/// 2^64-1; every other number is the shortest text of a finite float64, always with a point. `1` and `1.0` are two
/// values. Arrays and objects nest at most [`MAX_JSON_LEVELS`](super::limits::MAX_JSON_LEVELS) deep.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonText(Box<str>);

/// A JSON value whose parts were made into something else: see [`JsonText::fold`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonNode<'t, T> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The canonical text of a number.
    Number(&'t str),
    /// A string.
    String(JsonString<'t>),
    /// The elements of an array.
    Array(Vec<T>),
    /// The members of an object, in ascending order of their keys.
    Object(Vec<(JsonString<'t>, T)>),
}

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
        Self::check(&text)?;
        Ok(Self(text))
    }

    /// Checks a text as [`new`](Self::new) does, and keeps nothing.
    ///
    /// # Errors
    /// The first place at which it is not canonical.
    pub fn check(text: &str) -> Result<(), JsonTextError> {
        check_json(text)
    }

    /// A text that was written in canonical form, which is not checked again.
    #[must_use]
    pub fn of_canonical(text: String) -> Self {
        debug_assert_eq!(Self::check(&text), Ok(()));
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

    /// Makes something of the value, from the innermost parts to the outermost. Recursion is limited by the depth of JSON
    /// values.
    pub fn fold<'t, T>(&'t self, mut make: impl FnMut(JsonNode<'t, T>) -> T) -> T {
        let mut cursor = self.cursor();
        let first = cursor.next().unwrap_or(JsonToken::Null);
        fold(first, &mut cursor, &mut make)
    }

    /// Reads the value from its beginning.
    #[must_use]
    pub fn cursor(&self) -> JsonCursor<'_> {
        JsonCursor::new(&self.0)
    }
}

/// Makes something of the value that begins with this token.
fn fold<'t, T>(
    token: JsonToken<'t>,
    cursor: &mut JsonCursor<'t>,
    make: &mut dyn FnMut(JsonNode<'t, T>) -> T,
) -> T {
    let node = match token {
        JsonToken::Bool(value) => JsonNode::Bool(value),
        JsonToken::Number(text) => JsonNode::Number(text),
        JsonToken::String(text) => JsonNode::String(text),
        JsonToken::BeginArray => {
            let mut elements = Vec::new();
            while let Some(token) = cursor.next().filter(|token| *token != JsonToken::EndArray) {
                elements.push(fold(token, cursor, make));
            }
            JsonNode::Array(elements)
        }
        JsonToken::BeginObject => {
            let mut members = Vec::new();
            while let Some(JsonToken::Key(key)) = cursor.next() {
                let value = cursor.next().unwrap_or(JsonToken::Null);
                members.push((key, fold(value, cursor, make)));
            }
            JsonNode::Object(members)
        }
        // Keys and ends are read above.
        JsonToken::Null | JsonToken::Key(_) | JsonToken::EndArray | JsonToken::EndObject => JsonNode::Null,
    };
    make(node)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
