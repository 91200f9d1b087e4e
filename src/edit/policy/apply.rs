//! Applies policies to resources.

use super::findings::{PatchedFieldNotAString, TwoFormats, UnmatchedDocument};
use super::select::PolicyIndex;
use super::{FieldFormat, FieldOverride, Policy};
use crate::diagnostic::Report;
use crate::edit::{Edited, EditedDocument, Patching, Rewritten, SyntaxOrigin};
use crate::pointer::{Data, Patch, Pointer, Reference, Tree, not_found};
use crate::syntax::{Document, SyntaxNode};
use crate::text::Span;
use std::collections::BTreeMap;

/// The changes of all policies to one field of a document.
struct PatchedField<'p> {
    reference: &'p Reference,
    format: FieldFormat,
    patch: Patch,
}

/// Applies policies to all documents of a resource, in order: all changes or none. A document that no policy selects
/// gets a warning and stays as it is.
///
/// Reports every change that cannot be applied, and returns `None` if there are any.
pub fn apply(policies: &[Policy], resource: &Document, patching: &mut Patching<'_>) -> Option<Edited> {
    let errors_before = patching.report.errors();
    let trees = patching.trees(resource)?;
    let (mut changes, mut documents) = (Vec::new(), Vec::new());
    let index = PolicyIndex::new(policies);
    for (root, tree) in resource.syntax_roots().zip(&trees) {
        let selecting = index.selecting(tree);
        if selecting.is_empty() {
            patching.report.push(UnmatchedDocument { place: resource.source().first_line(root.span()) });
            continue;
        }
        let overrides = selecting.into_iter().flat_map(|policy| &policy.overrides);
        for field in fields(overrides, patching.report) {
            let Some((string, rewritten, values)) = field.apply(resource, tree, patching) else { continue };
            let name = format!("{}#{}", resource.source().name(), field.reference.pointer);
            let format = field.format.format();
            documents.push(EditedDocument { name, format, text: rewritten.text.clone(), values });
            changes.push((string, rewritten));
        }
    }
    if patching.report.errors() > errors_before {
        return None;
    }
    let changes: Vec<_> = changes.iter().map(|(string, rewritten)| (*string, rewritten)).collect();
    Some(Edited { text: patching.rewrite_within(resource, &changes)?, documents })
}

/// Collects the changes by field, in the order of the first change of each: a later rule sees the result of earlier
/// ones.
fn fields<'p>(
    overrides: impl Iterator<Item = &'p FieldOverride>,
    report: &mut Report,
) -> Vec<PatchedField<'p>> {
    let mut fields: Vec<PatchedField<'p>> = Vec::new();
    let mut known: BTreeMap<&Pointer, usize> = BTreeMap::new();
    for FieldOverride { field, format, patch } in overrides {
        let at = *known.entry(&field.pointer).or_insert(fields.len());
        match fields.get_mut(at) {
            None => fields.push(PatchedField { reference: field, format: *format, patch: patch.clone() }),
            Some(known) if known.format == *format => {
                known.patch.operations.extend(patch.operations.iter().cloned());
            }
            Some(known) => report.push(TwoFormats::of(&known.reference.written, &field.written)),
        }
    }
    fields
}

impl PatchedField<'_> {
    /// Returns the changed string of a document, its new text, and the places where its values were written; reports
    /// mistakes and returns `None` if there are any.
    fn apply(
        &self,
        resource: &Document,
        document: &Tree<SyntaxOrigin>,
        patching: &mut Patching<'_>,
    ) -> Option<(SyntaxOrigin, Rewritten, Tree<Option<Span>>)> {
        let Self { reference, format, patch } = self;
        let string = match document.find(&reference.pointer, patching.report.suggestions()) {
            Ok(string) => string,
            Err((steps, missing)) => {
                let missing = not_found("fieldPath", reference, steps, &missing);
                let is_one_of_several = resource.syntax_roots().nth(1).is_some();
                let place = document.mark.place(resource).filter(|_| is_one_of_several);
                patching.report.push(match place.map(|place| resource.source().first_line(place)) {
                    Some(place) => missing.label(place, "in this document"),
                    None => missing,
                });
                return None;
            }
        };
        let (Data::String(_), Some(node)) = (&string.data, node_of(string.mark, resource)) else {
            let place = string.mark.place(resource).map(|place| resource.source().first_line(place));
            let found = string.data.name();
            patching.report.push(PatchedFieldNotAString::of(reference, *format, found, place));
            return None;
        };
        let name = format!("{}#{}", resource.source().name(), reference.pointer);
        let cause = reference.written.value;
        let (rewritten, values) = patching.patch_text(node, format.format(), patch, &name, cause)?;
        Some((string.mark, rewritten, values))
    }
}

/// The string of a value in a resource, after following aliases.
fn node_of(mark: SyntaxOrigin, resource: &Document) -> Option<SyntaxNode<'_>> {
    match mark {
        SyntaxOrigin::Source(node) | SyntaxOrigin::Aliased(node) => Some(resource.syntax_node(node)),
        SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => None,
    }
}
