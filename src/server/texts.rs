//! Places in the texts of a view, as the client counts them.

use super::positions::{LineTable, PositionEncoding};
use super::uri::uri_of;
use crate::text::{Source, SourceId, Sources, Span};
use crate::workspace::EditorFiles;
use lsp_types::{Location, Position, Range, Uri};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The texts of a view. The lines of each text are found once.
pub(super) struct Texts<'v> {
    pub(super) sources: &'v Sources,
    files: &'v EditorFiles<'v>,
    encoding: PositionEncoding,
    tables: RefCell<BTreeMap<SourceId, Rc<LineTable>>>,
}

impl<'v> Texts<'v> {
    pub(super) fn new(sources: &'v Sources, files: &'v EditorFiles<'v>, encoding: PositionEncoding) -> Self {
        Self { sources, files, encoding, tables: RefCell::default() }
    }

    /// The absolute path of the file of a text; `None` for a text that is no file.
    pub(super) fn path(&self, source: &Source) -> Option<String> {
        source.is_file().then(|| self.files.absolute_path(source.name()))
    }

    /// Whether the file with this absolute path is an open text in this view.
    pub(super) fn is_open(&self, path: &str) -> bool {
        self.files.is_open(path)
    }

    /// The first text of the file with this absolute path.
    pub(super) fn source(&self, path: &str) -> Option<&'v Source> {
        let is_it = |source: &&'v std::sync::Arc<Source>| self.path(source).is_some_and(|own| own == path);
        self.sources.iter().find(is_it).map(|source| &**source)
    }

    fn table(&self, source: &Source) -> Rc<LineTable> {
        let mut tables = self.tables.borrow_mut();
        let new = || Rc::new(LineTable::new(source.text(), self.encoding));
        Rc::clone(tables.entry(source.id()).or_insert_with(new))
    }

    /// The range of a span.
    pub(super) fn range(&self, source: &Source, span: Span) -> Range {
        self.table(source).range(source.text(), span.start, span.end)
    }

    /// The byte offset of a position in a text.
    pub(super) fn offset(&self, source: &Source, position: Position) -> u32 {
        self.table(source).offset(source.text(), position)
    }

    /// The byte offsets of a range in a text.
    pub(super) fn offsets(&self, source: &Source, range: Range) -> (u32, u32) {
        self.table(source).offsets(source.text(), range)
    }

    /// The file and range of a span; `None` for a text that is no file.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let source = self.sources.of(span)?;
        Some(Location { uri: self.uri(source)?, range: self.range(source, span) })
    }

    /// The URI of the file of a text.
    pub(super) fn uri(&self, source: &Source) -> Option<Uri> {
        uri_of(&self.path(source)?)
    }
}
