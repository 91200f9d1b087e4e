//! Reads fields from a JSON Schema, or from the schema of a CustomResourceDefinition.
//!
//! Schemas become [shapes](shape), which keep what they accept, and shapes become fields. A part without a type is
//! drafted as `json` with a reason, so that no part of a schema prevents a draft.

mod bounds;
mod defaults;
mod drafter;
mod join;
pub(super) mod keywords;
mod kinds;
mod listed;
mod meet;
mod pattern;
mod reader;
mod references;
mod shape;
mod tagged;
mod untold;

use super::KeyNaming;
use super::findings::{NotDrafted, SchemaWithOthers};
use super::model::DraftField;
use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, Node};
use crate::text::Span;
use crate::types::JsonKind;
use drafter::ShapeDrafter;
use keywords::TYPES;
use reader::ShapeReader;
use references::SchemaFiles;
use shape::ObjectsShape;
use std::borrow::Cow;

/// The fields of a schema.
pub(super) struct SchemaDraft {
    pub(super) fields: Vec<DraftField>,
    /// The keywords of the whole schema that are not drafted.
    pub(super) untold: Vec<Cow<'static, str>>,
    /// The places whose values are drafted as `json`.
    pub(super) untyped: Vec<Span>,
    /// Whether a struct refuses members that the schema allows.
    pub(super) is_narrower: bool,
}

/// Whether a document is a JSON Schema or a CustomResourceDefinition.
pub(crate) fn is_schema(document: &Document) -> bool {
    let Some(root) = document.root() else { return false };
    let text = |key: &str| root.get(key).filter(|value| value.kind() == Kind::String).map(Node::text);
    let properties = root.get("properties").filter(|properties| properties.kind() == Kind::Object);
    text("$schema").is_some_and(|schema| schema.contains("json-schema.org"))
        || text("kind") == Some("CustomResourceDefinition")
        || text("$ref").is_some()
        || properties.is_some_and(|properties| text("type") == Some("object") || are_schemas(properties))
}

/// Whether at least one property exists and each names a type of JSON Schema in `type`, as values rarely do.
fn are_schemas(properties: Node<'_>) -> bool {
    let is_schema = |(_, property): (Node<'_>, Node<'_>)| {
        property.get("type").is_some_and(|name| TYPES.contains(&name.text()))
    };
    properties.members().next().is_some() && properties.members().all(is_schema)
}

/// Drafts the fields of the first document, which may refer to the others. Reports mistakes of the schema, and returns
/// `None` if it has no objects.
pub(super) fn fields(documents: &[&Document], naming: KeyNaming, report: &mut Report) -> Option<SchemaDraft> {
    let root = documents.first()?.root()?;
    let is_resource = root.get("kind").is_some_and(|kind| kind.text() == "CustomResourceDefinition");
    let files = SchemaFiles::new(documents.to_vec());
    let schema = if is_resource { resource(root) } else { Some(root) };
    let Some(schema) = schema else {
        let what = "a CustomResourceDefinition without `openAPIV3Schema` in the version that is stored";
        report.push(NotDrafted::of(root.span(), what));
        return None;
    };
    let mut reader = ShapeReader::new(files, is_resource, report);
    let mut shape = reader.shape(schema, 0);
    for document in reader.files.unused() {
        reader.report.push(SchemaWithOthers::unused(document));
    }
    // The fields are members of one struct.
    shape.merge_cases(&mut reader.left_to_combine, &mut reader.untold);
    let (mut untold, left) = (reader.untold, reader.left_to_combine);
    if !shape.kinds().is_some_and(|kinds| kinds.contains(JsonKind::Object)) {
        report.push(NotDrafted::of(schema.span(), "a schema that accepts no object"));
        return None;
    }
    let is_whole = is_resource && schema.get("properties").is_some_and(|all| all.get("kind").is_some());
    if is_whole && let Some(ObjectsShape::One(object)) = &mut shape.object {
        RESOURCE_MEMBERS.iter().for_each(|name| drop(object.remove(name)));
    }
    let mut drafter = ShapeDrafter::new(naming, left);
    let fields = drafter.root(shape);
    let (untyped, others, is_narrower) = drafter.finish();
    if fields.is_empty() {
        report.push(NotDrafted::of(schema.span(), "a schema whose properties no field can be named after"));
        return None;
    }
    untold.append(others);
    Some(SchemaDraft { fields, untold: untold.into_list(false), untyped, is_narrower })
}

/// The members that every resource has.
const RESOURCE_MEMBERS: [&str; 4] = ["apiVersion", "kind", "metadata", "status"];

/// The schema of a resource's `spec`, or of a resource without `spec`, from the stored version. If no version has
/// `storage: true`, from the first one without `storage`.
fn resource(root: Node<'_>) -> Option<Node<'_>> {
    let spec = root.get("spec")?;
    let versions = || spec.get("versions").into_iter().flat_map(Node::elements);
    let is_stored = |version: &Node<'_>| version.get("storage").is_some_and(|it| it.kind() == Kind::True);
    let is_silent = |version: &Node<'_>| version.get("storage").is_none();
    let version = versions().find(is_stored).or_else(|| versions().find(is_silent));
    if version.is_none() && versions().next().is_some() {
        return None;
    }
    let schema = version.and_then(|version| version.get("schema")).or_else(|| spec.get("validation"))?;
    let schema = schema.get("openAPIV3Schema")?;
    schema.get("properties").and_then(|properties| properties.get("spec")).or(Some(schema))
}
