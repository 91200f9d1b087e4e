//! What is said about edits: one constructor a code.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::Span;

/// E0828: a text with several documents, or none, where one is needed. `what` is that text, with its article;
/// `place` the second document, or the whole text.
pub(super) fn not_one_document(what: &str, count: usize, place: Span) -> Diagnostic {
    let (found, label) = if count == 0 { ("none", "no document") } else { ("several", "another document") };
    Diagnostic::new(Code::E0828, format!("expected {what} with one document, found {found}"))
        .at(place, label)
        .note("a pointer does not say which document it leads into")
}

/// E0829: a setting without a literal.
pub(super) fn no_literal(setting: Span) -> Diagnostic {
    Diagnostic::new(Code::E0829, "expected `POINTER=LITERAL`, found no `=`")
        .at(setting, "no `=` in it")
        .help("write `=` and the value behind the pointer")
}
