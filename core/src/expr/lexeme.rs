//! The lexer of expressions.

use super::instruction::{Arithmetic, BinaryOperator, Relation, TextSpan};
use super::syntax_error::{SyntaxError, SyntaxErrorKind as Kind, instead_of};

/// The smallest meaningful part of a source text, with its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lexeme {
    pub(super) kind: LexemeKind,
    pub(super) span: TextSpan,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LexemeKind {
    /// A decimal or hexadecimal integer. Holds its magnitude.
    Integer(u128),
    /// A number with a point or an exponent, in valid grammar.
    Float,
    /// A string with its quotes. The text between them is not checked.
    String,
    /// Letters, digits and `_`.
    Word,
    /// A word in backquotes; the span includes them.
    Backquoted,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    Comma,
    Dot,
    Question,
    Colon,
    Not,
    Minus,
    /// Every operator except `-` and `in`.
    Operator(BinaryOperator),
    End,
}

/// Reads lexemes one by one. A copy of it reads ahead.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpressionLexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> ExpressionLexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn text(&self, span: TextSpan) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// An error at the next bytes.
    fn error(&self, size: usize, kind: Kind) -> SyntaxError {
        SyntaxError { span: TextSpan::new(self.at, self.at + size), kind }
    }

    /// The next lexeme. At the end of the text, returns the end each time.
    ///
    /// # Errors
    ///
    /// Fails if no lexeme begins here.
    pub(super) fn next(&mut self) -> Result<Lexeme, SyntaxError> {
        let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        self.at = self.text.len() - self.rest().trim_start_matches(blank).len();
        let bytes = self.rest().as_bytes();
        let (first, second, third) = (bytes.first().copied(), bytes.get(1).copied(), bytes.get(2).copied());
        let Some(first) = first else { return Ok(self.take(0, LexemeKind::End)) };
        let operator = LexemeKind::Operator;
        let relation = |relation| operator(BinaryOperator::Relation(relation));
        let arithmetic = |arithmetic| operator(BinaryOperator::Arithmetic(arithmetic));
        let (size, kind) = match (first, second) {
            (b'(', _) => (1, LexemeKind::Open),
            (b')', _) => (1, LexemeKind::Close),
            (b'[', _) => (1, LexemeKind::OpenSquare),
            (b']', _) => (1, LexemeKind::CloseSquare),
            (b',', _) => (1, LexemeKind::Comma),
            (b'.', Some(b'0'..=b'9')) => return Err(self.error(2, Kind::NoDigitsBeforePoint)),
            (b'.', _) => (1, LexemeKind::Dot),
            (b'?', _) => (1, LexemeKind::Question),
            (b':', _) => (1, LexemeKind::Colon),
            (b'-', _) => (1, LexemeKind::Minus),
            (b'+', _) => (1, arithmetic(Arithmetic::Add)),
            (b'*', _) => (1, arithmetic(Arithmetic::Multiply)),
            (b'/', Some(b'/' | b'*')) => return Err(self.error(2, Kind::Comment)),
            (b'/', _) => (1, arithmetic(Arithmetic::Divide)),
            (b'%', _) => (1, arithmetic(Arithmetic::Remainder)),
            (b'<', Some(b'=')) => (2, relation(Relation::LessEqual)),
            (b'<', _) => (1, relation(Relation::Less)),
            (b'>', Some(b'=')) => (2, relation(Relation::GreaterEqual)),
            (b'>', _) => (1, relation(Relation::Greater)),
            (b'=', Some(b'=')) if third == Some(b'=') => return Err(self.error(3, Kind::Half("=="))),
            (b'=', Some(b'=')) => (2, relation(Relation::Equal)),
            (b'=', Some(b'<')) => return Err(self.error(2, Kind::Half("<="))),
            (b'=', Some(b'>')) => return Err(self.error(2, Kind::Half(">="))),
            (b'=', Some(b'~')) => {
                let kind = Kind::Function { name: "=~".into(), instead: instead_of("matches", true) };
                return Err(self.error(2, kind));
            }
            (b'=', _) => return Err(self.error(1, Kind::Half("=="))),
            (b'!', Some(b'=')) if third == Some(b'=') => return Err(self.error(3, Kind::Half("!="))),
            (b'!', Some(b'=')) => (2, relation(Relation::NotEqual)),
            (b'!', _) => (1, LexemeKind::Not),
            (b'&', Some(b'&')) => (2, operator(BinaryOperator::And)),
            (b'&', _) => return Err(self.error(1, Kind::Half("&&"))),
            (b'|', Some(b'|')) => (2, operator(BinaryOperator::Or)),
            (b'|', _) => return Err(self.error(1, Kind::Half("||"))),
            (b'{' | b'}', _) => return Err(self.error(1, Kind::Braces)),
            (b'0'..=b'9', _) => self.number()?,
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => self.word()?,
            (b'"' | b'\'', _) => (self.string(first)?, LexemeKind::String),
            (b'`', _) => (self.backquoted()?, LexemeKind::Backquoted),
            (_, _) => {
                let c = self.rest().chars().next().unwrap_or_default();
                return Err(self.error(c.len_utf8(), Kind::Character(c)));
            }
        };
        Ok(self.take(size, kind))
    }

    fn take(&mut self, size: usize, kind: LexemeKind) -> Lexeme {
        let span = TextSpan::new(self.at, self.at + size);
        self.at += size;
        Lexeme { kind, span }
    }

    fn word(&self) -> Result<(usize, LexemeKind), SyntaxError> {
        let rest = self.rest();
        let size = word_size(rest);
        // `r'…'`, `b"…"`: the letters belong to the string.
        let is_prefix = rest.get(..size).is_some_and(|word| {
            word.len() <= 2 && word.bytes().all(|byte| matches!(byte, b'r' | b'R' | b'b' | b'B'))
        });
        let quoted = rest.as_bytes().get(size).is_some_and(|byte| matches!(byte, b'"' | b'\''));
        if is_prefix && quoted {
            return Err(self.error(size + 1, Kind::StringPrefix));
        }
        Ok((size, LexemeKind::Word))
    }

    fn backquoted(&self) -> Result<usize, SyntaxError> {
        let inside = self.rest().get(1..).unwrap_or_default();
        let size = word_size(inside);
        if inside.as_bytes().get(size) != Some(&b'`') {
            return Err(self.error(1 + size, Kind::Unterminated('`')));
        }
        let begins = inside.as_bytes().first().is_some_and(|byte| !byte.is_ascii_digit() && *byte != b'`');
        if begins { Ok(size + 2) } else { Err(self.error(size + 2, Kind::NotAName)) }
    }

    /// The size of a string in bytes, with its quotes.
    fn string(&self, quote: u8) -> Result<usize, SyntaxError> {
        let bytes = self.rest().as_bytes();
        if bytes.get(1) == Some(&quote) && bytes.get(2) == Some(&quote) {
            return Err(self.error(3, Kind::TripleQuotes));
        }
        let mut at = 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 2,
                byte if byte == quote => return Ok(at + 1),
                _ => at += 1,
            }
        }
        Err(self.error(1, Kind::Unterminated(quote.into())))
    }

    fn number(&self) -> Result<(usize, LexemeKind), SyntaxError> {
        let rest = self.rest();
        let digits = |from: usize| {
            let rest = rest.get(from..).unwrap_or_default();
            rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
        };
        let byte = |at: usize| rest.as_bytes().get(at).copied();
        if byte(0) == Some(b'0') && matches!(byte(1), Some(b'x' | b'X')) {
            let size = word_size(rest);
            let digits = rest.get(2..size).unwrap_or_default();
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(self.error(size, suffix_or(digits, Kind::NotANumber)));
            }
            return Ok((size, LexemeKind::Integer(self.magnitude(size, digits, 16)?)));
        }
        let whole = digits(0);
        let (mut size, mut is_float) = (whole, false);
        if byte(0) == Some(b'0') && whole > 1 {
            return Err(self.error(whole, Kind::LeadingZero));
        }
        if byte(size) == Some(b'.') {
            let fraction = digits(size + 1);
            if fraction == 0 {
                return Err(self.error(size + 1, Kind::NoDigitsAfterPoint));
            }
            (size, is_float) = (size + 1 + fraction, true);
        }
        if matches!(byte(size), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(byte(size + 1), Some(b'+' | b'-')));
            let exponent = digits(size + 1 + sign);
            if exponent > 0 {
                (size, is_float) = (size + 1 + sign + exponent, true);
            }
        }
        let behind = word_size(rest.get(size..).unwrap_or_default());
        if behind > 0 {
            let word = rest.get(size..size + behind).unwrap_or_default();
            return Err(self.error(size + behind, suffix_or(word, Kind::NotANumber)));
        }
        if is_float {
            return Ok((size, LexemeKind::Float));
        }
        let magnitude = self.magnitude(size, rest.get(..size).unwrap_or_default(), 10)?;
        Ok((size, LexemeKind::Integer(magnitude)))
    }

    fn magnitude(&self, size: usize, digits: &str, radix: u32) -> Result<u128, SyntaxError> {
        let magnitude = u128::from_str_radix(digits, radix).ok();
        let fits = magnitude.filter(|magnitude| *magnitude <= super::LARGEST.unsigned_abs());
        fits.ok_or_else(|| self.error(size, Kind::IntegerTooLarge))
    }
}

