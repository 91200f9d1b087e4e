//! Expressions cut into words, numbers, strings and single characters, whether or not they are valid.

use std::fmt;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    Word,
    Number,
    /// A string with its quotes.
    Text,
    Open,
    Close,
    /// Any other character.
    Sign,
}

/// A part of an expression: its text and its position. It prints as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Fragment<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'t> Fragment<'t> {
    pub(super) fn new(whole: &'t str, range: Range<usize>) -> Self {
        let (start, end) = (range.start, range.end);
        Self { text: whole.get(range).unwrap_or_default(), start, end }
    }

    /// From here to the end of another part.
    pub(super) fn to(self, last: Fragment<'_>) -> Range<usize> {
        self.start..last.end
    }

    /// Whether it begins with a quote.
    pub(super) fn is_quoted(self) -> bool {
        is_quoted(self.text)
    }

    /// Whether it is a name with members, or an integer.
    pub(super) fn is_path(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    }
}

/// Whether a text begins with a quote.
pub(super) fn is_quoted(text: &str) -> bool {
    text.starts_with(['\'', '"'])
}

/// A text without the quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['\'', '"'])
}

impl fmt::Display for Fragment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl AsRef<str> for Fragment<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl From<Fragment<'_>> for Range<usize> {
    fn from(fragment: Fragment<'_>) -> Self {
        fragment.start..fragment.end
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) kind: PieceKind,
    pub(super) at: Fragment<'t>,
    /// The position of the bracket that matches this one.
    pub(super) partner: Option<usize>,
}

impl Piece<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.at.text == text
    }
}

/// Cuts a text; blanks are left out.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (kind, size) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_digit() => (PieceKind::Number, number_size(rest)),
            c if is_word(c) => (PieceKind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len())),
            '\'' | '"' => (PieceKind::Text, text_size(rest, first)),
            '(' | '[' => (PieceKind::Open, 1),
            ')' | ']' => (PieceKind::Close, 1),
            c => (PieceKind::Sign, c.len_utf8()),
        };
        let position = pieces.len();
        let partner = if kind == PieceKind::Close { open.pop() } else { None };
        if kind == PieceKind::Open {
            open.push(position);
        }
        if let Some(opening) = partner.and_then(|partner| pieces.get_mut(partner)) {
            opening.partner = Some(position);
        }
        pieces.push(Piece { kind, at: Fragment::new(text, at..at + size), partner });
        at += size;
    }
    pieces
}

/// The size of a number with its fraction and the letters after it, such as a unit.
fn number_size(rest: &str) -> usize {
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let is_point = c == '.' && rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        if !(c.is_ascii_alphanumeric() || c == '_' || c == 'µ' || is_point) {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// The size of a string with its quotes; up to the end of the text if it is not closed.
fn text_size(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
