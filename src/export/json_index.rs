//! Parts of JSON values, read from their canonical texts.

use crate::types::{JsonCursor, JsonString, JsonText, JsonToken};

/// The places of all arrays and objects in a canonical text, in its order. With them, the elements and members of a
/// container are found without reading what is inside them.
#[derive(Debug)]
pub(super) struct JsonIndex<'t> {
    text: &'t JsonText,
    containers: Vec<JsonContainer>,
    has_null: bool,
}

/// An array or object. No text that fits a `json` type has more than [`u32::MAX`] bytes.
#[derive(Debug, Clone, Copy, Default)]
struct JsonContainer {
    /// The byte offset after its closing bracket.
    end: u32,
    /// The number of containers that begin before this offset.
    next: u32,
}

/// An array or object in an indexed text.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonPart<'p> {
    index: &'p JsonIndex<'p>,
    /// The byte offset after its opening bracket.
    inside: usize,
    /// The number of containers that begin before this offset.
    next: usize,
}

/// A value in an indexed text.
#[derive(Debug, Clone, Copy)]
pub(super) enum JsonItem<'p> {
    Null,
    Bool(bool),
    /// The canonical text of a number.
    Number(&'p str),
    Text(JsonString<'p>),
    Array(JsonPart<'p>),
    Object(JsonPart<'p>),
}

impl<'t> JsonIndex<'t> {
    /// Indexes a text. Takes time linear in it, and 8 bytes per array or object.
    pub(super) fn of(text: &'t JsonText) -> Self {
        let begins = |token: &JsonToken<'_>| matches!(token, JsonToken::BeginArray | JsonToken::BeginObject);
        let mut containers = Vec::with_capacity(text.cursor().filter(begins).count());
        let (mut open, mut has_null, mut cursor) = (Vec::new(), false, text.cursor());
        while let Some(token) = cursor.next() {
            match token {
                JsonToken::BeginArray | JsonToken::BeginObject => {
                    open.push(containers.len());
                    containers.push(JsonContainer::default());
                }
                JsonToken::EndArray | JsonToken::EndObject => {
                    let place = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
                    let ended = JsonContainer { end: place(cursor.offset()), next: place(containers.len()) };
                    if let Some(container) = open.pop().and_then(|at: usize| containers.get_mut(at)) {
                        *container = ended;
                    }
                }
                JsonToken::Null => has_null = true,
                JsonToken::Bool(_) | JsonToken::Number(_) | JsonToken::String(_) | JsonToken::Key(_) => {}
            }
        }
        Self { text, containers, has_null }
    }

    /// Whether a null is in the value, or is the value.
    pub(super) fn has_null(&self) -> bool {
        self.has_null
    }

    /// The whole value.
    pub(super) fn item(&self) -> JsonItem<'_> {
        let whole = JsonParts { cursor: self.text.cursor(), index: self, next: 0 }.next();
        whole.map_or(JsonItem::Null, |(_, node)| node)
    }
}

impl<'p> JsonPart<'p> {
    /// Its elements without keys, or its members with their keys.
    pub(super) fn parts(self) -> impl Iterator<Item = (Option<JsonString<'p>>, JsonItem<'p>)> {
        let Self { index, inside, next } = self;
        let mut cursor = index.text.cursor();
        cursor.go_to(inside);
        JsonParts { cursor, index, next }
    }
}

/// The elements or members from a place on.
struct JsonParts<'p> {
    cursor: JsonCursor<'p>,
    index: &'p JsonIndex<'p>,
    /// The number of containers that begin before the place.
    next: usize,
}

impl<'p> Iterator for JsonParts<'p> {
    type Item = (Option<JsonString<'p>>, JsonItem<'p>);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut key, mut token) = (None, self.cursor.next()?);
        if let JsonToken::Key(name) = token {
            (key, token) = (Some(name), self.cursor.next()?);
        }
        let part = JsonPart { index: self.index, inside: self.cursor.offset(), next: self.next + 1 };
        let node = match token {
            JsonToken::Null => JsonItem::Null,
            JsonToken::Bool(value) => JsonItem::Bool(value),
            JsonToken::Number(text) => JsonItem::Number(text),
            JsonToken::String(text) => JsonItem::Text(text),
            JsonToken::BeginArray => JsonItem::Array(part),
            JsonToken::BeginObject => JsonItem::Object(part),
            // A value always follows a key.
            JsonToken::EndArray | JsonToken::EndObject | JsonToken::Key(_) => {
                self.cursor.go_to(self.index.text.as_str().len());
                return None;
            }
        };
        if matches!(token, JsonToken::BeginArray | JsonToken::BeginObject) {
            let container = self.index.containers.get(self.next)?;
            self.cursor.go_to(container.end as usize);
            self.next = container.next as usize;
        }
        Some((key, node))
    }
}
