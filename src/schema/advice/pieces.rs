//! Expressions cut into words, numbers, strings and single characters, whether or not they are valid.

use super::RefusedText;
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) range: Range<usize>,
}

/// Cuts a text; blanks are left out.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
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
        pieces.push(Piece { kind, range: at..at + size });
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

impl RefusedText<'_> {
    /// The piece that begins at a position or after it.
    fn position_at(&self, at: usize) -> usize {
        self.pieces.iter().position(|piece| piece.range.start >= at).unwrap_or(self.pieces.len())
    }

    pub(super) fn word(&self, piece: &Piece) -> &str {
        self.part(piece.range.clone())
    }

    /// The piece that ends at a position or before it.
    pub(super) fn piece_before(&self, at: usize) -> Option<&Piece> {
        self.pieces.iter().rev().find(|piece| piece.range.end <= at)
    }

    /// The piece that begins at a position or after it.
    pub(super) fn piece_after(&self, at: usize) -> Option<&Piece> {
        self.pieces.get(self.position_at(at))
    }

    /// The operand that ends before a position: a literal, a name with members, calls and indexes, or brackets.
    pub(super) fn operand_before(&self, at: usize) -> Option<Range<usize>> {
        let mut first = self.pieces.iter().rposition(|piece| piece.range.end <= at)?;
        let end = self.pieces.get(first)?.range.end;
        loop {
            let piece = self.pieces.get(first)?;
            match piece.kind {
                PieceKind::Close => {
                    first = self.opening(first)?;
                    let before = first.checked_sub(1).and_then(|before| self.pieces.get(before));
                    let is_part = before.is_some_and(|before| {
                        matches!(before.kind, PieceKind::Word | PieceKind::Close)
                            && self.pieces.get(first).is_some_and(|open| before.range.end == open.range.start)
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
            if point.is_some_and(|point| self.word(point) == ".") && first >= 2 {
                first -= 2;
                continue;
            }
            return Some(self.pieces.get(first)?.range.start..end);
        }
    }

    /// The operand that begins after a position, with `!` and `-` before it.
    pub(super) fn operand_after(&self, at: usize) -> Option<Range<usize>> {
        let mut next = self.position_at(at);
        let start = self.pieces.get(next)?.range.start;
        while self.pieces.get(next).is_some_and(|piece| matches!(self.word(piece), "!" | "-")) {
            next += 1;
        }
        let mut end = match self.pieces.get(next)?.kind {
            PieceKind::Word | PieceKind::Number | PieceKind::Text => self.pieces.get(next)?.range.end,
            PieceKind::Open => {
                next = self.closing(next)?;
                self.pieces.get(next)?.range.end
            }
            PieceKind::Close | PieceKind::Sign => return None,
        };
        while let Some(piece) = self.pieces.get(next + 1) {
            let is_open = piece.kind == PieceKind::Open && piece.range.start == end;
            next = match () {
                () if is_open => self.closing(next + 1)?,
                () if self.word(piece) == "." && self.pieces.get(next + 2).is_some() => next + 2,
                () => break,
            };
            end = self.pieces.get(next)?.range.end;
        }
        Some(start..end)
    }

    /// What `&&`, `||`, `?`, `:`, a comma or the end of brackets ends, from a position on.
    pub(super) fn condition_after(&self, at: usize) -> Option<Range<usize>> {
        let first = self.position_at(at);
        let mut depth = 0_usize;
        let mut end = None;
        for piece in self.pieces.get(first..)? {
            match piece.kind {
                PieceKind::Open => depth += 1,
                PieceKind::Close if depth == 0 => break,
                PieceKind::Close => depth -= 1,
                PieceKind::Sign if depth == 0 && matches!(self.word(piece), "&" | "|" | "?" | ":" | ",") => {
                    break;
                }
                PieceKind::Word
                    if depth == 0 && matches!(self.word(piece), "and" | "or" | "then" | "else") =>
                {
                    break;
                }
                PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Sign => {}
            }
            end = Some(piece.range.end);
        }
        Some(self.pieces.get(first)?.range.start..end?)
    }

    /// The position of the bracket that opens what the one at this position closes.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, piece) in self.pieces.iter().enumerate().take(close + 1).rev() {
            match piece.kind {
                PieceKind::Close => depth += 1,
                PieceKind::Open => depth = depth.checked_sub(1)?,
                PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Sign => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The position of the bracket that closes what the one at this position opens.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, piece) in self.pieces.iter().enumerate().skip(open) {
            match piece.kind {
                PieceKind::Open => depth += 1,
                PieceKind::Close => depth = depth.checked_sub(1)?,
                PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Sign => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The last bracket that is open where the text ends.
    pub(super) fn unclosed(&self) -> Option<&Piece> {
        let mut open = Vec::new();
        for piece in &self.pieces {
            match piece.kind {
                PieceKind::Open => open.push(piece),
                PieceKind::Close => _ = open.pop(),
                PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Sign => {}
            }
        }
        open.pop()
    }

    /// The texts of the arguments of the call whose opening bracket is at this position or after it, and its end.
    pub(super) fn arguments(&self, at: usize) -> Option<(Vec<&str>, usize)> {
        let open = self.position_at(at);
        if self.pieces.get(open)?.kind != PieceKind::Open {
            return None;
        }
        let close = self.closing(open)?;
        let (mut start, mut depth, mut found) = (self.pieces.get(open)?.range.end, 0_usize, Vec::new());
        for piece in self.pieces.get(open + 1..close)? {
            match piece.kind {
                PieceKind::Open => depth += 1,
                PieceKind::Close => depth = depth.saturating_sub(1),
                PieceKind::Sign if depth == 0 && self.word(piece) == "," => {
                    found.push(self.part(start..piece.range.start).trim());
                    start = piece.range.end;
                }
                PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Sign => {}
            }
        }
        let end = self.pieces.get(close)?.range.clone();
        let last = self.part(start..end.start).trim();
        if !last.is_empty() || !found.is_empty() {
            found.push(last);
        }
        Some((found, end.end))
    }
}
