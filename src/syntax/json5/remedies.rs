//! Changes that would make a refused token right.

use super::expected::Expected;
use super::lexer::{Token, TokenKind};
use crate::diagnostic::{Help, RemedyKind};
use crate::syntax::brackets::Bracket;
use crate::text::{Source, narrow};

/// The help for a token with the change that it asks for, if that is one of punctuation, a literal or quotes.
pub(super) fn with_remedy(
    text: String,
    source: &Source,
    (token, before_end): (Token, u32),
    expected: Expected,
) -> Help {
    let kind = match (token.kind, expected) {
        (TokenKind::Unknown, Expected::Separator(_)) if text == "write `,` here" => {
            return Help::new(text, RemedyKind::Replace(",".into())).safe();
        }
        (TokenKind::Unknown, Expected::Colon) if text.starts_with("write `:` between") => {
            return Help::new(text, RemedyKind::Replace(":".into())).safe();
        }
        (TokenKind::Name | TokenKind::String, Expected::Separator(bracket))
            if text == "write `,` before it" =>
        {
            let help = Help::new(text, RemedyKind::Replace(",".into()));
            let help = help.at(source.span(before_end, before_end));
            // A member on a line of its own has no other reading.
            return if bracket == Bracket::Curly && token.fresh { help.safe() } else { help };
        }
        (TokenKind::Comma, Expected::Item(_)) | (TokenKind::Colon, Expected::Value) => {
            RemedyKind::Replace(String::new())
        }
        (TokenKind::Unknown, _) if text == "start a comment with `//`" => RemedyKind::Replace("//".into()),
        (TokenKind::Name, Expected::Value | Expected::Item(Bracket::Square)) => {
            return word_in_quotes(text, source, token);
        }
        _ => return text.into(),
    };
    Help::new(text, kind)
}

/// The help for a word in place of a value: another literal, or quotes around all of the text.
fn word_in_quotes(text: String, source: &Source, word: Token) -> Help {
    let is_type = text.starts_with("write a type as `\"");
    let before = source.text().get(..word.start as usize).unwrap_or_default().trim_end();
    if is_type && before.ends_with(':') && before.trim_end_matches([':', ' ', '"', '\'']).ends_with("type") {
        return Help::new(text, RemedyKind::Quote).safe();
    }
    let literal = text.strip_prefix("write `").and_then(|rest| rest.split('`').next()).map(str::to_owned);
    if let Some(literal) = literal.filter(|_| text.ends_with("put a text in quotes")) {
        return Help::new(text, RemedyKind::Replace(literal));
    }
    let (_, end) = source.line_around(word.start);
    let rest = source.slice(source.span(word.start, end));
    let run = rest.split([',', '}', ']', '"', '\'', '\n', '\r']).next().unwrap_or_default();
    let run = run.split(" //").next().unwrap_or_default().trim_end();
    let is_whole = !rest.get(run.len()..).unwrap_or_default().trim_start().starts_with(['"', '\''])
        && !run.contains(['{', '[', '/', '\\']);
    if text.contains("put a text in quotes") && is_whole {
        let end = word.start.saturating_add(narrow(run.len()));
        return Help::new(text, RemedyKind::Quote).at(source.span(word.start, end));
    }
    text.into()
}
