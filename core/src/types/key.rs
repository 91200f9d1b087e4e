//! Keys: the names of fields, members and variants.

use super::limits::MAX_KEY_SIZE;
use crate::text::escape;
use std::borrow::Borrow;
use std::fmt::{self, Display, Formatter};

/// A key: `[a-z]([a-z0-9_]*[a-z0-9])?`, at most [`MAX_KEY_SIZE`] bytes (RFC-0146).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Box<str>);

/// Why a text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyError {
    /// It is empty.
    Empty,
    /// It is longer than [`MAX_KEY_SIZE`] bytes.
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// The character at this byte offset is not allowed there.
    Character {
        /// The byte offset.
        at: usize,
    },
}

impl std::error::Error for KeyError {}

impl Display for KeyError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong { size } => write!(f, "it has {size} bytes, which is too long"),
            Self::Character { at } => write!(f, "the character at byte {at} is not allowed there"),
        }
    }
}

impl Key {
    /// Checks a text against the key grammar.
    ///
    /// # Errors
    /// See [`KeyError`]. A text that breaks both rules has [`KeyError::Character`].
    pub fn new(text: &str) -> Result<Self, KeyError> {
        Self::check(text).map(|()| Self(text.into()))
    }

    /// Checks a text against the key grammar; see [`new`](Self::new).
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn check(text: &str) -> Result<(), KeyError> {
        let last = text.len().checked_sub(1).ok_or(KeyError::Empty)?;
        let fits = |(at, byte): (usize, u8)| match byte {
            b'a'..=b'z' => true,
            b'0'..=b'9' => at > 0,
            b'_' => at > 0 && at < last,
            _ => false,
        };
        match text.bytes().enumerate().position(|byte| !fits(byte)) {
            Some(at) => Err(KeyError::Character { at }),
            None if text.len() > MAX_KEY_SIZE => Err(KeyError::TooLong { size: text.len() }),
            None => Ok(()),
        }
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Key> for Box<str> {
    fn from(key: Key) -> Self {
        key.0
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A name in the text of a type or in a list of names: in double quotes unless it follows the grammar of keys.
#[derive(Debug, Clone, Copy)]
pub struct NameText<'a>(&'a str);

impl<'a> NameText<'a> {
    /// The text of this name.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self(name)
    }
}

impl Display for NameText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match Key::check(self.0) {
            Ok(()) => f.write_str(self.0),
            Err(_) => escape::literal(self.0).fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_grammar() {
        let long = "a".repeat(64);
        for key in ["a", "a1", "a_b", "a__0", "z9", &long] {
            assert_eq!(Key::check(key), Ok(()), "{key}");
        }
        assert_eq!(Key::check(""), Err(KeyError::Empty));
        assert_eq!(Key::check(&"a".repeat(65)), Err(KeyError::TooLong { size: 65 }));
        for (key, at) in [("1", 0), ("_a", 0), ("a_", 1), ("aB", 1), ("a-b", 1), ("é", 0), ("a\0", 1)] {
            assert_eq!(Key::check(key), Err(KeyError::Character { at }), "{key}");
        }
    }

    #[test]
    fn the_grammar_is_the_regular_expression_of_the_rfc() {
        let regex = regex::Regex::new("^[a-z]([a-z0-9_]*[a-z0-9])?$").unwrap();
        let alphabet = ["a", "z", "0", "9", "_", "A", "-", " ", "é"];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            texts = texts
                .iter()
                .flat_map(|t| alphabet.map(|c| format!("{t}{c}")))
                .chain([String::new()])
                .collect();
            for text in &texts {
                assert_eq!(Key::check(text).is_ok(), regex.is_match(text), "{text}");
            }
        }
    }
}
