//! What the grammar of JSON5 allows at a place.

use crate::syntax::brackets::Bracket;

/// The text that the grammar allows at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// The one value of a text.
    Document,
    /// The value of a member.
    Value,
    /// An element or a member, or the end of its container.
    Item(Bracket),
    Colon,
    /// A comma, or the end of the container.
    Separator(Bracket),
}

impl Expected {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Document | Self::Value => "a value",
            Self::Item(Bracket::Square) => "a value or `]`",
            Self::Item(Bracket::Curly) => "a key or `}`",
            Self::Colon => "`:`",
            Self::Separator(Bracket::Square) => "`,` or `]`",
            Self::Separator(Bracket::Curly) => "`,` or `}`",
        }
    }
}
