//! Edits of several files, as the client takes them.

use super::client::EditorClient;
use super::documents::Documents;
use super::texts::Texts;
use crate::diagnostic::Edit;
use crate::workspace::OpenTexts;
use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::{BTreeMap, HashMap};

/// Edits by the absolute paths of their files.
#[derive(Debug, Clone, Default)]
pub(super) struct FileEdits(BTreeMap<String, EditsOfFile>);

#[derive(Debug, Clone)]
struct EditsOfFile {
    uri: Uri,
    /// By the byte offsets that they replace. The same edit counts once.
    edits: BTreeMap<(u32, u32), TextEdit>,
}

impl FileEdits {
    /// Adds an edit of a text. `None` for a text that is no file.
    pub(super) fn add(&mut self, edit: &Edit, texts: &Texts<'_>) -> Option<()> {
        let source = texts.sources.of(edit.span)?;
        let (path, uri) = (texts.path(source)?, texts.uri(source)?);
        let of = self.0.entry(path).or_insert_with(|| EditsOfFile { uri, edits: BTreeMap::new() });
        let range = texts.range(source, edit.span);
        let edit_of_file = TextEdit { range, new_text: edit.text.clone() };
        of.edits.insert((edit.span.start, edit.span.end), edit_of_file);
        Some(())
    }

    /// The paths of the files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The new texts of the files that are among these texts, by their paths.
    pub(super) fn new_texts(&self, texts: &Texts<'_>) -> OpenTexts {
        let new = |(path, of): (&String, &EditsOfFile)| {
            let old = texts.source(path)?.text();
            let (mut new, mut at) = (String::with_capacity(old.len()), 0);
            for (&(start, end), edit) in &of.edits {
                new += old.get(at..start as usize)?;
                new += &edit.new_text;
                at = end as usize;
            }
            new += old.get(at..)?;
            Some((path.clone(), new.into()))
        };
        self.0.iter().filter_map(new).collect()
    }

    /// The edits in the form that the client takes. An open document has the URI and the version that the client knows.
    pub(super) fn into_workspace_edit(self, documents: &Documents, client: &EditorClient) -> WorkspaceEdit {
        let known = |path: &str, uri: Uri| {
            let known = documents.get(path).and_then(|document| document.uri.parse().ok());
            known.unwrap_or(uri)
        };
        if !client.takes_document_changes {
            #[expect(clippy::mutable_key_type, reason = "`lsp-types` wants it; URIs do not change")]
            let changes: HashMap<Uri, Vec<TextEdit>> = self
                .0
                .into_iter()
                .map(|(path, of)| (known(&path, of.uri), of.edits.into_values().collect()))
                .collect();
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let edits = self.0.into_iter().map(|(path, of)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: known(&path, of.uri),
                version: documents.get(&path).map(|document| document.version),
            },
            edits: of.edits.into_values().map(OneOf::Left).collect(),
        });
        let document_changes = Some(DocumentChanges::Edits(edits.collect()));
        WorkspaceEdit { document_changes, ..WorkspaceEdit::default() }
    }
}
