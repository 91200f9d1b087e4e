//! JSON Pointers, RFC 6901.

use std::fmt::{self, Display, Formatter, Write as _};

/// The path from the root of a document to a value in it: one token per step. Without tokens it is the root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer {
    tokens: Vec<ReferenceToken>,
}

/// One step: the key of a member, or the index of an element. The value at this step decides which of the two it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceToken(Box<str>);

/// A token as an index of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// An index from 0. An index that is too large for any array is `usize::MAX`.
    At(usize),
    /// `-`: after the last element.
    End,
}

/// Why a token is not an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotIndex {
    /// `00`, `01`: the same element would have two pointers.
    LeadingZero,
    /// It is empty or contains other characters than digits, and is not `-`.
    NoDigits,
}

/// Why a text is not a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerError {
    /// The byte offset of the error.
    pub at: usize,
    /// The kind of error.
    pub kind: PointerErrorKind,
}

/// See [`PointerError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerErrorKind {
    /// A pointer that is not empty does not begin with `/`.
    NoSlash,
    /// A `~` without `0` or `1` after it.
    Escape,
}

impl Pointer {
    /// The root.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Parses a pointer: `~1` means `/`, and `~0` means `~`. Takes time linear in the text.
    ///
    /// # Errors
    ///
    /// Returns the kind and the offset of the error.
    pub fn parse(text: &str) -> Result<Self, PointerError> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        let Some(steps) = text.strip_prefix('/') else {
            return Err(PointerError { at: 0, kind: PointerErrorKind::NoSlash });
        };
        let mut at = 1;
        let mut tokens = Vec::new();
        for step in steps.split('/') {
            let token = ReferenceToken::parse(step);
            tokens.push(
                token.map_err(|offset| PointerError { at: at + offset, kind: PointerErrorKind::Escape })?,
            );
            at += step.len() + 1;
        }
        Ok(Self { tokens })
    }

    /// The steps, unescaped.
    #[must_use]
    pub fn tokens(&self) -> &[ReferenceToken] {
        &self.tokens
    }

    /// Whether it is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The pointer to the container as tokens, and the last step; `None` for the root.
    #[must_use]
    pub fn split_last(&self) -> Option<(&[ReferenceToken], &ReferenceToken)> {
        self.tokens.split_last().map(|(last, before)| (before, last))
    }

    /// The pointer of only the first steps: to the value, or to one that contains it.
    #[must_use]
    pub fn prefix(&self, steps: usize) -> Self {
        Self { tokens: self.tokens.iter().take(steps).cloned().collect() }
    }

    /// The pointer with one more step.
    #[must_use]
    pub fn join(&self, token: &str) -> Self {
        let last = ReferenceToken(token.into());
        Self { tokens: self.tokens.iter().cloned().chain([last]).collect() }
    }

    /// Whether `other` is inside the value at this pointer.
    #[must_use]
    pub fn is_above(&self, other: &Self) -> bool {
        self.tokens.len() < other.tokens.len() && other.tokens.starts_with(&self.tokens)
    }
}

impl<T: AsRef<str>> FromIterator<T> for Pointer {
    /// Makes a pointer of unescaped steps.
    fn from_iter<I: IntoIterator<Item = T>>(tokens: I) -> Self {
        Self { tokens: tokens.into_iter().map(|token| ReferenceToken(token.as_ref().into())).collect() }
    }
}

impl Display for Pointer {
    /// Prints the escaped text, which parses to the same pointer. It may contain any characters, so pass it through
    /// [`escape`](crate::text::escape) before you print it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for token in &self.tokens {
            write!(f, "/{token}")?;
        }
        Ok(())
    }
}

impl ReferenceToken {
    /// Unescapes a step. The error is the byte offset of an invalid `~`.
    fn parse(step: &str) -> Result<Self, usize> {
        let mut text = String::with_capacity(step.len());
        let mut rest = step;
        while let Some((plain, behind)) = rest.split_once('~') {
            text.push_str(plain);
            let (unescaped, tail) = match (behind.strip_prefix('0'), behind.strip_prefix('1')) {
                (Some(tail), _) => ('~', tail),
                (_, Some(tail)) => ('/', tail),
                (None, None) => return Err(step.len() - behind.len() - 1),
            };
            text.push(unescaped);
            rest = tail;
        }
        text.push_str(rest);
        Ok(Self(text.into()))
    }

