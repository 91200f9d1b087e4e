//! The texts that the client has open.

use crate::diagnostic::Report;
use crate::syntax::{Document, Format, limits::MAX_EDITED_SIZE, parse_lossless};
use crate::text::Sources;
use crate::workspace::{FileKind, OpenTexts};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of open texts.
const MAX_OPEN: usize = 512 << 20;

/// A text that the client has open.
pub(super) struct OpenDocument {
    /// The URI, as the client spells it.
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
}

/// The open documents, by their normalized absolute paths. Together their texts have at most [`MAX_OPEN`] bytes.
#[derive(Default)]
pub(super) struct Documents {
    by_path: BTreeMap<String, OpenDocument>,
    /// The bytes of all texts.
    bytes: usize,
    /// The texts, shared until one changes.
    texts: Option<Arc<OpenTexts>>,
}

impl Documents {
    pub(super) fn get(&self, path: &str) -> Option<&OpenDocument> {
        self.by_path.get(path)
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.by_path.contains_key(path)
    }

    /// The paths of the documents.
    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.by_path.keys()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &OpenDocument)> {
        self.by_path.iter()
    }

    /// Adds a document, or replaces the one at this path. A document that exceeds the limit is removed, so the file on
    /// disk counts.
    pub(super) fn set(&mut self, path: String, document: OpenDocument) {
        self.remove(&path);
        if self.bytes + document.text.len() <= MAX_OPEN {
            self.bytes += document.text.len();
            self.by_path.insert(path, document);
        }
    }

    pub(super) fn remove(&mut self, path: &str) {
        self.texts = None;
        if let Some(document) = self.by_path.remove(path) {
            self.bytes -= document.text.len();
        }
    }

    /// The present texts of all documents.
    pub(super) fn texts(&mut self) -> Arc<OpenTexts> {
        let texts = self.by_path.iter().map(|(path, document)| (path.clone(), Arc::clone(&document.text)));
        Arc::clone(self.texts.get_or_insert_with(|| Arc::new(texts.collect())))
    }

    /// The written form of a document. `None` for one that is not open, for files that confc does not read, and for texts
    /// that are too large or have syntax errors.
    pub(super) fn lossless(&self, path: &str) -> Option<Document> {
        let (text, format) = (&self.get(path)?.text, format_of(path)?);
        if text.len() as u64 > MAX_EDITED_SIZE {
            return None;
        }
        let source = Sources::new().add_plain(path.to_owned(), text.to_string());
        parse_lossless(format, &source, &mut Report::new())
    }
}

/// The format of a document; `None` for files that confc does not read as text.
pub(super) fn format_of(path: &str) -> Option<Format> {
    match FileKind::of(path) {
        Some(FileKind::Manifest) => Some(Format::Json5),
        Some(FileKind::Declaration | FileKind::Values | FileKind::Plan) => None,
        None => Format::of(path),
    }
}
