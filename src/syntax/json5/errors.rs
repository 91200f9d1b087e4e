//! Messages of the reader of JSON5, with one constructor per code.

use super::doc_comments::plain_comment;
use super::expected::Expected;
use super::lexer::{Token, TokenKind};
use super::quotes::LostQuoteKind;
use super::remedies::{curled_quotes, for_word, in_quotes, punctuation};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::brackets::Bracket;
use crate::syntax::errors::words::{bare_word, is_null, is_odd_space, placeholder_as_key};
use crate::syntax::errors::{UNCLOSED_CONTAINER, UNEXPECTED_TEXT, ends_early};
use crate::text::escape::quoted;
use crate::text::{Source, Span, narrow};
use confc_core::text::numeral;

fn place(source: &Source, token: Token) -> Span {
    source.span(token.start, token.end)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn found(source: &Source, token: Token) -> String {
    let text = quoted(source.slice(place(source, token)));
    match token.kind {
        TokenKind::String | TokenKind::UnclosedString => format!("string {text}"),
        TokenKind::Number if !source.slice(place(source, token)).contains(is_digit) => text.to_string(),
        TokenKind::Number => format!("number {text}"),
        TokenKind::End => "the end of the text".into(),
        TokenKind::Open(_)
        | TokenKind::Close(_)
        | TokenKind::Colon
        | TokenKind::Comma
        | TokenKind::Name
        | TokenKind::Unknown
        | TokenKind::UnclosedComment => text.to_string(),
    }
}

/// E0104: a token that the grammar does not allow here, with the end of the token before it. `open` is the container that a
/// bracket should have closed.
pub(super) fn unexpected(
    source: &Source,
    (token, before_end): (Token, u32),
    expected: Expected,
    open: Option<Token>,
) -> Diagnostic {
    let expected_text = expected.text();
    let message = format!("expected {expected_text}, found {}", found(source, token));
    let diagnostic = Diagnostic::new(UNEXPECTED_TEXT, message)
        .at(place(source, token), format!("expected {expected_text}"));
    let diagnostic = match advice_here(source, (token, before_end), expected) {
        Some(help) => {
            // A literal near the word may be what the word means.
            let literal = help.text().strip_prefix("write `").and_then(|rest| rest.split('`').next());
            let diagnostic = match literal.filter(|_| token.kind == TokenKind::Name) {
                Some(literal) => diagnostic.quoting(place(source, token), literal),
                None => diagnostic,
            };
            diagnostic.help(help)
        }
        None => diagnostic,
    };
    match open {
        Some(open) => diagnostic.label(place(source, open), "opened here"),
        None => diagnostic,
    }
}

/// The help for a token, from the text around it.
fn advice_here(source: &Source, (token, before_end): (Token, u32), expected: Expected) -> Option<Help> {
    let text = source.slice(place(source, token));
    let before = source.text().get(..token.start as usize).unwrap_or_default();
    if matches!(expected, Expected::Value) && is_null(text) && is_default(before) {
        let help = "leave `default` out, or put a text in quotes";
        return Some(if token.kind == TokenKind::Name {
            in_quotes(help, source, token)
        } else {
            help.into()
        });
    }
    let rest = source.text().get(token.end as usize..).unwrap_or_default();
    if matches!(expected, Expected::Value | Expected::Item(Bracket::Square)) && token.kind == TokenKind::Name
    {
        if rest.starts_with('(') {
            let help = "write the value itself: no functions are called here; put a text in quotes";
            return Some(in_quotes(help, source, token));
        }
        if rest.starts_with(['"', '\'']) && text.len() <= 2 {
            return Some("remove the letters before the quotes, and write `\\\\` for a backslash".into());
        }
        if text == "type" && rest.starts_with(':') {
            return Some("write an object: `{ type: … }`".into());
        }
    }
    if expected == Expected::Item(Bracket::Curly)
        && token.kind == TokenKind::Number
        && before.strip_suffix(',').is_some_and(|before| before.ends_with(is_digit))
    {
        return Some(digits_after_comma(source, text, before_end));
    }
    if matches!(expected, Expected::Item(_) | Expected::Separator(_)) && text == "-" && rest.starts_with('-')
    {
        let help = "start a comment with `//`";
        let comment = || Help::new(help, RemedyKind::Replace("//".into()));
        return Some(if token.kind == TokenKind::Unknown { comment() } else { help.into() });
    }
    if matches!(expected, Expected::Separator(_))
        && text.starts_with('-')
        && before.ends_with(is_digit)
        && rest.starts_with('-')
    {
        return Some("put a date or another text in quotes".into());
    }
    if token.kind == TokenKind::String && expected == Expected::Colon && rest.trim_start().starts_with('{') {
        return Some("write each member as `key: value`".into());
    }
    if matches!(expected, Expected::Separator(_)) {
        let is_counted = before.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit());
        let is_key =
            source.text().get(token.end as usize..).is_some_and(|rest| rest.trim_start().starts_with(':'));
        if token.kind == TokenKind::Name && is_counted && !is_key {
            return Some(WITH_UNIT.into());
        }
        if text == "+" && before.trim_end_matches(' ').ends_with(['"', '\'']) {
            return Some("write the text as one string; JSON5 joins no strings".into());
        }
        if !token.fresh && is_operator(token.kind, text) {
            return Some(NOT_COMPUTED.into());
        }
        if token.kind == TokenKind::String && !token.fresh && before.ends_with(['"', '\'']) {
            let is_triple = before.ends_with("\"\"") || before.ends_with("''");
            let help = match is_triple {
                true => {
                    "write the text in one pair of quotes, a line break in it as `\\n`; or write `,` before it"
                }
                false => "write `\\` before a quote in the text; or write `,` before the next text",
            };
            return Some(help.into());
        }
    }
    if token.kind == TokenKind::Name && matches!(expected, Expected::Value | Expected::Item(Bracket::Square))
    {
        return Some(for_value(source, token, expected));
    }
    let punctuation = punctuation(source, (token, before_end), expected);
    punctuation
        .or_else(|| curled_quotes(source, token))
        .or_else(|| advice(text, token.kind, expected).map(Help::from))
}

