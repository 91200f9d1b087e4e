//! Finds the missing quote of a string that is not closed: after it, strings and the text between them are swapped.

use super::lexer::{Lexer, Token, TokenKind};

/// A string without one of its quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) struct LostQuote {
    /// The text that lacks the quote, or the quote that it has.
    pub(in crate::syntax) place: (u32, u32),
    pub(in crate::syntax) quote: char,
    pub(in crate::syntax) kind: LostQuoteKind,
    /// The start of its line, and the end of the swapped text.
    pub(in crate::syntax) line: (u32, u32),
    /// Whether a bracket was read as a part of the string, so that later text is misread.
    pub(in crate::syntax) took_bracket: bool,
}

/// The kind of missing quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum LostQuoteKind {
    /// The quote at the end of a string.
    Closing,
    /// The quote at the end of a string, so that the string ends at the first quote of the next one.
    ClosingOfValue,
    /// The quote at the end of a key, before its `:`.
    ClosingOfKey,
    /// The quote before a text.
    Opening,
    /// No quote is missing: three quotes begin a text.
    Triple,
    /// No quote is missing: a quote inside a string ends it.
    Inner,
}

/// Finds the first string that lacks a quote; `None` if there is no such string.
pub(in crate::syntax) fn lost_quote(text: &str) -> Option<LostQuote> {
    let mut lexer = Lexer::new(text);
    let (mut line, mut first, mut unclosed) = (Vec::new(), None::<LostQuote>, 0);
    let (mut inner, mut took_bracket) = (None::<LostQuote>, false);
    loop {
        let token = lexer.next();
        if token.fresh || token.kind == TokenKind::End {
            inner = inner.or_else(|| inner_quote(text, &line));
            line.clear();
        }
        if matches!(token.kind, TokenKind::End | TokenKind::UnclosedComment) {
            break;
        }
        if token.kind == TokenKind::UnclosedString {
            unclosed += 1;
            took_bracket |= slice(text, token).contains(['[', ']', '{', '}']);
            first.get_or_insert_with(|| in_line(text, &line, token));
        }
        line.push(token);
    }
    let first = match (inner, first) {
        (Some(inner), first) if first.is_none_or(|first| inner.line.0 < first.place.0) => return Some(inner),
        (_, first) => first?,
    };
    Some(LostQuote { took_bracket: took_bracket || unclosed > 1, ..first })
}

fn slice(text: &str, token: Token) -> &str {
    text.get(token.start as usize..token.end as usize).unwrap_or_default()
}

/// The first quote of a line that is meant as a part of a string, but ends it: text touches the string there, and
/// another string with the same quotes follows.
fn inner_quote(text: &str, line: &[Token]) -> Option<LostQuote> {
    let pairs = line.iter().zip(line.iter().skip(1)).enumerate();
    pairs.into_iter().find_map(|(at, (string, next))| {
        let is_text = matches!(next.kind, TokenKind::Name | TokenKind::Number | TokenKind::Unknown);
        if string.kind != TokenKind::String || string.end != next.start || !is_text {
            return None;
        }
        let quote = slice(text, *string).chars().next()?;
        let inside = slice(text, *string).trim_end_matches(quote).trim_end();
        let rest = line.get(at + 2..)?;
        let is_key = rest.first().is_some_and(|token| token.kind == TokenKind::Colon);
        if is_key || inside.ends_with([':', ',']) {
            return None;
        }
        let touching = line.get(at + 1..)?.iter().zip(rest);
        let other = touching.map(|(before, token)| (before.end == token.start, token)).find(|(_, token)| {
            matches!(token.kind, TokenKind::String | TokenKind::UnclosedString)
                && slice(text, **token).starts_with(quote)
        });
        let (_, other) = other.filter(|(touches, _)| *touches)?;
        let is_apostrophe =
            quote == '\'' && next.kind == TokenKind::Name && inside.ends_with(|c: char| c.is_alphanumeric());
        if other.kind == TokenKind::UnclosedString && !is_apostrophe {
            return None;
        }
        Some(LostQuote {
            place: (string.end.saturating_sub(1), string.end),
            quote,
            kind: LostQuoteKind::Inner,
            line: (string.start, line.last()?.end),
            took_bracket: other.kind == TokenKind::UnclosedString,
        })
    })
}

/// The quote that is most likely missing in a line that ends with an unclosed string; `line` has the tokens before it.
fn in_line(text: &str, line: &[Token], unclosed: Token) -> LostQuote {
    let quote = slice(text, unclosed).chars().next().unwrap_or('"');
    let start = line.first().map_or(unclosed.start, |first| first.start);
    let lost =
        |(place, kind)| LostQuote { place, quote, kind, line: (start, unclosed.end), took_bracket: false };
    let is_word = |token: &&Token| matches!(token.kind, TokenKind::Name | TokenKind::Number);
    let mut before = line.iter().rev();
    let word = before.next().filter(|token| is_word(token) && token.end == unclosed.start);
    let Some(word) = word else {
        let empty = line.last().filter(|token| token.end == unclosed.start && token.end - token.start == 2);
        if let Some(empty) = empty.filter(|token| token.kind == TokenKind::String) {
            return lost(((empty.start, unclosed.start + 1), LostQuoteKind::Triple));
        }
        return lost(((unclosed.start, unclosed.end), LostQuoteKind::Closing));
    };
    let string = before.next().filter(|token| token.kind == TokenKind::String && token.end == word.start);
    let Some(string) = string.filter(|string| slice(text, **string).contains(':')) else {
        // `"a"b"`: its inner quote ends it. Only in `key: "a"b": 1` is the text after it another key.
        let rest = slice(text, unclosed).trim_start_matches(quote).trim_start();
        let mut before = line.iter().rev().skip(1);
        let string = before.next().filter(|token| token.kind == TokenKind::String);
        let is_value = before.next().is_some_and(|token| token.kind == TokenKind::Colon);
        let is_next_key = is_value && rest.starts_with(':');
        return match string.filter(|string| string.end == word.start && !is_next_key) {
            Some(string) => lost(((string.end.saturating_sub(1), string.end), LostQuoteKind::Inner)),
            None => lost(((word.start, unclosed.start + 1), LostQuoteKind::Opening)),
        };
    };
    match before.next().filter(|token| is_word(token) && token.end == string.start) {
        Some(key) => lost(((key.start, string.start + 1), LostQuoteKind::Opening)),
        None => {
            let is_key = slice(text, *string).trim_end_matches(quote).trim_end().ends_with(':');
            let kind = if is_key { LostQuoteKind::ClosingOfKey } else { LostQuoteKind::ClosingOfValue };
            lost(((string.start, string.start + 1), kind))
        }
    }
}
