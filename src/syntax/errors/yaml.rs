//! Messages of the reader of YAML.

use super::lines::{
    begin_alike, begins_with_joined_dash, is_after_block_indicator, is_after_item, key_with_dash,
};
use super::words::{READ_INPUT, placeholder_around, placeholder_as_key};
use super::yaml_changes::{closing_quote, colon, indentation, usual_change};
use super::{ends_early, found, is_template, open_quote, quoting, template};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::text::escape::quoted;
use crate::text::{Source, Span, narrow};
use granit_parser::ErrorKind;

/// The text that YAML allows at a mistake, and the help.
struct Expectation {
    what: &'static str,
    help: Option<&'static str>,
    /// The change that the help asks for, and its place.
    remedy: Option<(Span, RemedyKind)>,
}

/// The help for an item of a list whose dash is joined to its text.
const AFTER_DASH: &str = "write a space after the `-`";

/// The help for a line with another indentation than those above it.
const LIKE_ITEMS: &str = "indent it like the items before it";

impl Expectation {
    fn new(what: &'static str, help: &'static str) -> Self {
        Self { what, help: Some(help), remedy: None }
    }

    /// Adds the change that the help asks for: this text at this place.
    fn writing(self, place: Span, text: impl Into<String>) -> Self {
        Self { remedy: Some((place, RemedyKind::Replace(text.into()))), ..self }
    }

    const SPACES: &str = "spaces";

    #[allow(clippy::wildcard_enum_match_arm, reason = "the parser's own list, which may grow")]
    fn by(kind: &ErrorKind) -> Self {
        let (what, help) = match kind {
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInPlainScalar => {
                (Self::SPACES, Some("indent with spaces; YAML allows no tabs there"))
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
                ("matching brackets", Some("close `[` with `]` and `{` with `}`"))
            }
            ErrorKind::InvalidTrailingSingleQuotedScalar => {
                ("nothing after the string", Some("write a quote inside the string as `''`"))
            }
            ErrorKind::InvalidTrailingDoubleQuotedScalar => (
                "nothing after the string",
                Some("write `,` between two strings, and a quote inside one as `\\\"`"),
            ),
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidUnicodeEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate => (
                "a string whose escapes YAML knows",
                Some("write `\\\\` for a backslash, or put the text in single quotes, which have no escapes"),
            ),
            ErrorKind::MappingValueNotAllowed
            | ErrorKind::InvalidColonPlacement
            | ErrorKind::SimpleKeyExpected
            | ErrorKind::InvalidSimpleKey => {
                ("a text without `: `", Some("put text with `: ` in it in quotes, or check the indentation"))
            }
            ErrorKind::InvalidIndentation
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::BlockSequenceEntryNotAllowed
            | ErrorKind::MappingKeyNotAllowed
            | ErrorKind::InvalidBlockScalarIndent => {
                ("an item of the array or object around it", Some(LIKE_ITEMS))
            }
            ErrorKind::UnexpectedCharacter { .. } => {
                ("a value", Some("put the text in quotes; no plain text begins with this character"))
            }
            _ => ("YAML", None),
        };
        Self { what, help, remedy: None }
    }

