//! What the readers of YAML and TOML say: one constructor a code.

use super::narrow;
use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::{MAX_QUOTED, quoted};
use crate::text::{Source, Span};
use granit_parser::ErrorKind;

/// What stands at a place: its own text or, where that is longer, all up to the next white space. Also where that
/// text is, where there is one.
fn found(source: &Source, place: Span) -> (String, Option<Span>) {
    let text = source.text();
    let rest = text.get(place.start as usize..).unwrap_or_default();
    let own = source.slice(place);
    // No more is looked at than is shown, so that a line of nothing but mistakes costs no more than its length.
    let end = rest.char_indices().enumerate().find(|(n, (_, c))| *n > MAX_QUOTED || c.is_whitespace());
    let word = rest.get(..end.map_or(rest.len(), |(_, (at, _))| at)).unwrap_or_default();
    let shown = if own.len() > word.len() { own } else { word };
    let words = match (rest.is_empty(), shown.is_empty()) {
        (true, _) => "the end of the text",
        (_, true) if rest.starts_with('\t') => "a tab",
        (_, true) if rest.starts_with(['\n', '\r']) => "the end of the line",
        (_, true) => "white space",
        (_, false) => {
            let end = place.start.saturating_add(narrow(shown.len()));
            return (quoted(shown).to_string(), Some(Span { end, ..place }));
        }
    };
    (words.into(), None)
}

/// Says which text was found, so that it is not told where it is secret.
fn quoting(diagnostic: Diagnostic, source: &Source, found: Option<Span>) -> Diagnostic {
    match found {
        Some(place) => diagnostic.quoting(place, source.slice(place)),
        None => diagnostic,
    }
}

/// What YAML allows where it was left, and what would help.
struct Expected {
    what: &'static str,
    help: Option<&'static str>,
}

impl Expected {
    const SPACES: &str = "spaces";

    #[allow(clippy::wildcard_enum_match_arm, reason = "the parser's own list, which may grow")]
    fn by(kind: &ErrorKind) -> Self {
        let (what, help) = match kind {
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInPlainScalar => {
                (Self::SPACES, Some("indent with spaces; YAML takes no tabs there"))
            }
            ErrorKind::UnexpectedEofFlowSequence | ErrorKind::ExpectedFlowSequenceSeparator => {
                ("`,` or `]`", Some("close the `[` before this place, or separate its elements by commas"))
            }
            ErrorKind::UnexpectedEofFlowMapping | ErrorKind::ExpectedFlowMappingSeparator => {
                ("`,` or `}`", Some("close the `{` before this place, or separate its members by commas"))
            }
            ErrorKind::UnclosedFlowCollection { .. }
            | ErrorKind::MismatchedFlowCollectionEnd { .. }
            | ErrorKind::MisplacedFlowCollectionEnd => {
                ("each bracket closed by its own kind", Some("make `[` meet `]` and `{` meet `}`"))
            }
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::DocumentIndicatorInQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent => (
                "the end of a string, or its next line further to the right",
                Some("close the string with the quote it begins with"),
            ),
            ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
                ("nothing behind the string", Some("write a quote inside the string as `''`, or as `\\\"`"))
            }
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidUnicodeEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate => (
                "a string whose escapes YAML knows",
                Some("write `\\\\` for a backslash, or put the text in single quotes, which know no escapes"),
            ),
            ErrorKind::MappingValueNotAllowed
            | ErrorKind::InvalidColonPlacement
            | ErrorKind::SimpleKeyExpected
            | ErrorKind::InvalidSimpleKey => (
                "no `: ` here, or a key in front of it",
                Some("put text with `: ` in it in quotes, or check the indentation"),
            ),
            ErrorKind::InvalidIndentation
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::BlockSequenceEntryNotAllowed
            | ErrorKind::MappingKeyNotAllowed
            | ErrorKind::InvalidBlockScalarIndent => (
                "an item of the array or object around it",
                Some("give it the indentation of the items before it"),
            ),
            ErrorKind::UnexpectedCharacter { .. } => {
                ("a value", Some("put the text in quotes; no plain text begins with this character"))
            }
            _ => ("YAML", None),
        };
        Self { what, help }
    }
}

