//! A first manifest, drafted from what a team has: values in JSON, YAML, TOML or environment files, or a JSON Schema.
//!
//! What is seen in all files together makes the types. A draft compiles, and what it was drafted from compiles against it,
//! overlays together with a base;
//! where that cannot be, nothing is drafted and every reason is reported. No value of what looks like a secret by its name
//! comes into a draft or a message.

mod bounds;
mod comments;
mod errors;
mod fields;
mod hidden;
mod json_schema;
mod keywords;
mod model;
mod observed;
mod placeholders;
mod rename;
mod starter;
mod write;

pub(crate) use errors::no_values;
pub use hidden::hide_secrets;
pub use model::KeyNaming;
pub use starter::starter;

use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, duplicate_key};
use fields::FieldDrafter;
use observed::{Observed, ObservedConflict};

/// A draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The manifest, in JSON5.
    pub manifest: String,
    /// For each source in order its text with other keys, where any is renamed; of a source that lies in another text, that
    /// text.
    pub renamed: Vec<Option<String>>,
}

/// Drafts a manifest from documents with values, or from one JSON Schema or CustomResourceDefinition of Kubernetes. `None`
/// means that there is no draft, which is reported: each reason with its place. Takes time and memory linear in the sources,
/// apart from what their aliases and the references of a schema stand for, which have limits.
///
/// Each overlay is laid over the bases: its objects member by member, and everything else replaces what was there. Nothing
/// that the bases have becomes optional by what an overlay leaves out.
///
/// Diagnostics name keys and show lines of the sources: before they are drawn, the caller hides what may be secret there
/// ([`hide_secrets`]).
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
            report.push(errors::schema_not_alone(document));
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
        report.push(errors::values_differ(conflict));
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

/// What a document shows. `None` if there are no values in it, which is reported.
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
        report.push(errors::root_not_an_object(root));
        return None;
    }
    if let Some(kind) = errors::resource_kind(root) {
        report.push(errors::a_resource(root, kind));
        return None;
    }
    placeholders::warn(root, report);
    Some(Observed::of_root(root, conflicts))
}
