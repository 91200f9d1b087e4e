//! Drafts a first manifest from existing values in JSON, YAML, TOML or environment files, or from a JSON Schema.
//!
//! The types follow from all files together. A draft compiles, and its sources compile against it, overlays together
//! with a base. Otherwise nothing is drafted and every reason is reported. Values under names of secrets enter neither
//! a draft nor a message.

mod comments;
mod drafter;
mod fields;
mod findings;
mod hidden;
mod json_schema;
mod key_names;
mod model;
mod observed;
mod placeholders;
mod product;
mod rename;
mod shape;
mod starter;
mod types;
mod write;

pub(crate) use findings::{NothingToDraft, SchemaAsValues};
pub use hidden::hide_secrets;
pub(crate) use json_schema::is_schema;
pub use model::KeyNaming;
pub use product::{DraftedComponent, product};
pub use shape::{ChosenShape, UnmetShape};
pub use starter::starter;

use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, Node, duplicate_key};
use drafter::FieldDrafter;
use findings::{DraftedAsJson, ResourceAsValues, RootNotAnObject, SchemaWithOthers};
use json_schema::SchemaDraft;
use observed::Observed;
use shape::ChosenShapes;

/// A drafted manifest and its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The manifest, in JSON5.
    pub manifest: String,
    /// For each source in order, its text with renamed keys, if any is renamed; for a source inside another text, the
    /// text of the source alone.
    pub renamed: Vec<Option<String>>,
    /// The decisions of [`DraftOptions::shapes`] for paths where no object is.
    pub unmet: Vec<UnmetShape>,
}

/// What the user decides of a draft.
#[derive(Debug, Clone, Default)]
pub struct DraftOptions {
    /// How keys that are no keys of fields are drafted.
    pub naming: KeyNaming,
    /// Which objects are structs and which are maps, by their paths: keys of the draft joined by `.`, with `[]` for
    /// elements and entries.
    pub shapes: Vec<(String, ChosenShape)>,
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
    options: &DraftOptions,
    report: &mut Report,
) -> Option<Draft> {
    let errors = report.errors();
    let sources = || bases.iter().chain(overlays).copied();
    if let Some(schema) = bases.first().filter(|first| is_schema(first)) {
        if !overlays.is_empty() {
            report.push(SchemaWithOthers::among_values(schema, "a schema together with overlays"));
            return None;
        }
        return of_schema(bases, options, report);
    }
    if let Some(schema) = sources().find(|document| is_schema(document)) {
        report.push(SchemaWithOthers::among_values(schema, "a schema after other files"));
        return None;
    }
    let mut all: Option<Observed<'_>> = None;
    for (at, document) in sources().enumerate() {
        let Some(seen) = observed(document, report) else { continue };
        match &mut all {
            None => all = Some(seen),
            Some(all) if at < bases.len() => all.absorb(seen),
            Some(all) => all.overlay(seen),
        }
    }
    let mut drafter = FieldDrafter::new(options.naming, ChosenShapes::new(&options.shapes), report);
    let all = all?;
    let fields = drafter.root(&all);
    drop(all);
    let (renames, unmet, json) = drafter.into_parts();
    if report.errors() > errors {
        return None;
    }
    if let Some(warning) = DraftedAsJson::of(&json) {
        report.push(warning);
    }
    let renamed = sources().map(|source| rename::renamed(source, &renames)).collect();
    Some(Draft { manifest: write::manifest(write::OF_VALUES, fields), renamed, unmet })
}

/// Drafts a manifest from a schema, which may refer to other documents.
fn of_schema(documents: &[&Document], options: &DraftOptions, report: &mut Report) -> Option<Draft> {
    let errors = report.errors();
    if let ([root, ..], false) = (documents, options.shapes.is_empty()) {
        report.push(SchemaWithOthers::with_decisions(root));
        return None;
    }
    let SchemaDraft { fields, untold, untyped, is_narrower } =
        json_schema::fields(documents, options.naming, report)?;
    if report.errors() > errors {
        return None;
    }
    if let Some(warning) = DraftedAsJson::of(&untyped) {
        report.push(warning);
    }
    let narrower = if is_narrower { write::OF_OPEN_SCHEMA } else { "" };
    let head = format!("{}{narrower}{}", write::OF_SCHEMA, write::not_taken_over(&untold));
    Some(Draft {
        manifest: write::manifest(&head, fields),
        renamed: vec![None; documents.len()],
        unmet: Vec::new(),
    })
}

/// Observes a document. Reports a document without values and returns `None`.
fn observed<'d>(document: &'d Document, report: &mut Report) -> Option<Observed<'d>> {
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
    Some(Observed::of_root(root))
}

/// The `kind` of a Kubernetes resource.
fn resource_kind(root: Node<'_>) -> Option<Node<'_>> {
    let text = |key| root.get(key).filter(|value| value.kind() == Kind::String);
    text("apiVersion").and(text("kind"))
}
