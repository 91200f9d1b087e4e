//! The brackets of a text of JSON5.

use super::lexer::{Lexer, TokenKind};
use crate::syntax::brackets::{MarkKind, Marks};

/// The brackets of a text; `None` if a string or comment is not closed, since it may contain some of them.
pub(in crate::syntax) fn marks(text: &str) -> Option<Marks<'_>> {
    let mut marks = Marks::new(text);
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next();
        let kind = if let TokenKind::Open(bracket) = token.kind {
            MarkKind::Open(bracket)
        } else if let TokenKind::Close(bracket) = token.kind {
            MarkKind::Close(bracket)
        } else if token.kind == TokenKind::End {
            return Some(marks);
        } else if matches!(token.kind, TokenKind::UnclosedString | TokenKind::UnclosedComment) {
            return None;
        } else {
            continue;
        };
        marks.push(kind, token.start as usize);
    }
}
