//! Patterns of strings.

use super::limits::{MAX_PATTERN_MEMORY, MAX_PATTERN_SIZE, MAX_PATTERNS_MEMORY};
use crate::text::escape;
use regex_lite::{Regex, RegexBuilder};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display, Formatter};
use std::sync::{Arc, LazyLock, OnceLock};

/// A regular expression that a whole string must match: `regex-lite`'s syntax and meaning (`\d`, `\w` and
/// `\s` are ASCII), anchored at both ends. Matching takes time linear in the string.
///
/// Invariant: it compiles. The compiled form is made at the first match, and kept.
#[derive(Clone)]
pub struct Pattern {
    text: Box<str>,
    charge: usize,
    regex: OnceLock<Option<Box<Regex>>>,
}

/// Why a text is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternError {
    /// It is longer than [`MAX_PATTERN_SIZE`] bytes.
    TooLong,
    /// It is not a regular expression, or cannot be anchored. Contains the message of `regex-lite`.
    Invalid(String),
    /// Its compiled form takes more than [`MAX_PATTERN_MEMORY`] bytes, or its own charge exceeds
    /// [`MAX_PATTERNS_MEMORY`].
    TooLarge,
    /// With this pattern, the patterns of the declaration exceed [`MAX_PATTERNS_MEMORY`] together.
    TooLargeTogether,
}

impl std::error::Error for PatternError {}

impl Display for PatternError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("it is too long"),
            Self::Invalid(why) => write!(f, "{}", escape::plain(why)),
            Self::TooLarge => f.write_str("it takes too much memory when compiled"),
            Self::TooLargeTogether => {
                f.write_str("it takes too much memory when compiled, together with the patterns before it")
            }
        }
    }
}

impl Pattern {
    /// Checks a pattern: compiles it within the limits, and drops the result.
    ///
    /// # Errors
    /// All kinds of [`PatternError`] except [`PatternError::TooLargeTogether`].
    pub fn new(text: &str) -> Result<Self, PatternError> {
        if text.len() > MAX_PATTERN_SIZE {
            return Err(PatternError::TooLong);
        }
        match charge(text)? {
            charge if charge > MAX_PATTERNS_MEMORY => Err(PatternError::TooLarge),
            charge => Ok(Self { text: text.into(), charge, regex: OnceLock::new() }),
        }
    }

    /// The pattern as written, without the implied anchors.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its charge in bytes: see [`MAX_PATTERNS_MEMORY`].
    #[must_use]
    pub fn charge(&self) -> usize {
        self.charge
    }

    /// Whether the whole string matches.
    #[must_use]
    pub fn matches(&self, string: &str) -> bool {
        // This compiled before, within the same limit.
        let compile = || compile_anchored(&self.text, MAX_PATTERN_MEMORY).ok().map(Box::new);
        self.regex.get_or_init(compile).as_ref().is_some_and(|regex| regex.is_match(string))
    }
}

/// The charge of a pattern in bytes: see [`MAX_PATTERNS_MEMORY`].
fn charge(text: &str) -> Result<usize, PatternError> {
    // The syntax is checked without the anchors first, since a group around `a)(b` would make it valid. A limit of 0 is
    // enough to check the syntax.
    match compile(text, 0) {
        Ok(_) | Err(PatternError::TooLarge) => {}
        Err(error) => return Err(error),
    }
    let mut limit = MIN_CHARGE;
    loop {
        match compile_anchored(text, limit) {
            // `captures_len` counts the whole match as a group.
            Ok(regex) => return Ok(limit.saturating_mul(1 + regex.captures_len())),
            Err(PatternError::TooLarge) if limit < MAX_PATTERN_MEMORY => limit *= 2,
            Err(error) => return Err(error),
        }
    }
}

/// The smallest limit that is tried, in bytes.
const MIN_CHARGE: usize = 1 << 10;

/// Compiles a pattern with the implied anchors, within a limit of memory. Its syntax was checked without them.
fn compile_anchored(text: &str, limit: usize) -> Result<Regex, PatternError> {
    match compile(&format!("^(?:{text})$"), limit) {
        // The pattern ends in a comment, as `(?x)a # b` does. A line break ends the comment and matches nothing there.
        Err(PatternError::Invalid(_)) => compile(&format!("^(?:{text}\n)$"), limit),
        result => result,
    }
}