    /// The key, unescaped.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The token as an index.
    ///
    /// # Errors
    ///
    /// Returns why it is not an index.
    pub fn index(&self) -> Result<Index, NotIndex> {
        match self.as_str() {
            "-" => Ok(Index::End),
            "0" => Ok(Index::At(0)),
            digits if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                Err(NotIndex::NoDigits)
            }
            digits if digits.starts_with('0') => Err(NotIndex::LeadingZero),
            digits => Ok(Index::At(digits.parse().unwrap_or(usize::MAX))),
        }
    }
}

impl Display for ReferenceToken {
    /// Prints the token escaped, as in a pointer.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '~' => f.write_str("~0")?,
                '/' => f.write_str("~1")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, NotIndex, Pointer, PointerError, PointerErrorKind, ReferenceToken};

    fn tokens(text: &str) -> Vec<String> {
        let pointer = Pointer::parse(text).unwrap();
        assert_eq!(pointer.to_string(), text, "a pointer prints as it was read");
        pointer.tokens().iter().map(|token| token.as_str().to_owned()).collect()
    }

    #[test]
    fn the_examples_of_the_standard() {
        assert_eq!(tokens(""), [""; 0]);
        assert_eq!(tokens("/foo/0"), ["foo", "0"]);
        assert_eq!(tokens("/"), [""]);
        assert_eq!(tokens("/a~1b/m~0n"), ["a/b", "m~n"]);
        assert_eq!(tokens("/c%d/e^f/ /k\"l"), ["c%d", "e^f", " ", "k\"l"]);
        // `~1` is replaced before `~0`.
        assert_eq!(tokens("/~01"), ["~1"]);
        assert_eq!(tokens("//ü/"), ["", "ü", ""]);
    }

    #[test]
    fn what_is_no_pointer_is_refused_where_it_goes_wrong() {
        let escape = |at| Err(PointerError { at, kind: PointerErrorKind::Escape });
        assert_eq!(Pointer::parse("foo"), Err(PointerError { at: 0, kind: PointerErrorKind::NoSlash }));
        assert_eq!(Pointer::parse("#/foo"), Err(PointerError { at: 0, kind: PointerErrorKind::NoSlash }));
        assert_eq!(Pointer::parse("/~"), escape(1));
        assert_eq!(Pointer::parse("/ü/~1~2"), escape(6));
        assert_eq!(Pointer::parse("/a~/b"), escape(2));
    }

    #[test]
    fn an_index_has_one_spelling() {
        let index = |text: &str| ReferenceToken(text.into()).index();
        assert_eq!(index("0"), Ok(Index::At(0)));
        assert_eq!(index("10"), Ok(Index::At(10)));
        assert_eq!(index("-"), Ok(Index::End));
        assert_eq!(index("99999999999999999999999"), Ok(Index::At(usize::MAX)));
        for zeros in ["00", "01", "007"] {
            assert_eq!(index(zeros), Err(NotIndex::LeadingZero), "{zeros}");
        }
        for text in ["", "+1", "-1", "1e0", "1.0", " 1", "٣", "a"] {
            assert_eq!(index(text), Err(NotIndex::NoDigits), "{text}");
        }
    }

    #[test]
    fn what_lies_in_what() {
        let pointer = |text| Pointer::parse(text).unwrap();
        assert!(pointer("").is_above(&pointer("/a")));
        assert!(pointer("/a").is_above(&pointer("/a/b")));
        assert!(!pointer("/a").is_above(&pointer("/a")));
        assert!(!pointer("/a").is_above(&pointer("/ab")));
        assert_eq!(pointer("/a/b").prefix(1).join("c/d"), pointer("/a/c~1d"));
        assert_eq!(["a/b", "~"].into_iter().collect::<Pointer>(), pointer("/a~1b/~0"));
    }
}
