//! Diagnostics in the forms that people and programs read: one file a form.
//!
//! Nothing here decides what is said; that is [`Diagnostic`]. Nothing is loaded, allocated or computed
//! where the report is empty.

mod excerpt;
mod json;
mod short;
mod text;

use super::{Diagnostic, Report, Severity};
use crate::text::{LineColumn, Sources, Span, escape};
use std::io::{self, Write};

/// A form of diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticFormat {
    /// The source with carets under it, and a summary where more than one thing was found.
    Text,
    /// `file:line:col: error: text [E0203]`, one line each.
    Short,
    /// One JSON object a line, as `schemas/diagnostics.schema.json` has it.
    Json,
}

/// How a report is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The form.
    pub format: DiagnosticFormat,
    /// Whether the text form uses colours.
    pub color: bool,
    /// How many columns the text form has for a line of source; at least 30 are used.
    pub width: usize,
    /// How many diagnostics are rendered before the rest is only counted; 0 is no limit.
    pub limit: usize,
    /// Whether warnings are taken for errors. Programs are told so of each; people of all together, by whoever takes
    /// them so.
    pub deny_warnings: bool,
}

impl Options {
    /// What a diagnostic is taken for.
    fn severity(&self, diagnostic: &Diagnostic) -> Severity {
        if self.deny_warnings { Severity::Error } else { diagnostic.code().severity() }
    }
}

/// Renders a report: in order, no more than the limit, then how many were left out.
///
/// Where there are more than the limit, errors take precedence over warnings. An empty report renders
/// as nothing.
///
/// # Errors
/// What `out` says.
pub fn render(report: &Report, sources: &Sources, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let found = report.errors() + report.warnings();
    if found == 0 {
        return Ok(());
    }
    let shown = select(report.sorted(), options.limit);
    let omitted = found - shown.len();
    for (n, diagnostic) in shown.iter().enumerate() {
        let diagnostic = &*diagnostic.without_secrets(sources);
        match options.format {
            DiagnosticFormat::Text if n > 0 => write!(out, "\n{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Text => write!(out, "{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Short => {
                writeln!(out, "{}", short::line(diagnostic, options.severity(diagnostic), sources))?
            }
            DiagnosticFormat::Json => {
                writeln!(out, "{}", json::object(diagnostic, options.severity(diagnostic), sources))?
            }
        }
    }
    match options.format {
        DiagnosticFormat::Text if found == 1 => Ok(()),
        DiagnosticFormat::Text if omitted == 0 => writeln!(out, "\n{}", summary(report)),
        DiagnosticFormat::Text => writeln!(out, "\nand {omitted} more\n{}", summary(report)),
        DiagnosticFormat::Short | DiagnosticFormat::Json if omitted == 0 => Ok(()),
        DiagnosticFormat::Short => writeln!(out, "and {omitted} more"),
        DiagnosticFormat::Json => writeln!(out, "{}", json::omitted(omitted)),
    }
}

/// The first `limit` in order, errors before warnings when it comes to who is left out.
fn select(mut sorted: Vec<&Diagnostic>, limit: usize) -> Vec<&Diagnostic> {
    if limit == 0 || sorted.len() <= limit {
        return sorted;
    }
    let is_error = |diagnostic: &Diagnostic| diagnostic.code().severity() == Severity::Error;
    let mut errors_left = sorted.iter().filter(|diagnostic| is_error(diagnostic)).count().min(limit);
    let mut warnings_left = limit - errors_left;
    sorted.retain(|diagnostic| {
        let left = if is_error(diagnostic) { &mut errors_left } else { &mut warnings_left };
        let keep = *left > 0;
        *left = left.saturating_sub(1);
        keep
    });
    sorted
}

/// `error: 2 errors, 1 warning`.
fn summary(report: &Report) -> String {
    let count = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let worst = if report.has_errors() { Severity::Error } else { Severity::Warning };
    let counts = [count(report.errors(), "error"), count(report.warnings(), "warning")];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    format!("{}: {}", worst.name(), counts.join(", "))
}

/// The name of a span's source, safe to print, and the place of its start.
fn place(sources: &Sources, span: Span) -> Option<(String, LineColumn)> {
    let source = sources.of(span)?;
    Some((escape::plain(source.name()).to_string(), source.place(span.start)))
}

/// The includes through which the source of a span was reached, nearest first.
fn chain(sources: &Sources, span: Span) -> Vec<Span> {
    let reached = |span: &Span| sources.of(*span).and_then(|source| source.reached());
    // An include is met after the source that holds it, so the numbers fall and the walk ends; the filter
    // keeps it so for sources that someone put together otherwise.
    std::iter::successors(reached(&span), |span| reached(span).filter(|next| next.source < span.source))
        .collect()
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "the texts of tests are short")]
mod tests;
