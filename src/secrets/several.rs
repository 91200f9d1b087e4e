//! Texts with values for several components: a value that is sensitive for one of them is hidden for all.

use super::expected_shape::ExpectedShape;
use super::leaf::Look;
use super::leaves::{Leaves, is_collection};
use super::names::Names;
use super::read_text::ReadText;
use super::unread_resource::in_unread;
use super::{Ranges, Secrets, ValuesDocument, hide_kubernetes_secrets, in_values, mentions_sensitive};
use crate::diagnostic::Report;
use crate::pointer::{Pointer, ReferenceToken};
use crate::schema::CheckedInputs;
use crate::syntax::{Format, Kind, Node, parse_lossless};
use crate::text::{Source, narrow};
use crate::types::{Field, StructType};
use crate::value::{INPUTS, SCHEMA};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A part of a text that a component receives.
#[derive(Debug, Clone)]
pub struct ReceivedPart<'a> {
    /// The place of the part.
    pub place: PartPlace,
    /// The fields of the component; `None` if its declaration is not known, so that any field may be sensitive.
    pub fields: Option<&'a StructType>,
    /// Whether a value under an unknown key may be a secret of another declaration: true for values of inputs of a
    /// component with secrets.
    pub may_be_others: bool,
}

impl ReceivedPart<'_> {
    fn holds_secrets(&self) -> bool {
        self.may_be_others
            || self.fields.is_none_or(|fields| fields.members().iter().any(Field::holds_sensitive))
    }
}

/// The context of the parts of a text.
#[derive(Debug, Clone, Copy)]
pub struct AroundParts<'a> {
    /// The inputs of the run. The text may declare some of them.
    pub inputs: &'a CheckedInputs,
    /// Whether another component has secrets, so that a value under an unknown key may be one.
    pub is_elsewhere: bool,
    /// Whether the rest of the text belongs to others, whose declarations are not known.
    pub is_shared_with_others: bool,
}

/// The place of a component's values in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartPlace {
    /// The whole text is a layer.
    Whole,
    /// The members of the text that the component declares.
    Shared,
    /// A layer in the object at the end of these keys.
    Object(Vec<String>),
    /// A layer or patch in a string, in this format.
    Embedded(Pointer, ValuesDocument, Format),
    /// The whole text is a patch.
    Patch,
}

