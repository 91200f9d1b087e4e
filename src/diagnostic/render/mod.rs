//! Diagnostics in the forms that people and programs read: one file a form.
//!
//! Nothing here decides what is said; that is [`Diagnostic`]. Nothing is loaded, allocated or computed
//! where the report is empty.

mod excerpt;
mod github;
mod json;
mod sarif;
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
    /// One SARIF 2.1.0 log, also of an empty report.
    Sarif,
    /// One workflow command of GitHub Actions a line.
    Github,
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

/// More causes than this only hide the first ones.
const MAX_LABELS: usize = 20;

/// Renders a report: in order, no more than the limit, then how many were left out.
///
/// Where there are more than the limit, errors take precedence over warnings. An empty report renders
/// as nothing, or as an empty log.
///
/// # Errors
/// What `out` says.
pub fn render(report: &Report, sources: &Sources, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let found = report.errors() + report.warnings();
    if found == 0 && options.format != DiagnosticFormat::Sarif {
        return Ok(());
    }
    let shown = select(report.sorted(), options.limit);
    let omitted = found - shown.len();
    if options.format == DiagnosticFormat::Sarif {
        sarif::write_log(&shown, omitted, !report.could_not_run(), sources, options, out)?;
        return writeln!(out);
    }
    for (n, diagnostic) in shown.iter().enumerate() {
        let severity = options.severity(diagnostic);
        let diagnostic = &*diagnostic.without_secrets(sources);
        match options.format {
            DiagnosticFormat::Text if n > 0 => write!(out, "\n{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Text => write!(out, "{}", text::draw(diagnostic, sources, options))?,
            DiagnosticFormat::Short => writeln!(out, "{}", short::line(diagnostic, severity, sources))?,
            DiagnosticFormat::Json => writeln!(out, "{}", json::object(diagnostic, severity, sources))?,
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

/// How much was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FoundCounts {
    /// Errors.
    pub errors: usize,
    /// Warnings, also where they are taken for errors.
    pub warnings: usize,
}

/// Says how many were left out of all these, behind what was rendered; nothing if none was.
///
/// # Errors
/// What `out` says.
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

/// `file:line:column`, safe to print.
fn spelled(sources: &Sources, span: Span) -> Option<String> {
    place(sources, span).map(|(name, place)| format!("{name}:{}:{}", place.line, place.column))
}

/// The places that a message in one piece names beside its own, and what is said of each: causes, and the includes
/// through which it was reached. And how many causes are too many to be named.
fn related(diagnostic: &Diagnostic, sources: &Sources) -> (Vec<(Span, String)>, usize) {
    let causes = diagnostic.secondary();
    let more = causes.len().saturating_sub(MAX_LABELS);
    let causes = causes.iter().take(MAX_LABELS);
    let causes = causes.map(|label| (label.span, escape::plain(&label.text).to_string()));
    let reached = diagnostic.primary().map(|label| chain(sources, label.span)).unwrap_or_default();
    let reached = reached.into_iter().map(|span| (span, "reached through this include".to_owned()));
    (causes.chain(reached).collect(), more)
}

/// Notes and help, each with what it is, safe to print.
fn remarks(diagnostic: &Diagnostic, more: usize) -> impl Iterator<Item = (&'static str, String)> {
    let more = (more > 0).then(|| ("note", too_many_labels(more)));
    let safe = |text: &String| escape::plain(text).to_string();
    let notes = diagnostic.notes().iter().map(move |note| ("note", safe(note)));
    notes.chain(more).chain(diagnostic.helps().iter().map(move |help| ("help", safe(help))))
}

fn too_many_labels(more: usize) -> String {
    format!("{more} more places are not shown")
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "the texts of tests are short")]
mod tests;
