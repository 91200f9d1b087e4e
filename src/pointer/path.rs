//! JSON Pointers, RFC 6901.

use std::fmt::{self, Display, Formatter, Write as _};

/// The way from the root of a document to a value in it: a token a step. Without tokens it is the root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer {
    tokens: Vec<ReferenceToken>,
}

/// One step: a member's key, or an element's index. What it is depends on the value it is used on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceToken(Box<str>);

/// A token as the place of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// An index from 0; one that no array is long enough for is `usize::MAX`.
    At(usize),
    /// `-`: after the last element.
    End,
}

/// Why a token is no place of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotIndex {
    /// `00`, `01`: the same element would have two pointers.
    LeadingZero,
    /// Something else than digits or `-`.
    NoDigits,
}

/// Why a text is no pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerError {
    /// The byte offset of the guilty text.
    pub at: usize,
    /// What is wrong there.
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

    /// Reads a pointer, `~1` in it being `/` and `~0` being `~`. Takes time linear in the text.
    ///
    /// # Errors
    /// Says what is wrong, and where.
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

    /// Its steps, unescaped.
    #[must_use]
    pub fn tokens(&self) -> &[ReferenceToken] {
        &self.tokens
    }

    /// Whether it is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The container's tokens and the last step; `None` for the root.
    #[must_use]
    pub fn split_last(&self) -> Option<(&[ReferenceToken], &ReferenceToken)> {
        self.tokens.split_last().map(|(last, before)| (before, last))
    }

    /// Its first steps: the pointer to something that its value lies in, or to the value itself.
    #[must_use]
    pub fn prefix(&self, steps: usize) -> Self {
        Self { tokens: self.tokens.iter().take(steps).cloned().collect() }
    }

    /// The pointer to what this one and one more step lead to.
    #[must_use]
    pub fn join(&self, token: &str) -> Self {
        let last = ReferenceToken(token.into());
        Self { tokens: self.tokens.iter().cloned().chain([last]).collect() }
    }

    /// Whether `other` lies in what this leads to, and is not the same.
    #[must_use]
    pub fn is_above(&self, other: &Self) -> bool {
        self.tokens.len() < other.tokens.len() && other.tokens.starts_with(&self.tokens)
    }
}

impl<T: AsRef<str>> FromIterator<T> for Pointer {
    /// A pointer of unescaped steps.
    fn from_iter<I: IntoIterator<Item = T>>(tokens: I) -> Self {
        Self { tokens: tokens.into_iter().map(|token| ReferenceToken(token.as_ref().into())).collect() }
    }
}

impl Display for Pointer {
    /// The escaped text, which reads back as the same pointer. It may hold anything, so it passes
    /// [`escape`](crate::text::escape) before it is printed.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for token in &self.tokens {
            write!(f, "/{token}")?;
        }
        Ok(())
    }
}

impl ReferenceToken {
    /// Unescapes a step; the error is the byte offset of a `~` that is no escape.
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

    /// The place of an element.
    ///
    /// # Errors
    /// Says why it is none.
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
    /// Escaped, as it is in a pointer.
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
        // First `~1`, then `~0`: never the other way round.
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