    /// Makes the message more exact, from the text of the line `before` the place and the text from the place on,
    /// `here`.
    fn adapt_to(&mut self, before: &str, here: &str) {
        let begins_value = before.trim_end().ends_with(':');
        if begins_value && here.starts_with(['|', '>']) {
            *self = Self::new(
                "the end of the line after the sign of a block scalar",
                "write the text in the next line, indented, or put all of it in quotes",
            );
        } else if here.starts_with(':') && is_second_key(before) {
            *self = Self::new(
                "one key on each line",
                "write the second key on a line of its own, or put text with `: ` in it in quotes",
            );
        } else if here.starts_with(':') && before.trim().is_empty() {
            self.what = "a key before the `:`";
        } else if here.trim_end() == "," {
            self.help = Some("remove the `,`");
        } else if before.trim_end().ends_with([']', '}'])
            && before.trim_end().matches(['[', '{']).count() == 1
        {
            self.help = Some(
                "put the whole text in quotes: a value that begins with `[` or `{` ends with its bracket",
            );
        } else if begins_value && here.starts_with("- ") {
            self.help = Some("begin the list in the next line, or write it in brackets: `[a, b]`");
        } else if self.help.is_none() && before.trim().is_empty() {
            self.help = Some("indent it like the keys before it");
        }
        let operator = before.rsplit_once(": ").map(|(_, operator)| operator);
        if let Some(operator @ ("$expr" | "$text")) = operator
            && here.starts_with(':')
        {
            self.what = "braces around an operator and its text";
            self.help = Some(match operator {
                "$expr" => "write `{ $expr: \"…\" }`",
                _ => "write `{ $text: \"…\" }`",
            });
            return;
        }
        if self.help.is_some() && before.contains("$expr:") {
            self.help = Some("put the expression in quotes: `{ $expr: \"…\" }`");
        }
        if self.help.is_some() && before.contains("$text:") {
            self.help = Some("put the text in quotes: `{ $text: \"…\" }`");
        }
    }
}

/// Whether a line holds a key with its value and then a second key: `a: true b`.
fn is_second_key(line: &str) -> bool {
    let value = line.split_once(": ").map(|(_, value)| value.trim());
    value.is_some_and(|value| value.contains(' ') && !value.starts_with(['{', '[', '"', '\'', '$']))
}

/// The place of the tab that was refused. The parser stops at the text that it was reading, which may be a line before or
/// after the tab.
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

/// The state of the reader when it stopped.
#[derive(Debug, Clone, Copy)]
pub(in crate::syntax) struct Before {
    /// The end of the text read so far.
    pub(in crate::syntax) behind: u32,
    /// The last scalar, and whether it is the value of a key.
    pub(in crate::syntax) last: Option<(Span, bool)>,
}

/// E0114: text that is not YAML.
pub(in crate::syntax) fn syntax(
    source: &Source,
    kind: &ErrorKind,
    place: Span,
    before: Before,
) -> Diagnostic {
    let Before { behind, last } = before;
    if is_template(source.text(), place.start as usize) {
        return template(source, place);
    }
    if let Some(placeholder) = placeholder_around(source, place)
        && source
            .text()
            .get(..placeholder.start as usize)
            .is_some_and(|before| before.trim_end().ends_with(['{', '[', ',', ':']) || before.is_empty())
    {
        return placeholder_as_key(Code::E0114, source, placeholder);
    }
    if matches!(
        kind,
        ErrorKind::UnclosedQuotedScalar
            | ErrorKind::DocumentIndicatorInQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
    ) {
        return unclosed_string(source, behind, place);
    }
    if matches!(kind, ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey) {
        return no_colon(source, place);
    }
    if matches!(kind, ErrorKind::MappingValueNotAllowed)
        && let Some((last, is_value)) = last.filter(|(last, _)| last.end == place.start)
        && let Some(feed) = source.slice(last).rfind(['\n', '\r'])
    {
        let key_start =
            last.end - narrow(source.slice(last).get(feed..).unwrap_or_default().trim_start().len());
        if !is_value || begin_alike(source, last.start, key_start) {
            return no_colon(source, last.at_start());
        }
        if let Some(key) = key_with_dash(source, last) {
            return not_understood(&Expectation::new("`- ` before an element", AFTER_DASH), source, key);
        }
        // The value of the line before continues up to the key of this line.
        let expected = Expectation::new(
            "a key in line with those before it",
            "indent it like the keys before it, or put text with `: ` in it in quotes",
        );
        let (above, below) = (indentation(source, last.start), indentation(source, key_start));
        let expected = expected.writing(below, source.slice(above));
        return not_understood(&expected, source, source.span(key_start, last.end));
    }
    let mut rest = source.text().get(place.start as usize..).unwrap_or_default().chars();
    if rest.next() == Some(':') && rest.next().is_some_and(|c| !c.is_whitespace()) {
        let expected = Expectation::new("a space after the `:`", "write a space after the `:`");
        let after = source.span(place.start + 1, place.start + 1);
        return not_understood(&expected.writing(after, " "), source, place);
    }
    let mut expected = Expectation::by(kind);
    let (line, end) = source.line_around(place.start);
    let before = source.slice(source.span(line.min(place.start), place.start));
    let here = source.text().get(place.start as usize..).unwrap_or_default();
    expected.adapt_to(before, here);
    if matches!(
        kind,
        ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar
    ) {
        let rest = source.slice(source.span(place.start.min(end), end));
        let is_expression = before.contains("$expr:") && !before.ends_with(['"', '\'']);
        match after_string(rest, before.contains('{')).filter(|_| !is_expression) {
            Some(after) => expected = after,
            None if before.ends_with(['"', '\'']) && !rest.starts_with(['[', ']', '{', '}']) => {
                return string_ends_early(source, place);
            }
            None => {}
        }
    }
    let text = source.text().get(..line as usize).unwrap_or_default();
    let is_item = text.lines().next_back().is_some_and(|above| above.trim_start().starts_with("- "));
    if expected.help == Some(LIKE_ITEMS) && is_item && !here.starts_with('-') {
        expected.help = Some("indent it like the key after the `- ` above it");
    }
    let place = if expected.what == Expectation::SPACES { tab(source, place) } else { place };
    expected.remedy = usual_change(source, kind, expected.help == Some(LIKE_ITEMS), place);
    not_understood(&expected, source, place)
}

