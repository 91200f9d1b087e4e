//! What the reader of TOML says.

use super::{found, is_template, not_rendered, open_quote, quoting};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::quoted;
use crate::text::{Source, Span, narrow};

/// E0123: text that is not TOML. `said` is the message of the TOML parser.
pub(in crate::syntax) fn no_toml(source: &Source, place: Option<Span>, said: &str) -> Diagnostic {
    let Some(place) = place else {
        return Diagnostic::new(Code::E0123, "expected TOML, found something else")
            .in_file(source.name())
            .note(format!("the TOML parser says: {}", crate::text::escape::plain(said)));
    };
    if is_template(source.text(), place.start as usize) {
        return not_rendered(Code::E0123, "TOML", source, place);
    }
    if said.starts_with("invalid basic string") || said.starts_with("invalid literal string") {
        let (line, _) = source.line_around(place.start);
        if let Some(start) = open_quote(source.text(), line as usize, place.start as usize) {
            return open_string_of_toml(source.span(narrow(start), narrow(start) + 1));
        }
    }
    let (found, at) = match said.starts_with("duplicate key") && place.start < place.end {
        true => (quoted(source.slice(place)).to_string(), Some(place)),
        false => found(source, place),
    };
    // Where nothing is allowed, the message of the parser does not help.
    let said = said.strip_suffix(", expected nothing").unwrap_or(said);
    let (message, label, help) = if source.text().get(place.start as usize..).is_some_and(is_slashes) {
        ("expected a key, found `//`".into(), "expected a key", "start a comment with `#`")
    } else if said.starts_with("duplicate key") {
        let help = "remove one of the two, or give it another key";
        (format!("expected each key once, found {found} again"), "set before", help)
    } else if said.starts_with("string values must be quoted") || is_bare_word(source, place, said) {
        let help = match source.slice(place).starts_with(|c: char| c.is_ascii_digit()) {
            true => "write a number alone, without a unit; put a text in quotes",
            false => "put a text in quotes; numbers, `true` and `false` need none",
        };
        (format!("expected a value, found {found}"), "expected a value", help)
    } else if said.starts_with("key with no value") {
        let help = "write `key = value`, or `[key]` for a table";
        (format!("expected `=` and a value, found {found}"), "expected `=`", help)
    } else if said.starts_with("unclosed table") || said.starts_with("unclosed array table") {
        let (close, help) = match said.starts_with("unclosed table") {
            true => ("`]`", "close the header: `[name]`"),
            false => ("`]]`", "close the header: `[[name]]`"),
        };
        (format!("expected {close}, found {found}"), "the header is not closed", help)
    } else if said.starts_with("unexpected leading zero") {
        let help = "remove the zeros, or put a text in quotes";
        (format!("expected a number without leading zeros, found {found}"), "leading zeros", help)
    } else {
        let diagnostic = Diagnostic::new(Code::E0123, format!("expected TOML, found {found}"))
            .at(place, "not understood")
            .note(format!("the TOML parser says: {}", crate::text::escape::plain(said)));
        return quoting(diagnostic, source, at);
    };
    quoting(Diagnostic::new(Code::E0123, message).at(place, label).help(help), source, at)
}

fn is_slashes(text: &str) -> bool {
    text.starts_with("//")
}

/// E0123: a string that is not closed in its line.
fn open_string_of_toml(quote: Span) -> Diagnostic {
    Diagnostic::new(
        Code::E0123,
        "expected the closing quote of a string before the end of the line, found none",
    )
    .at(quote, "this string is not closed")
    .help("close it with the quote it begins with")
}

/// Whether a word is where a value belongs: the reader takes it for the beginning of the literal it resembles.
fn is_bare_word(source: &Source, place: Span, said: &str) -> bool {
    let rest = source.text().get(place.start as usize..).unwrap_or_default();
    said.starts_with("invalid ") && rest.starts_with(|c: char| c.is_alphabetic())
}

/// E0123: a number that is not valid in TOML.
pub(in crate::syntax) fn malformed_number(source: &Source, number: Span) -> Diagnostic {
    let message = format!("expected a number, found {}", quoted(source.slice(number)));
    Diagnostic::new(Code::E0123, message)
        .at(number, "malformed number")
        .quoting(number, source.slice(number))
        .note(
            "digits follow each of `0x`, `0o`, `0b`, `.` and `e`, and `_` is allowed only between two digits",
        )
        .help("complete the number, or put a text in quotes")
}

/// E0124: a date or time.
pub(in crate::syntax) fn toml_date(source: &Source, date: Span) -> Diagnostic {
    let message =
        format!("expected a value that a field can have, found the date {}", quoted(source.slice(date)));
    Diagnostic::new(Code::E0124, message)
        .at(date, "a date or time")
        .note("no field type is a date")
        .help("put it in quotes for a string")
}
