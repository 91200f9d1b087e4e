//! The form for GitHub Actions: one workflow command per diagnostic, which becomes an annotation of the line.
//!
//! The log of a job shows only the message of a command, so the message begins with the place. Notes and help are lines
//! of the message.

use super::parts::{related, remarks, spelled};
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::{STDIN_NAME, Source, Sources, Span, escape};

/// `::error file=a.cml,line=4,endLine=4,col=5,endColumn=13,title=E0203::a.cml:4:5: text`.
pub(super) fn command(diagnostic: &Diagnostic, severity: Severity, sources: &Sources) -> String {
    let primary = diagnostic.primary().and_then(|label| Some((sources.of(label.span)?, label.span)));
    let (mut properties, place) = match (primary, diagnostic.file()) {
        (Some((source, span)), _) => (place(source, span), spelled(sources, span)),
        (None, Some(STDIN_NAME)) => (Vec::new(), Some(STDIN_NAME.to_owned())),
        (None, Some(file)) => (vec![("file", escape::plain(file).to_string())], Some(file.to_owned())),
        (None, None) => (Vec::new(), None),
    };
    properties.push(("title", diagnostic.code().to_string()));
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let mut message = vec![place + diagnostic.message()];
    let (causes, more) = related(diagnostic, sources);
    let cause =
        |(span, label): (Span, String)| spelled(sources, span).map(|place| format!("{place}: {label}"));
    message.extend(causes.into_iter().filter_map(cause));
    message.extend(remarks(diagnostic, more).map(|(kind, text)| format!("{kind}: {text}")));
    let message: Vec<String> = message.iter().map(|line| data(&escape::plain(line).to_string())).collect();
    format!("::{} {}::{}", severity.name(), properties.join(","), message.join("%0A"))
}

/// The place of the annotation. GitHub ignores the columns of a place with several lines.
fn place(source: &Source, span: Span) -> Vec<(&'static str, String)> {
    if !source.is_file() {
        return Vec::new();
    }
    let (start, end) = (source.place(span.start), source.place(span.end));
    // A place that ends with a line feed ends in that line. GitHub's last column is inside the place, ours after it.
    let end_line = if end.column == 1 { (end.line - 1).max(start.line) } else { end.line };
    let mut properties = vec![("file", escape::plain(source.name()).to_string())];
    properties.extend([("line", start.line), ("endLine", end_line)].map(|(name, n)| (name, n.to_string())));
    if end.line == start.line {
        let last = start.column.max(end.column.saturating_sub(1));
        properties
            .extend([("col", start.column), ("endColumn", last)].map(|(name, n)| (name, n.to_string())));
    }
    properties
}

/// Escapes a text for the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
