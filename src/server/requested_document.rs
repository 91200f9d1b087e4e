//! The document that a request is about.

use super::client::EditorClient;
use super::subject::CheckSubject;
use super::texts::Texts;
use super::view::SubjectView;
use crate::diagnostic::Report;
use crate::syntax::{Document, Format, parse};
use crate::text::{Source, Span};
use lsp_types::{Position, Range};

/// The document that a request is about, in a view that contains it.
#[derive(Clone, Copy)]
pub(super) struct RequestedDocument<'a, 'v> {
    pub(super) view: &'a SubjectView<'v>,
    pub(super) texts: &'a Texts<'v>,
    pub(super) client: &'a EditorClient,
    /// The normalized absolute path.
    pub(super) path: &'a str,
    pub(super) source: &'v Source,
}

impl RequestedDocument<'_, '_> {
    /// The byte offset of a position in the document.
    pub(super) fn offset(&self, position: Position) -> u32 {
        self.texts.offset(self.source, position)
    }

    /// Whether it is the product file of the view.
    pub(super) fn is_product(&self) -> bool {
        matches!(self.view.subject, CheckSubject::Product(path) if path == self.path)
    }

    /// The document, parsed as JSON5.
    pub(super) fn json5(&self) -> Option<Document> {
        let source = self.view.sources.get(self.source.id())?;
        Some(parse(Format::Json5, source, &mut Report::new()))
    }

    /// The range of a span in the document.
    pub(super) fn range(&self, span: Span) -> Range {
        self.texts.range(self.source, span)
    }
}
