//! The brackets of a text of JSON5.

use super::lexer::{Lexer, TokenKind};
use crate::syntax::brackets::{MarkKind, Marks};

/// The brackets of a text; `None` where a string or comment is not closed, which may hold some of them.
pub(in crate::syntax) fn marks(text: &str) -> Option<Marks<'_>> {
    let mut marks = Marks::new(text);
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next();
        let kind = match token.kind {
            TokenKind::Open(bracket) => MarkKind::Open(bracket),
            TokenKind::Close(bracket) => MarkKind::Close(bracket),
            TokenKind::End => return Some(marks),
            TokenKind::UnclosedString | TokenKind::UnclosedComment => return None,
            TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::String
            | TokenKind::Name
            | TokenKind::Number
            | TokenKind::Unknown => continue,
        };
        marks.push(kind, token.start as usize);
    }
}
