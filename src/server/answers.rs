//! Who answers a request about a document.

use super::client::EditorClient;
use super::document_request::{DocumentRequest, RequestKind};
use super::documents::Documents;
use super::message::ErrorCode;
use super::requested_document::RequestedDocument;
use super::texts::Texts;
use super::uri::path_of;
use super::view::SubjectView;
use super::{
    actions, completion, definition, folding, formatting, hover, inlay_hints, name_request, symbols,
};
use crate::manifest::normalized_path;
use lsp_types::Location;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// A result, or an error with a message that quotes no text of a document.
pub(super) type Answered = Result<Value, (ErrorCode, Cow<'static, str>)>;

fn value(result: &impl Serialize) -> Answered {
    serde_json::to_value(result).map_err(|_| (ErrorCode::InternalError, "cannot serialize the result".into()))
}

/// Answers a request about a document of a view.
pub(super) fn answer(
    request: &DocumentRequest,
    view: &mut SubjectView<'_>,
    texts: &Texts<'_>,
    (documents, client, workspace): (&Documents, &EditorClient, &[String]),
) -> Answered {
    let needs_all = match request.kind {
        RequestKind::CodeAction(..) | RequestKind::InlayHints(_) => true,
        // Hover over earlier texts shows no values.
        RequestKind::Hover(_) => !view.is_earlier,
        RequestKind::Completion(_)
        | RequestKind::Definition(_)
        | RequestKind::Formatting
        | RequestKind::Symbols
        | RequestKind::Folding
        | RequestKind::FieldSearch(_)
        | RequestKind::PrepareRename(_)
        | RequestKind::Names(_) => false,
    };
    if needs_all {
        view.outcomes();
    }
    let view = &*view;
    let Some(source) = texts.source(&request.path) else {
        return without_view(request, documents, (client, workspace));
    };
    let requested = RequestedDocument { view, texts, client, path: &request.path, source };
    match &request.kind {
        RequestKind::Hover(position) => value(&hover::hover(&requested, requested.offset(*position))),
        RequestKind::Completion(position) => {
            value(&completion::completion(&requested, requested.offset(*position)))
        }
        RequestKind::Definition(position) => {
            let found = definition::definition(&requested, requested.offset(*position));
            value(&found.filter(|location| is_present(location, texts, documents)))
        }
        RequestKind::CodeAction(range, kinds) => {
            value(&actions::actions(&requested, documents, *range, *kinds))
        }
        RequestKind::InlayHints(range) => value(&inlay_hints::inlay_hints(&requested, *range)),
        RequestKind::Symbols
        | RequestKind::Folding
        | RequestKind::Formatting
        | RequestKind::FieldSearch(_)
        | RequestKind::Names(_) => without_view(request, documents, (client, workspace)),
        RequestKind::PrepareRename(position) => {
            value(&name_request::prepared(&requested, requested.offset(*position)))
        }
    }
}

/// Answers a request about a document that no product names, and that is checked by itself neither.
pub(super) fn without_view(
    request: &DocumentRequest,
    documents: &Documents,
    (client, workspace): (&EditorClient, &[String]),
) -> Answered {
    match &request.kind {
        RequestKind::Symbols => value(&symbols::symbols(request, documents, client)),
        RequestKind::Formatting => value(&formatting::formatting(request, documents, client)),
        RequestKind::Folding => value(&folding::folding_ranges(&request.path, documents, client)),
        RequestKind::FieldSearch(search) => value(&search.symbols()),
        RequestKind::Names(names) if names.is_rename() => {
            match names.workspace_edit(workspace, documents, client) {
                Ok(edit) => value(&edit),
                Err(refusal) => Err((ErrorCode::RequestFailed, refusal.into())),
            }
        }
        RequestKind::Names(names) => value(&names.locations()),
        RequestKind::PrepareRename(_)
        | RequestKind::Hover(_)
        | RequestKind::Completion(_)
        | RequestKind::Definition(_)
        | RequestKind::InlayHints(_)
        | RequestKind::CodeAction(..) => Ok(Value::Null),
    }
}

/// Whether a place is in the present text of its document. Answers by earlier texts may have others.
pub(super) fn is_present(location: &Location, texts: &Texts<'_>, documents: &Documents) -> bool {
    let path = path_of(location.uri.as_str()).map(|path| normalized_path(&path)).unwrap_or_default();
    match documents.get(&path) {
        Some(document) => texts.source(&path).is_none_or(|source| *document.text == *source.text()),
        None => !texts.is_open(&path),
    }
}