/// The help for a comma inside a number, with the digits after it. `comma_end` is the end of the comma.
fn digits_after_comma(source: &Source, digits: &str, comma_end: u32) -> Help {
    let help = "write `.` before the fraction of a number, and no `,` between its digits";
    let is_group = digits.len() == 3 && digits.chars().all(is_digit);
    let rest = source.text().get(comma_end as usize + digits.len()..).unwrap_or_default();
    let has_more = rest.strip_prefix(',').is_some_and(|rest| rest.starts_with(is_digit));
    if !is_group || has_more {
        return help.into();
    }
    Help::new(help, RemedyKind::Replace(String::new())).at(source.span(comma_end - 1, comma_end))
}

/// The help for a word in place of a value.
fn for_value(source: &Source, word: Token, expected: Expected) -> Help {
    let text = source.slice(place(source, word));
    if text.starts_with('$') && expected == Expected::Value {
        if text == "$" {
            return "write the value in its place, or let the other tool replace a placeholder before confc reads it".into();
        }
        if text.bytes().skip(1).all(|c| c.is_ascii_uppercase() || c == b'_') {
            return "write the value in its place: confc replaces no variables of the environment".into();
        }
        let help = "make an operator the key of an object: `{ $append: [ … ] }`; put a text in quotes";
        return in_quotes(help, source, word);
    }
    for_word(bare_word(text, "JSON5"), source, word)
}

/// Whether a value comes after the key `default`.
fn is_default(before: &str) -> bool {
    let key = before.trim_end().strip_suffix(':').unwrap_or_default();
    key.trim_end().trim_end_matches(['"', '\'']).ends_with("default")
}

/// Whether a token after a value is an operator.
fn is_operator(kind: TokenKind, text: &str) -> bool {
    (kind == TokenKind::Number && text.starts_with(['+', '-']))
        || (kind == TokenKind::Unknown && matches!(text, "*" | "/"))
}

/// The help for arithmetic in place of a literal.
const NOT_COMPUTED: &str = "write the result itself; only a layer computes values, with `{ $expr: \"…\" }`";

/// The help for `...name`.
const NO_SPREAD: &str = "write the members or elements here: JSON5 has no spread";

/// The help for a number with a unit.
const WITH_UNIT: &str = "write a number alone, or with its unit in quotes: `\"30s\"`; put a text in quotes";

