//! Messages of the reader of TOML.

use super::words::{BareWord, WordRemedy, bare_word, is_odd_space, placeholder_around, placeholder_as_key};
use super::{found, is_template, not_rendered, open_quote, quoting};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::text::escape::quoted;
use crate::text::{Source, Span, narrow};

/// A mistake at a place, with its help.
struct Mistake {
    place: Span,
    expected: &'static str,
    help: Help,
}

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
    if let Some(quote) = open_string(source, place, said) {
        return open_string_of_toml(source, quote);
    }
    if let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| said.contains(name_of(quotes)))
        && let Some(start) = source.text().rfind(quotes).map(narrow)
    {
        return open_text_of_toml(source.span(start, start + 3), quotes);
    }
    if said.starts_with("invalid unquoted key")
        && let Some(placeholder) = placeholder_around(source, place)
    {
        return placeholder_as_key(Code::E0123, source, placeholder);
    }
    let known = in_line(source, place)
        .or_else(|| named(source, place, said))
        .or_else(|| at_value(source, place, said))
        .or_else(|| after_value(source, place, said));
    let Some(Mistake { place, expected, help }) = known else {
        // The parser's `expected nothing` does not help the user.
        let said = said.strip_suffix(", expected nothing").unwrap_or(said);
        let (found, at) = found(source, place);
        let diagnostic = Diagnostic::new(Code::E0123, format!("expected TOML, found {found}"))
            .at(place, "not understood")
            .note(format!("the TOML parser says: {}", crate::text::escape::plain(said)));
        return quoting(diagnostic, source, at);
    };
    let (found, at) = found(source, place);
    let diagnostic = Diagnostic::new(Code::E0123, format!("expected {expected}, found {found}"));
    quoting(diagnostic.at(place, format!("expected {expected}")).help(help), source, at)
}

/// The text from a place on.
fn rest(source: &Source, place: Span) -> &str {
    source.text().get(place.start as usize..).unwrap_or_default()
}

fn mistake(place: Span, expected: &'static str, help: impl Into<Help>) -> Option<Mistake> {
    Some(Mistake { place, expected, help: help.into() })
}

/// The mistake in the text at a place, if the text alone shows it.
fn in_line(source: &Source, place: Span) -> Option<Mistake> {
    let (line, end) = source.line_around(place.start);
    let text = source.slice(source.span(line, end));
    let before = text.get(..(place.start - line) as usize).unwrap_or_default();
    let here = rest(source, place);
    // The parser reads a comment of another language as a part of the value before it.
    let value = source.slice(place);
    let comment = [" //", " /*"].into_iter().find_map(|sign| value.find(sign)).map(|at| at + 1);
    if let Some(at) = comment.map(narrow) {
        let at = source.span(place.start + at, place.start + at + 2);
        return mistake(at, "the end of the line", "start a comment with `#`");
    }
    if before.trim().is_empty() && ["//", "/*", "--", ";"].iter().any(|sign| here.starts_with(sign)) {
        return mistake(source.span(place.start, place.start + 1), "a key", "start a comment with `#`");
    }
    if before.trim() == "--" {
        let at = narrow(text.len() - text.trim_start().len());
        return mistake(source.span(line + at, line + at + 2), "a key", "start a comment with `#`");
    }
    if here.starts_with(is_odd_space) {
        return mistake(place, "an ordinary space", "write a space here, as the space bar makes it");
    }
    if here.starts_with('\r') || here.get(1..).is_some_and(|_| before.ends_with('\r')) {
        let help = "save the file with LF or CRLF as the end of each line";
        return mistake(place, "a line feed after the carriage return", help);
    }
    None
}

/// The beginnings of messages of the parser that name one mistake, with the expected text and the help.
const NAMED: &[(&str, &str, &str)] = &[
    ("unquoted keys cannot be empty", "a key", "write the key before the `=`"),
    ("extra `=`", "a value", "remove the extra `=`"),
    ("invalid unquoted key", "a key of letters, digits, `-` and `_`", "put the key in quotes"),
    ("key with no value", "`=` and a value", "write `key = value`, or `[key]` for a table"),
    ("missing assignment", "`=` and a value", "write `key = value`, or `[key]` for a table"),
    (
        "unexpected leading zero",
        "a number without leading zeros",
        "remove the zeros, or put a text in quotes",
    ),
    ("invalid mantissa", "a digit before the `.`", "write a digit before the `.`, as in `0.5`"),
    ("invalid fraction", "a digit after the `.`", "write a digit after the `.`, as in `5.0`"),
    ("missing escaped value", "an escape that TOML knows", NO_ESCAPE),
    ("too few unicode value digits", "an escape that TOML knows", NO_ESCAPE),
    ("missing comma between", "`,`", "write `,` before it"),
    ("extra comma", "a value", "remove the extra `,`"),
];