/// Compiles a text within a limit of memory. The whole text is parsed before anything is compiled, so that a syntax
/// error is found under any limit.
fn compile(text: &str, limit: usize) -> Result<Regex, PatternError> {
    RegexBuilder::new(text).size_limit(limit).build().map_err(|error| match &*OVER_LIMIT {
        Some(over_limit) if error == *over_limit => PatternError::TooLarge,
        Some(_) | None => PatternError::Invalid(error.to_string()),
    })
}

/// The error of a pattern that needs more memory than its limit. The crate does not export it, but returns it for the
/// empty pattern with a limit of 0.
static OVER_LIMIT: LazyLock<Option<regex_lite::Error>> =
    LazyLock::new(|| RegexBuilder::new("").size_limit(0).build().err());

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

/// The patterns of one declaration. Equal patterns are shared, and the sum of their charges is at most
/// [`MAX_PATTERNS_MEMORY`]. The compiler, the decoder and the reader of type texts all count with it, so they accept
/// the same patterns.
#[derive(Debug, Default)]
pub struct Patterns {
    known: BTreeSet<ByText>,
    charged: usize,
}

impl Patterns {
    /// The pattern of a text.
    ///
    /// # Errors
    /// See [`PatternError`]. Time and memory for each refused text are bounded.
    pub fn get(&mut self, text: &str) -> Result<Arc<Pattern>, PatternError> {
        if let Some(ByText(pattern)) = self.known.get(text) {
            return Ok(Arc::clone(pattern));
        }
        let pattern = Arc::new(Pattern::new(text)?);
        self.admit(&pattern)?;
        Ok(pattern)
    }

    /// Charges a pattern that was checked elsewhere, unless an equal one was charged.
    ///
    /// # Errors
    /// [`PatternError::TooLargeTogether`].
    pub(crate) fn admit(&mut self, pattern: &Arc<Pattern>) -> Result<(), PatternError> {
        if self.known.contains(pattern.text()) {
            return Ok(());
        }
        let charged = self.charged + pattern.charge;
        if charged > MAX_PATTERNS_MEMORY {
            return Err(PatternError::TooLargeTogether);
        }
        self.charged = charged;
        self.known.insert(ByText(Arc::clone(pattern)));
        Ok(())
    }
}

/// A pattern, ordered by its text.
#[derive(Debug)]
struct ByText(Arc<Pattern>);

impl Borrow<str> for ByText {
    fn borrow(&self) -> &str {
        &self.0.text
    }
}

impl PartialEq for ByText {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ByText {}

impl PartialOrd for ByText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.text.cmp(&other.0.text)
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
        for text in
            ["(a{50}){50}", "a{4294967295}", "(a{1000}){1000}", r"((\w{99}){99}){99}", "(?:){9999999}"]
        {
            assert_eq!(Pattern::new(text), Err(PatternError::TooLarge), "{text}");
        }
        for text in ["(", "a{2,1}", r"\pL", "(?=a)", "[", &"(".repeat(500)] {
            assert!(matches!(Pattern::new(text), Err(PatternError::Invalid(_))), "{text}");
        }
    }

    #[test]
    fn groups_are_charged_since_a_match_keeps_places_for_each() {
        let charge = |text: &str| Pattern::new(text).unwrap().charge();
        assert_eq!(charge("a"), 2 * MIN_CHARGE);
        assert_eq!(charge("(a)(?:b)"), 3 * MIN_CHARGE);
        assert!(charge(&"(a)".repeat(100)) > 100 * MIN_CHARGE);
        assert_eq!(Pattern::new(&"()".repeat(512)), Err(PatternError::TooLarge));
    }

    #[test]
    fn patterns_are_equal_by_text() {
        assert_eq!(Pattern::new("a|b"), Pattern::new("a|b"));
        assert_ne!(Pattern::new("a|b"), Pattern::new("b|a"));
    }

    #[test]
    fn equal_patterns_are_one_and_all_are_charged_together() {
        let mut patterns = Patterns::default();
        let first = patterns.get("a").unwrap();
        assert!(Arc::ptr_eq(&first, &patterns.get("a").unwrap()));
        let most = MAX_PATTERNS_MEMORY / (2 * MIN_CHARGE);
        for n in 1..most {
            patterns.get(&format!("a{n}")).unwrap();
        }
        assert_eq!(patterns.get("b"), Err(PatternError::TooLargeTogether));
        assert_eq!(patterns.get("("), Pattern::new("(").map(Arc::new));
        assert!(patterns.get("a").is_ok());
    }
}
