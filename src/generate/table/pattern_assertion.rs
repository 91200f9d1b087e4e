//! Assertions of patterns.

/// A condition on the characters before and after a position. The discriminants are the numbers in tables of clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternAssertion {
    /// There is no character before.
    TextStart = 0,
    /// There is no character after.
    TextEnd = 1,
    /// There is no character before, or it is a line feed.
    LineStart = 2,
    /// There is no character after, or it is a line feed.
    LineEnd = 3,
    /// There is no character before, or it is a line feed, or a carriage return with no line feed after it.
    CrlfLineStart = 4,
    /// There is no character after, or it is a carriage return, or a line feed with no carriage return before it.
    CrlfLineEnd = 5,
    /// Exactly one of the characters before and after is a word character.
    WordBoundary = 6,
    /// Both characters before and after are word characters, or neither is.
    NotWordBoundary = 7,
    /// The character after is a word character, and the one before is not.
    WordStart = 8,
    /// The character before is a word character, and the one after is not.
    WordEnd = 9,
    /// The character before is not a word character.
    WordStartHalf = 10,
    /// The character after is not a word character.
    WordEndHalf = 11,
}
