//! The field that a position in a text of values refers to.

use super::requested_document::RequestedDocument;
use super::value_step::ValueStep;
use super::view::Opened;
use crate::product::{LayerAudience, ValueText};
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::Span;
use crate::types::{Field, StructType, Type, UnionType};
use crate::value::{
    APPEND, LiteralType, OVERRIDE, TEXT, case_of, is_definition, lower_name, variable_fields, variable_paths,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

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
    Tag { of: &'a UnionType, text: Node<'a> },
    /// The text of `$expr` or `$text`.
    Expression { text: Node<'a>, is_template: bool },
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
            PlaceTarget::Tag { .. } | PlaceTarget::Expression { .. } => true,
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
}

/// A text of values in a document, with the components that receive its values. A document may contain several texts.
pub(super) struct RequestedText<'v> {
    pub(super) text: &'v ValueText,
    pub(super) receivers: BTreeSet<(usize, LayerAudience)>,
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
    let whole = received.text.object_in(document);
    let of_component = |(component, audience): (usize, LayerAudience)| {
        let root = received_root(opened, whole?, (component, audience))?;
        let fields = opened.assembly.component(component)?.config()?.as_struct();
        let mut found = None;
        let mut take = |steps: &[ValueStep<'a>], target: PlaceTarget<'a>, span: Span| {
            if !touches(span, offset) {
                return ControlFlow::Continue(());
            }
            found = Some(ValuePlace { component, steps: steps.to_vec(), target });
            ControlFlow::Break(())
        };
        let mut walk = PlaceWalk { offset: Some(offset), steps: Vec::new(), visit: &mut take };
        let _ = walk.layer(root, fields);
        found
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

/// The object of a layer that a component receives.
pub(super) fn received_root<'a>(
    opened: &Opened<'_>,
    layer: Node<'a>,
    (component, audience): (usize, LayerAudience),
) -> Option<Node<'a>> {
    let name = opened.product.components.get(component).map_or("", |of| of.name);
    if audience == LayerAudience::Sections { layer.get(name) } else { Some(layer) }
}

fn touches(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// The declared shape of a value.
#[derive(Clone, Copy)]
enum KnownShape<'a> {
    Fields(&'a StructType),
    Type(&'a Type),
    /// A part of a JSON value, in which names mean nothing.
    Data,
    Unknown,
}

/// Takes a place: its steps, its target, and the span of the target. Ends the walk with [`ControlFlow::Break`].
type PlaceVisitor<'v, 'a> = dyn FnMut(&[ValueStep<'a>], PlaceTarget<'a>, Span) -> ControlFlow<()> + 'v;

/// A walk over the places of a value, in the order of the text. An object comes after its members.
pub(super) struct PlaceWalk<'a, 'v> {
    /// The offset that the visited containers touch; `None` for a walk over all known places.
    pub(super) offset: Option<u32>,
    /// The steps to the present place.
    pub(super) steps: Vec<ValueStep<'a>>,
    pub(super) visit: &'v mut PlaceVisitor<'v, 'a>,
}

impl<'a> PlaceWalk<'a, '_> {
    /// Visits the places of a layer with these fields.
    pub(super) fn layer(&mut self, root: Node<'a>, fields: &'a StructType) -> ControlFlow<()> {
        match root.document().format() {
            Format::Env => self.variables(root, fields),
            Format::Json5 | Format::Json | Format::Yaml | Format::Toml => {
                self.node(root, KnownShape::Fields(fields))
            }
        }
    }

    /// Visits the places of a literal of this type.
    pub(super) fn literal(&mut self, literal: Node<'a>, ty: &'a Type) -> ControlFlow<()> {
        self.node(literal, KnownShape::Type(ty))
    }

    fn visit(&mut self, target: PlaceTarget<'a>, span: Span) -> ControlFlow<()> {
        (self.visit)(&self.steps, target, span)
    }

    /// Whether the walk leaves out a node. In TOML, a table may be outside of the table around it.
    fn passes_by(&self, node: Node<'a>, shape: KnownShape<'a>) -> bool {
        match self.offset {
            Some(offset) => node.document().format() != Format::Toml && !touches(node.span(), offset),
            None => matches!(shape, KnownShape::Unknown | KnownShape::Data),
        }
    }

    fn node(&mut self, node: Node<'a>, shape: KnownShape<'a>) -> ControlFlow<()> {
        if self.passes_by(node, shape) {
            return ControlFlow::Continue(());
        }
        match node.kind() {
            Kind::Object => self.object(node, shape),
            Kind::Array => {
                let before = self.steps.len();
                let element = match shape {
                    KnownShape::Type(ty) => self.type_of(ty, node).and_then(Type::element),
                    KnownShape::Fields(_) | KnownShape::Data | KnownShape::Unknown => None,
                };
                let inner = element.map_or(shape.of_unknown_part(), KnownShape::Type);
                if element.is_some() {
                    self.steps.push(ValueStep::Element);
                }
                for child in node.elements() {
                    self.node(child, inner)?;
                }
                self.steps.truncate(before);
                ControlFlow::Continue(())
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                let ty = if let KnownShape::Type(ty) = shape { Some(ty) } else { None };
                self.visit(PlaceTarget::Value { value: node, ty }, node.span())
            }
        }
    }

    /// The type of a literal; the case of a union is a step.
    fn type_of(&mut self, ty: &'a Type, node: Node<'a>) -> Option<&'a Type> {
        if let Type::Union(of) = ty {
            self.steps.push(ValueStep::Case(of, case_of(of, &node)?.1));
        }
        LiteralType::of(ty, &node).map(|of| of.ty)
    }

    fn object(&mut self, node: Node<'a>, shape: KnownShape<'a>) -> ControlFlow<()> {
        let before = self.steps.len();
        let tagged = if let KnownShape::Type(Type::Union(of)) = shape { Some(of) } else { None };
        let tag = tagged.and_then(|of| Some((of, of.tag()?.as_str())));
        let ty = if let KnownShape::Type(ty) = shape { self.type_of(ty, node) } else { None };
        let members = match (shape, ty) {
            (KnownShape::Fields(fields), _) => Some(fields),
            (_, Some(ty)) => ty.inner_struct().filter(|_| ty.is_struct()),
            (_, None) => None,
        };
        let of = KnownMembers { members, ty, around: shape, is_single: node.members().nth(1).is_none() };
        let depth = self.steps.len();
        for (key, value) in node.members() {
            if let Some((of, _)) = tag.filter(|(_, tag)| *tag == key.text()) {
                self.visit(PlaceTarget::Tag { of, text: value }, value.span())?;
            }
            let (steps, inner) = of.member(key.text());
            let is_known = !steps.is_empty();
            self.steps.extend(steps);
            let tagged = tag.map(|(of, _)| of);
            self.visit(PlaceTarget::Key { key, object: node, members, tagged, is_known }, key.span())?;
            match of.expression(key.text()) {
                Some(is_template) => {
                    self.visit(PlaceTarget::Expression { text: value, is_template }, value.span())?;
                }
                None => self.node(value, inner)?,
            }
            self.steps.truncate(depth);
        }
        self.visit(PlaceTarget::Inside { members }, node.span())?;
        self.steps.truncate(before);
        ControlFlow::Continue(())
    }

    /// Visits the variables of an environment file, and their values.
    fn variables(&mut self, root: Node<'a>, fields: &'a StructType) -> ControlFlow<()> {
        for (key, value) in root.members() {
            let is_near = |offset| touches(key.span(), offset) || touches(value.span(), offset);
            if !self.offset.is_none_or(is_near) {
                continue;
            }
            let Some(lower) = lower_name(key.text()) else { continue };
            let paths = variable_paths(fields, &lower);
            let Some(path) = paths.first() else { continue };
            let path = variable_fields(fields, path);
            let ty = path.last().map(|field| &field.ty);
            self.steps.extend(path.into_iter().map(ValueStep::Member));
            let target = PlaceTarget::Key { key, object: root, members: None, tagged: None, is_known: true };
            self.visit(target, key.span())?;
            self.visit(PlaceTarget::Value { value, ty }, value.span())?;
            self.steps.clear();
        }
        ControlFlow::Continue(())
    }
}

impl KnownShape<'_> {
    /// The shape of the parts of a value whose type has no such parts.
    fn of_unknown_part(self) -> Self {
        match self {
            Self::Data | Self::Type(Type::Json(_)) => Self::Data,
            Self::Fields(_) | Self::Type(_) | Self::Unknown => Self::Unknown,
        }
    }
}

/// The declared shape of an object.
#[derive(Clone, Copy)]
struct KnownMembers<'a> {
    members: Option<&'a StructType>,
    ty: Option<&'a Type>,
    around: KnownShape<'a>,
    /// Whether it has at most one member.
    is_single: bool,
}

