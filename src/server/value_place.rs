//! The field that a position in a text of values refers to.

use super::requested_document::RequestedDocument;
use super::view::Opened;
use crate::product::{LayerAudience, TextPlace, ValueText};
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::Span;
use crate::types::{Field, StructType, Type, UnionCase, UnionType};
use crate::value::{LiteralType, ValuePath, case_of, lower_name, variable_fields, variable_paths};
use std::collections::{BTreeMap, BTreeSet};

/// A step from the fields of a component to a part of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueStep<'a> {
    /// A field or a member of a struct.
    Member(&'a Field),
    /// An element of a list.
    Element,
    /// An entry of a map.
    Entry,
    /// A case of a union.
    Case(&'a UnionType, &'a UnionCase),
}

/// A place in a text of values.
pub(super) struct ValuePlace<'a> {
    /// The position of the component.
    pub(super) component: usize,
    /// The steps to the place, up to the first unknown part.
    pub(super) steps: Vec<ValueStep<'a>>,
    pub(super) target: PlaceTarget<'a>,
}

/// The target of a place.
#[derive(Clone, Copy)]
pub(super) enum PlaceTarget<'a> {
    /// A key, in an object whose members have these fields.
    Key {
        key: Node<'a>,
        object: Node<'a>,
        members: Option<&'a StructType>,
        /// The union with a tag whose case the object is.
        tagged: Option<&'a UnionType>,
        is_known: bool,
    },
    /// A value that is no object and no list.
    Value { value: Node<'a>, ty: Option<&'a Type> },
    /// The text of the tag of a union.
    Tag { of: &'a UnionType },
    /// An object, but none of its members.
    Inside { members: Option<&'a StructType> },
}

impl<'a> ValuePlace<'a> {
    /// The innermost field or member, if the place is in its own value and not in an unknown part.
    pub(super) fn field(&self) -> Option<&'a Field> {
        self.steps.iter().rev().find_map(|step| match step {
            ValueStep::Member(field) => Some(*field),
            ValueStep::Element | ValueStep::Entry | ValueStep::Case(..) => None,
        })
    }

    /// Whether the component declares the place.
    pub(super) fn is_known(&self) -> bool {
        match self.target {
            PlaceTarget::Key { is_known, .. } => is_known,
            PlaceTarget::Value { ty, .. } => ty.is_some(),
            PlaceTarget::Tag { .. } => true,
            PlaceTarget::Inside { members } => members.is_some(),
        }
    }

    /// The path in the component, `pool.size`, if it leads through no list, map or union.
    pub(super) fn path(&self) -> Option<String> {
        let keys = self.steps.iter().map(|step| match step {
            ValueStep::Member(field) => Some(field.key.as_str()),
            ValueStep::Element | ValueStep::Entry | ValueStep::Case(..) => None,
        });
        keys.collect::<Option<Vec<_>>>().filter(|keys| !keys.is_empty()).map(|keys| keys.join("."))
    }

    /// Whether a field on the way is sensitive.
    pub(super) fn is_secret(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, ValueStep::Member(field) if field.sensitive))
    }

    /// The span of its declaration.
    pub(super) fn declared(&self, opened: &Opened<'_>) -> Option<Span> {
        let places = opened.assembly.component(self.component)?.places();
        let mut found = None;
        let [ValueStep::Member(first), rest @ ..] = self.steps.as_slice() else { return None };
        with_path(&ValuePath::Field((*first).into()), rest, &mut |path| found = places(path));
        found
    }
}

/// Calls `then` with the path that these steps continue.
fn with_path(path: &ValuePath<'_>, steps: &[ValueStep<'_>], then: &mut dyn FnMut(&ValuePath<'_>)) {
    let Some((step, rest)) = steps.split_first() else { return then(path) };
    match step {
        ValueStep::Member(field) => with_path(&ValuePath::Member(path, (*field).into()), rest, then),
        ValueStep::Element => with_path(&ValuePath::Element(path, 0), rest, then),
        ValueStep::Entry => with_path(&ValuePath::Entry(path, None), rest, then),
        ValueStep::Case(of, case) if of.tag().is_some() => {
            with_path(&ValuePath::TaggedCase(path, of, case), rest, then);
        }
        ValueStep::Case(_, case) => with_path(&ValuePath::Case(path, case.name.as_str()), rest, then),
    }
}

