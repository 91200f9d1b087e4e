//! The markup of texts that a client shows.

use crate::text::escape::plain;
use crate::text::markdown::prose;
use lsp_types::{MarkupContent, MarkupKind};

/// The markup that a client shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup {
    Markdown,
    Plain,
}

impl Markup {
    /// Markdown if the client names it, and plain text otherwise, which each client shows.
    pub(super) fn select(offered: Option<&Vec<MarkupKind>>) -> Self {
        let is_markdown = offered.is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown));
        if is_markdown { Self::Markdown } else { Self::Plain }
    }

    /// A text with this markup for the client.
    pub(super) fn content(self, value: String) -> MarkupContent {
        let kind = match self {
            Self::Markdown => MarkupKind::Markdown,
            Self::Plain => MarkupKind::PlainText,
        };
        MarkupContent { kind, value }
    }

    /// User text, which is never markup.
    pub(super) fn prose(self, text: &str) -> String {
        match self {
            Self::Markdown => prose(text),
            Self::Plain => plain(text).to_string(),
        }
    }

    /// Emphasized text of confc.
    pub(super) fn strong(self, text: &str) -> String {
        match self {
            Self::Markdown => format!("**{text}**"),
            Self::Plain => text.to_owned(),
        }
    }
}
