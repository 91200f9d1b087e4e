//! Messages about brackets that do not match, for every format.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::brackets::{BracketMark, MarkKind};
use crate::syntax::errors::UNCLOSED_CONTAINER;
use crate::text::{Source, Span, narrow};

/// The text of a bracket, and of the one that would match it.
fn texts(mark: BracketMark) -> (char, char) {
    match mark.kind {
        MarkKind::Open(bracket) => bracket.characters(),
        MarkKind::Close(bracket) => {
            let (open, close) = bracket.characters();
            (close, open)
        }
        MarkKind::Boundary => (' ', ' '),
    }
}

fn place(source: &Source, mark: BracketMark) -> Span {
    source.span(mark.start, mark.start.saturating_add(1))
}

/// A line with which Git marks a conflict.
pub(in crate::syntax) fn conflict(code: Code, marker: Span) -> Diagnostic {
    Diagnostic::new(code, "expected a text without conflicts, found a conflict marker of Git")
        .at(marker, "a conflict begins here")
        .help("resolve the conflict, and remove its markers")
}

/// A bracket that is not closed. The closing bracket should precede `before`.
pub(in crate::syntax) fn not_closed(
    source: &Source,
    code: Code,
    open: BracketMark,
    before: BracketMark,
) -> Diagnostic {
    let (found, missing) = texts(open);
    let what =
        if before.kind == MarkKind::Boundary { "expected" } else { "this closes an outer bracket: expected" };
    let diagnostic = Diagnostic::new(code, format!("expected `{missing}` for this `{found}`, found none"))
        .at(place(source, open), format!("this `{found}` is not closed"));
    if let Some((line, is_next)) = line_beside(source, open, before) {
        // Another entry follows.
        let (start, end) = source.line_around(open.start);
        let opening = source.slice(source.span(start, end));
        let help = match is_next {
            true => {
                let help = format!("write `{missing},` at the end of the line of the `{found}`");
                let at = start + narrow(opening.trim_end().len());
                match may_hold_comment(code, opening) {
                    true => help.into(),
                    false => {
                        Help::new(help, RemedyKind::Replace(format!("{missing},"))).at(source.span(at, at))
                    }
                }
            }
            false => {
                let help = format!("write `{missing},` above this line, or remove the `{found}`");
                let (start, _) = source.line_around(line.start);
                let indent = source.slice(source.span(start, line.start));
                let closed = format!("{indent}{missing},{}", line_break(source));
                Help::new(help, RemedyKind::Replace(closed)).at(source.span(start, start))
            }
        };
        return diagnostic.label(line, format!("expected `{missing}` before this line")).help(help);
    }
    let (at, where_to) = match before.kind {
        MarkKind::Boundary => {
            (source.span(before.start, before.start), at_boundary(source, before.start).to_owned())
        }
        MarkKind::Open(_) | MarkKind::Close(_) => {
            (place(source, before), format!("in front of the `{}`", texts(before).0))
        }
    };
    let help = format!("write `{missing}` {where_to}, or remove the `{found}`");
    diagnostic.label(at, format!("{what} `{missing}` before this")).help(closing(
        source,
        help,
        (code, missing),
        at,
    ))
}

/// The help to close a container before a place: on the same line, or if the text ends there in JSON5, on a line of its own.
fn closing(source: &Source, help: String, (code, missing): (Code, char), before: Span) -> Help {
    let text = source.text().get(..before.start as usize).unwrap_or_default();
    let (start, _) = source.line_around(before.start);
    let is_end = source.text().get(before.start as usize..).is_none_or(|rest| rest.trim().is_empty());
    if is_end && code == UNCLOSED_CONTAINER {
        let (newline, end) = (line_break(source), narrow(source.text().len()));
        let closed = match source.text().ends_with('\n') {
            true => format!("{missing}{newline}"),
            false => format!("{newline}{missing}"),
        };
        return Help::new(help, RemedyKind::Replace(closed)).at(source.span(end, end));
    }
    let is_first = source.slice(source.span(start, before.start)).trim().is_empty();
    let at = if is_first { narrow(text.trim_end().len()) } else { before.start };
    let (start, _) = source.line_around(at);
    let line = source.slice(source.span(start, at));
    // A bracket after a comment would be part of it.
    match may_hold_comment(code, line) {
        true => help.into(),
        false => Help::new(help, RemedyKind::Replace(missing.to_string())).at(source.span(at, at)),
    }
}

/// Whether a line may hold a comment of the format whose errors have this code.
fn may_hold_comment(code: Code, line: &str) -> bool {
    let signs: &[&str] = if matches!(code, Code::E0114 | Code::E0123) { &["#"] } else { &["//", "/*", "*/"] };
    signs.iter().any(|sign| line.contains(sign))
}

/// The line break of a text.
fn line_break(source: &Source) -> &'static str {
    let first = source.text().split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}

/// The position of a missing bracket before a place that is not a bracket, in words.
fn at_boundary(source: &Source, at: u32) -> &'static str {
    let (line, _) = source.line_around(at);
    let is_end = source.text().get(at as usize..).is_none_or(|rest| rest.trim().is_empty());
    match source.slice(source.span(line, at)).trim().is_empty() {
        _ if is_end => "at the end of the text",
        true => "at the end of the line above",
        false => "at the marked place",
    }
}

/// Finds the first line below an opening bracket, and before `before`, that is an entry with the same indentation: the
/// bracket should be closed before it. Also returns whether it is the next line.
fn line_beside(source: &Source, open: BracketMark, before: BracketMark) -> Option<(Span, bool)> {
    let end = source.text().get(open.start as usize..)?.find('\n')?;
    let first = open.start as usize + end + 1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"' | '\'');
    let mut start = first;
    for line in source.text().get(first..before.start as usize)?.split_inclusive('\n') {
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        if text.trim_start_matches(is_name).starts_with(':') && at - start == open.indent as usize {
            return Some((source.span(narrow(at), narrow(at + text.trim_end().len())), start == first));
        }
        start += line.len();
    }
    None
}

/// A superfluous closing bracket; `around` is the bracket that is open there.
pub(in crate::syntax) fn closes_nothing(
    source: &Source,
    code: Code,
    close: BracketMark,
    around: Option<BracketMark>,
) -> Diagnostic {
    let (found, missing) = texts(close);
    let diagnostic = Diagnostic::new(code, format!("there is no `{missing}` for this `{found}`"))
        .at(place(source, close), format!("this `{found}` is one too many"));
    let diagnostic = match around {
        Some(around) => diagnostic.label(place(source, around), "still open here"),
        None => diagnostic,
    };
    let help = format!("remove it, or write the `{missing}` that it closes");
    diagnostic.help(Help::new(help, RemedyKind::Replace(String::new())))
}

/// A closing bracket of the wrong kind.
pub(in crate::syntax) fn closes_other_kind(
    source: &Source,
    code: Code,
    open: BracketMark,
    close: BracketMark,
) -> Diagnostic {
    let ((_, expected), (found, _)) = (texts(open), texts(close));
    Diagnostic::new(code, format!("expected `{expected}`, found `{found}`"))
        .at(place(source, close), format!("expected `{expected}`"))
        .label(place(source, open), "opened here")
        .help(Help::new(format!("write `{expected}`"), RemedyKind::Replace(expected.to_string())))
}
