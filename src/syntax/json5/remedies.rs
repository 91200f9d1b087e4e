//! Changes that would make a refused token right.

use super::expected::Expected;
use super::lexer::{Token, TokenKind};
use crate::diagnostic::{Help, RemedyKind};
use crate::syntax::brackets::Bracket;
use crate::syntax::errors::words::{BareWord, WordRemedy, is_curled_quote};
use crate::text::{Source, narrow};

/// The help for a mistake in punctuation, if there is a usual cause. `before_end` is the end of the token before this
/// one.
pub(super) fn punctuation(
    source: &Source,
    (token, before_end): (Token, u32),
    expected: Expected,
) -> Option<Help> {
    let replace = |help: &str, instead: &str| Some(Help::new(help, RemedyKind::Replace(instead.to_owned())));
    match (token.kind, expected, source.slice(source.span(token.start, token.end))) {
        (TokenKind::Unknown, _, "#") => replace("start a comment with `//`", "//"),
        (TokenKind::Unknown, Expected::Separator(_), ";") => replace("write `,` here", ",").map(Help::safe),
        (TokenKind::Unknown, Expected::Colon, "=") => {
            replace("write `:` between the key and its value", ":").map(Help::safe)
        }
        (TokenKind::Comma, Expected::Item(_), _) => replace("remove the extra `,`", ""),
        (TokenKind::Colon, Expected::Value, _) => replace("remove the extra `:`", ""),
        (TokenKind::Name | TokenKind::String, Expected::Separator(bracket), _) => {
            let help = replace("write `,` before it", ",")?.at(source.span(before_end, before_end));
            // A member on a line of its own has no other reading.
            Some(if bracket == Bracket::Curly && token.fresh { help.safe() } else { help })
        }
        (TokenKind::Number | TokenKind::Open(_), Expected::Separator(_), _) => {
            Some("write `,` before it".into())
        }
        _ => None,
    }
}

/// The help for a word in place of a value.
pub(super) fn for_word(word: BareWord, source: &Source, token: Token) -> Help {
    let BareWord { help, remedy } = word;
    match remedy {
        WordRemedy::Literal(literal) => Help::new(help, RemedyKind::Replace(literal.into())),
        WordRemedy::Quotes => in_quotes(&help, source, token),
        WordRemedy::Type if is_after_type(source, token) => Help::new(help, RemedyKind::Quote).safe(),
        WordRemedy::Type | WordRemedy::None => help.into(),
    }
}

/// Whether a token comes after the key `type`.
fn is_after_type(source: &Source, token: Token) -> bool {
    let before = source.text().get(..token.start as usize).unwrap_or_default().trim_end();
    before.ends_with(':') && before.trim_end_matches([':', ' ', '"', '\'']).ends_with("type")
}

/// A help to put a text in quotes. The text goes to the end of the value, if that is on the same line.
pub(super) fn in_quotes(help: &str, source: &Source, token: Token) -> Help {
    let (_, end) = source.line_around(token.start);
    let rest = source.slice(source.span(token.start, end));
    let run = rest.split([',', '}', ']', '"', '\'', '\n', '\r']).next().unwrap_or_default();
    let run = run.split(" //").next().unwrap_or_default().trim_end();
    let is_whole = !rest.get(run.len()..).unwrap_or_default().trim_start().starts_with(['"', '\''])
        && !run.contains(['{', '[', '/', '\\']);
    if !is_whole {
        return help.into();
    }
    let end = token.start.saturating_add(narrow(run.len()));
    Help::new(help, RemedyKind::Quote).at(source.span(token.start, end))
}

/// The help for a quote outside ASCII, with the text up to the next such quote on the line.
pub(super) fn curled_quotes(source: &Source, token: Token) -> Option<Help> {
    let (_, end) = source.line_around(token.start);
    let text = source.slice(source.span(token.start, end)).strip_prefix(is_curled_quote)?;
    let help = "use plain quotes: `\"` or `'`";
    let inside = text.split(is_curled_quote).next().filter(|inside| inside.len() < text.len());
    let Some(inside) = inside.filter(|inside| !inside.contains(['"', '\\', '\n'])) else {
        return Some(help.into());
    };
    let before = source.slice(source.span(token.start, end)).len() - text.len();
    let closing = text.get(inside.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let end = token.start + narrow(before + inside.len() + closing);
    let written = RemedyKind::Replace(format!("\"{inside}\""));
    Some(Help::new(help, written).at(source.span(token.start, end)))
}
