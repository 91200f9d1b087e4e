//! The brackets of a text, each with the indentation of its line.

use crate::syntax::places::content_start;
use crate::text::narrow;

/// The two kinds of container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum Bracket {
    /// `[ … ]`
    Square,
    /// `{ … }`
    Curly,
}

impl Bracket {
    /// The opening and the closing character.
    pub(in crate::syntax) fn characters(self) -> (char, char) {
        match self {
            Self::Square => ('[', ']'),
            Self::Curly => ('{', '}'),
        }
    }
}

/// The kind of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum MarkKind {
    Open(Bracket),
    Close(Bracket),
    /// The start of a statement, where no bracket can be open.
    Boundary,
}

/// A bracket, or a place where no bracket can be open.
#[derive(Debug, Clone, Copy)]
pub(in crate::syntax) struct BracketMark {
    pub(in crate::syntax) kind: MarkKind,
    /// Its byte offset.
    pub(in crate::syntax) start: u32,
    /// The white space at the start of its line, in bytes.
    pub(in crate::syntax) indent: u32,
    /// Whether it is the first text of its line.
    pub(in crate::syntax) is_first: bool,
}

impl BracketMark {
    /// The end of a text.
    pub(in crate::syntax) fn end(start: u32) -> Self {
        Self { kind: MarkKind::Boundary, start, indent: 0, is_first: false }
    }
}

/// Collects marks in the order of a text.
#[derive(Debug)]
pub(in crate::syntax) struct Marks<'s> {
    text: &'s str,
    list: Vec<BracketMark>,
    /// The start of the current line, and its indentation.
    line: usize,
    indent: usize,
    /// The position up to which line breaks were searched.
    seen: usize,
}

impl<'s> Marks<'s> {
    pub(in crate::syntax) fn new(text: &'s str) -> Self {
        let mut marks = Self { text, list: Vec::new(), line: 0, indent: 0, seen: 0 };
        marks.begin_line(content_start(text));
        marks
    }

    pub(in crate::syntax) fn into_list(self) -> Vec<BracketMark> {
        self.list
    }

    /// Adds a mark, which must not precede the last one.
    pub(in crate::syntax) fn push(&mut self, kind: MarkKind, start: usize) {
        let between = self.text.get(self.seen..start).unwrap_or_default();
        if let Some(feed) = between.rfind('\n') {
            self.begin_line(self.seen + feed + 1);
        }
        self.seen = start;
        let is_first = start == self.line + self.indent;
        let (start, indent) = (narrow(start), narrow(self.indent));
        self.list.push(BracketMark { kind, start, indent, is_first });
    }

    fn begin_line(&mut self, start: usize) {
        let rest = self.text.get(start..).unwrap_or_default();
        (self.line, self.seen) = (start, start);
        self.indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }
}
