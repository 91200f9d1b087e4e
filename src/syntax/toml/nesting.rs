//! The nesting of a text of TOML, checked before its tables are built.

use crate::syntax::limits::MAX_TOML_DEPTH;
use crate::syntax::places::span;
use crate::text::{Source, Span};
use toml_parser::lexer::TokenKind;

/// The first token that nests deeper than allowed. The crate limits each header, key and value. But combined they may
/// nest so deeply that dropping the tables overflows the stack.
pub(super) fn too_deep(source: &Source) -> Option<Span> {
    let mut nesting = Nesting::default();
    let found = toml_parser::Source::new(source.text()).lex().find(|token| {
        nesting.follow(token.kind());
        nesting.depth() > MAX_TOML_DEPTH
    })?;
    Some(span(source, found.span().start(), found.span().end()))
}

/// The depth of a place of the text, according to its tokens.
#[derive(Debug, Default)]
struct Nesting {
    /// The places around the open brackets.
    outer: Vec<NestingPlace>,
    /// The number of levels in `outer`.
    levels: usize,
    place: NestingPlace,
}

#[derive(Debug, Clone, Copy, Default)]
struct NestingPlace {
    /// The number of dots in the current key so far.
    dots: usize,
    /// After `=` or in an array, where a dot belongs to a number.
    in_value: bool,
    in_array: bool,
}

impl Nesting {
    fn depth(&self) -> usize {
        1 + self.levels + self.place.dots
    }

    fn follow(&mut self, token: TokenKind) {
        match token {
            TokenKind::Dot => self.place.dots += usize::from(!self.place.in_value),
            TokenKind::Equals => self.place.in_value = true,
            TokenKind::Comma if !self.place.in_array => self.place = NestingPlace::default(),
            TokenKind::Newline if self.outer.is_empty() => self.place = NestingPlace::default(),
            TokenKind::LeftCurlyBracket => self.open(NestingPlace::default()),
            // At the start of a line it opens a header.
            TokenKind::LeftSquareBracket => {
                let in_array = self.place.in_value;
                self.open(NestingPlace { dots: 0, in_value: in_array, in_array });
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                if let Some(place) = self.outer.pop() {
                    self.levels -= place.dots + 1;
                    self.place = place;
                }
            }
            TokenKind::Comma
            | TokenKind::Newline
            | TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString
            | TokenKind::Atom
            | TokenKind::Eof => {}
        }
    }

    fn open(&mut self, inside: NestingPlace) {
        self.levels += self.place.dots + 1;
        self.outer.push(std::mem::replace(&mut self.place, inside));
    }
}