/// E0114: a quote inside a string, before a place.
fn string_ends_early(source: &Source, place: Span) -> Diagnostic {
    let at = source.span(place.start.saturating_sub(1), place.start);
    match source.slice(at) {
        "'" => ends_early(Code::E0114, at, '\'', "'"),
        _ => ends_early(Code::E0114, at, '"', "\\"),
    }
}

/// The expectation after a string with text after it, if that text is not the rest of the string.
fn after_string(rest: &str, in_object: bool) -> Option<Expectation> {
    let key = rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
    let is_key = key.len() < rest.len() && key.starts_with(": ");
    let (what, help) = if is_key && in_object {
        ("`,` or `}`", "write `,` before it")
    } else if is_key {
        ("`,` or the end of the line", "write `,` before it, or each key in a line of its own")
    } else if rest.trim_end() == "," && !in_object {
        ("the end of the line after the string", "remove the `,`")
    } else if rest.starts_with('+') {
        ("nothing after the string", "write the text as one string; YAML joins no strings")
    } else {
        return None;
    };
    Some(Expectation::new(what, help))
}

/// E0114: a line of a key and its value without `: `.
fn no_colon(source: &Source, place: Span) -> Diagnostic {
    let (_, end) = source.line_around(place.start);
    let line = source.slice(source.span(place.start, end)).trim_end();
    let mut remedy = None;
    let help = if line.starts_with("//") || line.starts_with("/*") {
        "start a comment with `#`"
    } else if line.split_whitespace().nth(1).is_some_and(|word| word.starts_with('=')) {
        remedy = colon(source, place.start, line);
        "write `:` instead of `=`"
    } else if begins_with_joined_dash(line) {
        AFTER_DASH
    } else if line.contains(':') {
        remedy = colon(source, place.start, line);
        "write a space after the `:`"
    } else if is_after_item(source, place) {
        "write `- ` before it, as before the other items of the list"
    } else {
        "write `: ` between the key and its value"
    };
    let mut expected = Expectation { remedy, ..Expectation::new("a key followed by `: `", help) };
    if is_after_block_indicator(source, place) {
        expected = Expectation::new(
            "the text of a block scalar, indented",
            "indent each line of the text further than the key above it",
        );
    }
    let word = line.split_whitespace().next().map_or(1, str::len);
    not_understood(&expected, source, source.span(place.start, place.start + narrow(word)))
}

