//! Messages of the readers of all formats, with one constructor per code.

pub(super) mod brackets;
pub(super) mod disputed;
pub(super) mod lines;
pub(super) mod toml;
pub(super) mod words;
pub(super) mod yaml;
mod yaml_changes;

use super::document::{Document, Repeated};
use super::format::Format;
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::text::escape::{MAX_QUOTED, quoted};
use crate::text::{Source, Span, narrow};

/// The text at a place for a message: its own text or, if that is longer, the text up to the next white space. Also the
/// place of that text, if there is one.
fn found(source: &Source, place: Span) -> (String, Option<Span>) {
    let text = source.text();
    let rest = text.get(place.start as usize..).unwrap_or_default();
    let own = source.slice(place);
    // Only the shown part is read, so a line of many mistakes takes time linear in its length.
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

/// Marks the found text, so that it is hidden if it is secret.
fn quoting(diagnostic: Diagnostic, source: &Source, found: Option<Span>) -> Diagnostic {
    match found {
        Some(place) => diagnostic.quoting(place, source.slice(place)),
        None => diagnostic,
    }
}

/// Whether a place is in a template expression, as in Helm and Jinja, that begins in the same line outside a string.
pub(in crate::syntax) fn is_template(text: &str, at: usize) -> bool {
    let line = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |feed| feed + 1);
    let before = text.get(line..at).unwrap_or_default();
    let here = text.get(at..).unwrap_or_default();
    let begins = |text: &str| text.starts_with("{{") || text.starts_with("{%");
    let start = match begins(here) {
        true => Some(before.len()),
        false if before.ends_with('{') && here.starts_with(['{', '%']) => Some(before.len() - 1),
        false => before.rfind("{{").or_else(|| before.rfind("{%")),
    };
    start.is_some_and(|start| !before.get(..start).unwrap_or_default().contains(['"', '\'']))
}

/// E0114: an expression of a template; `place` is within it.
pub(in crate::syntax) fn template(source: &Source, place: Span) -> Diagnostic {
    not_rendered(Code::E0114, "YAML", source, place)
}

pub(in crate::syntax) fn not_rendered(
    code: Code,
    language: &str,
    source: &Source,
    place: Span,
) -> Diagnostic {
    let text = source.text();
    let (start, end) = source.line_around(place.start);
    // The expression, or one of its braces, is in this line.
    let line = source.slice(source.span(start, end));
    let open = line.find("{{").or_else(|| line.find("{%")).map_or(place.start, |at| start + narrow(at));
    let size =
        narrow(text.get(open as usize..).unwrap_or_default().chars().take(2).map(char::len_utf8).sum());
    Diagnostic::new(code, format!("expected {language}, found a template that has not been rendered"))
        .at(source.span(open, open + size), "an expression of a template")
        .help("render the template first, and use the result")
}

/// The start of the string that is still open at `until`. The text before `from` has been read. Takes time linear in the
/// text between.
fn open_quote(text: &str, from: usize, until: usize) -> Option<usize> {
    let text = text.get(..until)?;
    let (mut at, mut before) = (from, ' ');
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let begins = before.is_whitespace() || matches!(before, '[' | '{' | ',' | ':' | '=' | '-' | '?');
        at += if c == '#' && before.is_whitespace() {
            text.get(at..)?.find('\n')?
        } else if matches!(c, '"' | '\'') && begins {
            match string_length(text.get(at..)?, c) {
                Some(length) => length,
                None => return Some(at),
            }
        } else {
            c.len_utf8()
        };
        before = text.get(..at)?.chars().next_back()?;
    }
    None
}

/// The length of a string with its quotes; `None` if it is not closed.
pub(in crate::syntax) fn string_length(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && quote == '"' {
            chars.next();
        } else if c == quote && (quote == '"' || chars.next_if(|(_, next)| *next == quote).is_none()) {
            return Some(at + 1);
        }
    }
    None
}

/// A quote inside a string, which ends it. `escape` is written before a quote that is part of the string. The text
/// after it may be secret and is not quoted.
pub(in crate::syntax) fn ends_early(code: Code, place: Span, quote: char, escape: &str) -> Diagnostic {
    let help = match quote {
        '"' => format!("write `'` for the quotes inside the string, or `{escape}\"`"),
        _ => format!("write the string in `\"…\"`, or each `'` inside it as `{escape}'`"),
    };
    Diagnostic::new(code, "a quote inside a string ends the string")
        .at(place, "the string ends here")
        .help(help)
}

/// E0101: a byte that is not UTF-8. `source` has a lossy decoding of the bytes.
pub(in crate::syntax) fn invalid_utf8(source: &Source, bytes: &[u8], offset: usize) -> Diagnostic {
    let byte = bytes.get(offset).copied().unwrap_or_default();
    let (start, end) = not_utf8(offset);
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let help = if utf16 { "save the file as UTF-8; it looks like UTF-16" } else { "save the file as UTF-8" };
    Diagnostic::new(Code::E0101, format!("expected UTF-8, found byte 0x{byte:02x} at byte offset {offset}"))
        .at(source.span(start, end), "not UTF-8")
        .help(help)
}

