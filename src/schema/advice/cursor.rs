//! The pieces and operands around a position of a refused expression.

use super::RefusedText;
use super::pieces::{Fragment, Piece, PieceKind};

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

    /// The last open bracket at a position.
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