/// The help for a token that is not `expected`, if there is a usual cause.
fn advice(text: &str, found: TokenKind, expected: Expected) -> Option<&'static str> {
    Some(match (found, expected) {
        (TokenKind::Name, Expected::Document) if matches!(text, "import" | "include" | "from" | "use") => {
            "write one object; a manifest names others in it: `{ include: [\"FILE.cml\"], config: { … } }`"
        }
        (TokenKind::Name, Expected::Document) => "write the text as JSON5: `{ key: value }`",
        (TokenKind::Number, Expected::Item(_)) if text.starts_with("...") => NO_SPREAD,
        (TokenKind::Number, Expected::Item(Bracket::Curly)) if text.starts_with('0') => {
            "put a key in quotes; in a number no `,` separates the digits"
        }
        (TokenKind::Number, Expected::Item(Bracket::Curly))
            if text.chars().any(|c| c.is_ascii_alphabetic()) =>
        {
            "begin the key with a letter; only keys of maps may be any text in quotes"
        }
        (TokenKind::Number | TokenKind::Unknown, Expected::Item(Bracket::Curly)) => "put the key in quotes",
        (TokenKind::Number, Expected::Colon) if text.starts_with('.') => {
            "write the members of an object in it: `{ key: { member: … } }`; a key with a `.` needs quotes"
        }
        (TokenKind::Unknown, Expected::Separator(_)) if text == "%" => WITH_UNIT,
        (TokenKind::Unknown, Expected::Value) if text == "(" => "write a list in square brackets: `[…]`",
        (TokenKind::Unknown, Expected::Value) if text == "/" => {
            "put a text in quotes, and a regular expression without the slashes around it"
        }
        (TokenKind::Unknown, Expected::Separator(_) | Expected::Item(_))
            if text.starts_with(is_odd_space) =>
        {
            "write a space here, as the space bar makes it"
        }
        (TokenKind::Close(_) | TokenKind::Comma, Expected::Value) => {
            "write a value after the `:`, or remove the key"
        }
        (TokenKind::Colon, Expected::Separator(_)) => "put a text with `:` in it in quotes",
        (TokenKind::Open(_), Expected::Colon) => "write `:` before it",
        (TokenKind::Open(Bracket::Curly), Expected::Item(Bracket::Curly)) => {
            "write a key before the object; if `{{` belongs to a template, render that first"
        }
        (TokenKind::Unknown, Expected::Colon) if text == "?" => {
            "remove it; a field that may have no value has `optional: true`"
        }
        (TokenKind::Number | TokenKind::Unknown, Expected::Colon) => {
            "write `:` after the key; a key with other characters than letters, digits, `_` and `$` needs quotes"
        }
        (TokenKind::Name, Expected::Colon) => "write each member as `key: value`",
        (TokenKind::Comma | TokenKind::Close(_) | TokenKind::String, Expected::Colon) => {
            "write `:` and a value after the key"
        }
        (TokenKind::Close(_), Expected::Separator(bracket) | Expected::Item(bracket)) => match bracket {
            Bracket::Square => "close the array with `]`, or remove this bracket",
            Bracket::Curly => "close the object with `}`, or remove this bracket",
        },
        // Most pairs have no usual cause.
        _ => return None,
    })
}

/// E0104: a key without quotes that is not a name.
pub(super) fn foreign_key(source: &Source, key: Span) -> Diagnostic {
    let text = source.slice(key);
    if text.contains("${") {
        return placeholder_as_key(UNEXPECTED_TEXT, source, key);
    }
    let (sign, help) = match text.contains('.') {
        true if declares_type(source, key) => {
            let help = "write `_` instead of `.`, or a struct: `key: { type: \"struct\", fields: { member: { type: … } } }`";
            ('.', help)
        }
        true => {
            let help = "write the members of an object in it: `{ key: { member: … } }`; a key with a `.` needs quotes";
            ('.', help)
        }
        false => ('-', "write `_` instead of `-`; only a key of a map may have one, in quotes"),
    };
    let found =
        Diagnostic::new(UNEXPECTED_TEXT, format!("expected a key without `{sign}`, found {}", quoted(text)));
    let found = found.at(key, format!("no `{sign}` without quotes")).quoting(key, text);
    match sign {
        '-' => found.help_or_in_product(
            match text.split_once('-') {
                // The sign alone says nothing that may be secret.
                Some((before, after)) if !after.contains('-') => {
                    let at = key.start + narrow(before.len());
                    Help::new(help, RemedyKind::Replace("_".into())).at(source.span(at, at + 1))
                }
                Some(_) | None => Help::new(help, RemedyKind::Rename(text.replace('-', "_"))),
            },
            "write `_` instead of `-`; the name of an environment keeps its `-` and needs quotes",
        ),
        _ => found.help(help),
    }
}

