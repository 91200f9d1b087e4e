//! The canonical layout of JSON5 and JSON, as the edits that lead to it.

use super::client::EditorClient;
use super::document_request::DocumentRequest;
use super::documents::Documents;
use super::positions::LineTable;
use crate::diagnostic::Report;
use crate::edit::format;
use crate::syntax::{Format, limits::MAX_EDITED_SIZE, parse_lossless};
use crate::text::Sources;
use crate::workspace::FileKind;
use lsp_types::TextEdit;

/// The format that a document is read in; `None` if confc does not read it.
pub(super) fn format_of(path: &str) -> Option<Format> {
    match FileKind::of(path) {
        Some(FileKind::Manifest) => Some(Format::Json5),
        Some(FileKind::Declaration | FileKind::Values | FileKind::Plan) => None,
        None => Format::of(path),
    }
}

/// The edits that lay out a document. `None` for YAML, TOML and texts with syntax errors. The options of the request are
/// of no account: there is one layout.
pub(super) fn formatting(
    request: &DocumentRequest,
    documents: &Documents,
    client: &EditorClient,
) -> Option<Vec<TextEdit>> {
    let document = documents.get(&request.path)?;
    let syntax = format_of(&request.path).filter(|format| format.is_json())?;
    let text = &*document.text;
    if text.len() as u64 > MAX_EDITED_SIZE {
        return None;
    }
    let source = Sources::new().add_plain(request.path.clone(), text.to_owned());
    let parsed = parse_lossless(syntax, &source, &mut Report::new())?;
    let formatted = format(&parsed).ok()?;
    let table = LineTable::new(text, client.encoding);
    // The editor keeps the line ends of its text.
    let has_crlf = text.contains("\r\n");
    let edits = formatted.edits().into_iter().filter_map(|(start, end, new)| {
        let new_text = if has_crlf { new.replace('\n', "\r\n") } else { new };
        let is_same = text.get(start as usize..end as usize) == Some(new_text.as_str());
        (!is_same).then(|| TextEdit { range: table.range(text, start, end), new_text })
    });
    Some(edits.collect())
}
