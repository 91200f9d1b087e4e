//! Options of rendering.

use crate::diagnostic::{Diagnostic, Severity};

/// A form of diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticFormat {
    /// The source with carets under it, and a summary for more than one diagnostic.
    Text,
    /// `file:line:col: error: text [E0203]`, one line each.
    Short,
    /// One JSON object per line, as in `schemas/diagnostics.schema.json`.
    Json,
    /// One SARIF 2.1.0 log, also for an empty report.
    Sarif,
    /// One workflow command of GitHub Actions per line.
    Github,
}

/// The options of rendering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The form.
    pub format: DiagnosticFormat,
    /// Whether the text form uses colours.
    pub color: bool,
    /// The number of columns for a line of source in the text form; at least 30 are used.
    pub width: usize,
    /// The most diagnostics that are rendered; the rest is counted. 0 means no limit.
    pub limit: usize,
    /// Whether warnings count as errors. The forms for programs mark each of them as an error; for people, the command
    /// reports it once.
    pub deny_warnings: bool,
}

impl Options {
    /// The severity of a diagnostic under these options.
    pub(super) fn severity(&self, diagnostic: &Diagnostic) -> Severity {
        if self.deny_warnings { Severity::Error } else { diagnostic.code().severity() }
    }
}
