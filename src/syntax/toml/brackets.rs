//! The brackets of a TOML text, and the places where no bracket can be open: a statement begins with a key and `=`, or
//! with a header.

use crate::syntax::brackets::{Bracket, MarkKind, Marks};
use toml_parser::lexer::{Token, TokenKind};

/// The brackets of a text; `None` if a string is not closed, since it may contain some of them.
pub(in crate::syntax) fn marks(text: &str) -> Option<Marks<'_>> {
    let tokens: Vec<Token> = toml_parser::Source::new(text).lex().collect();
    if tokens.iter().any(|token| is_open_string(text, token)) {
        return None;
    }
    let mut scan = StatementScan { marks: Marks::new(text), open: Vec::new(), is_header: false, last: None };
    let mut is_fresh = true;
    for (at, token) in tokens.iter().enumerate() {
        let kind = token.kind();
        if matches!(kind, TokenKind::Whitespace | TokenKind::Comment | TokenKind::Eof) {
            continue;
        }
        if kind == TokenKind::Newline {
            is_fresh = true;
        } else if std::mem::take(&mut is_fresh) {
            scan.begin_line(tokens.get(at..).unwrap_or_default());
        }
        scan.follow(token);
    }
    Some(scan.marks)
}

struct StatementScan<'t> {
    marks: Marks<'t>,
    open: Vec<Bracket>,
    /// Whether the brackets belong to a header, which ends with its line.
    is_header: bool,
    /// The last token that is not white space.
    last: Option<TokenKind>,
}

impl StatementScan<'_> {
    /// Marks the first token of a line, if a statement begins with it.
    fn begin_line(&mut self, line: &[Token]) {
        let Some(first) = line.first() else { return };
        let is_first_in_table = self.open.last() == Some(&Bracket::Curly)
            && matches!(self.last, Some(TokenKind::Comma | TokenKind::LeftCurlyBracket));
        let begins = self.is_header || (begins_statement(line) && !is_first_in_table);
        if begins && !self.open.is_empty() {
            self.marks.push(MarkKind::Boundary, first.span().start());
            self.open.clear();
        }
        self.is_header = self.open.is_empty() && first.kind() == TokenKind::LeftSquareBracket;
    }

    fn follow(&mut self, token: &Token) {
        let (kind, start) = (token.kind(), token.span().start());
        if kind != TokenKind::Newline {
            self.last = Some(kind);
        }
        match entry(&BRACKETS, kind) {
            Some(MarkKind::Open(bracket)) => {
                self.open.push(bracket);
                self.marks.push(MarkKind::Open(bracket), start);
            }
            Some(mark) => {
                self.open.pop();
                self.marks.push(mark, start);
            }
            None => {}
        }
    }
}

/// The tokens that are brackets.
const BRACKETS: [(TokenKind, MarkKind); 4] = [
    (TokenKind::LeftSquareBracket, MarkKind::Open(Bracket::Square)),
    (TokenKind::RightSquareBracket, MarkKind::Close(Bracket::Square)),
    (TokenKind::LeftCurlyBracket, MarkKind::Open(Bracket::Curly)),
    (TokenKind::RightCurlyBracket, MarkKind::Close(Bracket::Curly)),
];

/// The tokens that are strings, with their quotes.
const STRINGS: [(TokenKind, &str); 4] = [
    (TokenKind::BasicString, "\""),
    (TokenKind::LiteralString, "'"),
    (TokenKind::MlBasicString, "\"\"\""),
    (TokenKind::MlLiteralString, "'''"),
];

/// The entry of a table for a token.
fn entry<T: Copy>(table: &[(TokenKind, T)], token: TokenKind) -> Option<T> {
    table.iter().find(|(kind, _)| *kind == token).map(|(_, entry)| *entry)
}

/// Whether a line begins with a key and `=`.
fn begins_statement(line: &[Token]) -> bool {
    let words = line.iter().map(Token::kind).filter(|kind| *kind != TokenKind::Whitespace);
    for (at, kind) in words.enumerate() {
        let is_name = matches!(kind, TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString);
        let is_odd = at % 2 == 1;
        if kind == TokenKind::Equals {
            return is_odd;
        }
        if (is_odd && kind != TokenKind::Dot) || (!is_odd && !is_name) {
            return false;
        }
    }
    false
}

/// Whether a token is a string without its closing quote.
fn is_open_string(text: &str, token: &Token) -> bool {
    let Some(quote) = entry(&STRINGS, token.kind()) else { return false };
    let written = text.get(token.span().start()..token.span().end()).unwrap_or_default();
    written.len() < 2 * quote.len() || !written.ends_with(quote)
}
