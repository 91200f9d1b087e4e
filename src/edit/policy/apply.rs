//! Policies applied to resources.

use super::{FieldFormat, FieldOverride, Policy, errors};
use crate::diagnostic::Report;
use crate::edit::{Edited, EditedDocument, Mark, Patching, format_of};
use crate::pointer::{Data, Patch, Pointer, Reference, Tree, not_found};
use crate::resource::{Node, Resource, Syntax};
use crate::text::Span;
use std::collections::BTreeMap;

/// What all policies together want of one field of a document.
struct Field<'p> {
    reference: &'p Reference,
    format: FieldFormat,
    patch: Patch,
}

/// Applies policies to all documents of a resource, in order: all that they want, or nothing. A document that
/// none of them selects gets a warning and stays as it is.
///
/// `None` means that something cannot be applied, which is reported; everything is.
pub fn apply(policies: &[Policy], resource: &Resource, patching: &mut Patching<'_>) -> Option<Edited> {
    let errors_before = patching.report.errors();
    let mut wanted = patching.trees(resource)?;
    let mut documents = Vec::new();
    for (root, tree) in resource.documents().zip(&mut wanted) {
        let selecting: Vec<&Policy> = policies.iter().filter(|policy| policy.selects(tree)).collect();
        if selecting.is_empty() {
            patching.report.push(errors::unmatched(first_line(root)));
            continue;
        }
        let overrides = selecting.into_iter().flat_map(|policy| &policy.overrides);
        for field in fields(overrides, patching.report) {
            documents.extend(field.apply(resource, tree, patching));
        }
    }
    if patching.report.errors() > errors_before {
        return None;
    }
    Some(Edited { text: patching.rewrite(resource, &wanted)?, documents })
}

/// Puts together what is wanted of each field, in the order in which the fields are first met: a later rule finds
/// what an earlier one has made.
fn fields<'p>(overrides: impl Iterator<Item = &'p FieldOverride>, report: &mut Report) -> Vec<Field<'p>> {
    let mut fields: Vec<Field<'p>> = Vec::new();
    let mut known: BTreeMap<&Pointer, usize> = BTreeMap::new();
    for FieldOverride { field, format, patch } in overrides {
        let at = *known.entry(&field.pointer).or_insert(fields.len());
        match fields.get_mut(at) {
            None => fields.push(Field { reference: field, format: *format, patch: patch.clone() }),
            Some(known) if known.format == *format => {
                known.patch.operations.extend(patch.operations.iter().cloned());
            }
            Some(known) => report.push(errors::two_formats(&known.reference.written, &field.written)),
        }
    }
    fields
}

impl Field<'_> {
    /// Puts the patched text into a document. `None` where that fails, which is reported.
    fn apply(
        self,
        resource: &Resource,
        document: &mut Tree<Mark>,
        patching: &mut Patching<'_>,
    ) -> Option<EditedDocument> {
        let Self { reference, format, patch } = self;
        let string = match document.at_mut(&reference.pointer) {
            Ok(string) => string,
            Err((steps, missing)) => {
                patching.report.push(not_found("fieldPath", reference, steps, &missing));
                return None;
            }
        };
        let (Data::String(_), Some(node)) = (&string.data, node_of(string.mark, resource)) else {
            let place = string.mark.place(resource);
            let found = string.data.name();
            patching.report.push(errors::not_a_string(reference, format, found, place));
            return None;
        };
        let syntax = match format {
            FieldFormat::Json => Syntax::Json,
            FieldFormat::Yaml => Syntax::Yaml,
        };
        let name = format!("{}#{}", resource.source().name(), reference.pointer);
        let text = patching.patch_text(node, syntax, &patch, &name)?;
        if *text != *node.text() {
            *string = Tree { mark: string.mark, data: Data::String(text.as_str().into()) };
        }
        Some(EditedDocument { name, format: format_of(syntax), text })
    }
}

/// The string that a value of a resource is, aliases followed.
fn node_of(mark: Mark, resource: &Resource) -> Option<Node<'_>> {
    match mark {
        Mark::Source(node) | Mark::Behind(node) => Some(resource.node(node)),
        Mark::New(_) => None,
    }
}

/// The first line of a document.
fn first_line(root: Node<'_>) -> Span {
    let (whole, raw) = (root.span(), root.raw());
    let length = raw.lines().next().unwrap_or_default().trim_end().len();
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    Span { end: whole.start.saturating_add(length).min(whole.end), ..whole }
}
