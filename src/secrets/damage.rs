//! Byte ranges of a text, and the damage of one with syntax errors.

use crate::diagnostic::{Report, Severity};
use crate::syntax::Document;
use crate::text::Span;

/// Byte ranges of a text.
pub(crate) type Ranges = Vec<(u32, u32)>;

/// The damage of a text.
pub(super) struct Damage {
    /// The positions of errors, in ascending order.
    pub(super) errors: Vec<u32>,
    /// Whether the whole text was understood.
    pub(super) whole: bool,
}

impl Damage {
    /// Finds the damage in the text of a document, from the errors that its parser reported.
    pub(super) fn of(document: &Document, report: &Report) -> Self {
        let found = report.sorted();
        let errors = found.iter().filter(|found| found.code().severity() == Severity::Error);
        let errors = errors.filter_map(|error| error.primary()).map(|label| label.span.start);
        let mut errors: Vec<u32> = errors.collect();
        errors.sort_unstable();
        Self { errors, whole: document.is_complete() }
    }
}

/// Moves ranges with `place`: a text may be inside a string of another one.
pub(super) fn moved(ranges: &[(u32, u32)], place: impl Fn(u32, u32) -> Span) -> Ranges {
    let placed = ranges.iter().map(|(start, end)| place(*start, *end));
    placed.map(|span| (span.start, span.end)).collect()
}
