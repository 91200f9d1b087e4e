//! Fixes of diagnostics, as code actions.

use super::capabilities::FIX_ALL;
use super::document_request::ActionKinds;
use super::documents::{Documents, format_of};
use super::file_edits::FileEdits;
use super::publish::SOURCE;
use super::requested_document::RequestedDocument;
use crate::diagnostic::{Applicability, Diagnostic, Fix, Fixes as _};
use crate::edit::fixes::{Fixer, compatible};
use crate::syntax::Format;
use crate::text::Source;
use lsp_types::{CodeAction, CodeActionKind, Range, WorkspaceEdit};

/// The most actions of one request.
const MAX_ACTIONS: usize = 50;

/// The fixes of the diagnostics in a range of a document, and all its safe fixes together.
pub(super) fn actions(
    requested: &RequestedDocument<'_, '_>,
    documents: &Documents,
    range: Range,
    kinds: ActionKinds,
) -> Vec<CodeAction> {
    let format = |source: &Source| -> Option<Format> { format_of(&requested.texts.path(source)?) };
    let fixer = Fixer::new(requested.view.sources, &format);
    let id = requested.source.id();
    let (start, end) = requested.texts.offsets(requested.source, range);
    let of_document = requested.view.report.sorted().into_iter().filter_map(|found| {
        let label = found.primary().filter(|label| label.span.source == id)?;
        Some((label.span, found.without_secrets(requested.view.sources)))
    });
    let of_document: Vec<_> = of_document.collect();
    let writer = EditWriter { requested, documents };
    let mut actions = Vec::new();
    if kinds.quick_fixes {
        let touched = of_document.iter().filter(|(span, _)| span.start <= end && start <= span.end);
        let found = touched.flat_map(|(_, found)| {
            let fixes = fixer.fixes(found);
            let is_safe = |fix: &Fix| fix.applicability == Applicability::Safe;
            let has_one_safe = fixes.iter().filter(|fix| is_safe(fix)).count() == 1;
            let writer = &writer;
            fixes.into_iter().filter_map(move |fix| {
                writer.quick_fix(found, &fix, (has_one_safe && is_safe(&fix)).then_some(true))
            })
        });
        actions.extend(found.take(MAX_ACTIONS));
    }
    if kinds.fix_all {
        let safe = |found: &Diagnostic| {
            let fixes = fixer.fixes(found).into_iter();
            fixes.filter(|_| !found.code().is_of_two_layers()).find(|fix| {
                let is_own = fix.edits.iter().all(|edit| edit.span.source == id);
                fix.applicability == Applicability::Safe && is_own
            })
        };
        let fixes: Vec<Fix> = of_document.iter().filter_map(|(_, found)| safe(found)).collect();
        let fixes = compatible(fixes, |fix| fix);
        if let Some(edit) = writer.edit(fixes.iter()).filter(|_| !fixes.is_empty()) {
            actions.push(CodeAction {
                title: "apply all safe fixes".into(),
                kind: Some(CodeActionKind::new(FIX_ALL)),
                edit: Some(edit),
                ..CodeAction::default()
            });
        }
    }
    actions
}

struct EditWriter<'a, 'v> {
    requested: &'a RequestedDocument<'a, 'v>,
    documents: &'a Documents,
}

impl EditWriter<'_, '_> {
    fn quick_fix(&self, found: &Diagnostic, fix: &Fix, is_preferred: Option<bool>) -> Option<CodeAction> {
        let range = found.primary().map(|label| self.requested.range(label.span))?;
        let diagnostic = lsp_types::Diagnostic {
            range,
            code: Some(lsp_types::NumberOrString::String(found.code().name().into())),
            source: Some(SOURCE.into()),
            message: super::publish::message(found, self.requested.view),
            ..lsp_types::Diagnostic::default()
        };
        Some(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            edit: Some(self.edit(std::iter::once(fix))?),
            is_preferred,
            ..CodeAction::default()
        })
    }

    /// The edits of fixes that do not touch each other. `None` if one is in a text that is no file.
    fn edit<'f>(&self, fixes: impl Iterator<Item = &'f Fix>) -> Option<WorkspaceEdit> {
        let mut edits = FileEdits::default();
        for edit in fixes.flat_map(|fix| &fix.edits) {
            edits.add(edit, self.requested.texts)?;
        }
        Some(edits.into_workspace_edit(self.documents, self.requested.client))
    }
}
