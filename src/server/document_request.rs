//! Requests about documents and fields, as the client sends them.

use super::field_search::FieldSearch;
use super::message::{ErrorCode, RequestId};
use super::name_request::{NameGoal, NameRequest};
use super::subject::CheckSubject;
use super::uri::{path_of, with_strict_uris};
use crate::manifest::normalized_path;
use lsp_types::{
    CodeActionParams, CompletionParams, DocumentFormattingParams, DocumentSymbolParams, FoldingRangeParams,
    GotoDefinitionParams, HoverParams, InlayHintParams, Position, Range, ReferenceParams, RenameParams,
    TextDocumentIdentifier, TextDocumentPositionParams, WorkspaceSymbolParams,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A request about a document, or a search for fields, which has no document.
pub(super) struct DocumentRequest {
    pub(super) id: RequestId,
    /// The normalized absolute path of the document; empty for one that is no file.
    pub(super) path: String,
    pub(super) kind: RequestKind,
}

/// The kinds of requests.
pub(super) enum RequestKind {
    Hover(Position),
    Completion(Position),
    Definition(Position),
    /// The range, and whether all safe fixes are asked for, quick fixes, or both.
    CodeAction(Range, ActionKinds),
    Formatting,
    Symbols,
    Folding,
    InlayHints(Range),
    FieldSearch(FieldSearch),
    PrepareRename(Position),
    /// References, or a rename.
    Names(NameRequest),
}

/// A request that several subjects answer together.
pub(super) enum Survey<'r> {
    Fields(&'r mut FieldSearch),
    Names(&'r mut NameRequest),
}

impl Survey<'_> {
    /// Leaves out a subject, which cannot be read.
    pub(super) fn skip(self, subject: CheckSubject) {
        match self {
            Self::Fields(search) => search.skip(subject),
            Self::Names(names) => names.skip(subject),
        }
    }

    /// Drops all results, because a text has changed.
    pub(super) fn restart(self) {
        match self {
            Self::Fields(search) => search.restart(),
            Self::Names(names) => names.restart(),
        }
    }
}

/// The kinds of code actions that a client asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActionKinds {
    pub(super) quick_fixes: bool,
    pub(super) fix_all: bool,
}

impl DocumentRequest {
    /// Whether the answer depends on declarations.
    pub(super) fn needs_declarations(&self) -> bool {
        match self.kind {
            RequestKind::Hover(_)
            | RequestKind::Completion(_)
            | RequestKind::Definition(_)
            | RequestKind::FieldSearch(_)
            | RequestKind::PrepareRename(_)
            | RequestKind::Names(_) => true,
            RequestKind::CodeAction(..)
            | RequestKind::Formatting
            | RequestKind::Symbols
            | RequestKind::Folding
            | RequestKind::InlayHints(_) => false,
        }
    }

    /// Whether it asks for inlay hints.
    pub(super) fn is_hint(&self) -> bool {
        matches!(self.kind, RequestKind::InlayHints(_))
    }

    /// The survey, if the request is one.
    pub(super) fn survey(&mut self) -> Option<Survey<'_>> {
        match &mut self.kind {
            RequestKind::FieldSearch(search) => Some(Survey::Fields(search)),
            RequestKind::Names(names) => Some(Survey::Names(names)),
            RequestKind::Hover(_)
            | RequestKind::Completion(_)
            | RequestKind::Definition(_)
            | RequestKind::CodeAction(..)
            | RequestKind::Formatting
            | RequestKind::Symbols
            | RequestKind::Folding
            | RequestKind::InlayHints(_)
            | RequestKind::PrepareRename(_) => None,
        }
    }

    /// Reads a request.
    ///
    /// # Errors
    ///
    /// An unknown method, and parameters that do not fit it.
    pub(super) fn read(
        id: RequestId,
        method: &str,
        params: Value,
    ) -> Result<Self, (ErrorCode, &'static str)> {
        let (document, kind) = match method {
            "workspace/symbol" => {
                let WorkspaceSymbolParams { query, .. } = read(params)?;
                let kind = RequestKind::FieldSearch(FieldSearch::new(&query));
                return Ok(Self { id, path: String::new(), kind });
            }
            "textDocument/hover" => {
                let HoverParams { text_document_position_params: of, .. } = read(params)?;
                at(of, RequestKind::Hover)
            }
            "textDocument/completion" => {
                let CompletionParams { text_document_position: of, .. } = read(params)?;
                at(of, RequestKind::Completion)
            }
            "textDocument/definition" => {
                let GotoDefinitionParams { text_document_position_params: of, .. } = read(params)?;
                at(of, RequestKind::Definition)
            }
            "textDocument/references" => {
                let ReferenceParams { text_document_position: of, context, .. } = read(params)?;
                let goal = NameGoal::References { with_declaration: context.include_declaration };
                at(of, |position| RequestKind::Names(NameRequest::new(position, goal)))
            }
            "textDocument/prepareRename" => at(read(params)?, RequestKind::PrepareRename),
            "textDocument/rename" => {
                let RenameParams { text_document_position: of, new_name: to, .. } = read(params)?;
                let goal = NameGoal::Rename { to };
                at(of, |position| RequestKind::Names(NameRequest::new(position, goal)))
            }
            "textDocument/codeAction" => {
                let CodeActionParams { text_document, range, context, .. } = read(params)?;
                let asks = |kind: &str| {
                    let is_above = |asked: &str| kind == asked || kind.starts_with(&format!("{asked}."));
                    let only = context.only.as_ref();
                    only.is_none_or(|only| {
                        only.iter().any(|asked| asked.as_str().is_empty() || is_above(asked.as_str()))
                    })
                };
                let kinds = ActionKinds {
                    quick_fixes: asks("quickfix"),
                    // Only offered if the client asks for source actions.
                    fix_all: context.only.is_some() && asks(super::capabilities::FIX_ALL),
                };
                (text_document, RequestKind::CodeAction(range, kinds))
            }
            "textDocument/formatting" => {
                let DocumentFormattingParams { text_document, .. } = read(params)?;
                (text_document, RequestKind::Formatting)
            }
            "textDocument/documentSymbol" => {
                let DocumentSymbolParams { text_document, .. } = read(params)?;
                (text_document, RequestKind::Symbols)
            }
            "textDocument/foldingRange" => {
                let FoldingRangeParams { text_document, .. } = read(params)?;
                (text_document, RequestKind::Folding)
            }
            "textDocument/inlayHint" => {
                let InlayHintParams { text_document, range, .. } = read(params)?;
                (text_document, RequestKind::InlayHints(range))
            }
            _ => return Err((ErrorCode::MethodNotFound, "unknown method")),
        };
        let path = path_of(document.uri.as_str()).map(|path| normalized_path(&path)).unwrap_or_default();
        Ok(Self { id, path, kind })
    }
}

fn at(
    of: TextDocumentPositionParams,
    kind: impl FnOnce(Position) -> RequestKind,
) -> (TextDocumentIdentifier, RequestKind) {
    (of.text_document, kind(of.position))
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, &'static str)> {
    let refused = (ErrorCode::InvalidParams, "the parameters do not fit the method");
    serde_json::from_value(with_strict_uris(params)).map_err(|_| refused)
}