/// Hides the secrets in a text for all components that receive a part of it, and the parts of others whose declarations
/// are not known. Hides all values of a text with a syntax error.
pub fn hide_in_several(
    format: Format,
    source: &Arc<Source>,
    parts: &[ReceivedPart<'_>],
    around: &AroundParts<'_>,
) {
    let is_outer =
        |part: &ReceivedPart<'_>| matches!(part.place, PartPlace::Embedded(..) | PartPlace::Object(_));
    if parts.iter().any(is_outer) {
        hide_kubernetes_secrets(format, source);
    }
    let is_marked = mentions_sensitive(source.text());
    let has_secrets =
        is_marked || around.inputs.may_have_secrets() || parts.iter().any(ReceivedPart::holds_secrets);
    if !(has_secrets || around.is_elsewhere || around.is_shared_with_others) {
        return source.clear();
    }
    source.mask(in_embedded((format, source), parts, around, is_marked));
    let mut names = Names::empty();
    parts.iter().filter_map(|part| part.fields).for_each(|fields| names.add(fields.members()));
    let text = ReadText::of(format, source);
    // A resource may contain what a layer may not.
    let is_embedded = |part: &ReceivedPart<'_>| matches!(part.place, PartPlace::Embedded(..));
    let is_resource = !parts.is_empty() && parts.iter().all(is_embedded);
    let is_read = match is_resource {
        true => parse_lossless(format, source, &mut Report::new()).is_some(),
        false => text.is_right(),
    };
    if !is_read {
        // If all readers are known and none has secrets, the text contains nothing of others.
        if !(has_secrets || around.is_shared_with_others) {
            return source.clear();
        }
        return if is_marked && !parts.iter().any(ReceivedPart::holds_secrets) {
            source.mask(vec![(0, narrow(source.text().len()))]);
        } else if is_resource {
            source.mask(in_unread(&names, &|key| names.is_known(key), format, source));
        } else {
            source.mask(in_values(&text));
        };
    }
    source.mask(text.hidden(&names, Some(around.inputs), |leaves, root| in_root(root, parts, leaves)));
}

/// The secrets in strings that are layers. Reads the text once for each component that receives a part of it.
/// `is_marked` says that the text mentions a sensitive input.
fn in_embedded(
    (format, source): (Format, &Arc<Source>),
    parts: &[ReceivedPart<'_>],
    around: &AroundParts<'_>,
    is_marked: bool,
) -> Ranges {
    let mut ranges = Ranges::new();
    let address = |part: &ReceivedPart<'_>| part.fields.map(std::ptr::from_ref);
    for part in parts.chunk_by(|one, other| address(one) == address(other)) {
        let embedded = part.iter().filter_map(|part| match &part.place {
            PartPlace::Embedded(pointer, content, format) => Some((pointer, *content, *format)),
            PartPlace::Whole | PartPlace::Shared | PartPlace::Object(_) | PartPlace::Patch => None,
        });
        let embedded: Vec<_> = embedded.collect();
        let fields = part.first().filter(|_| !embedded.is_empty()).and_then(|part| part.fields);
        let is_elsewhere = part.iter().any(|part| part.may_be_others);
        let secrets = fields.and_then(|fields| match is_elsewhere || is_marked {
            true => Some(Secrets::of_others(fields, around.inputs)),
            false => Secrets::of_layers(fields, around.inputs),
        });
        if let Some(secrets) = secrets {
            ranges.extend(secrets.in_resource(format, source, &embedded));
        }
    }
    ranges
}

/// A path into a text: the rest of its keys, and its target.
type Way<'w> = (Vec<&'w str>, WayEnd<'w>);

/// The target of a path into a text.
#[derive(Debug, Clone, Copy)]
enum WayEnd<'w> {
    /// A layer of these fields; `None` for a component whose declaration is not known.
    Layer(Option<&'w StructType>),
    /// A string that is a text of its own, which is checked elsewhere. Holds whether its declaration is known.
    Text(bool),
}

impl WayEnd<'_> {
    fn holds_secrets(self) -> bool {
        match self {
            Self::Layer(fields) => fields.is_none_or(|fields| ExpectedShape::Fields(fields).has_secrets()),
            Self::Text(is_known) => !is_known,
        }
    }
}

fn in_root<'p>(root: Node<'_>, parts: &'p [ReceivedPart<'p>], leaves: &mut Leaves<'_>) {
    if root.document().format() == Format::Env {
        let schemas: Vec<Option<&StructType>> = parts.iter().map(|part| part.fields).collect();
        return leaves.variables(root, &schemas);
    }
    // A text without keys may belong to any component.
    let is_patch = parts.iter().all(|part| part.place == PartPlace::Patch);
    if root.kind() != Kind::Object && !is_patch {
        return leaves.value(root, ExpectedShape::Nothing, true);
    }
    // A key may be repeated.
    let mut members: BTreeMap<&str, Vec<(Node<'_>, Node<'_>)>> = BTreeMap::new();
    for (key, value) in root.members() {
        members.entry(key.text()).or_default().push((key, value));
    }
    let mut outside: BTreeSet<&str> = members.keys().copied().collect();
    let mut inner: Vec<Way<'p>> = Vec::new();
    for part in parts {
        match (&part.place, part.fields) {
            (PartPlace::Whole | PartPlace::Patch, None) => leaves.root(root, ExpectedShape::Nothing, true),
            (PartPlace::Whole, Some(fields)) => {
                outside.clear();
                leaves.root(root, ExpectedShape::Fields(fields), root.kind() != Kind::Object);
            }
            (PartPlace::Patch, Some(fields)) => {
                outside.clear();
                if let Some(secrets) = Secrets::of(fields) {
                    secrets.operations(leaves, root);
                }
            }
            // Any key may belong to a component whose declaration is not known.
            (PartPlace::Shared, None) => {
                let values = || root.members().filter(|(key, _)| !is_of_layer(*key));
                values().for_each(|(_, value)| leaves.value(value, ExpectedShape::Nothing, true));
            }
            (PartPlace::Shared, Some(fields)) => {
                for field in fields.members() {
                    for name in field.names_in_literals() {
                        outside.remove(name);
                        for (key, value) in members.get(name).into_iter().flatten() {
                            let shape = ExpectedShape::Type(&field.ty);
                            leaves.entry((*key, Look::Known), *value, shape, field.sensitive);
                        }
                    }
                }
            }
            (PartPlace::Object(path), fields) => {
                outside.remove(path.first().map_or("", String::as_str));
                inner.push((path.iter().map(String::as_str).collect(), WayEnd::Layer(fields)));
            }
            (PartPlace::Embedded(pointer, ..), fields) => {
                let path: Vec<&str> = pointer.tokens().iter().map(ReferenceToken::as_str).collect();
                outside.remove(path.first().copied().unwrap_or_default());
                inner.push((path, WayEnd::Text(fields.is_some())));
            }
        }
    }
    in_objects(root, inner, false, leaves);
    let outside = outside.into_iter().flat_map(|name| members.get(name).into_iter().flatten());
    for (key, value) in outside.copied() {
        match key.text() {
            SCHEMA if value.kind() == Kind::String => {
                leaves.key(key, Look::Known, false);
                leaves.shown(value);
            }
            INPUTS => {
                leaves.key(key, Look::Known, false);
                leaves.inputs(value);
            }
            _ => {
                leaves.key(key, Look::Unknown, true);
                leaves.value(value, ExpectedShape::Nothing, true);
            }
        }
    }
}

