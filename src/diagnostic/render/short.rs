//! For editors and logs: one line each, in the form of GCC's, which editors and CI services know.

use super::parts::place;
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::{Sources, escape};

/// `file:line:col: error: text [E0203]`. Where no place is known it is the file, and without one `confc`, as tools of
/// GCC name themselves.
pub(super) fn line(diagnostic: &Diagnostic, severity: Severity, sources: &Sources) -> String {
    let (code, message) = (diagnostic.code(), escape::plain(diagnostic.message()));
    let said = format!("{}: {message} [{code}]", severity.name());
    match (diagnostic.primary().and_then(|label| place(sources, label.span)), diagnostic.file()) {
        (Some((name, place)), _) => format!("{name}:{}:{}: {said}", place.line, place.column),
        (None, Some(file)) => format!("{}: {said}", escape::plain(file)),
        (None, None) => format!("confc: {said}"),
    }
}
