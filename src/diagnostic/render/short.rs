//! For editors and logs: one line each.

use super::{place, tag};
use crate::diagnostic::Diagnostic;
use crate::text::{Sources, escape};

/// `file:line:col: error[E0203]: text`, without what is not known.
pub(super) fn line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let (tag, message) = (tag(diagnostic.code()), escape::plain(diagnostic.message()));
    match (diagnostic.primary().and_then(|label| place(sources, label.span)), diagnostic.file()) {
        (Some((name, place)), _) => format!("{name}:{}:{}: {tag}: {message}", place.line, place.column),
        (None, Some(file)) => format!("{}: {tag}: {message}", escape::plain(file)),
        (None, None) => format!("{tag}: {message}"),
    }
}
