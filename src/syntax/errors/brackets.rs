//! What is said of brackets that do not match, in every format.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::brackets::{BracketMark, MarkKind};
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

/// A bracket that is not closed; it should be in front of `before`.
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
    if let Some(line) = next_line_beside(source, open, before) {
        return diagnostic
            .label(line, format!("expected `{missing}` before this line"))
            .help(format!("write the `{missing}` on the line of the `{found}`"));
    }
    let at = match before.kind {
        MarkKind::Boundary => source.span(before.start, before.start),
        MarkKind::Open(_) | MarkKind::Close(_) => place(source, before),
    };
    diagnostic
        .label(at, format!("{what} `{missing}` before this"))
        .help(format!("close it with `{missing}`, or remove it"))
}

/// The line after the one of an opening bracket, before `before`, if it is an entry with the same indentation: then the
/// bracket should be closed on its own line.
fn next_line_beside(source: &Source, open: BracketMark, before: BracketMark) -> Option<Span> {
    let end = source.text().get(open.start as usize..)?.find('\n')?;
    let start = open.start as usize + end + 1;
    let line = source.text().get(start..before.start as usize)?.lines().next()?;
    let text = line.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"' | '\'');
    let is_entry = text.trim_start_matches(is_name).starts_with(':');
    let is_beside = is_entry && line.len() - text.len() == open.indent as usize;
    is_beside
        .then(|| source.span(narrow(start + line.len() - text.len()), narrow(start + line.trim_end().len())))
}

/// A closing bracket too many; `around` is the bracket that is open there.
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
    diagnostic.help(format!("remove it, or write the `{missing}` that it closes"))
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
        .help(format!("write `{expected}`"))
}