/// Where the tab is that is one too many: the reader stops at what it was reading when it met it, which may be a line
/// before, or behind it.
fn tab(source: &Source, place: Span) -> Span {
    let (text, at) = (source.text(), place.start as usize);
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |feed| feed + 1);
    let mut line_start = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line.get(..indentation).and_then(|indentation| indentation.find('\t')) {
            let tab = narrow(line_start + tab);
            return source.span(tab, tab + 1);
        }
        line_start += line.len();
    }
    place
}

/// E0114: text that is no YAML.
pub(crate) fn no_yaml(source: &Source, kind: &ErrorKind, place: Span) -> Diagnostic {
    let expected = Expected::by(kind);
    let place = if expected.what == Expected::SPACES { tab(source, place) } else { place };
    not_understood(&expected, source, place)
}

fn not_understood(expected: &Expected, source: &Source, place: Span) -> Diagnostic {
    // A tab itself is named, not what stands behind it.
    let guilty = if expected.what == Expected::SPACES { place.at_start() } else { place };
    let (found, at) = found(source, guilty);
    let diagnostic = Diagnostic::new(Code::E0114, format!("expected {}, found {found}", expected.what))
        .at(place, format!("expected {}", expected.what))
        .help_if(expected.help);
    quoting(diagnostic, source, at)
}

/// What is said of the first character of a text that ends a line, and a comment with it, by YAML 1.1 and not by
/// YAML 1.2, or that marks the byte order and does not stand at its start: some readers leave that out. Takes time
/// linear in the text.
pub(crate) fn disputed_character(source: &Source) -> Option<Diagnostic> {
    const BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];
    const MARK: char = '\u{feff}';
    let text = source.text();
    if text.is_ascii() {
        return None;
    }
    let start = super::content_start(text);
    let is_disputed = |c: char| BREAKS.contains(&c) || c == MARK;
    let at = start + text.get(start..)?.find(is_disputed)?;
    let place = super::span(source, at, at + 1);
    Some(if source.slice(place).contains(MARK) {
        let expected = Expected {
            what: "a byte order mark at the start of the text only",
            help: Some("remove it, or write it between double quotes, as `\\ufeff`"),
        };
        not_understood(&expected, source, place)
    } else {
        let expected = Expected {
            what: "no line break that only YAML 1.1 knows",
            help: Some("write it between double quotes, as `\\u0085`, `\\u2028` or `\\u2029`"),
        };
        let diagnostic = not_understood(&expected, source, place);
        diagnostic.note("most readers end the line there, and a comment with it")
    })
}

/// E0115: a tag.
pub(super) fn tag(source: &Source, tag: Span) -> Diagnostic {
    let message = format!("expected a value without a tag, found {}", quoted(source.slice(tag)));
    Diagnostic::new(Code::E0115, message)
        .at(tag, "a tag")
        .note("the declared type of a field decides how its value is read")
        .help("remove the tag; put a text that looks like a number or bool in quotes")
}

/// E0116: `<<` as a key.
pub(super) fn merge_key(key: Span) -> Diagnostic {
    Diagnostic::new(Code::E0116, "expected a key, found the merge key `<<`")
        .at(key, "merges an object into this one")
        .note("merge keys are not part of YAML 1.2, and readers disagree on which member wins")
        .help("write the members out, or put what is shared in a layer of its own")
}

/// E0117: a key that is no scalar, or is not there.
pub(super) fn no_text_as_key(key: Span, found: &str) -> Diagnostic {
    Diagnostic::new(Code::E0117, format!("expected a text as key, found {found}"))
        .at(key, "expected a text")
        .help("write the key as plain or quoted text in front of its `:`")
}

/// E0118: the start of a document beyond the first `limit` ones.
pub(super) fn several_documents(start: Span, limit: usize) -> Diagnostic {
    let message = match limit {
        1 => "expected one document, found another one behind it".into(),
        _ => format!("expected at most {limit} documents, found more"),
    };
    Diagnostic::new(Code::E0118, message)
        .at(start, "another document starts here")
        .help("give each document a file of its own")
}

/// E0119: a directive other than `%YAML 1.2`.
pub(super) fn directive(source: &Source, directive: Span) -> Diagnostic {
    let message = format!("expected no directive but `%YAML 1.2`, found {}", quoted(source.slice(directive)));
    Diagnostic::new(Code::E0119, message).at(directive, "a directive").help("remove the line")
}

