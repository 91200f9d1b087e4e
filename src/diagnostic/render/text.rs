//! Renders the source with carets under it, for people.
//!
//! `annotate-snippets` draws. It computes the line and column of a header from the text it draws, which
//! differs from the source, and it prints names without escaping. So it gets a placeholder for each header,
//! which the real place replaces afterwards.

use super::excerpt::{Excerpt, LabelMarker, excerpts};
use super::options::Options;
use super::parts::{MAX_LABELS, chain, spelled, too_many_labels};
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::text::{Source, Sources, Span, escape};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Padding, Renderer, Snippet};

/// Begins a placeholder. Drawn text never contains it, since controls are drawn as pictures.
const HEADER: char = '\0';
/// Wider than any line of an excerpt, which is already cut.
const UNCUT: usize = 1 << 20;

/// A diagnostic as text, with a line feed at its end.
pub(super) fn draw(diagnostic: &Diagnostic, sources: &Sources, options: &Options) -> String {
    let (headers, notes) = (Vec::new(), Vec::new());
    let mut drawing = Drawing { sources, width: options.width, has_lines: false, headers, notes };
    let level = match diagnostic.code().severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(safe(diagnostic.message())).id(diagnostic.code().name());
    let mut group = drawing.places(Group::with_title(title), diagnostic);
    let has_remarks = diagnostic.notes().len() + drawing.notes.len() + diagnostic.helps().len() > 0;
    if !drawing.headers.is_empty() && !drawing.has_lines && has_remarks {
        group = group.element(Padding);
    }
    for note in diagnostic.notes().iter().chain(&drawing.notes) {
        group = group.element(Level::NOTE.message(safe(note)));
    }
    for help in diagnostic.helps() {
        group = group.element(Level::HELP.message(safe(help)));
    }
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = renderer.term_width(UNCUT).render(&[group]);
    if !drawing.has_lines {
        // Without a line number the gutter has no width; all other lines are drawn as if it had one digit.
        drawn = drawn.replace('\n', "\n ");
    }
    with_headers(&drawn, &drawing.headers)
}

/// The state while one diagnostic is drawn.
struct Drawing<'s> {
    sources: &'s Sources,
    width: usize,
    has_lines: bool,
    headers: Vec<String>,
    notes: Vec<String>,
}

impl Drawing<'_> {
    /// Adds all places of the diagnostic.
    fn places<'a>(&mut self, mut group: Group<'a>, diagnostic: &Diagnostic) -> Group<'a> {
        let primary = diagnostic.primary().map(|label| LabelMarker { label, primary: true });
        let secondary = diagnostic.secondary().iter().map(|label| LabelMarker { label, primary: false });
        let mut pointers: Vec<LabelMarker<'_>> = primary.into_iter().chain(secondary).collect();
        if pointers.len() > MAX_LABELS {
            self.notes.push(too_many_labels(pointers.len() - MAX_LABELS));
            pointers.truncate(MAX_LABELS);
        }
        if let (None, Some(file)) = (diagnostic.primary(), diagnostic.file()) {
            group = group.element(Origin::path(self.header(safe(file))));
        }
        while let Some(LabelMarker { label, .. }) = pointers.first() {
            let id = label.span.source;
            let (here, elsewhere): (Vec<_>, Vec<_>) =
                pointers.into_iter().partition(|pointer| pointer.label.span.source == id);
            if let Some(source) = self.sources.get(id) {
                group = self.source(group, source, &here);
            }
            pointers = elsewhere;
        }
        if let Some(label) = diagnostic.primary() {
            let reached = chain(self.sources, label.span).into_iter();
            let reached =
                reached.map(|span| format!("reached through the include at {}", self.spelled(span)));
            self.notes.extend(reached.collect::<Vec<_>>());
        }
        group
    }

    /// Adds the labels in one source.
    fn source<'a>(
        &mut self,
        mut group: Group<'a>,
        source: &Source,
        pointers: &[LabelMarker<'_>],
    ) -> Group<'a> {
        for excerpt in excerpts(source, pointers, self.width) {
            let span = heading(&excerpt).map(|label| label.span);
            let header = self.header(span.map(|span| self.spelled(span)).unwrap_or_default());
            group = group.element(snippet(excerpt, header));
            self.has_lines = true;
        }
        group
    }

    /// `file:line:column`, safe to print.
    fn spelled(&self, span: Span) -> String {
        spelled(self.sources, span).unwrap_or_default()
    }

    /// Adds a header, and returns its placeholder.
    fn header(&mut self, text: String) -> String {
        self.headers.push(text);
        format!("{HEADER}{}", self.headers.len() - 1)
    }
}

/// The label whose line and column are in the header of an excerpt.
fn heading<'a>(excerpt: &Excerpt<'a>) -> Option<&'a Label> {
    let primary = excerpt.marks.iter().find(|(_, pointer)| pointer.primary);
    primary.or(excerpt.marks.first()).map(|(_, pointer)| pointer.label)
}

fn snippet<'a>(excerpt: Excerpt<'_>, header: String) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let marks = excerpt.marks.into_iter().map(|(range, pointer)| {
        let kind = if pointer.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let text = &pointer.label.text;
        kind.span(range).label((!text.is_empty()).then(|| safe(text)))
    });
    let marks: Vec<_> = marks.collect();
    Snippet::source(excerpt.text).line_start(excerpt.first_line as usize).path(header).annotations(marks)
}

/// Replaces the placeholders, with the line and column after them, by the real headers.
fn with_headers(drawn: &str, headers: &[String]) -> String {
    let mut parts = drawn.split(HEADER);
    let mut out = String::with_capacity(drawn.len() + 64);
    out.push_str(parts.next().unwrap_or_default());
    for (part, header) in parts.zip(headers) {
        out.push_str(header);
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':'));
    }
    out.push('\n');
    out
}

/// Messages consist of escaped text. A mistake in one of their constructors must not reach the terminal.
fn safe(text: &str) -> String {
    escape::plain(text).to_string()
}
