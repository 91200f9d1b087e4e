//! The parts of a document that editors can fold: objects, arrays, tables, and comments of several lines.

use super::client::EditorClient;
use super::comment_lines::comment_runs;
use super::documents::Documents;
use super::positions::LineTable;
use crate::syntax::{Document, Format, Style, SyntaxKind, SyntaxNode};
use lsp_types::{FoldingRange, FoldingRangeKind, Position};
use std::cmp::Reverse;

/// The most ranges of a document.
const MAX_RANGES: usize = 10_000;
/// The depth of comments, which is deeper than any container. A document with too many ranges loses the
/// deepest ones first.
const OF_COMMENTS: usize = usize::MAX;

/// The ranges to fold in a document, in order, at most one per line for a client that folds lines. `None` for files that
/// confc does not read, and for texts with syntax errors.
///
/// The limit leaves out comments, and then the deepest containers.
pub(super) fn folding_ranges(
    path: &str,
    documents: &Documents,
    client: &EditorClient,
) -> Option<Vec<FoldingRange>> {
    let parsed = documents.lossless(path)?;
    let text = parsed.source().text();
    let table = LineTable::new(text, client.encoding);
    let mut folder = Folder { text, table, client, ranges: Vec::new(), scalars: Vec::new() };
    for root in parsed.syntax_roots() {
        folder.value(root, None, 0);
    }
    folder.comments(&parsed);
    let mut ranges = folder.ranges;
    if client.folds_lines {
        ranges.sort_by_key(|(depth, range)| (range.start_line, *depth));
        ranges.dedup_by_key(|(_, range)| range.start_line);
    }
    let limit = client.fold_limit.map_or(MAX_RANGES, |limit| MAX_RANGES.min(limit as usize));
    ranges.sort_by_key(|(depth, _)| *depth);
    ranges.truncate(limit);
    let mut ranges: Vec<_> = ranges.into_iter().map(|(_, range)| range).collect();
    ranges.sort_by_key(|range| (range.start_line, range.start_character, Reverse(range.end_line)));
    Some(ranges)
}

struct Folder<'t> {
    text: &'t str,
    table: LineTable,
    client: &'t EditorClient,
    /// The ranges with their depths.
    ranges: Vec<(usize, FoldingRange)>,
    /// The byte offsets of all keys and scalars.
    scalars: Vec<(u32, u32)>,
}

impl Folder<'_> {
    fn position(&self, offset: u32) -> Position {
        self.table.position(self.text, offset)
    }

    /// Adds the ranges in a value. `header` is the end of the key before it. Recursion is limited by the depth of
    /// documents. Returns the end of the value; a table of TOML ends before the tables in it.
    fn value(&mut self, value: SyntaxNode<'_>, header: Option<u32>, depth: usize) -> u32 {
        let (span, is_table) = (value.span(), is_table(value));
        let mut end = if is_table { header.unwrap_or(span.start) } else { span.end };
        match value.kind() {
            SyntaxKind::Object => {
                for (key, member) in value.members() {
                    self.value(key, None, depth + 1);
                    let end_of_member = self.value(member, Some(key.span().end), depth + 1);
                    if is_table && !has_header(member) {
                        end = end.max(end_of_member);
                    }
                }
            }
            SyntaxKind::Array => {
                for element in value.elements() {
                    self.value(element, None, depth + 1);
                }
            }
            SyntaxKind::Null
            | SyntaxKind::True
            | SyntaxKind::False
            | SyntaxKind::Number
            | SyntaxKind::String
            | SyntaxKind::Disputed
            | SyntaxKind::Alias(_) => {
                self.scalars.push((span.start, span.end));
                return end;
            }
        }
        let has_brackets = value.raw().starts_with(['{', '[']);
        if has_brackets && !is_table && !has_header(value) {
            self.brackets(span.start, span.end, depth);
        } else if depth > 0 && (value.style() == Style::Block || (is_table && has_header(value))) {
            // The root has no line of its own that would stay.
            self.lines(header.unwrap_or(span.start), end, depth);
        }
        end
    }

    /// Adds the range between two brackets. For a client that folds lines, the line of the closing bracket stays if the
    /// bracket is the first character in it.
    fn brackets(&mut self, start: u32, end: u32, depth: usize) {
        let end = end.saturating_sub(1);
        let (open, close) = (self.position(start + 1), self.position(end));
        if open.line >= close.line {
            return;
        }
        if !self.client.folds_lines {
            let characters = (Some(open.character), Some(close.character));
            return self.ranges.push((depth, range((open.line, close.line), characters, None)));
        }
        let line = self.table.offset(self.text, Position { line: close.line, character: 0 });
        let before = self.text.get(line as usize..end as usize).unwrap_or_default();
        let last = if before.trim_start().is_empty() { close.line.saturating_sub(1) } else { close.line };
        self.whole_lines((open.line, last), depth, None);
    }

    /// Adds the lines after the one of an offset, up to the line of another one.
    fn lines(&mut self, start: u32, end: u32, depth: usize) {
        self.whole_lines((self.position(start).line, self.position(end).line), depth, None);
    }

    fn whole_lines(&mut self, lines: (u32, u32), depth: usize, kind: Option<FoldingRangeKind>) {
        if lines.0 < lines.1 {
            self.ranges.push((depth, range(lines, (None, None), kind)));
        }
    }

    fn comments(&mut self, document: &Document) {
        // The tables of TOML are not in the order of the text.
        self.scalars.sort_unstable();
        for lines in comment_runs(self.text, document.format(), &self.scalars, &self.table) {
            self.whole_lines(lines, OF_COMMENTS, Some(FoldingRangeKind::Comment));
        }
    }
}

/// Whether a value is a table of TOML without brackets of its own: its members are elsewhere.
fn is_table(value: SyntaxNode<'_>) -> bool {
    let is_toml = value.document().format() == Format::Toml;
    is_toml && value.kind() == SyntaxKind::Object && !value.raw().starts_with('{')
}

/// Whether a value is a table with a header, or an array of such tables.
fn has_header(value: SyntaxNode<'_>) -> bool {
    let is_of_tables = || value.elements().next().is_some_and(is_table);
    if is_table(value) { value.raw().starts_with('[') } else { is_of_tables() }
}

fn range(
    (start_line, end_line): (u32, u32),
    (start_character, end_character): (Option<u32>, Option<u32>),
    kind: Option<FoldingRangeKind>,
) -> FoldingRange {
    FoldingRange { start_line, start_character, end_line, end_character, kind, collapsed_text: None }
}