const NO_ESCAPE: &str =
    "write `\\\\` for a backslash, or put the text in single quotes, which have no escapes";

/// A mistake that the message of the parser names.
fn named(source: &Source, place: Span, said: &str) -> Option<Mistake> {
    let (beginning, expected, help) = NAMED.iter().find(|(beginning, ..)| said.starts_with(beginning))?;
    let here = rest(source, place);
    let is_key = matches!(*beginning, "invalid unquoted key" | "key with no value" | "missing assignment");
    if is_key && here.trim_start().starts_with(':') {
        let colon = place.start + narrow(here.len() - here.trim_start().len());
        let help = Help::new("write `=` between the key and its value", RemedyKind::Replace("=".into()));
        return mistake(source.span(colon, colon + 1), "`=`", help.safe());
    }
    let before = source.text().get(..place.start as usize).unwrap_or_default();
    if *expected == "`,`" && before.ends_with('"') {
        return mistake(place, "`,`", "write `'` for a quote inside the text; or write `,` before it");
    }
    let help = match *beginning {
        "missing comma between" => after_element(source, help, place),
        "invalid unquoted key" => Help::new(*help, RemedyKind::Quote).at(bare_key(source, place)),
        _ => (*help).into(),
    };
    mistake(place, expected, help)
}

/// The help to write a comma after the element before a place, if no comment is between them.
fn after_element(source: &Source, help: &str, place: Span) -> Help {
    let before = source.text().get(..place.start as usize).unwrap_or_default();
    let end = narrow(before.trim_end().len());
    let (line, _) = source.line_around(end);
    if source.slice(source.span(line, end)).contains('#') {
        return help.into();
    }
    Help::new(help, RemedyKind::Replace(",".into())).at(source.span(end, end))
}

/// The unquoted key at a place.
fn bare_key(source: &Source, place: Span) -> Span {
    let is_of_key = |c: char| !c.is_whitespace() && !matches!(c, '=' | '.' | '[' | ']' | '{' | ',');
    let before = source.text().get(..place.start as usize).unwrap_or_default();
    let start = before.trim_end_matches(is_of_key).len();
    let length = rest(source, place).find(|c: char| !is_of_key(c)).unwrap_or_default();
    source.span(narrow(start), place.start + narrow(length))
}

/// A mistake in a value.
fn at_value(source: &Source, place: Span, said: &str) -> Option<Mistake> {
    let is_bare = said.starts_with("invalid ") && rest(source, place).starts_with(char::is_alphabetic);
    if !is_bare && !said.starts_with("string values must be quoted") {
        return None;
    }
    let (line, end) = source.line_around(place.start);
    let after = source.slice(source.span(place.end.min(end), end)).trim_start();
    let word = source.slice(place);
    if after.starts_with('=') && word.contains(' ') && line < place.start {
        return mistake(place, "a value", "put each key on its own line");
    }
    if word.trim().is_empty() {
        return mistake(place, "a value", "write a value after the `=`, or remove the key");
    }
    if word.ends_with(';') {
        return mistake(place, "a value without `;`", "remove the `;`");
    }
    if word.starts_with('>') {
        return mistake(place, "a value", "write `=` alone between the key and its value");
    }
    let BareWord { help, remedy } = bare_word(word, "TOML");
    let help = match remedy {
        WordRemedy::Literal(literal) => Help::new(help, RemedyKind::Replace(literal.into())),
        WordRemedy::Quotes => Help::new(help, RemedyKind::Quote),
        WordRemedy::Type | WordRemedy::None => help.into(),
    };
    mistake(place, "a value", help)
}

