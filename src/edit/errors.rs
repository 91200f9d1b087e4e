//! What is said about edits: one constructor a code.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::Span;

/// E0828: a file in which a pointer alone does not say what is meant. `second` is the second document.
pub(super) fn not_one_document(source: Span, second: Option<Span>) -> Diagnostic {
    let found = if second.is_some() { "several" } else { "none" };
    Diagnostic::new(Code::E0828, format!("`--set` expects a file with one document, found {found}"))
        .at(second.unwrap_or(source), if second.is_some() { "another document" } else { "no document" })
        .help_if(second.map(|_| "use `--policy`, whose selectors say which document is meant"))
}

/// E0829: a setting without a literal.
pub(super) fn no_literal(setting: Span) -> Diagnostic {
    Diagnostic::new(Code::E0829, "expected `POINTER=LITERAL`, found no `=`")
        .at(setting, "no `=` in it")
        .help("write `=` and the value behind the pointer")
}
