//! The keys of a document, with the nesting of its text.

use super::client::EditorClient;
use super::document_request::DocumentRequest;
use super::documents::Documents;
use super::positions::LineTable;
use crate::syntax::{Format, SyntaxKind, SyntaxNode};
use crate::text::Span;
use crate::text::escape::plain;
use lsp_types::{DocumentSymbol, DocumentSymbolResponse, Location, Range, SymbolInformation, SymbolKind};

/// The most symbols of a document.
const MAX_SYMBOLS: usize = 10_000;
/// The deepest symbols.
const MAX_DEPTH: usize = 32;

/// The symbols of a document. `None` for files that confc does not read, and for texts with syntax errors.
pub(super) fn symbols(
    request: &DocumentRequest,
    documents: &Documents,
    client: &EditorClient,
) -> Option<DocumentSymbolResponse> {
    let parsed = documents.lossless(&request.path)?;
    let text = parsed.source().text();
    let mut writer = SymbolWriter { text, table: LineTable::new(text, client.encoding), left: MAX_SYMBOLS };
    let nested: Vec<DocumentSymbol> =
        parsed.syntax_roots().flat_map(|root| writer.members(root, MAX_DEPTH)).collect();
    if client.nests_symbols {
        return Some(DocumentSymbolResponse::Nested(nested));
    }
    let uri = documents.get(&request.path)?.uri.parse().ok()?;
    let mut flat = Vec::new();
    flatten(nested, None, &uri, &mut flat);
    Some(DocumentSymbolResponse::Flat(flat))
}

struct SymbolWriter<'t> {
    text: &'t str,
    table: LineTable,
    left: usize,
}

impl SymbolWriter<'_> {
    fn range(&self, span: Span) -> Range {
        self.table.range(self.text, span.start, span.end)
    }

    fn members(&mut self, node: SyntaxNode<'_>, depth: usize) -> Vec<DocumentSymbol> {
        let mut symbols = Vec::new();
        let Some(depth) = depth.checked_sub(1) else { return symbols };
        for (key, value) in node.members() {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            let name = plain(key.text()).to_string();
            let children = self.inside(value, depth);
            let mut range = self.range(whole(key.span(), value));
            // A table of TOML ends with its last key.
            range.end = children.iter().map(|child| child.range.end).fold(range.end, Ord::max);
            #[expect(deprecated, reason = "the field has no other default")]
            symbols.push(DocumentSymbol {
                name: if name.trim().is_empty() { "\"\"".into() } else { name },
                detail: None,
                kind: kind(value.kind()),
                tags: None,
                deprecated: None,
                range,
                selection_range: self.range(key.span()),
                children: (!children.is_empty()).then_some(children),
            });
        }
        symbols
    }

    /// The symbols in a value. Elements have no names, so the members of all of them are beside each other.
    fn inside(&mut self, value: SyntaxNode<'_>, depth: usize) -> Vec<DocumentSymbol> {
        let Some(below) = depth.checked_sub(1) else { return Vec::new() };
        match value.kind() {
            SyntaxKind::Object => self.members(value, depth),
            SyntaxKind::Array => value.elements().flat_map(|element| self.inside(element, below)).collect(),
            SyntaxKind::Null
            | SyntaxKind::True
            | SyntaxKind::False
            | SyntaxKind::Number
            | SyntaxKind::String
            | SyntaxKind::Disputed
            | SyntaxKind::Alias(_) => Vec::new(),
        }
    }
}

/// From the key to the end of its value. In TOML, the value of the name of a table has no text.
fn whole(key: Span, value: SyntaxNode<'_>) -> Span {
    let is_table = matches!(value.kind(), SyntaxKind::Object) && !value.raw().starts_with('{');
    let end = if is_table && value.document().format() == Format::Toml { key.end } else { value.whole().end };
    Span { end: end.max(key.end), ..key }
}

fn kind(kind: SyntaxKind) -> SymbolKind {
    match kind {
        SyntaxKind::Object => SymbolKind::OBJECT,
        SyntaxKind::Array => SymbolKind::ARRAY,
        SyntaxKind::Null
        | SyntaxKind::True
        | SyntaxKind::False
        | SyntaxKind::Number
        | SyntaxKind::String
        | SyntaxKind::Disputed
        | SyntaxKind::Alias(_) => SymbolKind::FIELD,
    }
}

/// The symbols one after the other, each with the name of the one around it.
fn flatten(
    symbols: Vec<DocumentSymbol>,
    around: Option<&str>,
    uri: &lsp_types::Uri,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let name = symbol.name.clone();
        #[expect(deprecated, reason = "the field has no other default")]
        flat.push(SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: symbol.range },
            container_name: around.map(str::to_owned),
        });
        flatten(symbol.children.unwrap_or_default(), Some(&name), uri, flat);
    }
}