/// A text of values in a document, with the components that receive its values. A document may contain several texts.
pub(super) struct RequestedText<'v> {
    pub(super) text: &'v ValueText,
    receivers: BTreeSet<(usize, LayerAudience)>,
}

/// The texts of values in a document.
pub(super) fn requested_texts<'v>(
    requested: &RequestedDocument<'_, 'v>,
    opened: &Opened<'v>,
) -> Vec<RequestedText<'v>> {
    let id = requested.source.id();
    let is_it = |text: &ValueText| text.source.as_ref().is_some_and(|source| source.id() == id);
    let texts = opened.texts.iter().filter(|(_, text)| is_it(text));
    let received = |text| RequestedText { text, receivers: BTreeSet::new() };
    let mut texts: BTreeMap<&str, RequestedText<'v>> =
        texts.map(|(path, text)| (path.as_str(), received(text))).collect();
    if texts.is_empty() {
        return Vec::new();
    }
    for environment in opened.product.built() {
        for component in 0..opened.product.components.len() {
            for layer in opened.product.sources(component, environment).layers {
                if let Some(text) = texts.get_mut(layer.path.path.as_str()) {
                    text.receivers.insert((component, layer.list.audience));
                }
            }
        }
    }
    texts.into_values().collect()
}

/// The places at an offset of a text, one per component that receives a value there. `document` is the text, or a reading
/// of it with a placeholder.
pub(super) fn value_places<'a>(
    opened: &Opened<'a>,
    received: &RequestedText<'_>,
    document: &'a Document,
    offset: u32,
) -> Vec<ValuePlace<'a>> {
    let whole = match &received.text.place {
        TextPlace::Object(pointer) => crate::layers::object_at(document, pointer),
        TextPlace::Whole => document.root(),
        TextPlace::Embedded(..) => None,
    };
    let Some(whole) = whole else { return Vec::new() };
    let of_component = |(component, audience): (usize, LayerAudience)| {
        let config = opened.assembly.component(component)?.config()?;
        let name = opened.product.components.get(component).map_or("", |of| of.name);
        let root = if audience == LayerAudience::Sections { whole.get(name)? } else { whole };
        let is_nested = document.format() != Format::Toml;
        let mut walk = Walk { offset, is_nested, steps: Vec::new() };
        let target = match document.format() {
            Format::Env => walk.in_variables(root, config.as_struct())?,
            Format::Json5 | Format::Json | Format::Yaml | Format::Toml => {
                walk.find(root, KnownShape::Fields(config.as_struct()))?
            }
        };
        Some(ValuePlace { component, steps: walk.steps, target })
    };
    received.receivers.iter().copied().filter_map(of_component).collect()
}

/// The place at an offset of a text for the first component that knows it, else for the first that receives it.
pub(super) fn value_place<'a>(
    opened: &Opened<'a>,
    received: &RequestedText<'a>,
    offset: u32,
) -> Option<ValuePlace<'a>> {
    let document = received.text.document.as_deref()?;
    let mut places = value_places(opened, received, document, offset);
    let known = places.iter().position(ValuePlace::is_known).unwrap_or(0);
    (known < places.len()).then(|| places.swap_remove(known))
}

/// The declared shape of a value.
#[derive(Clone, Copy)]
enum KnownShape<'a> {
    Fields(&'a StructType),
    Type(&'a Type),
    Unknown,
}

struct Walk<'a> {
    offset: u32,
    /// Whether a container contains the text of its members. In TOML, a table may be outside of the table around it.
    is_nested: bool,
    steps: Vec<ValueStep<'a>>,
}

impl<'a> Walk<'a> {
    fn touches(&self, span: Span) -> bool {
        span.start <= self.offset && self.offset <= span.end
    }

