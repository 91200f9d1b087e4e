//! The canonical layout of JSON5. It changes only the layout of a text.
//!
//! - A container is on one line if that takes at most 100 columns, unless the author has broken it directly after its
//!   opening bracket, or it holds a comment or a string of several lines. Otherwise each item has a separate line.
//! - Levels are indented by 4 spaces, and lines end in LF. One of several empty lines between items stays.
//! - Literals, quotes, keys and their order stay as they are. The last item of a broken container has a comma, except in
//!   JSON, which does not allow it.
//! - A comment on a separate line belongs to the next token; one on the line of an item follows that item; one between a
//!   key and its value stays there. The lines of a block comment keep their distances.
//!
//! The result is parsed again, and refused if it is not the same document with the same comments.

mod comments;
mod gap;
mod print;
mod tokens;
mod unified_diff;
mod widths;

use crate::diagnostic::Report;
use crate::syntax::limits::MAX_SIZE;
use crate::syntax::{Document, Format, parse_lossless};
use crate::text::{Source, Sources, narrow};
use print::{LayoutWriter, with_line_feeds};
use std::sync::Arc;
use tokens::{SyntaxToken, SyntaxTokenKind, tokens};

/// The largest size of the result relative to the document, which bounds its memory.
const MAX_GROWTH: usize = 32;
/// The size up to which a result is never refused.
const MAX_GROWN: usize = 1 << 20;

/// A text in the canonical layout.
#[derive(Debug, Clone)]
pub struct Formatted<'d> {
    document: &'d Document,
    /// The tokens of the document.
    old: Vec<SyntaxToken>,
    /// The tokens of the text, in the same number.
    new: Vec<SyntaxToken>,
    text: Arc<Source>,
}

/// Why a document is not formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFormatted {
    /// It is not written in JSON5 or JSON.
    Language,
    /// It has syntax errors, which were reported when it was read.
    Incomplete,
    /// The result would be too large: more than 32 times the size of the document, and more than 1 MiB, or more than
    /// [`MAX_SIZE`]. Deeply nested lines have much indentation.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The result would be another document, or lack a comment: a bug of this module.
    Changed,
}

/// Formats a document that was read by [`parse_lossless`].
///
/// Formatting the result again changes nothing. The result does not depend on white space within lines. Of the line
/// breaks, only those directly after an opening bracket, beside comments, and around empty lines matter. Only these
/// parts of the text can change: white space and line breaks outside strings, commas after last items, the side of a
/// comma or colon that a comment is on, the indentation of comments, white space at the ends of their lines (but not in
/// documentation), and in strings the line break after a backslash. A byte order mark is removed.
///
/// Takes time linear in the text and the result.
///
/// ```
/// use confc::diagnostic::Report;
/// use confc::edit::format;
/// use confc::syntax::{Format, parse_lossless};
/// use confc::text::Sources;
///
/// let text = "{a:1, // one\n'b' : [ 2,3 ]}";
/// let source = Sources::new().add("layer.json5".into(), text.into(), None);
/// let document = parse_lossless(Format::Json5, &source, &mut Report::new()).unwrap();
/// let formatted = format(&document).unwrap();
/// assert_eq!(formatted.text(), "{\n    a: 1, // one\n    'b': [2, 3],\n}\n");
/// ```
///
/// # Errors
/// Why the document is not formatted.
pub fn format(document: &Document) -> Result<Formatted<'_>, NotFormatted> {
    if !document.format().is_json() {
        return Err(NotFormatted::Language);
    }
    if !document.is_complete() {
        return Err(NotFormatted::Incomplete);
    }
    let source = document.source().text();
    let mut old = tokens(document);
    widths::measure(source, &mut old);
    let most = usize::try_from(MAX_SIZE).unwrap_or(usize::MAX);
    let limit = source.len().saturating_mul(MAX_GROWTH).clamp(MAX_GROWN, most);
    let writer = LayoutWriter::new(source, document.format() == Format::Json5, limit);
    let text = writer.print(&old).ok_or(NotFormatted::TooLarge { limit })?;
    let text = Sources::new().add(String::new(), text, None);
    let again = parse_lossless(document.format(), &text, &mut Report::new());
    let new = tokens(&again.ok_or(NotFormatted::Changed)?);
    if !is_same((source, &old), (text.text(), &new)) {
        return Err(NotFormatted::Changed);
    }
    Ok(Formatted { document, old, new, text })
}

/// Whether two texts have the same keys, literals, containers and comments, and the same documentation of the same
/// keys.
fn is_same((old_text, old): (&str, &[SyntaxToken]), (new_text, new): (&str, &[SyntaxToken])) -> bool {
    let is_same = |(old, new): (&SyntaxToken, &SyntaxToken)| {
        let (one, other) = (old.text(old_text), new.text(new_text));
        old.kind == new.kind
            && match old.kind {
                SyntaxTokenKind::BlockComment => comments::are_alike(one, other),
                SyntaxTokenKind::LineComment => comments::trimmed(one) == comments::trimmed(other),
                SyntaxTokenKind::Documentation => one == other,
                SyntaxTokenKind::Key
                | SyntaxTokenKind::Literal
                | SyntaxTokenKind::OpenObject
                | SyntaxTokenKind::CloseObject
                | SyntaxTokenKind::OpenArray
                | SyntaxTokenKind::CloseArray => with_line_feeds(one) == with_line_feeds(other),
            }
    };
    // The reader of tokens might lose a token in both texts, so the characters are compared, too.
    old.len() == new.len() && old.iter().zip(new).all(is_same) && is_same_visibly(old_text, new_text)
}

/// Whether two texts have the same characters in the same order, except for white space and separators of items.
fn is_same_visibly(one: &str, other: &str) -> bool {
    fn bytes(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b',' | b':'))
    }
    fn characters(text: &str) -> impl Iterator<Item = char> {
        text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ':' | '\u{feff}'))
    }
    // The comparison of bytes is faster, and is enough for texts without white space beyond ASCII.
    bytes(one).eq(bytes(other)) || characters(one).eq(characters(other))
}

impl Formatted<'_> {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Whether the layout has changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.document.source().text() != self.text.text()
    }

    /// The changes as edits: byte ranges of the document with their new text, ascending and apart. Each is between two
    /// tokens, or a comment.
    #[must_use]
    pub fn edits(&self) -> Vec<(u32, u32, String)> {
        let (old, new) = (self.document.source().text(), self.text());
        let mut edits = Vec::new();
        let mut change = |from: (u32, u32), to: (u32, u32)| {
            let part = |text: &str, (start, end): (u32, u32)| {
                text.get(start as usize..end as usize).unwrap_or_default().to_owned()
            };
            let (before, after) = (part(old, from), part(new, to));
            if before != after {
                edits.push((from.0, from.1, after));
            }
        };
        let mut copied = (0, 0);
        for (one, other) in self.old.iter().zip(&self.new) {
            change((copied.0, one.start), (copied.1, other.start));
            change((one.start, one.end), (other.start, other.end));
            copied = (one.end, other.end);
        }
        change((copied.0, narrow(old.len())), (copied.1, narrow(new.len())));
        edits
    }

    /// The changes as a unified diff for `patch` and `git apply`, with three lines of context; empty without changes.
    /// Lines end at LF. `name` is the name of the file, before and after.
    ///
    /// It contains lines of the document with any secrets in them.
    #[must_use]
    pub fn unified_diff(&self, name: &str) -> String {
        let old = (self.document.source().text(), self.old.as_slice());
        unified_diff::unified_diff(name, old, (self.text(), &self.new))
    }
}

#[cfg(test)]
mod tests;
