//! Patterns of strings.

use super::limits::{MAX_PATTERN_MEMORY, MAX_PATTERN_SIZE};
use crate::text::escape;
use regex_lite::{Regex, RegexBuilder};
use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;

/// A regular expression that a whole string must match: `regex-lite`'s syntax and meaning (`\d`, `\w` and
/// `\s` are ASCII), anchored at both ends. Matching takes time linear in the string.
#[derive(Clone)]
pub struct Pattern {
    text: Box<str>,
    regex: Arc<Regex>,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PatternError {
    /// It is longer than [`MAX_PATTERN_SIZE`] bytes.
    TooLong,
    /// It is no regular expression, or one that cannot be anchored; what the matcher said.
    Invalid(String),
    /// Compiled it takes more than [`MAX_PATTERN_MEMORY`] bytes.
    TooLarge,
}

impl Display for PatternError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("it is too long"),
            Self::Invalid(why) => write!(f, "{}", escape::plain(why)),
            Self::TooLarge => f.write_str("compiled it takes too much memory"),
        }
    }
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn new(text: &str) -> Result<Self, PatternError> {
        if text.len() > MAX_PATTERN_SIZE {
            return Err(PatternError::TooLong);
        }
        // Alone first: with a group around it, `a)(b` would be a regular expression of another meaning.
        let regex = compile(text).and_then(|_| compile(&format!("^(?:{text})$")))?;
        Ok(Self { text: text.into(), regex: Arc::new(regex) })
    }

    /// The pattern as written, without the implied anchors.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the whole string matches.
    #[must_use]
    pub fn matches(&self, string: &str) -> bool {
        self.regex.is_match(string)
    }
}

fn compile(text: &str) -> Result<Regex, PatternError> {
    RegexBuilder::new(text).size_limit(MAX_PATTERN_MEMORY).build().map_err(|error| {
        if Regex::new(text).is_ok() {
            PatternError::TooLarge
        } else {
            PatternError::Invalid(error.to_string())
        }
    })
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Debug for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_anchored_at_both_ends() {
        let pattern = Pattern::new("a|ab").unwrap();
        assert!(pattern.matches("ab") && pattern.matches("a"));
        assert!(!pattern.matches("abc") && !pattern.matches("a\n") && !pattern.matches("\na"));
        assert!(matches!(Pattern::new("a)(b"), Err(PatternError::Invalid(_))));
    }

    #[test]
    fn digits_are_ascii() {
        let digit = Pattern::new(r"\d").unwrap();
        assert!(digit.matches("7") && !digit.matches("٣"));
    }

    #[test]
    fn limits_hold_on_both_sides() {
        assert!(Pattern::new(&"a".repeat(MAX_PATTERN_SIZE)).is_ok());
        assert_eq!(Pattern::new(&"a".repeat(MAX_PATTERN_SIZE + 1)), Err(PatternError::TooLong));
        assert_eq!(Pattern::new("(a{50}){50}"), Err(PatternError::TooLarge));
    }
}
