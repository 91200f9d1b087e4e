//! Texts that set values of several components: what one of them holds to be sensitive is secret for all.

use super::expected_shape::ExpectedShape;
use super::leaves::{Leaves, Look};
use super::names::Names;
use super::{Ranges, Secrets, ValuesDocument, damage, hide_values};
use crate::diagnostic::Report;
use crate::pointer::{Pointer, ReferenceToken};
use crate::syntax::{self, Format, Kind, Node};
use crate::text::Source;
use crate::types::{Field, StructType};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a component receives from a text.
#[derive(Debug, Clone)]
pub struct ReceivedPart<'a> {
    /// Where in the text.
    pub place: PartPlace,
    /// The fields of the component.
    pub fields: &'a StructType,
}

/// Where in a text a component's values stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartPlace {
    /// The whole text is a layer.
    Whole,
    /// The members of the text that the component declares.
    Shared,
    /// A layer in an object to which these keys lead.
    Object(Vec<String>),
    /// A layer in a string, in this format.
    Embedded(Pointer, Format),
    /// The whole text is a patch.
    Patch,
}

/// Hides what is secret in a text for one of the components that receive something of it. Where the text could not be
/// understood and one of them has secrets, all values in it are hidden. `has_secret_inputs` says that inputs declared in it
/// may have secret defaults, `is_elsewhere` that some other component has secrets, so that what is under unknown keys may
/// be one.
pub fn hide_in_several(
    format: Format,
    source: &Arc<Source>,
    parts: &[ReceivedPart<'_>],
    (has_secret_inputs, is_elsewhere): (bool, bool),
) {
    let holds_secrets = |part: &ReceivedPart<'_>| part.fields.members().iter().any(Field::holds_sensitive);
    let has_secrets = has_secret_inputs || parts.iter().any(holds_secrets);
    if !has_secrets && !is_elsewhere {
        return;
    }
    let mut ranges = Ranges::new();
    // The text is read once for all that one component receives of it.
    for part in parts.chunk_by(|one, other| std::ptr::eq(one.fields, other.fields)) {
        let embedded = part.iter().filter_map(|part| match &part.place {
            PartPlace::Embedded(pointer, format) => Some((pointer, ValuesDocument::Layer, *format)),
            PartPlace::Whole | PartPlace::Shared | PartPlace::Object(_) | PartPlace::Patch => None,
        });
        let embedded: Vec<_> = embedded.collect();
        let secrets = part.first().filter(|_| !embedded.is_empty()).and_then(|part| Secrets::of(part.fields));
        if let Some(secrets) = secrets {
            ranges.extend(secrets.in_resource(format, source, &embedded));
        }
    }
    let is_object = |part: &&ReceivedPart<'_>| !matches!(part.place, PartPlace::Embedded(..));
    let objects: Vec<&ReceivedPart<'_>> = parts.iter().filter(is_object).collect();
    if objects.is_empty() {
        return source.mask(ranges);
    }
    let mut report = Report::new();
    let document = syntax::parse_documents(format, source, &mut report);
    if report.has_errors() || !document.is_complete() {
        if has_secrets {
            hide_values(format, source);
        }
        return;
    }
    let mut names = Names::empty();
    objects.iter().for_each(|part| names.add(part.fields.members()));
    let mut leaves = Leaves::new(source, format);
    for root in document.roots() {
        let has_embedded = objects.len() < parts.len();
        in_root(root, &objects, has_embedded, &mut leaves);
    }
    ranges.extend(leaves.ranges(&names, &damage(&document, &report)));
    source.mask(ranges);
}

fn in_root(root: Node<'_>, parts: &[&ReceivedPart<'_>], has_embedded: bool, leaves: &mut Leaves<'_>) {
    // A key may stand there twice.
    let mut members: BTreeMap<&str, Vec<(Node<'_>, Node<'_>)>> = BTreeMap::new();
    for (key, value) in root.members() {
        members.entry(key.text()).or_default().push((key, value));
    }
    let mut outside: BTreeSet<&str> = members.keys().copied().collect();
    let mut inner: Vec<(&[String], &StructType)> = Vec::new();
    for part in parts {
        match &part.place {
            PartPlace::Whole => {
                outside.clear();
                leaves.root(root, ExpectedShape::Fields(part.fields), root.kind() != Kind::Object);
            }
            PartPlace::Patch => {
                outside.clear();
                if let Some(secrets) = Secrets::of(part.fields) {
                    secrets.operations(leaves, root);
                }
            }
            PartPlace::Shared => {
                for field in part.fields.members() {
                    for name in std::iter::once(&field.key).chain(&field.aliases) {
                        outside.remove(name.as_str());
                        for (key, value) in members.get(name.as_str()).into_iter().flatten() {
                            leaves.key(*key, Look::Known, field.sensitive);
                            leaves.value(*value, ExpectedShape::Type(&field.ty), field.sensitive);
                        }
                    }
                }
            }
            PartPlace::Object(path) => {
                outside.remove(path.first().map_or("", String::as_str));
                inner.push((path, part.fields));
            }
            PartPlace::Embedded(..) => {}
        }
    }
    in_objects(root, inner, false, leaves);
    let outside = outside.into_iter().flat_map(|name| members.get(name).into_iter().flatten());
    for (key, value) in outside.copied() {
        match key.text() {
            "$schema" if value.kind() == Kind::String => {
                leaves.key(key, Look::Known, false);
                leaves.shown(value);
            }
            "$inputs" => {
                leaves.key(key, Look::Known, false);
                leaves.inputs(value);
            }
            // What lies in strings has been looked at; the rest belongs to nobody.
            _ if has_embedded => {}
            _ => {
                leaves.key(key, Look::Unknown, true);
                leaves.value(value, ExpectedShape::Nothing, true);
            }
        }
    }
}

/// Looks at objects to which keys lead from here. `has_others` says that what no way leads through belongs to nobody.
/// Depth is limited, so recursion is.
fn in_objects(
    node: Node<'_>,
    parts: Vec<(&[String], &StructType)>,
    has_others: bool,
    leaves: &mut Leaves<'_>,
) {
    let mut ways: BTreeMap<&str, Vec<(&[String], &StructType)>> = BTreeMap::new();
    let mut is_layer = false;
    for (path, fields) in parts {
        match path.split_first() {
            Some((first, rest)) => ways.entry(first).or_default().push((rest, fields)),
            None => {
                is_layer = true;
                leaves.root(node, ExpectedShape::Fields(fields), false);
            }
        }
    }
    for (key, value) in node.members() {
        match ways.remove(key.text()) {
            Some(parts) => {
                leaves.key(key, Look::Known, false);
                in_objects(value, parts, true, leaves);
            }
            None if has_others && !is_layer => {
                leaves.key(key, Look::Unknown, true);
                leaves.value(value, ExpectedShape::Nothing, true);
            }
            None => {}
        }
    }
    for (at, element) in node.elements().enumerate() {
        match ways.remove(at.to_string().as_str()) {
            Some(parts) => in_objects(element, parts, true, leaves),
            None => leaves.value(element, ExpectedShape::Nothing, true),
        }
    }
}

impl PartPlace {
    /// Where a pointer leads, if that is an object.
    #[must_use]
    pub fn object_at(pointer: &Pointer) -> Self {
        Self::Object(pointer.tokens().iter().map(ReferenceToken::as_str).map(str::to_owned).collect())
    }
}