/// Whether the value of a key looks like the object of a field: `: { type`.
fn declares_type(source: &Source, key: Span) -> bool {
    let after = source.text().get(key.end as usize..).unwrap_or_default().trim_start();
    let inside = after.strip_prefix(':').and_then(|value| value.trim_start().strip_prefix('{'));
    inside.is_some_and(|inside| inside.trim_start().trim_start_matches(['"', '\'']).starts_with("type"))
}

/// E0104: the key of a member in place of an element of an array.
pub(super) fn members_in_array(source: &Source, key: Token) -> Diagnostic {
    let key = place(source, key);
    let message = format!("expected a value or `]`, found the key {}", quoted(source.slice(key)));
    Diagnostic::new(UNEXPECTED_TEXT, message)
        .at(key, "a key in an array")
        .help("put braces around the members of an object, in place of the brackets or inside them")
}

/// E0104: a number as the key of a variant, whose name is the value.
pub(super) fn number_of_variant(source: &Source, number: Token) -> Diagnostic {
    let place = place(source, number);
    let message = format!("expected the name of a variant as the key, found {}", quoted(source.slice(place)));
    Diagnostic::new(UNEXPECTED_TEXT, message)
        .at(place, "not a name")
        .help("write the name first, then the number: `off: 0, on: 1`")
}

/// E0104: members without an object around them; `first` is the key of the first.
pub(in crate::syntax) fn braces_missing(source: &Source, first: Span) -> Diagnostic {
    let key = quoted(source.slice(first));
    Diagnostic::new(UNEXPECTED_TEXT, format!("expected `{{`, found {key}"))
        .at(first, "expected `{` in front of this")
        .help(format!("write `{{` in front of {key}, and `}}` at the end of the text"))
}

/// E0105: the text ends inside a container; `open` is its bracket.
pub(super) fn unclosed_container(source: &Source, end: Token, open: Token, bracket: Bracket) -> Diagnostic {
    let (opener, closer) = match bracket {
        Bracket::Square => ('[', ']'),
        Bracket::Curly => ('{', '}'),
    };
    Diagnostic::new(UNCLOSED_CONTAINER, format!("expected `{closer}`, found the end of the text"))
        .at(place(source, end), format!("expected `{closer}`"))
        .label(place(source, open), format!("this `{opener}` is not closed"))
        .help(Help::new(format!("close it with `{closer}`"), RemedyKind::Replace(closer.to_string())))
}

/// E0106: a string without its closing quote.
pub(super) fn unterminated_string(source: &Source, token: Token) -> Diagnostic {
    let text = source.slice(place(source, token));
    let quote = if text.starts_with('\'') { '\'' } else { '"' };
    quote_missing(source, (token.start, token.end), quote, LostQuoteKind::Closing)
}

/// E0106: a string without one of its quotes, which is at `place`.
pub(in crate::syntax) fn quote_missing(
    source: &Source,
    (start, end): (u32, u32),
    quote: char,
    kind: LostQuoteKind,
) -> Diagnostic {
    let closing = |at: u32, help: String| {
        Help::new(help, RemedyKind::Replace(quote.to_string())).at(source.span(at, at))
    };
    let (before, label, help) = match kind {
        LostQuoteKind::Closing => {
            let help =
                format!("close it with `{quote}`; to go on in the next line, end this one with `\\n\\`");
            // Brackets and commas at the end of the line are most likely no part of the text.
            let is_all_text = !source.slice(source.span(start, end)).trim_end().ends_with([',', '}', ']']);
            let help = if is_all_text { closing(end, help) } else { help.into() };
            ("before the end of the line", "this string is not closed", help)
        }
        LostQuoteKind::ClosingOfValue => (
            "at the end of a text",
            "this string is not closed",
            closing(end, format!("close it with `{quote}`")),
        ),
        LostQuoteKind::ClosingOfKey => (
            "in front of the `:`",
            "this string is not closed",
            closing(end, format!("close it with `{quote}`")),
        ),
        LostQuoteKind::Triple => {
            let help = "write the text in one pair of quotes, a line break in it as `\\n`";
            return Diagnostic::new(Code::E0106, format!("expected one `{quote}`, found three"))
                .at(source.span(start, end), "three quotes")
                .help(help);
        }
        LostQuoteKind::Inner => return ends_early(Code::E0106, source.span(start, end), quote, "\\"),
        LostQuoteKind::Opening => {
            let help = format!("write `{quote}` in front of it");
            ("in front of a text", "no quote in front of this", closing(start, help))
        }
    };
    Diagnostic::new(Code::E0106, format!("expected `{quote}` {before}, found none"))
        .at(source.span(start, end), label)
        .help(help)
}

