//! Recovery: how the parser continues after a mistake.

use super::errors;
use super::expected::Expected;
use super::lexer::{Token, TokenKind};
use super::parser::Parser;
use crate::syntax::Kind;
use crate::syntax::brackets::Bracket;
use crate::syntax::errors::{self as shared, UNEXPECTED_TEXT};
use crate::syntax::limits::MAX_DEPTH;
use confc_core::text::numeral;

impl Parser<'_, '_> {
    /// Reads the next token of skipped text, without any report.
    pub(super) fn advance_quietly(&mut self) {
        self.token = self.lexer.next();
        self.lexer.doc_comments.misplaced.clear();
        if self.token.kind == TokenKind::UnclosedComment {
            self.end_unbalanced();
        }
    }

    /// The number of open brackets after the current token; `depth` is the number before it.
    fn depth_after(&self, depth: usize) -> usize {
        if let TokenKind::Open(_) = self.token.kind {
            depth + 1
        } else if let TokenKind::Close(_) = self.token.kind {
            depth.saturating_sub(1)
        } else {
            depth
        }
    }

    /// Skips a whole container that nests too deeply.
    #[cold]
    pub(super) fn too_deep(&mut self) {
        let open = self.token;
        self.fail(|source| shared::too_deep(source.span(open.start, open.end), MAX_DEPTH));
        let mut depth = 0usize;
        loop {
            depth = self.depth_after(depth);
            self.unbalanced |= self.token.kind == TokenKind::End;
            if depth == 0 || self.token.kind == TokenKind::End {
                break;
            }
            self.advance_quietly();
        }
        self.document.push(Kind::Invalid, open.start, self.token.end);
        self.advance();
    }

    /// Whether an expression of a template begins here: `{{ … }}` or `{% … %}`, which are not objects.
    pub(super) fn opens_template(&self) -> bool {
        let text = self.source.text().get(self.token.end as usize..).unwrap_or_default();
        text.starts_with(['{', '%'])
    }

    /// Reports an expression of a template, and skips it in its line.
    #[cold]
    pub(super) fn template(&mut self) -> bool {
        let start = self.token.start;
        self.fail(|source| shared::not_rendered(UNEXPECTED_TEXT, "JSON5", source, source.span(start, start)));
        let mut depth = 0usize;
        let mut end = start;
        loop {
            if self.token.kind == TokenKind::End {
                break;
            }
            depth = self.depth_after(depth);
            end = self.token.end;
            self.advance_quietly();
            if depth == 0 || self.token.fresh {
                break;
            }
        }
        self.document.push(Kind::Invalid, start, end);
        true
    }

    /// Whether the current token can be meant as an item that lacks its comma, or a value its colon.
    pub(super) fn starts_item(&self, bracket: Bracket) -> bool {
        match self.token.kind {
            TokenKind::Name | TokenKind::String if bracket == Bracket::Curly => {
                self.lexer.ahead().next().kind == TokenKind::Colon
            }
            TokenKind::Name => self.literal_name().is_some(),
            TokenKind::Number => {
                let sound = self.token.simple || numeral::check(self.slice(self.token)).is_ok();
                sound && bracket == Bracket::Square
            }
            TokenKind::Open(_) | TokenKind::String => bracket == Bracket::Square,
            TokenKind::Close(_)
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::UnclosedString
            | TokenKind::Unknown
            | TokenKind::UnclosedComment
            | TokenKind::End => false,
        }
    }

    /// Reports the members of an object in the brackets of an array, and skips them.
    #[cold]
    pub(super) fn members_in_array(&mut self) {
        let key = self.token;
        self.fail(|source| errors::members_in_array(source, key));
        while !self.recover(Bracket::Square) && self.token.kind == TokenKind::Comma {
            self.advance_quietly();
        }
    }

    /// After a mistake, skips to the place at which the container can continue: a comma or closing bracket of its
    /// level, the end, or, for an object, a line that starts with a key and a colon. Returns whether it is such a line,
    /// at which an item starts without a comma.
    ///
    /// The closing bracket of an object closes it even if an array was opened in the skipped text, and the reverse.
    /// Brackets in skipped text may be mistakes too.
    #[cold]
    pub(super) fn recover(&mut self, container: Bracket) -> bool {
        let (mut square, mut curly, mut round) = (0usize, 0usize, 0usize);
        loop {
            let depth = square + curly + round;
            match self.token.kind {
                TokenKind::End => return false,
                TokenKind::Comma if depth == 0 => return false,
                TokenKind::Name | TokenKind::String
                    if depth == 0
                        && self.token.fresh
                        && container == Bracket::Curly
                        && self.starts_item(container) =>
                {
                    return true;
                }
                TokenKind::Open(Bracket::Square) => square += 1,
                TokenKind::Open(Bracket::Curly) => curly += 1,
                // The arguments of a call.
                TokenKind::Unknown if self.slice(self.token) == "(" => round += 1,
                TokenKind::Unknown if self.slice(self.token) == ")" => round = round.saturating_sub(1),
                TokenKind::Close(Bracket::Square) if square > 0 => square -= 1,
                TokenKind::Close(Bracket::Curly) if curly > 0 => curly -= 1,
                TokenKind::Close(found) if depth == 0 || found == container => return false,
                TokenKind::Close(_)
                | TokenKind::Colon
                | TokenKind::Comma
                | TokenKind::String
                | TokenKind::UnclosedString
                | TokenKind::Name
                | TokenKind::Number
                | TokenKind::Unknown
                | TokenKind::UnclosedComment => {}
            }
            self.advance_quietly();
        }
    }

    /// A closing bracket of the other kind. If a container of that kind is open further out, this one ends here: at the
    /// bracket if it seems to be mistyped, or before it if the closing bracket of this container seems to be missing.
    /// Otherwise the bracket is superfluous, and the result is `None`.
    #[cold]
    pub(super) fn wrong_bracket(&mut self, found: Bracket, expected: Expected, open: Token) -> Option<u32> {
        let token = self.token;
        self.unexpected_in(expected, Some(open));
        if !self.is_open(found) {
            self.advance();
            return None;
        }
        self.unbalanced = true;
        let outer = self.open.iter().rev().nth(1).copied();
        if outer == Some(found) && !self.fits_behind_item(found) {
            return Some(token.start);
        }
        self.advance();
        Some(token.end)
    }

    /// Whether this place is in a container of this kind.
    fn is_open(&self, bracket: Bracket) -> bool {
        match bracket {
            Bracket::Square => self.arrays > 0,
            Bracket::Curly => self.arrays < self.open.len(),
        }
    }

    /// Whether the text after the current token looks like the text after an item in a container of this kind.
    fn fits_behind_item(&self, container: Bracket) -> bool {
        let mut ahead = self.lexer.ahead();
        let mut next = ahead.next().kind;
        if next == TokenKind::Comma {
            next = ahead.next().kind;
            if matches!(next, TokenKind::Name | TokenKind::String) {
                let member = ahead.next().kind == TokenKind::Colon;
                return member == (container == Bracket::Curly);
            }
            if container == Bracket::Square && next != TokenKind::End {
                return !matches!(next, TokenKind::Close(Bracket::Curly));
            }
        }
        next == TokenKind::Close(container)
    }

    /// Reports that the text ends inside a container: once, for the innermost container.
    #[cold]
    pub(super) fn unclosed(&mut self, bracket: Bracket, open: Token) -> u32 {
        let end = self.token;
        if !self.unbalanced {
            self.fail(|source| errors::unclosed_container(source, end, open, bracket));
            self.unbalanced = true;
        }
        end.start
    }
}