/// E0120: an alias of an anchor that does not stand before it.
pub(crate) fn unknown_anchor(source: &Source, alias: Span) -> Diagnostic {
    let name = source.slice(alias).trim_start_matches('*');
    let message = format!("expected the name of an anchor before this place, found {}", quoted(name));
    alias_without_value(alias, message, "no such anchor before it")
        .quoting(alias, name)
        .help("put `&` and the name in front of the value that is meant, or the text in quotes")
}

/// E0120: an alias of something that it lies in.
pub(super) fn alias_in_itself(source: &Source, alias: Span) -> Diagnostic {
    let message = format!(
        "expected an alias of something complete, found {} inside of what it stands for",
        quoted(source.slice(alias))
    );
    alias_without_value(alias, message, "would never end").help("write out what is meant here")
}

fn alias_without_value(alias: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0120, message).at(alias, label)
}

/// E0121: the alias with which all of them stand for too much.
pub(super) fn aliases_too_large(alias: Span) -> Diagnostic {
    let (nodes, text) = (super::limits::MAX_COPIED_NODES, super::limits::MAX_COPIED_TEXT);
    let message =
        format!("expected aliases of at most {nodes} keys and values with {text} bytes of text, found more");
    Diagnostic::new(Code::E0121, message)
        .at(alias, "goes beyond the limit")
        .help("write out what is meant, or split the document")
}

/// E0122: a plain scalar that readers of YAML disagree on.
pub(super) fn ambiguous_number(source: &Source, scalar: Span) -> Diagnostic {
    let text = source.slice(scalar);
    let message = format!("expected a value that every reader of YAML takes alike, found {}", quoted(text));
    Diagnostic::new(Code::E0122, message)
        .at(scalar, "a number or a text, by reader")
        .note("readers of YAML 1.1 and 1.2 disagree on leading zeros and on `0o`")
        .help("write a number in decimal without leading zeros, or as `0x` and its digits")
        .help("put a text in quotes")
}

/// E0123: text that is no TOML. `said` is what the reader says about it.
pub(super) fn no_toml(source: &Source, place: Option<Span>, said: &str) -> Diagnostic {
    let Some(place) = place else {
        return Diagnostic::new(Code::E0123, "expected TOML, found something else")
            .in_file(source.name())
            .note(format!("the reader of TOML says: {}", crate::text::escape::plain(said)));
    };
    let (found, at) = found(source, place);
    // Where nothing could stand, the reader says so in words that help nobody.
    let said = said.strip_suffix(", expected nothing").unwrap_or(said);
    let (message, label, help) = if said.starts_with("duplicate key") {
        let help = "remove one of the two, or give it another key";
        (format!("expected each key once, found {found} again"), "set before", help)
    } else if said.starts_with("string values must be quoted") || is_bare_word(source, place, said) {
        let help = "put a text in quotes; numbers, `true` and `false` go without";
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
            .note(format!("the reader of TOML says: {}", crate::text::escape::plain(said)));
        return quoting(diagnostic, source, at);
    };
    quoting(Diagnostic::new(Code::E0123, message).at(place, label).help(help), source, at)
}

/// Whether a word stands where a value belongs: the reader takes it for the beginning of the literal it resembles.
fn is_bare_word(source: &Source, place: Span, said: &str) -> bool {
    let rest = source.text().get(place.start as usize..).unwrap_or_default();
    said.starts_with("invalid ") && rest.starts_with(|c: char| c.is_alphabetic())
}

/// E0123: a number that is none in TOML.
pub(super) fn malformed_number(source: &Source, number: Span) -> Diagnostic {
    let message = format!("expected a number, found {}", quoted(source.slice(number)));
    Diagnostic::new(Code::E0123, message)
        .at(number, "malformed number")
        .quoting(number, source.slice(number))
        .note("digits follow each of `0x`, `0o`, `0b`, `.` and `e`, and `_` stands only between two digits")
        .help("complete the number, or put a text in quotes")
}

/// E0124: a date or time.
pub(super) fn toml_date(source: &Source, date: Span) -> Diagnostic {
    let message =
        format!("expected a value of a type that fields have, found the date {}", quoted(source.slice(date)));
    Diagnostic::new(Code::E0124, message)
        .at(date, "a date or time")
        .note("no type of a field is a date")
        .help("put it in quotes for a string")
}
