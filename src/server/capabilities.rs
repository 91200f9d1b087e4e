//! What the server offers, and what it registers with the client.

use super::client::EditorClient;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, DocumentFilter, FileSystemWatcher,
    FoldingRangeProviderCapability, GlobPattern, HoverProviderCapability, InitializeResult, OneOf,
    Registration, RenameOptions, SaveOptions, ServerCapabilities, ServerInfo,
    TextDocumentRegistrationOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};

/// The kind of the action that applies all safe fixes of a file.
pub(super) const FIX_ALL: &str = "source.fixAll.confc";

/// The languages that `confc fmt` lays out. For others, other formatters are in use.
const FORMATTED: &[&str] = &["confc", "json5", "json", "jsonc"];

/// The files whose changes on disk concern products.
const WATCHED: &str = "**/*.{cml,cm,json5,json,yaml,yml,toml,env}";

/// The answer to `initialize`.
pub(super) fn capabilities(client: &EditorClient) -> InitializeResult {
    let save = TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) });
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        // Whole texts are sent: they decode in microseconds and cannot drift from the editor's.
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(save),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::new(FIX_ALL)]),
        ..CodeActionOptions::default()
    };
    let completion = CompletionOptions {
        trigger_characters: Some(
            [".", "\"", "'", ":", "=", " ", "/", "$", "{", "("].map(str::to_owned).into(),
        ),
        ..CompletionOptions::default()
    };
    let rename = match client.prepares_renames {
        true => OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        false => OneOf::Left(true),
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: client.offers_encodings.then(|| client.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(completion),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            rename_provider: Some(rename),
            document_symbol_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            // Without the setting there are no hints, and the answer takes no time.
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
            document_formatting_provider: (!client.registers_formatting).then_some(OneOf::Left(true)),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "confc".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        }),
    }
}

/// What is registered after `initialized`.
pub(super) fn registrations(client: &EditorClient) -> Vec<Registration> {
    let mut registrations = Vec::new();
    if client.watches_files {
        let watcher = FileSystemWatcher { glob_pattern: GlobPattern::String(WATCHED.into()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: vec![watcher] };
        registrations.push(registration("workspace/didChangeWatchedFiles", &options));
    }
    if client.registers_formatting {
        let filter = |language: &&str| DocumentFilter {
            language: Some((*language).to_owned()),
            scheme: Some("file".into()),
            pattern: None,
        };
        let selector = Some(FORMATTED.iter().map(filter).collect());
        let options = TextDocumentRegistrationOptions { document_selector: selector };
        registrations.push(registration("textDocument/formatting", &options));
    }
    registrations
}

fn registration(method: &str, options: &impl serde::Serialize) -> Registration {
    let register_options = serde_json::to_value(options).ok();
    Registration { id: method.to_owned(), method: method.to_owned(), register_options }
}
