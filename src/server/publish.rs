//! Diagnostics as the client shows them.

use super::client::EditorClient;
use super::subject::{CheckSubject, naming_comment};
use super::texts::Texts;
use super::uri::uri_of;
use super::view::SubjectView;
use crate::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::text::{Source, Span, narrow};
use crate::workspace::{FileKind, is_product};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Position,
    Range,
};
use std::collections::BTreeMap;

/// The name of the server in diagnostics.
pub(super) const SOURCE: &str = "confc";

/// The most diagnostics of one file.
const MAX_IN_FILE: usize = 500;
/// The most diagnostics of one subject.
const MAX_IN_SUBJECT: usize = 5_000;
/// The most places that includes a text.
const MAX_CHAIN: usize = 64;

/// The start of a text.
const START: Range =
    Range { start: Position { line: 0, character: 0 }, end: Position { line: 0, character: 0 } };

/// Diagnostics by the absolute paths of their files.
pub(super) type Published = BTreeMap<String, Vec<lsp_types::Diagnostic>>;

/// The diagnostics of a view. They must be complete.
pub(super) fn published(view: &SubjectView<'_>, texts: &Texts<'_>, client: &EditorClient) -> Published {
    let publisher = Publisher { view, texts, client };
    let mut published = Published::new();
    let mut count = 0;
    let mut omitted: BTreeMap<String, usize> = BTreeMap::new();
    // Diagnostics about withheld outputs are of no use: the server writes none.
    let shown = view.report.sorted().into_iter().filter(|found| !found.code().is_consequence());
    for found in shown {
        let found = found.without_secrets(view.sources);
        for (path, diagnostic) in publisher.diagnostics(&found) {
            let of_file = published.entry(path.clone()).or_default();
            if of_file.len() < MAX_IN_FILE && count < MAX_IN_SUBJECT {
                of_file.push(diagnostic);
                count += 1;
            } else {
                *omitted.entry(path).or_default() += 1;
            }
        }
    }
    for (path, count) in omitted {
        let message = match count {
            1 => "1 more diagnostic is not shown".into(),
            count => format!("{count} more diagnostics are not shown"),
        };
        let severity = Some(DiagnosticSeverity::INFORMATION);
        let more = lsp_types::Diagnostic { range: START, severity, message, ..of_confc() };
        published.entry(path).or_default().push(more);
    }
    published
}

fn of_confc() -> lsp_types::Diagnostic {
    lsp_types::Diagnostic { source: Some(SOURCE.into()), ..lsp_types::Diagnostic::default() }
}

struct Publisher<'p> {
    view: &'p SubjectView<'p>,
    texts: &'p Texts<'p>,
    client: &'p EditorClient,
}

