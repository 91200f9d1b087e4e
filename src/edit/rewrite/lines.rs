//! Lines of a text, and the white space and comments between values.

use crate::syntax::{Document, Format, content_start};
use crate::text::{Source, narrow};

/// A text, seen as lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'t> {
    pub(super) text: &'t str,
    source: &'t Source,
    syntax: Format,
}

impl<'t> Lines<'t> {
    pub(super) fn of(resource: &'t Document) -> Self {
        let source = resource.source();
        Self { text: source.text(), source, syntax: resource.format() }
    }

    pub(super) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn from(self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    /// The start of the line at a place, after a byte order mark.
    pub(super) fn start(self, at: usize) -> usize {
        let (start, _) = self.source.line_around(narrow(at));
        (start as usize).max(content_start(self.text))
    }

    /// The end of the line at a place, before its line break.
    pub(super) fn end(self, at: usize) -> usize {
        let line = self.slice(at, self.next(at));
        let content = line.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        at + content.unwrap_or(line).len()
    }

    /// The start of the next line; after the last line, the end of the text.
    pub(super) fn next(self, at: usize) -> usize {
        let (_, next) = self.source.line_around(narrow(at));
        next as usize
    }

    /// Whether the line at a place is the only one.
    pub(super) fn is_only(self, at: usize) -> bool {
        self.start(at) <= content_start(self.text) && self.next(at) >= self.text.len()
    }

    /// The column of a place, from 0.
    pub(super) fn column(self, at: usize) -> usize {
        self.slice(self.start(at), at).chars().count()
    }

    /// The white space at the start of the line at a place.
    pub(super) fn indentation(self, at: usize) -> &'t str {
        let line = self.slice(self.start(at), self.end(at));
        line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
    }

    /// Whether only white space precedes a place on its line.
    pub(super) fn is_first(self, at: usize) -> bool {
        self.slice(self.start(at), at).trim().is_empty()
    }

    /// Whether only white space and comments follow a place on its line.
    pub(super) fn is_last(self, at: usize) -> bool {
        let (end, behind) = (self.end(at), self.skip(at));
        behind >= end || self.slice(at, end).trim().is_empty()
    }

    /// The end of the comment at the start of this text; `None` without one.
    fn comment(self, text: &str) -> Option<usize> {
        let line = || text.find(['\n', '\r']).unwrap_or(text.len());
        match self.syntax {
            Format::Yaml | Format::Toml | Format::Env => text.starts_with('#').then(line),
            Format::Json | Format::Json5 if text.starts_with("//") => Some(line()),
            Format::Json | Format::Json5 => {
                let inside = text.strip_prefix("/*")?;
                Some(inside.find("*/").map_or(text.len(), |end| end + 4))
            }
        }
    }

    /// The first place from here on that is outside white space and comments.
    pub(super) fn skip(self, mut at: usize) -> usize {
        loop {
            let rest = self.from(at);
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            at += rest.len() - trimmed.len();
            match self.comment(trimmed) {
                Some(length) => at += length,
                None => return at,
            }
        }
    }

    /// Whether a line holds only a comment, with an indentation in this range.
    fn is_comment(self, start: usize, indentation: std::ops::RangeInclusive<usize>) -> bool {
        let line = self.slice(start, self.end(start));
        let trimmed = line.trim_start();
        let whole = self
            .comment(trimmed)
            .is_some_and(|length| trimmed.get(length..).is_none_or(|rest| rest.trim().is_empty()));
        whole && indentation.contains(&(line.len() - trimmed.len()))
    }

    /// The start of the comments directly above a line that belong to it: their indentation is not larger. Without any,
    /// the start of the line.
    pub(super) fn above(self, at: usize, column: usize) -> usize {
        let mut start = self.start(at);
        while let Some(before) = start.checked_sub(1).map(|feed| self.start(feed)) {
            if before == start || !self.is_comment(before, 0..=column) {
                break;
            }
            start = before;
        }
        start
    }

    /// The end of the comments directly below the line of a place that belong to it: their column is larger. It is the
    /// start of a line, or the end of the text.
    pub(super) fn below(self, at: usize, column: usize) -> usize {
        let mut next = self.next(at);
        while next < self.text.len() && self.is_comment(next, column + 1..=usize::MAX) {
            next = self.next(next);
        }
        next
    }
}