/// E0102: more bytes than a document may have.
pub(in crate::syntax) fn too_large(name: &str, size: u64, limit: u64) -> Diagnostic {
    let (name_shown, mebibytes) = (quoted(name), limit >> 20);
    let message =
        format!("{name_shown} is too large: expected at most {limit} bytes ({mebibytes} MiB), found {size}");
    Diagnostic::new(Code::E0102, message).in_file(name).help("split the document")
}

/// The place of the first byte that is not UTF-8 in a lossy decoding.
pub(in crate::syntax) fn not_utf8(offset: usize) -> (u32, u32) {
    let start = narrow(offset);
    // The replacement character is 3 bytes long.
    (start, start.saturating_add(3))
}

/// The code of a text that nests too deeply.
pub(in crate::syntax) const TOO_DEEP: Code = Code::E0103;

/// E0103: the bracket or other start of a level that exceeds the allowed depth.
pub(in crate::syntax) fn too_deep(place: Span, limit: usize) -> Diagnostic {
    let message = format!("arrays and objects are nested too deeply: expected at most {limit} levels");
    Diagnostic::new(TOO_DEEP, message)
        .at(place, format!("level {} starts here", limit + 1))
        .help("flatten the document")
}

/// The code of a repeated key.
pub(crate) const TWICE: Code = Code::E0111;

/// E0111: a repeated key, in words for callers that have no better name for their keys.
#[must_use]
pub fn duplicate_key(document: &Document, repeated: &Repeated) -> Diagnostic {
    let again = document.node(repeated.again);
    let name = again.map_or("", |key| key.text());
    let (whole, help) = match document.format() {
        Format::Env => ("file", "remove one of the two"),
        Format::Json | Format::Json5 | Format::Yaml | Format::Toml => {
            ("object", "remove one of the two, or give it another key")
        }
    };
    let message = format!("expected each key once, found {} twice in this {whole}", quoted(name));
    let mut diagnostic = Diagnostic::new(TWICE, message);
    if let Some(key) = again {
        diagnostic = diagnostic.at(key.span(), "here again").quoting(key.span(), name);
    }
    if let Some(key) = document.node(repeated.first) {
        diagnostic = diagnostic.label(key.span(), "first here");
    }
    diagnostic.help(help)
}

/// E0113: a text without a value.
pub(in crate::syntax) fn empty_document(end: Span) -> Diagnostic {
    Diagnostic::new(Code::E0113, "expected a value, found only white space and comments")
        .at(end, "expected a value")
        .help("write at least `{}`")
}

/// The code of text that the format does not allow there.
pub(in crate::syntax) const UNEXPECTED_TEXT: Code = Code::E0104;

/// The code of an array or object that is not closed.
pub(in crate::syntax) const UNCLOSED_CONTAINER: Code = Code::E0105;

/// E0104: a line of an environment file that sets no variable. Its text may be secret and is not quoted. `sign` is the
/// text in place of `=`. If the line `may_go_on`, it follows a variable and may continue its value.
pub(in crate::syntax) fn no_variable(place: Span, sign: Option<Span>, may_go_on: bool) -> Diagnostic {
    let help = "write the name, `=` and the value without spaces between them; start a comment with `#`";
    let help = match sign {
        Some(sign) => Help::new(help, RemedyKind::Replace("=".into())).at(sign),
        None => help.into(),
    };
    let diagnostic =
        Diagnostic::new(UNEXPECTED_TEXT, "expected `NAME=value` on a line of an environment file")
            .at(place, "not part of `NAME=value`")
            .help(help);
    match may_go_on {
        true => diagnostic.help(
            "a value ends with its line: set a text of several lines in a layer of JSON5, YAML or TOML",
        ),
        false => diagnostic,
    }
}

/// E0104: the header of a section in an environment file, or text that looks like one.
pub(in crate::syntax) fn section(place: Span) -> Diagnostic {
    let message = "expected `NAME=value` on a line of an environment file";
    Diagnostic::new(UNEXPECTED_TEXT, message)
        .at(place, "not part of `NAME=value`")
        .help("remove the line, and write the name of the section before each name: `SECTION_NAME=value`")
}

/// E0130: a Git LFS pointer in place of the content.
pub(in crate::syntax) fn lfs_pointer(format: Format, source: &Source) -> Diagnostic {
    let said = format!("expected {}, found a pointer of Git LFS", format.name());
    Diagnostic::new(ANOTHER_LANGUAGE, said)
        .at(source.span(0, narrow("version".len())), "a pointer to the content")
        .help("download the content with `git lfs pull`")
}

/// The code of a text in another language.
pub(crate) const ANOTHER_LANGUAGE: Code = Code::E0130;

pub(in crate::syntax) fn another_language(said: String, [elsewhere, in_product]: [String; 2]) -> Diagnostic {
    Diagnostic::new(ANOTHER_LANGUAGE, said).help_or_in_product(elsewhere, in_product)
}