impl<'a> KnownMembers<'a> {
    /// Whether an operator may be its key. In a JSON value, only the whole of it can be an operator.
    fn takes_operators(self) -> bool {
        match self.around {
            KnownShape::Data => false,
            KnownShape::Type(Type::Json(_)) => self.is_single,
            KnownShape::Fields(_) | KnownShape::Type(_) | KnownShape::Unknown => true,
        }
    }

    /// Whether the value of a key is an expression, and then whether it is a text with expressions in it.
    fn expression(self, key: &str) -> Option<bool> {
        (self.takes_operators() && is_definition(key)).then(|| key == TEXT)
    }

    /// The steps to the value under a key, and its shape.
    fn member(self, key: &str) -> (Vec<ValueStep<'a>>, KnownShape<'a>) {
        let Self { members, ty, around, .. } = self;
        let member = |of: &'a StructType| of.members().get(of.position_in_literal(key)?);
        if let Some(field) = members.and_then(member) {
            return (vec![ValueStep::Member(field)], KnownShape::Type(&field.ty));
        }
        match (members, ty) {
            // Its value has the type of what it overrides.
            _ if matches!(key, OVERRIDE | APPEND) && self.takes_operators() => (Vec::new(), around),
            _ if key.starts_with('$') && self.takes_operators() => (Vec::new(), KnownShape::Unknown),
            (Some(of), _) => match of.rest_for(key) {
                Some((_, field, map)) => {
                    (vec![ValueStep::Member(field), ValueStep::Entry], KnownShape::Type(map.value()))
                }
                None => (Vec::new(), around.of_unknown_part()),
            },
            (None, Some(Type::Map(map))) => (vec![ValueStep::Entry], KnownShape::Type(map.value())),
            (None, _) => (Vec::new(), around.of_unknown_part()),
        }
    }
}
