//! The capabilities of the client, from `initialize`, and its settings.

use super::markup::Markup;
use super::positions::PositionEncoding;
use lsp_types::ClientCapabilities;
use serde_json::Value;

/// The capabilities of the client that change the messages of the server.
#[derive(Debug, Clone, Copy)]
pub(super) struct EditorClient {
    pub(super) encoding: PositionEncoding,
    /// Whether it offered encodings of positions, and so understands the answer.
    pub(super) offers_encodings: bool,
    /// The markup of hovers.
    pub(super) hover: Markup,
    /// The markup of the documentation of completions.
    pub(super) completion: Markup,
    /// Whether edits may name the versions of texts.
    pub(super) takes_document_changes: bool,
    /// Whether diagnostics may name other places.
    pub(super) shows_related: bool,
    /// Whether symbols may be nested.
    pub(super) nests_symbols: bool,
    /// Whether it asks what can be renamed.
    pub(super) prepares_renames: bool,
    /// Whether changes of files on disk can be subscribed to.
    pub(super) watches_files: bool,
    /// Whether it answers questions about settings.
    pub(super) has_settings: bool,
    /// Whether formatting can be registered for some documents alone.
    pub(super) registers_formatting: bool,
    /// Whether it folds whole lines only.
    pub(super) folds_lines: bool,
    /// The most ranges that it folds in a document.
    pub(super) fold_limit: Option<u32>,
    /// Whether the server can let it ask for inlay hints again.
    pub(super) refreshes_hints: bool,
}

impl EditorClient {
    /// Reads the capabilities of `initialize`. Absent ones count as unsupported.
    pub(super) fn new(capabilities: &ClientCapabilities) -> Self {
        let offered = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let text = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let hover = text.and_then(|text| text.hover.as_ref()).and_then(|hover| hover.content_format.as_ref());
        let completion = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        let documentation = completion.and_then(|item| item.documentation_format.as_ref());
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let rename = text.and_then(|text| text.rename.as_ref());
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let formatting = text.and_then(|text| text.formatting.as_ref());
        let folding = text.and_then(|text| text.folding_range.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        Self {
            encoding: offered.map_or(PositionEncoding::Utf16, |offered| PositionEncoding::select(offered)),
            offers_encodings: offered.is_some(),
            hover: Markup::select(hover),
            completion: Markup::select(documentation),
            takes_document_changes: edit.is_some_and(|edit| edit.document_changes == Some(true)),
            shows_related: published.is_some_and(|published| published.related_information == Some(true)),
            nests_symbols: symbols
                .is_some_and(|symbols| symbols.hierarchical_document_symbol_support == Some(true)),
            prepares_renames: rename.is_some_and(|rename| rename.prepare_support == Some(true)),
            watches_files: watched.is_some_and(|watched| watched.dynamic_registration == Some(true)),
            has_settings: workspace.is_some_and(|workspace| workspace.configuration == Some(true)),
            registers_formatting: formatting
                .is_some_and(|formatting| formatting.dynamic_registration == Some(true)),
            folds_lines: folding.is_some_and(|folding| folding.line_folding_only == Some(true)),
            fold_limit: folding.and_then(|folding| folding.range_limit),
            refreshes_hints: hints.is_some_and(|hints| hints.refresh_support == Some(true)),
        }
    }
}

/// The section `confc` of the client's settings. Paths are relative to the workspace folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Settings {
    /// The product files; without any they are looked for beside and above open files.
    pub(super) products: Vec<String>,
    /// The folder of `//` in includes of manifests that no product names.
    pub(super) include_root: Option<String>,
    /// Folders for such includes.
    pub(super) include_path: Vec<String>,
    /// Restricted features that such manifests may use.
    pub(super) features: Vec<String>,
    /// The policy of such manifests.
    pub(super) policy: Option<String>,
    /// Whether layers have inlay hints.
    pub(super) inlay_hints: bool,
}

impl Settings {
    /// Reads the settings. Members of another type are ignored, since a client shows mistakes in its settings itself.
    pub(super) fn read(settings: &Value) -> Self {
        let text = |key| Some(settings.get(key)?.as_str()?.to_owned()).filter(|text| !text.is_empty());
        let texts = |key| {
            let items = settings.get(key).and_then(Value::as_array).into_iter().flatten();
            items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
        };
        Self {
            products: texts("products"),
            include_root: text("includeRoot"),
            include_path: texts("includePath"),
            features: texts("features"),
            policy: text("policy"),
            inlay_hints: settings.get("inlayHints").and_then(Value::as_bool).unwrap_or_default(),
        }
    }
}
