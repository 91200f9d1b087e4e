//! The canonical layout of JSON5 and JSON, as edits.

use super::client::EditorClient;
use super::document_request::DocumentRequest;
use super::documents::{Documents, format_of};
use super::positions::LineTable;
use crate::edit::format;
use lsp_types::TextEdit;

/// The edits that lay out a document. `None` for YAML, TOML and texts with syntax errors. The options of the request have
/// no effect: there is one layout.
pub(super) fn formatting(
    request: &DocumentRequest,
    documents: &Documents,
    client: &EditorClient,
) -> Option<Vec<TextEdit>> {
    format_of(&request.path).filter(|format| format.is_json())?;
    let parsed = documents.lossless(&request.path)?;
    let text = parsed.source().text();
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
