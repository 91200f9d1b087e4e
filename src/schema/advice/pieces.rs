//! Expressions cut into words, numbers, strings and single characters, whether or not they are valid.

use super::RefusedText;
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

/// A part of an expression: its text and where it is. It is shown as its text.
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

    /// Whether it is a string with its quotes, or begins like one.
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
    partner: Option<usize>,
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

/// The size of a number with its fraction and the letters after it, such as those of a unit.
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

impl<'t> RefusedText<'t> {
    /// The piece that begins at a position or after it.
    fn position_at(&self, at: usize) -> usize {
        self.pieces.iter().position(|piece| piece.at.start >= at).unwrap_or(self.pieces.len())
    }

    /// The piece that ends at a position or before it.
    pub(super) fn piece_before(&self, at: usize) -> Option<Piece<'t>> {
        self.pieces.iter().rev().find(|piece| piece.at.end <= at).copied()
    }

    /// The piece that begins at a position or after it.
    pub(super) fn piece_after(&self, at: usize) -> Option<Piece<'t>> {
        self.pieces.get(self.position_at(at)).copied()
    }

    /// The piece before a position, if it has this text.
    pub(super) fn before_is(&self, at: usize, text: &str) -> Option<Fragment<'t>> {
        self.piece_before(at).filter(|piece| piece.is(text)).map(|piece| piece.at)
    }

    /// The piece after a position, if it has this text.
    pub(super) fn after_is(&self, at: usize, text: &str) -> Option<Fragment<'t>> {
        self.piece_after(at).filter(|piece| piece.is(text)).map(|piece| piece.at)
    }

    /// The operand that ends before a position: a literal, a name with members, calls and indexes, or brackets.
    pub(super) fn operand_before(&self, at: usize) -> Option<Fragment<'t>> {
        let mut first = self.pieces.iter().rposition(|piece| piece.at.end <= at)?;
        let end = self.pieces.get(first)?.at.end;
        loop {
            let piece = self.pieces.get(first)?;
            match piece.kind {
                PieceKind::Close => {
                    first = piece.partner?;
                    let before = first.checked_sub(1).and_then(|before| self.pieces.get(before));
                    let is_part = before.is_some_and(|before| {
                        matches!(before.kind, PieceKind::Word | PieceKind::Close)
                            && self.pieces.get(first).is_some_and(|open| before.at.end == open.at.start)
                    });
                    if is_part {
                        first -= 1;
                        continue;
                    }
                }
                PieceKind::Word | PieceKind::Number | PieceKind::Text => {}
                PieceKind::Open | PieceKind::Sign => return None,
            }
            let point = first.checked_sub(1).and_then(|before| self.pieces.get(before));
            if point.is_some_and(|point| point.is(".")) && first >= 2 {
                first -= 2;
                continue;
            }
            return Some(self.fragment(self.pieces.get(first)?.at.start..end));
        }
    }

    /// The operand that begins after a position, with `!` and `-` before it.
    pub(super) fn operand_after(&self, at: usize) -> Option<Fragment<'t>> {
        let mut next = self.position_at(at);
        let start = self.pieces.get(next)?.at.start;
        while self.pieces.get(next).is_some_and(|piece| piece.is("!") || piece.is("-")) {
            next += 1;
        }
        let mut end = match self.pieces.get(next)?.kind {
            PieceKind::Word | PieceKind::Number | PieceKind::Text => self.pieces.get(next)?.at.end,
            PieceKind::Open => {
                next = self.pieces.get(next)?.partner?;
                self.pieces.get(next)?.at.end
            }
            PieceKind::Close | PieceKind::Sign => return None,
        };
        while let Some(piece) = self.pieces.get(next + 1) {
            let is_open = piece.kind == PieceKind::Open && piece.at.start == end;
            next = match () {
                () if is_open => piece.partner?,
                () if piece.is(".") && self.pieces.get(next + 2).is_some() => next + 2,
                () => break,
            };
            end = self.pieces.get(next)?.at.end;
        }
        Some(self.fragment(start..end))
    }

    /// The text from a position to the next `&&`, `||`, `?`, `:`, comma or end of the brackets around it.
    pub(super) fn condition_after(&self, at: usize) -> Option<Fragment<'t>> {
        let first = self.position_at(at);
        let (mut next, mut end) = (first, None);
        while let Some(piece) = self.pieces.get(next) {
            let is_end = match piece.kind {
                PieceKind::Close => true,
                PieceKind::Sign => matches!(piece.at.text, "&" | "|" | "?" | ":" | ","),
                PieceKind::Word => matches!(piece.at.text, "and" | "or" | "then" | "else"),
                PieceKind::Number | PieceKind::Text | PieceKind::Open => false,
            };
            if is_end {
                break;
            }
            let last = match piece.kind == PieceKind::Open {
                true => piece.partner.unwrap_or(self.pieces.len() - 1),
                false => next,
            };
            end = self.pieces.get(last).map(|piece| piece.at.end);
            next = last + 1;
        }
        Some(self.fragment(self.pieces.get(first)?.at.start..end?))
    }

    /// The last bracket that is open at a position.
    pub(super) fn unclosed_at(&self, at: usize) -> Option<Fragment<'t>> {
        let is_before = |piece: &&Piece<'_>| piece.at.end <= at;
        let is_open = |piece: &&Piece<'_>| {
            let close = piece.partner.and_then(|partner| self.pieces.get(partner));
            piece.kind == PieceKind::Open && close.is_none_or(|close| !is_before(&close))
        };
        self.pieces.iter().filter(is_before).rfind(is_open).map(|piece| piece.at)
    }

    /// The texts of the arguments of the call whose opening bracket is at this position or after it, and its end.
    pub(super) fn arguments(&self, at: usize) -> Option<(Vec<&'t str>, usize)> {
        let open = self.position_at(at);
        let bracket = self.pieces.get(open).filter(|piece| piece.kind == PieceKind::Open)?;
        let close = bracket.partner?;
        let (mut start, mut next, mut found) = (bracket.at.end, open + 1, Vec::new());
        while next < close {
            let piece = self.pieces.get(next)?;
            if piece.is(",") {
                found.push(self.part(start..piece.at.start).trim());
                start = piece.at.end;
            }
            next = piece.partner.unwrap_or(next) + 1;
        }
        let end = self.pieces.get(close)?.at;
        let last = self.part(start..end.start).trim();
        if !last.is_empty() || !found.is_empty() {
            found.push(last);
        }
        Some((found, end.end))
    }
}
