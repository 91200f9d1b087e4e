//! Drafts a first manifest from existing values in JSON, YAML, TOML or environment files, or from a JSON Schema.
//!
//! The types follow from all files together. A draft compiles, and its sources compile against it, overlays together
//! with a base. Otherwise nothing is drafted and every reason is reported. Values under names of secrets enter neither
//! a draft nor a message.

mod bounds;
mod comments;
mod fields;
mod findings;
mod hidden;
mod json_schema;
mod keywords;
mod model;
mod observed;
mod placeholders;
mod rename;
mod starter;
mod write;

pub(crate) use findings::NothingToDraft;
pub use hidden::hide_secrets;
pub use model::KeyNaming;
pub use starter::starter;

use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, Node, duplicate_key};
use fields::FieldDrafter;
use findings::{NotDrafted, ResourceAsValues, RootNotAnObject, ValuesDiffer};
use observed::{Observed, ObservedConflict};

/// A drafted manifest and its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The manifest, in JSON5.
    pub manifest: String,
    /// For each source in order, its text with renamed keys, if any is renamed; for a source inside another text, the
    /// text of the source alone.
    pub renamed: Vec<Option<String>>,
}

/// Drafts a manifest from documents with values, or from one JSON Schema or CustomResourceDefinition of Kubernetes.
/// Without a draft it reports each reason with its place and returns `None`. Takes time and memory linear in the
/// sources; the expansion of aliases and references has limits.
///
/// Each overlay is merged into the bases: objects member by member, while all other values replace earlier ones. A
/// member of the bases does not become optional if an overlay omits it.
///
/// Diagnostics name keys and show lines of the sources: before they are shown, the caller hides possible secrets in
/// them ([`hide_secrets`]).
pub fn draft(
    bases: &[&Document],
    overlays: &[&Document],
    naming: KeyNaming,
    report: &mut Report,
) -> Option<Draft> {
    let errors = report.errors();
    let sources = || bases.iter().chain(overlays).copied();
    if let Some(document) = sources().find(|document| json_schema::is_schema(document)) {
        if sources().count() > 1 {
            let place = document.source().span(0, 0);
            report.push(NotDrafted::of(place, "a schema together with other files"));
            return None;
        }
        let (fields, untold) = json_schema::fields(document, naming, report)?;
        let head = format!("{}{}", write::OF_SCHEMA, write::not_taken_over(&untold));
        let is_sound = report.errors() == errors;
        return is_sound.then(|| Draft { manifest: write::manifest(&head, &fields), renamed: vec![None] });
    }
    let mut conflicts = Vec::new();
    let mut all: Option<Observed<'_>> = None;
    for (at, document) in sources().enumerate() {
        let Some(seen) = observed(document, &mut conflicts, report) else { continue };
        match &mut all {
            None => all = Some(seen),
            Some(all) if at < bases.len() => all.absorb(seen, &mut conflicts),
            Some(all) => all.overlay(seen, &mut conflicts),
        }
    }
    for conflict in &conflicts {
        report.push(ValuesDiffer::of(conflict));
    }
    let mut drafter = FieldDrafter::new(naming, report);
    let fields = drafter.root(&all?);
    let renames = drafter.into_renames();
    if report.errors() > errors {
        return None;
    }
    let renamed = sources().map(|source| rename::renamed(source, &renames)).collect();
    Some(Draft { manifest: write::manifest(write::OF_VALUES, &fields), renamed })
}

/// Observes a document. Reports a document without values and returns `None`.
fn observed<'d>(
    document: &'d Document,
    conflicts: &mut Vec<ObservedConflict>,
    report: &mut Report,
) -> Option<Observed<'d>> {
    for repeated in document.repeated() {
        report.push(duplicate_key(document, repeated));
    }
    let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
    if root.kind() != Kind::Object {
        report.push(RootNotAnObject::of(root));
        return None;
    }
    if let Some(kind) = resource_kind(root) {
        report.push(ResourceAsValues::of(root, kind));
        return None;
    }
    placeholders::warn(root, report);
    Some(Observed::of_root(root, conflicts))
}

/// The `kind` of a Kubernetes resource.
fn resource_kind(root: Node<'_>) -> Option<Node<'_>> {
    let text = |key| root.get(key).filter(|value| value.kind() == Kind::String);
    text("apiVersion").and(text("kind"))
}
