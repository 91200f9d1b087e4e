//! Fields: a key, a type and their attributes.

use super::limits::MAX_KEY_SIZE;
use super::{Constraint, ConstraintViolation, Type, Value};
use std::borrow::Borrow;
use std::fmt::{self, Display, Formatter};

/// A field of a schema or a member of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it is called.
    pub key: Key,
    /// What it holds.
    pub ty: Type,
    /// Whether it may have no value: then it is [`Value::Absent`] where nobody sets it and there is no default.
    pub optional: bool,
    /// Who besides the value file may set it. Only for fields of a schema itself.
    pub mutability: Mutability,
    /// The value it has if it is not set. It fits the type; a struct's is complete.
    pub default: Option<Value>,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
    /// Whether its value must never be printed.
    pub sensitive: bool,
    /// Why it should not be set any more, and what to set instead; never empty. Such a field has a default or is
    /// optional.
    pub deprecated: Option<Box<str>>,
    /// Keys under which values may still come.
    pub aliases: Box<[Key]>,
}

impl Field {
    /// A field with nothing but a key and a type.
    #[must_use]
    pub fn new(key: Key, ty: Type) -> Self {
        Self {
            key,
            ty,
            optional: false,
            mutability: Mutability::default(),
            default: None,
            doc: None,
            sensitive: false,
            deprecated: None,
            aliases: Box::default(),
        }
    }

    /// The value it has if it is not set: its default, else none where it is optional, else for a struct the one
    /// its members' defaults make. `None` where a value is required.
    #[must_use]
    pub fn unset_value(&self) -> Option<Value> {
        if let Some(default) = &self.default {
            return Some(default.clone());
        }
        if self.optional {
            return Some(Value::Absent);
        }
        let Type::Struct(ty) = &self.ty else { return None };
        let members: Option<Box<[Value]>> = ty.members().iter().map(Self::unset_value).collect();
        members.map(Value::Struct)
    }

    /// Whether somebody must set it: there is no [`unset_value`](Self::unset_value).
    #[must_use]
    pub fn needs_value(&self) -> bool {
        self.unset_value().is_none()
    }

    /// Checks a value of the field, which may be absent where it is optional. What is said of a sensitive one does
    /// not hold its value.
    ///
    /// # Errors
    /// As [`Type::check`].
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        if self.optional && value.is_absent() {
            return Ok(());
        }
        self.ty.check(value).map_err(|violation| self.violation(violation))
    }

    /// A violation of its type, as the field's.
    pub(crate) fn violation(&self, violation: ConstraintViolation) -> ConstraintViolation {
        if let ConstraintViolation::Kind { .. } = violation {
            return ConstraintViolation::Kind { expected: self.type_text().to_string() };
        }
        if self.sensitive { violation.without_value() } else { violation }
    }

    /// Whether two fields are declared alike: key, type and every attribute but documentation.
    #[must_use]
    pub fn is_equal_but_for_documentation(&self, other: &Self) -> bool {
        let bare = |field: &Self| {
            let mut field = field.clone();
            field.forget_documentation();
            field
        };
        bare(self) == bare(other)
    }

    /// Takes away the documentation of the field and of everything in its type.
    pub fn forget_documentation(&mut self) {
        self.doc = None;
        self.ty.forget_documentation();
    }

    /// The constraints of its type, and that it is optional: in ascending order of their numbers, each kind once.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint<'_>> {
        self.ty.constraints().chain(self.optional.then_some(Constraint::Optional))
    }

    /// Whether RFC-0146 knows such a field, so that the first version of the checksum covers it.
    #[must_use]
    pub(crate) fn is_in_rfc(&self) -> bool {
        !self.optional && self.ty.is_in_rfc()
    }

    /// Whether this field or anything inside its type is sensitive.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        self.sensitive || self.ty.holds_sensitive()
    }

    /// Whether it or a member of it is sensitive and a map, or has one.
    pub(crate) fn holds_sensitive_map(&self) -> bool {
        (self.sensitive && self.ty.holds_map()) || self.ty.members().iter().any(Self::holds_sensitive_map)
    }
}

/// Who besides the value file may set a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mutability {
    /// The parent of the component instance.
    pub parent: bool,
}

/// A key: `[a-z]([a-z0-9_]*[a-z0-9])?`, at most [`MAX_KEY_SIZE`] bytes (RFC-0146).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Box<str>);

/// Why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyError {
    /// It is empty.
    Empty,
    /// It is longer than [`MAX_KEY_SIZE`] bytes.
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// The character at this byte offset may not stand there.
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
    /// See [`KeyError`]; a text that breaks both rules is [`KeyError::Character`].
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
