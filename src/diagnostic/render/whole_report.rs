//! Renders a whole report in one of the forms.

use super::options::{DiagnosticFormat, Options};
use super::{github, json, sarif, short, text};
use crate::diagnostic::{Diagnostic, Fixes, NoFixes, Report, Severity};
use crate::text::Sources;
use std::io::{self, Write};

/// Renders a report: its diagnostics in order up to the limit, then the number of the others.
///
/// Beyond the limit, warnings are omitted before errors. An empty report renders as an empty text or log.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn render(report: &Report, sources: &Sources, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    render_with_fixes(report, sources, options, &NoFixes, out)
}

/// As [`render`], with fixes in the forms for programs: JSON and SARIF.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn render_with_fixes(
    report: &Report,
    sources: &Sources,
    options: &Options,
    fixes: &dyn Fixes,
    out: &mut dyn Write,
) -> io::Result<()> {
    let found = report.errors() + report.warnings();
    if found == 0 && options.format != DiagnosticFormat::Sarif {
        return Ok(());
    }
    let shown = select(report.sorted(), options.limit);
    let omitted = found - shown.len();
    if options.format == DiagnosticFormat::Sarif {
        let told = sarif::LogContent { shown: &shown, sources, options, fixes };
        sarif::write_log(told, omitted, !report.could_not_run(), out)?;
        return writeln!(out);
    }
    for (n, diagnostic) in shown.iter().enumerate() {
        let severity = options.severity(diagnostic);
        let diagnostic = &*diagnostic.without_secrets(sources);
        match options.format {
            DiagnosticFormat::Text if n > 0 => write!(out, "\n{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Text => write!(out, "{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Short => writeln!(out, "{}", short::line(diagnostic, severity, sources))?,
            DiagnosticFormat::Json => {
                writeln!(out, "{}", json::object(diagnostic, severity, sources, fixes))?;
            }
            DiagnosticFormat::Github => writeln!(out, "{}", github::command(diagnostic, severity, sources))?,
            DiagnosticFormat::Sarif => {}
        }
    }
    let counts = FoundCounts { errors: report.errors(), warnings: report.warnings() };
    match options.format {
        DiagnosticFormat::Text if found == 1 => Ok(()),
        DiagnosticFormat::Text if omitted == 0 => writeln!(out, "\n{}", summary(counts)),
        DiagnosticFormat::Text
        | DiagnosticFormat::Short
        | DiagnosticFormat::Json
        | DiagnosticFormat::Sarif
        | DiagnosticFormat::Github => render_omitted(omitted, counts, options.format, out),
    }
}

/// The numbers of diagnostics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FoundCounts {
    /// Errors.
    pub errors: usize,
    /// Warnings, also if they count as errors.
    pub warnings: usize,
}

/// Renders the number of omitted diagnostics after the others. Renders nothing if there are none.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn render_omitted(
    omitted: usize,
    counts: FoundCounts,
    format: DiagnosticFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        _ if omitted == 0 => Ok(()),
        DiagnosticFormat::Text => writeln!(out, "\nand {omitted} more\n{}", summary(counts)),
        DiagnosticFormat::Sarif => Ok(()),
        DiagnosticFormat::Short | DiagnosticFormat::Github => writeln!(out, "and {omitted} more"),
        DiagnosticFormat::Json => writeln!(out, "{}", json::omitted(omitted)),
    }
}

/// The diagnostics up to the limit, in order. Warnings are left out before errors.
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
fn summary(found: FoundCounts) -> String {
    let count = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let worst = if found.errors > 0 { Severity::Error } else { Severity::Warning };
    let counts = [count(found.errors, "error"), count(found.warnings, "warning")];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    format!("{}: {}", worst.name(), counts.join(", "))
}