/// The kind of error for letters after a number.
fn suffix_or(behind: &str, kind: Kind) -> Kind {
    if behind.ends_with(['u', 'U']) { Kind::UnsignedSuffix } else { kind }
}

fn word_size(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// Appends the text that a string literal with its quotes means.
///
/// # Errors
///
/// Fails at a raw control character and at an invalid escape.
pub(super) fn unquote(lexeme: Lexeme, literal: &str, into: &mut String) -> Result<(), SyntaxError> {
    let start = lexeme.span.range().start;
    let inside = literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default();
    let error = |at: usize, size: usize, kind: Kind| SyntaxError {
        span: TextSpan::new(start + 1 + at, start + 1 + at + size),
        kind,
    };
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next().map(|(_, c)| c) {
                Some(c @ ('\\' | '"' | '\'')) => into.push(c),
                Some('n') => into.push('\n'),
                Some('r') => into.push('\r'),
                Some('t') => into.push('\t'),
                Some('u') => {
                    let digits = inside
                        .get(at + 2..at + 6)
                        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
                    let Some(digits) = digits else { return Err(error(at, 2, Kind::HexDigits)) };
                    let number = u32::from_str_radix(digits, 16).unwrap_or_default();
                    let c = char::from_u32(number).ok_or_else(|| error(at, 6, Kind::Surrogate))?;
                    into.push(c);
                    // The four digits.
                    chars.nth(3);
                }
                other => {
                    let c = other.unwrap_or('\\');
                    return Err(error(at, 1 + c.len_utf8(), Kind::Escape(c)));
                }
            },
            c if u32::from(c) < 0x20 => return Err(error(at, 1, Kind::ControlCharacter)),
            c => into.push(c),
        }
    }
    Ok(())
}
