//! The names of fields in the text of values.

use super::limits::MAX_NATIVE_NAME_SIZE;
use super::{Key, NameText};
use std::fmt::{self, Display, Formatter};

/// A name of a field or member in layers, exports and other texts of values: 1 to [`MAX_NATIVE_NAME_SIZE`] bytes,
/// without control characters, and not beginning with `$`. Names are compared byte by byte.
///
/// It has no `Display`, since it may contain any other character: quote it with [`escape`](crate::text::escape).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NativeName(Box<str>);

/// Why a text is not a native name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeNameError {
    /// It is empty.
    Empty,
    /// It is longer than [`MAX_NATIVE_NAME_SIZE`] bytes.
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// The character at this byte offset is a control character.
    Control {
        /// The byte offset.
        at: usize,
    },
    /// It begins with `$`, as operators of layers do.
    Dollar,
}

impl std::error::Error for NativeNameError {}

impl Display for NativeNameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong { size } => write!(f, "it has {size} bytes, which is too long"),
            Self::Control { at } => write!(f, "the character at byte {at} is a control character"),
            Self::Dollar => f.write_str("it begins with `$`"),
        }
    }
}

impl NativeName {
    /// Checks a text against the rules for native names.
    ///
    /// # Errors
    /// See [`NativeNameError`]. A text that breaks several rules has the error that is declared last.
    pub fn new(text: &str) -> Result<Self, NativeNameError> {
        if text.starts_with('$') {
            return Err(NativeNameError::Dollar);
        }
        if let Some((at, _)) = text.char_indices().find(|(_, c)| c.is_control()) {
            return Err(NativeNameError::Control { at });
        }
        match text.len() {
            0 => Err(NativeNameError::Empty),
            size if size > MAX_NATIVE_NAME_SIZE => Err(NativeNameError::TooLong { size }),
            _ => Ok(Self(text.into())),
        }
    }

    /// The name itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name in a list of names: in double quotes unless it is a key.
    #[must_use]
    pub const fn text(&self) -> NameText<'_> {
        NameText::new(&self.0)
    }
}

/// Every key is a native name.
impl From<Key> for NativeName {
    fn from(key: Key) -> Self {
        Self(key.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_size_and_no_control_characters() {
        let long = "é".repeat(128);
        for name in ["a", "logLevel", "8080", "a$", " a b ", "\"", "\u{202e}", "é", "a.b", &long] {
            assert_eq!(NativeName::new(name).map(|name| name.as_str().to_owned()), Ok(name.to_owned()));
        }
        assert_eq!(NativeName::new(""), Err(NativeNameError::Empty));
        assert_eq!(NativeName::new(&(long + "x")), Err(NativeNameError::TooLong { size: 257 }));
        for control in ["a\u{0}", "a\n", "a\t", "a\u{1f}", "a\u{7f}", "a\u{80}", "a\u{9f}"] {
            assert_eq!(NativeName::new(control), Err(NativeNameError::Control { at: 1 }), "{control:?}");
        }
        assert_eq!(NativeName::new("$a\n"), Err(NativeNameError::Dollar));
    }
}
