//! Renders diagnostics in the forms for people and programs, with one file per form.
//!
//! The content of a message comes only from [`Diagnostic`](super::Diagnostic). An empty report loads, allocates and
//! computes nothing, except in the form SARIF, which has a log for it.

mod excerpt;
mod github;
mod json;
mod options;
mod parts;
mod sarif;
mod short;
mod text;
mod whole_report;

pub use options::{DiagnosticFormat, Options};
pub use whole_report::{FoundCounts, render, render_omitted, render_with_fixes};

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "the texts of tests are short")]
mod tests;
