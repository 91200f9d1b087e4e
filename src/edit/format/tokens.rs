//! Lists the tokens of a document, including comments, with the line breaks between them.

use crate::syntax::{Document, Documentation, SyntaxElements, SyntaxKind, SyntaxMembers, SyntaxNode};
use crate::text::narrow;

/// The kind of a token. Colons and commas are not tokens: they follow from the others, except for a comma after the
/// last item, which means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyntaxTokenKind {
    /// `{`
    OpenObject,
    /// `}`
    CloseObject,
    /// `[`
    OpenArray,
    /// `]`
    CloseArray,
    /// The key of a member.
    Key,
    /// A value other than a container.
    Literal,
    /// `// …`, or `///` without effect.
    LineComment,
    /// `/* … */`
    BlockComment,
    /// `/// …` above a key.
    Documentation,
}

/// The distance to the previous token in lines. Commas and colons between them do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineStep {
    /// In the same line.
    Same,
    /// In the next line.
    Next,
    /// With an empty line between them.
    Blank,
}

/// A bracket, key, literal or comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct SyntaxToken {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The width on one line in columns; for an opening bracket, the width of the whole container.
    /// [`SyntaxToken::NEVER`] if it must not be on one line.
    pub(super) width: u32,
    pub(super) kind: SyntaxTokenKind,
    /// The distance to the previous token.
    pub(super) step: LineStep,
    /// Whether the comma that separates items is between the last item and this one.
    pub(super) is_separated: bool,
}

impl SyntaxToken {
    /// The width of a token that must not be on one line with others.
    pub(super) const NEVER: u32 = u32::MAX;

    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(super) fn is_comment(&self) -> bool {
        match self.kind {
            SyntaxTokenKind::LineComment | SyntaxTokenKind::BlockComment | SyntaxTokenKind::Documentation => {
                true
            }
            SyntaxTokenKind::OpenObject
            | SyntaxTokenKind::CloseObject
            | SyntaxTokenKind::OpenArray
            | SyntaxTokenKind::CloseArray
            | SyntaxTokenKind::Key
            | SyntaxTokenKind::Literal => false,
        }
    }

    pub(super) fn opens(&self) -> bool {
        matches!(self.kind, SyntaxTokenKind::OpenObject | SyntaxTokenKind::OpenArray)
    }

    pub(super) fn closes(&self) -> bool {
        matches!(self.kind, SyntaxTokenKind::CloseObject | SyntaxTokenKind::CloseArray)
    }
}

/// Returns all tokens of a complete document in JSON or JSON5. Takes time linear in the text.
pub(super) fn tokens(document: &Document) -> Vec<SyntaxToken> {
    let mut scanner = Scanner {
        text: document.source().text(),
        at: 0,
        documentation: document.documentation(),
        tokens: Vec::new(),
    };
    let mut open: Vec<UnreadContainer<'_>> = Vec::new();
    document.syntax_roots().for_each(|root| open.extend(scanner.value(root)));
    while let Some(container) = open.last_mut() {
        if let Some((key, value)) = container.next() {
            key.iter().for_each(|key| scanner.node(SyntaxTokenKind::Key, *key));
            open.extend(scanner.value(value));
        } else {
            let (kind, end) = (container.closed_by(), container.end);
            scanner.add(kind, end.saturating_sub(1), end);
            open.pop();
        }
    }
    scanner.gap(scanner.text.len());
    scanner.tokens
}

/// A container whose end was not read yet.
struct UnreadContainer<'d> {
    items: OpenItems<'d>,
    end: u32,
}

enum OpenItems<'d> {
    Members(SyntaxMembers<'d>),
    Elements(SyntaxElements<'d>),
}

impl<'d> UnreadContainer<'d> {
    fn next(&mut self) -> Option<(Option<SyntaxNode<'d>>, SyntaxNode<'d>)> {
        match &mut self.items {
            OpenItems::Members(members) => members.next().map(|(key, value)| (Some(key), value)),
            OpenItems::Elements(elements) => elements.next().map(|element| (None, element)),
        }
    }

    fn closed_by(&self) -> SyntaxTokenKind {
        match self.items {
            OpenItems::Members(_) => SyntaxTokenKind::CloseObject,
            OpenItems::Elements(_) => SyntaxTokenKind::CloseArray,
        }
    }
}

/// Line breaks since the previous token.
#[derive(Default)]
struct LineBreaks {
    /// The line breaks since the last token, comma or colon.
    run: u32,
    /// The most line breaks in one run.
    most: u32,
    is_separated: bool,
}

impl LineBreaks {
    fn end_run(&mut self) {
        (self.most, self.run) = (self.most.max(self.run), 0);
    }

    /// Returns the distance of the next token. A comma still separates a token after a comment.
    fn take(&mut self) -> (LineStep, bool) {
        self.end_run();
        let step = match std::mem::take(&mut self.most) {
            0 => LineStep::Same,
            1 => LineStep::Next,
            _ => LineStep::Blank,
        };
        (step, self.is_separated)
    }
}

struct Scanner<'d> {
    text: &'d str,
    /// The position up to which the text was read.
    at: usize,
    /// The documentation that was not read yet.
    documentation: &'d [Documentation],
    tokens: Vec<SyntaxToken>,
}

