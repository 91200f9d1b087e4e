//! The form for editors and logs: one line per diagnostic, in the form of GCC, which editors and CI services read.

use super::parts::place;
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::{Sources, escape};

/// `file:line:col: error: text [E0203]`. Without a place, the file; without a file, `confc`, as GCC's tools name
/// themselves.
pub(super) fn line(diagnostic: &Diagnostic, severity: Severity, sources: &Sources) -> String {
    let (code, message) = (diagnostic.code(), escape::plain(diagnostic.message()));
    let said = format!("{}: {message} [{code}]", severity.name());
    match (diagnostic.primary().and_then(|label| place(sources, label.span)), diagnostic.file()) {
        (Some((name, place)), _) => format!("{name}:{}:{}: {said}", place.line, place.column),
        (None, Some(file)) => format!("{}: {said}", escape::plain(file)),
        (None, None) => format!("confc: {said}"),
    }
}
