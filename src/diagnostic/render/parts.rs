//! Parts of a diagnostic that several forms print.

use crate::diagnostic::Diagnostic;
use crate::text::{LineColumn, Sources, Span, escape};

/// The most causes that are shown of one diagnostic.
pub(super) const MAX_LABELS: usize = 20;

/// The name of a span's source, safe to print, and the position of its start.
pub(super) fn place(sources: &Sources, span: Span) -> Option<(String, LineColumn)> {
    let source = sources.of(span)?;
    Some((escape::plain(source.name()).to_string(), source.place(span.start)))
}

/// The includes through which the source of a span was reached, nearest first.
pub(super) fn chain(sources: &Sources, span: Span) -> Vec<Span> {
    let reached = |span: &Span| sources.of(*span).and_then(|source| source.reached());
    // An include is read after the source that contains it, so the numbers fall and the walk ends. The filter ensures
    // this for sources from elsewhere, too.
    std::iter::successors(reached(&span), |span| reached(span).filter(|next| next.source < span.source))
        .collect()
}

/// `file:line:column`, safe to print.
pub(super) fn spelled(sources: &Sources, span: Span) -> Option<String> {
    place(sources, span).map(|(name, place)| format!("{name}:{}:{}", place.line, place.column))
}

/// The further places of a diagnostic with their texts: causes, and the includes through which it was reached. Also the
/// number of causes that are not shown.
pub(super) fn related(diagnostic: &Diagnostic, sources: &Sources) -> (Vec<(Span, String)>, usize) {
    let causes = diagnostic.secondary();
    let more = causes.len().saturating_sub(MAX_LABELS);
    let causes = causes.iter().take(MAX_LABELS);
    let causes = causes.map(|label| (label.span, escape::plain(&label.text).to_string()));
    let reached = diagnostic.primary().map(|label| chain(sources, label.span)).unwrap_or_default();
    let reached = reached.into_iter().map(|span| (span, "reached through this include".to_owned()));
    (causes.chain(reached).collect(), more)
}

/// Notes and help with their kind, safe to print.
pub(super) fn remarks(diagnostic: &Diagnostic, more: usize) -> impl Iterator<Item = (&'static str, String)> {
    let more = (more > 0).then(|| ("note", too_many_labels(more)));
    let safe = |text: &String| escape::plain(text).to_string();
    let notes = diagnostic.notes().iter().map(move |note| ("note", safe(note)));
    notes.chain(more).chain(diagnostic.helps().iter().map(move |help| ("help", safe(help))))
}

pub(super) fn too_many_labels(more: usize) -> String {
    match more {
        1 => "1 more place is not shown".into(),
        more => format!("{more} more places are not shown"),
    }
}