impl<'d> Scanner<'d> {
    /// Reads a value, or the opening bracket of a container.
    fn value(&mut self, node: SyntaxNode<'d>) -> Option<UnreadContainer<'d>> {
        let (start, end) = (node.span().start, node.span().end);
        let (kind, items) = match node.kind() {
            SyntaxKind::Object => (SyntaxTokenKind::OpenObject, OpenItems::Members(node.members())),
            SyntaxKind::Array => (SyntaxTokenKind::OpenArray, OpenItems::Elements(node.elements())),
            SyntaxKind::Null
            | SyntaxKind::True
            | SyntaxKind::False
            | SyntaxKind::Number
            | SyntaxKind::String
            | SyntaxKind::Disputed
            | SyntaxKind::Alias(_) => {
                self.add(SyntaxTokenKind::Literal, start, end);
                return None;
            }
        };
        self.add(kind, start, start + 1);
        Some(UnreadContainer { items, end })
    }

    fn node(&mut self, kind: SyntaxTokenKind, node: SyntaxNode<'d>) {
        self.add(kind, node.span().start, node.span().end);
    }

    fn add(&mut self, kind: SyntaxTokenKind, start: u32, end: u32) {
        let (step, is_separated) = self.gap(start as usize);
        self.push(kind, (start, end), step, is_separated);
        self.at = end as usize;
    }

    fn push(&mut self, kind: SyntaxTokenKind, (start, end): (u32, u32), step: LineStep, is_separated: bool) {
        self.tokens.push(SyntaxToken { start, end, width: 0, kind, step, is_separated });
    }

    /// Reads the comments up to a place, and returns the distance to the last of them. Only white space, comments,
    /// commas and colons are in between.
    fn gap(&mut self, to: usize) -> (LineStep, bool) {
        let bytes = self.text.as_bytes();
        let mut breaks = LineBreaks::default();
        while self.at < to {
            let rest = bytes.get(self.at..to).unwrap_or_default();
            match rest {
                [b'/', second, ..] => {
                    let length = if *second == b'*' { block_comment(rest) } else { line_comment(rest) };
                    self.comment(length, *second == b'*', &mut breaks);
                }
                [b' ', ..] => self.at += rest.iter().take_while(|byte| **byte == b' ').count(),
                [b'\r', b'\n', ..] => (self.at, breaks.run) = (self.at + 2, breaks.run + 1),
                [b'\r' | b'\n', ..] => (self.at, breaks.run) = (self.at + 1, breaks.run + 1),
                [0xe2, 0x80, 0xa8 | 0xa9, ..] => (self.at, breaks.run) = (self.at + 3, breaks.run + 1),
                [byte, ..] => {
                    if matches!(byte, b',' | b':') {
                        breaks.end_run();
                        breaks.is_separated |= *byte == b',';
                    }
                    self.at += 1;
                }
                [] => break,
            }
        }
        breaks.take()
    }

    fn comment(&mut self, length: usize, is_block: bool, breaks: &mut LineBreaks) {
        let (start, end) = (narrow(self.at), narrow(self.at + length));
        let is_behind = |(first, _): &(&Documentation, _)| first.span.end <= start;
        while let Some((_, rest)) = self.documentation.split_first().filter(is_behind) {
            self.documentation = rest;
        }
        let documents = self.documentation.first().is_some_and(|first| first.span.start <= start);
        let kind = match is_block {
            true => SyntaxTokenKind::BlockComment,
            false if documents => SyntaxTokenKind::Documentation,
            false => SyntaxTokenKind::LineComment,
        };
        let (step, is_separated) = breaks.take();
        self.push(kind, (start, end), step, is_separated);
        self.at += length;
    }
}

/// The length of the block comment that begins here.
fn block_comment(bytes: &[u8]) -> usize {
    let inside = bytes.get(2..).unwrap_or_default();
    inside.windows(2).position(|pair| pair == b"*/").map_or(bytes.len(), |at| at + 4)
}

/// The length of the line comment that begins here, without its line break.
fn line_comment(bytes: &[u8]) -> usize {
    let mut from = 0;
    while let Some(at) = bytes.iter().skip(from).position(|byte| matches!(byte, b'\n' | b'\r' | 0xe2)) {
        from += at;
        match bytes.get(from..) {
            Some([b'\n' | b'\r', ..] | [0xe2, 0x80, 0xa8 | 0xa9, ..]) => return from,
            Some(_) | None => from += 1,
        }
    }
    bytes.len()
}