/// E0114: a string that is still open at a place. The text before `behind` has been read.
fn unclosed_string(source: &Source, behind: u32, place: Span) -> Diagnostic {
    let text = source.text();
    // The reader stops at the quote if the text ends in the string, or else at the first text that it cannot read.
    let is_quote = text.get(place.start as usize..).is_some_and(|rest| rest.starts_with(['"', '\'']));
    let open = open_quote(text, behind as usize, place.start as usize);
    let start = open.or_else(|| is_quote.then_some(place.start as usize));
    let place = match open {
        Some(_) => place,
        None => source.span(narrow(text.len()), narrow(text.len())),
    };
    let Some(start) = start else {
        let expected = Expectation::new(
            "the end of a string, or its next line further to the right",
            "close the string with the quote it begins with",
        );
        return not_understood(&expected, source, place);
    };
    let (found, at) = found(source, place);
    let start = narrow(start);
    let message = format!("expected the closing quote of a string, found {found}");
    let diagnostic = Diagnostic::new(Code::E0114, message)
        .at(source.span(start, start + 1), "this string is not closed")
        .help(closing_quote(source, start));
    quoting(diagnostic, source, at)
}

fn not_understood(expected: &Expectation, source: &Source, place: Span) -> Diagnostic {
    // The message names the tab, not the text after it.
    let guilty = if expected.what == Expectation::SPACES { place.at_start() } else { place };
    let (found, at) = found(source, guilty);
    let diagnostic = Diagnostic::new(Code::E0114, format!("expected {}, found {found}", expected.what))
        .at(place, format!("expected {}", expected.what))
        .help_if(expected.help.map(|help| match expected.remedy.clone() {
            Some((place, remedy)) => Help::new(help, remedy).at(place),
            None => help.into(),
        }));
    quoting(diagnostic, source, at)
}

/// The error about the first character that ends a line only in YAML 1.1. A byte order mark after the start of the text
/// counts too, since some readers skip it. Takes time linear in the text.
pub(in crate::syntax) fn disputed_character(source: &Source) -> Option<Diagnostic> {
    const BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];
    const MARK: char = '\u{feff}';
    let text = source.text();
    if text.is_ascii() {
        return None;
    }
    let start = crate::syntax::places::content_start(text);
    let is_disputed = |c: char| BREAKS.contains(&c) || c == MARK;
    let at = start + text.get(start..)?.find(is_disputed)?;
    let place = crate::syntax::places::span(source, at, at + 1);
    if source.slice(place).contains(MARK) {
        let expected = Expectation::new(
            "a byte order mark at the start of the text only",
            "remove it, or write it between double quotes, as `\\ufeff`",
        );
        return Some(not_understood(&expected, source, place));
    }
    let expected = Expectation::new(
        "no line break that only YAML 1.1 knows",
        "write it between double quotes, as `\\u0085`, `\\u2028` or `\\u2029`",
    );
    let diagnostic = not_understood(&expected, source, place);
    Some(diagnostic.note("most readers end the line there, and a comment with it"))
}

/// E0115: a tag.
pub(in crate::syntax) fn tag(source: &Source, tag: Span) -> Diagnostic {
    let message = format!("expected a value without a tag, found {}", quoted(source.slice(tag)));
    let diagnostic = Diagnostic::new(Code::E0115, message).at(tag, "a tag");
    let name = source.slice(tag).trim_start_matches('!').to_ascii_lowercase();
    let help = match name.split([':', '.']).next().unwrap_or_default() {
        "env" | "environ" | "getenv" | "secret" | "vault" | "ssm" | "input" | "parameter" | "encrypted" => {
            READ_INPUT
        }
        "include" | "import" | "file" | "inc" | "include_dir_merge_named" => {
            "write the values here, or give the file as a layer of its own"
        }
        "ref" | "getatt" | "reference" | "var" => {
            "write the value itself, or `{ $expr: \"name\" }` for the value of another field"
        }
        "sub" | "join" | "format" | "fmt" | "concat" => {
            "put the parts together with `$text`: `{ $text: \"${a}-${b}\" }`"
        }
        _ if source.slice(tag).starts_with("!!") => {
            return diagnostic
                .note("the declared type of a field decides how its value is read")
                .help("remove the tag; put a text that looks like a number or bool in quotes");
        }
        _ => "remove the tag, or put the text in quotes if it begins with `!`",
    };
    diagnostic.help(help)
}