    /// Finds the innermost node at the offset.
    fn find(&mut self, node: Node<'a>, shape: KnownShape<'a>) -> Option<PlaceTarget<'a>> {
        if self.is_nested && !self.touches(node.span()) {
            return None;
        }
        match node.kind() {
            Kind::Object => self.in_object(node, shape),
            Kind::Array => {
                let element = match shape {
                    KnownShape::Type(ty) => self.literal(ty, node).and_then(Type::element),
                    KnownShape::Fields(_) | KnownShape::Unknown => None,
                };
                let depth = self.steps.len();
                for child in node.elements() {
                    let shape = element.map_or(KnownShape::Unknown, KnownShape::Type);
                    if element.is_some() {
                        self.steps.push(ValueStep::Element);
                    }
                    if let Some(found) = self.find(child, shape) {
                        return Some(found);
                    }
                    self.steps.truncate(depth);
                }
                None
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                let ty = if let KnownShape::Type(ty) = shape { Some(ty) } else { None };
                self.touches(node.span()).then_some(PlaceTarget::Value { value: node, ty })
            }
        }
    }

    /// The type of a literal; the case of a union is a step.
    fn literal(&mut self, ty: &'a Type, node: Node<'a>) -> Option<&'a Type> {
        if let Type::Union(of) = ty {
            self.steps.push(ValueStep::Case(of, case_of(of, &node)?.1));
        }
        LiteralType::of(ty, &node).map(|of| of.ty)
    }

    fn in_object(&mut self, node: Node<'a>, shape: KnownShape<'a>) -> Option<PlaceTarget<'a>> {
        let before = self.steps.len();
        let tagged = if let KnownShape::Type(Type::Union(of)) = shape { Some(of) } else { None };
        let tag = tagged.and_then(|of| Some((of, of.tag()?.as_str())));
        let ty = if let KnownShape::Type(ty) = shape { self.literal(ty, node) } else { None };
        let members = match (shape, ty) {
            (KnownShape::Fields(fields), _) => Some(fields),
            (_, Some(ty)) => ty.inner_struct().filter(|_| ty.is_struct()),
            (_, None) => None,
        };
        let depth = self.steps.len();
        for (key, value) in node.members() {
            let (steps, inner) = inner(members, ty, shape, key.text());
            if let Some((of, _)) = tag.filter(|(_, tag)| *tag == key.text() && self.touches(value.span())) {
                return Some(PlaceTarget::Tag { of });
            }
            let is_known = !steps.is_empty();
            self.steps.extend(steps);
            if self.touches(key.span()) {
                let tagged = tag.map(|(of, _)| of);
                return Some(PlaceTarget::Key { key, object: node, members, tagged, is_known });
            }
            if let Some(found) = self.find(value, inner) {
                return Some(found);
            }
            self.steps.truncate(depth);
        }
        if self.touches(node.span()) {
            return Some(PlaceTarget::Inside { members });
        }
        self.steps.truncate(before);
        None
    }

    /// Finds a variable of an environment file, or its value.
    fn in_variables(&mut self, root: Node<'a>, fields: &'a StructType) -> Option<PlaceTarget<'a>> {
        let (key, value) =
            root.members().find(|(key, value)| self.touches(key.span()) || self.touches(value.span()))?;
        let lower = lower_name(key.text())?;
        let paths = variable_paths(fields, &lower);
        let path = variable_fields(fields, paths.first()?);
        let ty = path.last().map(|field| &field.ty);
        self.steps.extend(path.into_iter().map(ValueStep::Member));
        if self.touches(key.span()) {
            return Some(PlaceTarget::Key { key, object: root, members: None, tagged: None, is_known: true });
        }
        Some(PlaceTarget::Value { value, ty })
    }
}

/// The steps to the value under a key, and its shape.
fn inner<'a>(
    members: Option<&'a StructType>,
    ty: Option<&'a Type>,
    around: KnownShape<'a>,
    key: &str,
) -> (Vec<ValueStep<'a>>, KnownShape<'a>) {
    let member = |of: &'a StructType| of.members().get(of.position_in_literal(key)?);
    if let Some(field) = members.and_then(member) {
        return (vec![ValueStep::Member(field)], KnownShape::Type(&field.ty));
    }
    match (members, ty) {
        // Its value has the type of what it overrides. Expressions are texts of their own.
        _ if matches!(key, "$override" | "$append") => (Vec::new(), around),
        _ if key.starts_with('$') => (Vec::new(), KnownShape::Unknown),
        (Some(of), _) => match of.rest_for(key) {
            Some((_, field, map)) => {
                (vec![ValueStep::Member(field), ValueStep::Entry], KnownShape::Type(map.value()))
            }
            None => (Vec::new(), KnownShape::Unknown),
        },
        (None, Some(Type::Map(map))) => (vec![ValueStep::Entry], KnownShape::Type(map.value())),
        (None, _) => (Vec::new(), KnownShape::Unknown),
    }
}