/// A mistake after a value, where its line should end.
fn after_value(source: &Source, place: Span, said: &str) -> Option<Mistake> {
    if !said.starts_with("unexpected key or value") {
        return None;
    }
    let here = rest(source, place);
    let before = source.text().get(..place.start as usize).unwrap_or_default().trim_end_matches(' ');
    let line = here.lines().next().unwrap_or_default();
    let ends_with = |quote: char| before.ends_with(quote) && line.contains(quote) && !line.contains('=');
    let help = if here.starts_with(',') && here.get(1..).is_some_and(|rest| rest.starts_with(is_digit)) {
        match decimal_comma(before, line) {
            true => "write `.` instead of `,` in front of the fraction",
            false => "write the digits without `,` between them",
        }
    } else if here.starts_with([',', ';']) {
        match line.contains('=') {
            true => "put each key on its own line, without `,` or `;` between them",
            false if line.trim_end().len() > 1 => "write a list in brackets: `[…]`",
            false => "remove it",
        }
    } else if ends_with('\'') {
        "write a text with `'` in it in double quotes"
    } else if ends_with('"') {
        "write a quote in the text as `\\\"`"
    } else {
        "put each key on its own line"
    };
    mistake(place, "the end of the line", help)
}

/// Whether the `,` between digits is a decimal comma: thousands have three digits after each `,`, and no 0 before it.
fn decimal_comma(before: &str, rest: &str) -> bool {
    let whole = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let behind = rest.get(1..).unwrap_or_default();
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let is_one = !behind.get(digits..).unwrap_or_default().starts_with(',');
    is_one && (digits != 3 || whole == "0")
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// E0123: a key or header that is also at the `first` place.
pub(in crate::syntax) fn set_twice(source: &Source, place: Span, first: Option<Span>) -> Diagnostic {
    let line = |place: Span| {
        let (start, end) = source.line_around(place.start);
        source.slice(source.span(start, end)).trim()
    };
    let is_header = line(place).starts_with('[') && first.is_some_and(|first| line(first) == line(place));
    let help = if is_header {
        "move the lines below this header to the first one"
    } else if line(place).starts_with('[') && first.is_some_and(|first| !line(first).starts_with('[')) {
        "write the first key below this header, without the table's name before it"
    } else {
        "remove one of the two, or give it another key"
    };
    let (found, at) = match place.start < place.end {
        true => (quoted(source.slice(place)).to_string(), Some(place)),
        false => found(source, place),
    };
    let diagnostic = Diagnostic::new(Code::E0123, format!("expected each key once, found {found} again"))
        .at(place, "set before")
        .help(help);
    let diagnostic = match first {
        Some(first) => diagnostic.label(first, "first here"),
        None => diagnostic,
    };
    quoting(diagnostic, source, at)
}

/// The start of the string that was open when the parser stopped.
fn open_string(source: &Source, place: Span, said: &str) -> Option<Span> {
    let (line, _) = source.line_around(place.start);
    let is_string = said.starts_with("invalid basic string") || said.starts_with("invalid literal string");
    if is_string {
        let start = narrow(open_quote(source.text(), line as usize, place.start as usize)?);
        return Some(source.span(start, start + 1));
    }
    // The closing quote of a key is missing: it ends with the opening quote of its value.
    let before = source.slice(source.span(line, place.start));
    let key = before.trim_start();
    let is_key = said.starts_with("key with no value") && key.starts_with(['"', '\'']) && key.contains('=');
    let start = line + narrow(before.len() - key.len());
    is_key.then(|| source.span(start, start + 1))
}

/// E0123: a string that is not closed in its line.
fn open_string_of_toml(source: &Source, quote: Span) -> Diagnostic {
    let (_, end) = source.line_around(quote.start);
    let is_curled = source.slice(source.span(quote.start, end)).contains(['“', '”', '‘', '’']);
    let help = if is_curled {
        "use plain quotes: `\"` or `'`"
    } else {
        "close it with the quote it begins with; a text of several lines has three quotes on both sides"
    };
    Diagnostic::new(
        Code::E0123,
        "expected the closing quote of a string before the end of the line, found none",
    )
    .at(quote, "this string is not closed")
    .help(help)
}

/// The beginning of the parser's message about an unclosed string of several lines with these quotes.
fn name_of(quotes: &str) -> &'static str {
    match quotes {
        "'''" => "invalid multi-line literal string, expected",
        _ => "invalid multi-line basic string, expected",
    }
}

/// E0123: a string of several lines that is not closed.
fn open_text_of_toml(place: Span, quotes: &str) -> Diagnostic {
    Diagnostic::new(
        Code::E0123,
        format!("expected `{quotes}` at the end of a string, found the end of the text"),
    )
    .at(place, "this string is not closed")
    .help(format!("write `{quotes}` after its last line"))
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