/// E0116: `<<` as a key.
pub(in crate::syntax) fn merge_key(key: Span) -> Diagnostic {
    Diagnostic::new(Code::E0116, "expected the key of a field, found a merge key")
        .at(key, "merges an object into this one")
        .note("merge keys are not part of YAML 1.2, and readers disagree on which member wins")
        .help("write the members here, or put the shared ones in a separate layer")
}

/// E0117: a key that is not a scalar, or is absent.
pub(in crate::syntax) fn no_text_as_key(key: Span, found: &str) -> Diagnostic {
    Diagnostic::new(Code::E0117, format!("expected a string as the key, found {found}"))
        .at(key, "expected a string")
        .help("write the key as plain or quoted text before its `:`")
}

/// E0118: the start of a document beyond the first `limit` documents.
pub(in crate::syntax) fn several_documents(start: Span, limit: usize) -> Diagnostic {
    let message = match limit {
        1 => "expected one document, found another one after it".into(),
        _ => format!("expected at most {limit} documents, found more"),
    };
    Diagnostic::new(Code::E0118, message)
        .at(start, "another document starts here")
        .help("put each document in a separate file")
}

/// E0119: a directive other than `%YAML 1.2`.
pub(in crate::syntax) fn directive(source: &Source, directive: Span) -> Diagnostic {
    let text = source.slice(directive);
    let found = match text.trim_end() {
        // This text is not secret.
        "%YAML 1.1" => "`%YAML 1.1`".into(),
        text => quoted(text).to_string(),
    };
    let message = format!("expected no directive but `%YAML 1.2`, found {found}");
    Diagnostic::new(Code::E0119, message).at(directive, "a directive").help("remove the line")
}

/// E0120: an alias without an anchor before it.
pub(in crate::syntax) fn unknown_anchor(source: &Source, alias: Span) -> Diagnostic {
    let written = source.slice(alias);
    let anchor = written.replacen('*', "&", 1);
    let message =
        format!("{} is an alias, and its anchor {} is not before it", quoted(written), quoted(&anchor));
    alias_without_value(alias, message, "no such anchor before it")
        .quoting(alias, &anchor)
        .help("put a text that begins with `*` in quotes")
        .help("write the anchor in front of the value that the alias repeats")
}

/// E0120: an alias inside its own target.
pub(in crate::syntax) fn alias_in_itself(source: &Source, alias: Span) -> Diagnostic {
    let message = format!(
        "expected an alias of a complete value, found {} inside the value that it repeats",
        quoted(source.slice(alias))
    );
    alias_without_value(alias, message, "would never end").help("write the value here instead of the alias")
}

fn alias_without_value(alias: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0120, message).at(alias, label)
}

/// E0121: the alias with which the targets of all aliases exceed the limit.
pub(in crate::syntax) fn aliases_too_large(alias: Span) -> Diagnostic {
    let (nodes, text) = (crate::syntax::limits::MAX_COPIED_NODES, crate::syntax::limits::MAX_COPIED_TEXT);
    let message =
        format!("expected aliases of at most {nodes} keys and values with {text} bytes of text, found more");
    Diagnostic::new(Code::E0121, message)
        .at(alias, "goes beyond the limit")
        .help("write the values instead of the aliases, or split the document")
}
