//! Keys and literals of a text, and how each is shown.

/// The display of a key or literal. If a text is read twice, as the value of two aliases, the variant further down in
/// this list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// Shown.
    Shown,
    /// Shown: a reserved word, which says nothing about its place, or the text of a rule.
    Word,
    /// Shown: a key that is known at its place.
    Known,
    /// Shown if it looks like a key.
    Unknown,
    /// Hidden.
    Hidden,
}

/// A key or literal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) look: Look,
    /// For a key, whether the value under it is secret.
    pub(super) secret: bool,
    /// For a key, whether no part of the value under it is secret.
    pub(super) open: bool,
    pub(super) is_key: bool,
}
