//! A document of a view, for requests about it.

use super::client::EditorClient;
use super::texts::Texts;
use super::view::SubjectView;
use crate::text::{Source, Span};
use lsp_types::{Position, Range};

/// A document of a view, for requests about it.
#[derive(Clone, Copy)]
pub(super) struct AskedDocument<'a, 'v> {
    pub(super) view: &'a SubjectView<'v>,
    pub(super) texts: &'a Texts<'v>,
    pub(super) client: &'a EditorClient,
    /// The normalized absolute path.
    pub(super) path: &'a str,
    pub(super) source: &'v Source,
}

impl AskedDocument<'_, '_> {
    /// The byte offset of a position in the document.
    pub(super) fn offset(&self, position: Position) -> u32 {
        self.texts.offset(self.source, position)
    }

    /// The range of a span in the document.
    pub(super) fn range(&self, span: Span) -> Range {
        self.texts.range(self.source, span)
    }
}