impl Publisher<'_> {
    /// A diagnostic for each place at which it is shown.
    fn diagnostics(&self, found: &Diagnostic) -> Vec<(String, lsp_types::Diagnostic)> {
        let shown = lsp_types::Diagnostic {
            severity: Some(severity(found.code().severity())),
            code: Some(NumberOrString::String(found.code().name().into())),
            message: message(found, self.view),
            tags: tags(found.code()),
            ..of_confc()
        };
        let places = self.places(found);
        places
            .into_iter()
            .filter(|(path, ..)| self.view.subject.publishes(path))
            .map(|(path, range, related)| {
                let related_information =
                    (self.client.shows_related && !related.is_empty()).then_some(related);
                (path, lsp_types::Diagnostic { range, related_information, ..shown.clone() })
            })
            .collect()
    }

    /// The files and ranges at which a diagnostic is shown, each with related places.
    fn places(&self, found: &Diagnostic) -> Vec<(String, Range, Vec<DiagnosticRelatedInformation>)> {
        let mut related: Vec<DiagnosticRelatedInformation> =
            found.secondary().iter().filter_map(|label| self.related(label)).collect();
        let Some(primary) = found.primary() else {
            let (path, range) = found.file().map_or((None, START), |file| {
                let (file, range) = named_place(file);
                (Some(self.view.files.absolute_path(file)), range)
            });
            return vec![(path.unwrap_or_else(|| self.view.subject.path().into()), range, related)];
        };
        related.extend(self.chain(primary.span));
        if found.code().is_of_missing_value()
            && let Some(opened) =
                self.view.opened.filter(|_| matches!(self.view.subject, CheckSubject::Product(_)))
        {
            // A missing value is mended in the layers of a component, so it is shown at the component in the product.
            let at_field = self.place(primary.span, &related);
            related.extend(self.related(primary));
            let names = found.concerned().components.iter();
            let components =
                names.filter_map(|name| opened.product.components.get(opened.product.component(name)?));
            let places = components.map(|component| component.place);
            let places: Vec<_> = places.filter_map(|place| self.place(place, &related)).collect();
            return if places.is_empty() { at_field.into_iter().collect() } else { places };
        }
        self.place(primary.span, &related).into_iter().collect()
    }

    fn place(
        &self,
        span: Span,
        related: &[DiagnosticRelatedInformation],
    ) -> Option<(String, Range, Vec<DiagnosticRelatedInformation>)> {
        let source = self.view.sources.of(span)?;
        let (path, range) = match self.texts.path(source) {
            Some(path) => (path, self.texts.range(source, span)),
            None => (self.view.subject.path().to_owned(), self.naming_comment().unwrap_or(START)),
        };
        Some((path, range, related.to_vec()))
    }

    /// The range of the comment in which a layer names its declaration.
    fn naming_comment(&self) -> Option<Range> {
        let CheckSubject::Layer { layer, .. } = self.view.subject else { return None };
        let source = self.texts.source(layer)?;
        let named = naming_comment(source.text())?;
        Some(self.texts.range(source, source.span(narrow(named.start), narrow(named.end))))
    }

    fn related(&self, label: &Label) -> Option<DiagnosticRelatedInformation> {
        let location = self.texts.location(label.span)?;
        Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
    }

    /// The include entries by which a text was reached, the nearest first.
    fn chain(&self, span: Span) -> Vec<DiagnosticRelatedInformation> {
        let reached = |span: &Span| {
            self.view.sources.of(*span).and_then(|source: &std::sync::Arc<Source>| source.reached())
        };
        let entries = std::iter::successors(reached(&span), reached).take(MAX_CHAIN);
        let message = || "included here".to_owned();
        entries
            .filter_map(|entry| {
                let location = self.texts.location(entry)?;
                Some(DiagnosticRelatedInformation { location, message: message() })
            })
            .collect()
    }
}

/// A file, and the place in it if the name of the file has one after it, as `policy.json5:1:3`.
fn named_place(file: &str) -> (&str, Range) {
    let parsed = || {
        let (file, column) = file.rsplit_once(':')?;
        let (file, line) = file.rsplit_once(':')?;
        let (line, character) = (line.parse::<u32>().ok()?, column.parse::<u32>().ok()?);
        let place = Position { line: line.checked_sub(1)?, character: character.checked_sub(1)? };
        Some((file, Range { start: place, end: place }))
    };
    parsed().unwrap_or((file, START))
}

/// The message with its notes and helps, in the words of the command. The helps about a product are of no use in a file
/// that has none.
pub(super) fn message(found: &Diagnostic, view: &SubjectView<'_>) -> String {
    if names_no_declaration(found, view) {
        return "expected the path of a manifest, a declaration or a product file, whose name ends in `.cml`, `.cm` or \
                `.product.json5`"
            .into();
    }
    let mut text = found.message().to_owned();
    for note in found.notes() {
        text += "\nnote: ";
        text += note;
    }
    let source = found.primary().and_then(|label| view.sources.of(label.span));
    let is_shown = source.is_none_or(|source| source.is_file());
    for help in found.helps().iter().filter(|_| is_shown) {
        text += "\nhelp: ";
        text += help;
    }
    text
}

/// Whether a mistake is in the comment of a layer, which names a file of another kind. The line may have been joined with
/// the next one, which may be secret, so the path is not repeated.
fn names_no_declaration(found: &Diagnostic, view: &SubjectView<'_>) -> bool {
    let CheckSubject::Layer { declaration, .. } = view.subject else { return false };
    let source = found.primary().and_then(|label| view.sources.of(label.span));
    let is_in_comment = source.is_some_and(|source| !source.is_file());
    is_in_comment && FileKind::of(declaration).is_none() && !is_product(declaration)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    }
}

/// Marks what is deprecated or has no effect.
fn tags(code: Code) -> Option<Vec<DiagnosticTag>> {
    if code.is_of_deprecated() {
        Some(vec![DiagnosticTag::DEPRECATED])
    } else if code.is_without_effect() {
        Some(vec![DiagnosticTag::UNNECESSARY])
    } else {
        None
    }
}

/// A place in a file that is not a part of the view.
pub(super) fn start_of(path: &str) -> Option<Location> {
    Some(Location { uri: uri_of(path)?, range: START })
}
