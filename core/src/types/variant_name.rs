//! The names of variants.

use super::limits::MAX_VARIANT_SIZE;
use super::{Key, NameText};
use std::fmt::{self, Display, Formatter};

/// The name of a variant, as layers and exports spell it: at most [`MAX_VARIANT_SIZE`] bytes, without control
/// characters. It may be empty.
///
/// It has no `Display`, since it may contain any other character: quote it with [`escape`](crate::text::escape), or print
/// its [`text`](Self::text).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantName(Box<str>);

/// Why a text is not the name of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariantNameError {
    /// It is longer than [`MAX_VARIANT_SIZE`] bytes.
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// The character at this byte offset is a control character.
    Control {
        /// The byte offset.
        at: usize,
    },
}

impl std::error::Error for VariantNameError {}

impl Display for VariantNameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { size } => write!(f, "it has {size} bytes, which is too long"),
            Self::Control { at } => write!(f, "the character at byte {at} is a control character"),
        }
    }
}

impl VariantName {
    /// Checks a text against the rules for names of variants.
    ///
    /// # Errors
    /// See [`VariantNameError`]. A text that breaks both rules has [`VariantNameError::Control`].
    pub fn new(text: &str) -> Result<Self, VariantNameError> {
        if let Some((at, _)) = text.char_indices().find(|(_, c)| c.is_control()) {
            return Err(VariantNameError::Control { at });
        }
        match text.len() {
            size if size > MAX_VARIANT_SIZE => Err(VariantNameError::TooLong { size }),
            _ => Ok(Self(text.into())),
        }
    }

    /// The name itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name follows the grammar of keys.
    #[must_use]
    pub fn is_key(&self) -> bool {
        Key::check(&self.0).is_ok()
    }

    /// The name in the text of a type: in double quotes unless it is a key.
    #[must_use]
    pub const fn text(&self) -> NameText<'_> {
        NameText::new(&self.0)
    }
}

/// Every key is the name of a variant.
impl From<Key> for VariantName {
    fn from(key: Key) -> Self {
        Self(key.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_size_and_no_control_characters() {
        let long = "é".repeat(127) + "x";
        for name in ["", "a", "IfNotPresent", "8080", "$x", " a b ", "\"", "\u{202e}", "é", &long] {
            assert_eq!(VariantName::new(name).map(|name| name.as_str().to_owned()), Ok(name.to_owned()));
        }
        assert_eq!(VariantName::new(&(long + "x")), Err(VariantNameError::TooLong { size: 256 }));
        for control in ["a\u{0}", "a\n", "a\t", "a\u{1f}", "a\u{7f}", "a\u{80}", "a\u{9f}"] {
            assert_eq!(VariantName::new(control), Err(VariantNameError::Control { at: 1 }), "{control:?}");
        }
        assert!(VariantName::new("a\u{a0}").is_ok());
    }

    #[test]
    fn the_text_has_quotes_unless_the_name_is_a_key() {
        for (name, text) in [("a_b", "a_b"), ("", "\"\""), ("A", "\"A\""), ("a\"b\\", "\"a\\\"b\\\\\"")] {
            assert_eq!(VariantName::new(name).unwrap().text().to_string(), text);
        }
    }
}