/// Whether a key at the root of a layer is not a field.
fn is_of_layer(key: Node<'_>) -> bool {
    matches!(key.text(), SCHEMA | INPUTS)
}

/// Finds the targets of paths below an object. `has_others` says that no component receives the values outside the
/// paths, so they are hidden. Recurses as deep as documents nest.
fn in_objects<'w>(node: Node<'_>, parts: Vec<Way<'w>>, has_others: bool, leaves: &mut Leaves<'_>) {
    let mut ways: BTreeMap<&'w str, Vec<Way<'w>>> = BTreeMap::new();
    let mut is_end = false;
    for (mut path, end) in parts {
        if !path.is_empty() {
            let first = path.remove(0);
            ways.entry(first).or_default().push((path, end));
            continue;
        }
        match end {
            WayEnd::Layer(Some(fields)) => leaves.root(node, ExpectedShape::Fields(fields), false),
            WayEnd::Text(true) if node.kind() == Kind::String => leaves.text_of_rules(node),
            // There is no text at this place, so no component receives the value.
            WayEnd::Text(true) => continue,
            WayEnd::Layer(None) | WayEnd::Text(false) => leaves.value(node, ExpectedShape::Nothing, true),
        }
        is_end = true;
    }
    let mut met = BTreeSet::new();
    for (key, value) in node.members() {
        match ways.remove(key.text()) {
            Some(parts) => {
                met.insert(key.text());
                let is_secret = !is_collection(value) && parts.iter().any(|(_, end)| end.holds_secrets());
                leaves.key(key, Look::Known, is_secret);
                in_objects(value, parts, true, leaves);
            }
            None if met.contains(key.text()) || (has_others && !is_end) => {
                leaves.key(key, Look::Unknown, true);
                leaves.value(value, ExpectedShape::Nothing, true);
            }
            None => {}
        }
    }
    for (at, element) in node.elements().enumerate() {
        match ways.remove(at.to_string().as_str()) {
            Some(parts) => in_objects(element, parts, true, leaves),
            None if is_end => {}
            None => leaves.value(element, ExpectedShape::Nothing, true),
        }
    }
    if has_others && !is_end && !is_collection(node) {
        leaves.value(node, ExpectedShape::Nothing, true);
    }
}

impl PartPlace {
    /// The object at the target of a pointer, if it is one.
    #[must_use]
    pub fn object_at(pointer: &Pointer) -> Self {
        Self::Object(pointer.tokens().iter().map(ReferenceToken::as_str).map(str::to_owned).collect())
    }
}
