//! What is said of brackets that do not match, in every format.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::brackets::{BracketMark, MarkKind};
use crate::text::{Source, Span};

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
    let at = match before.kind {
        MarkKind::Boundary => source.span(before.start, before.start),
        MarkKind::Open(_) | MarkKind::Close(_) => place(source, before),
    };
    diagnostic
        .label(at, format!("{what} `{missing}` before this"))
        .help(format!("close it with `{missing}`, or remove it"))
}

/// A closing bracket too many; `around` is the bracket that is open there.
pub(in crate::syntax) fn closes_nothing(
    source: &Source,
    code: Code,
    close: BracketMark,
    around: Option<BracketMark>,
) -> Diagnostic {
    let (found, missing) = texts(close);
    let diagnostic = Diagnostic::new(code, format!("expected `{missing}` before this `{found}`, found none"))
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