/// E0107: a block comment without its `*/`.
pub(super) fn unterminated_comment(source: &Source, token: Token) -> Diagnostic {
    Diagnostic::new(Code::E0107, "expected `*/`, found the end of the text")
        .at(source.span(token.start, token.start.saturating_add(2)), "this comment is not closed")
        .help("close it with `*/`, or begin a comment of one line with `//`")
}

/// The help for leading zeros. It shows no number, which may be a secret.
const NO_ZEROS: &str = "remove the leading zeros; if the number is octal, write it in decimal";

/// E0110: a text that starts like a number, but is not one.
pub(super) fn invalid_number(source: &Source, token: Token, flaw: numeral::NumeralError) -> Diagnostic {
    use numeral::NumeralErrorKind;
    let span = place(source, token);
    let text = source.slice(span);
    if text.starts_with("...") {
        return Diagnostic::new(UNEXPECTED_TEXT, format!("expected a value, found {}", quoted(text)))
            .at(span, "expected a value")
            .help(NO_SPREAD);
    }
    let guilty = text.get(flaw.at..).unwrap_or_default();
    let (expected, help) = match flaw.kind {
        NumeralErrorKind::NoDigits => ("a digit after the sign or point", None),
        NumeralErrorKind::LeadingZero => ("a number without leading zeros", Some(NO_ZEROS.into())),
        NumeralErrorKind::NoHexDigits => ("a hexadecimal digit after `0x`", None),
        NumeralErrorKind::NoExponent => ("a digit after the exponent's `e`", None),
        NumeralErrorKind::Foreign if guilty.starts_with('_') => {
            let digits = text.replace('_', "");
            (
                "only digits in a number",
                Some(Help::new("remove the underscores", RemedyKind::Replace(digits)).at(span)),
            )
        }
        NumeralErrorKind::Foreign if text.starts_with("0b") || text.starts_with("0o") => (
            "the number to end here",
            Some("write the number in decimal, or as `0x` and hexadecimal digits".into()),
        ),
        NumeralErrorKind::Foreign => ("the number to end here", Some(WITH_UNIT.into())),
    };
    let (start, end) = (token.start.saturating_add(narrow(flaw.at)), token.end);
    Diagnostic::new(Code::E0110, format!("expected {expected}, found {}", quoted(guilty)))
        .at(source.span(start, end), format!("in number {}", quoted(text)))
        .quoting(span, text)
        .help_if(help)
}

/// E0112: a token after the root value.
pub(super) fn text_after_document(source: &Source, token: Token) -> Diagnostic {
    if token.kind == TokenKind::Open(Bracket::Curly) {
        return Diagnostic::new(Code::E0112, "expected one document, found another one after it")
            .at(place(source, token), "another document starts here")
            .help("put the members of both in one object, or each document in a separate file");
    }
    let is_comment = token.kind == TokenKind::Unknown && source.slice(place(source, token)) == "#";
    let help = match is_comment {
        true => Help::new("start a comment with `//`", RemedyKind::Replace("//".into())),
        false => "remove all text after the value".into(),
    };
    Diagnostic::new(Code::E0112, format!("expected the end of the text, found {}", found(source, token)))
        .at(place(source, token), "the value ends before this")
        .help(help)
}

/// W0101: a `///` comment that is not above a key.
pub(super) fn misplaced_documentation(source: &Source, start: u32, end: u32) -> Diagnostic {
    Diagnostic::new(Code::W0101, "expected a key on the line below this `///` comment, found none")
        .at(source.span(start, end), "documents nothing")
        .help(Help::new(
            "move it to the lines directly above a field, or write `//` for a plain comment",
            RemedyKind::Replace(plain_comment(source.slice(source.span(start, end)))),
        ))
}
