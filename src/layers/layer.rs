//! One set of values, read from one document.

use super::computed::{ComputedLiteral, DefinitionReader, holds_definition};
use super::entries;
use super::no_layer;
use super::operator;
use super::outside::OutsideValues;
use super::variables;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::syntax::{Document, Format, Kind, KnownObject, Node, duplicate_key};
use crate::text::Span;
use crate::types::{Field, List, StructType, Type, Value};
use crate::value::{self, Places, Subject, ValuePath};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One set of values with a precedence: the assignments of one document, checked against the declaration. It may say
/// nothing about some fields.
/// A clone shares the assignments.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// How it merges with the layers before it.
    pub strategy: MergeStrategy,
    /// Its assignments, by the position of the field, ascending.
    pub assignments: Arc<[(usize, Assignment)]>,
    /// Whether the document was understood as a whole: else it may have given more.
    pub is_whole: bool,
    /// Whether nothing was wrong with it.
    pub is_sound: bool,
    /// How many of its literals have expressions in them.
    pub(crate) computed: u32,
    /// What plain strings in it read that look like texts with expressions, by positions behind the fields.
    pub(crate) mentioned: BTreeSet<usize>,
}

/// How a layer merges with those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MergeStrategy {
    /// What several layers set must agree: the default.
    #[default]
    Unify,
    /// Scalars, vectors and arrays take the place of earlier ones; structs go member by member.
    Override,
}

/// One value in a layer: what it assigns to a field or a member.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The literal or operator, or the key that seems to be misspelled.
    pub place: Span,
    /// What is assigned.
    pub value: AssignedValue,
}

/// What a layer assigns to a field or a member, read by its declared type.
#[derive(Debug, Clone, PartialEq)]
pub enum AssignedValue {
    /// A literal of anything but a struct, or that there is no value; of a vector, array or map, with the places of its
    /// elements or entries.
    Whole(Value, Box<[Span]>),
    /// Entries of a map by their keys, ascending, of which at least one is an operator: the map so far is changed.
    Entries(Vec<(Box<str>, Assignment)>),
    /// Members of a struct by their position, ascending; it need not give all of them.
    Members(Vec<(usize, Assignment)>),
    /// A literal with expressions in it, or one expression: what it comes to is known when all layers are.
    Computed(Box<ComputedLiteral>),
    /// `$override`: this, whatever was assigned before.
    Override(Box<Assignment>),
    /// `$append`: elements, with their places, behind those so far.
    Append(List, Box<[Span]>),
    /// `$unset`: what was assigned before does not count.
    Unset,
    /// Something that does not fit, which has been reported. The field is not missing.
    Invalid,
}

impl AssignedValue {
    /// Whether it, or a part of it, appends to a vector. Structs nest no deeper than they may, so recursion does not.
    fn appends(&self) -> bool {
        match self {
            Self::Append(..) => true,
            Self::Members(members) => members.iter().any(|(_, assignment)| assignment.value.appends()),
            Self::Entries(entries) => entries.iter().any(|(_, assignment)| assignment.value.appends()),
            Self::Whole(..) | Self::Computed(_) | Self::Override(_) | Self::Unset | Self::Invalid => false,
        }
    }

    /// Whether it sets something, and does not only take away what others set. Structs nest no deeper than they may,
    /// so recursion does not.
    pub(crate) fn sets(&self) -> bool {
        match self {
            Self::Whole(..) | Self::Computed(_) | Self::Override(_) | Self::Append(..) | Self::Invalid => {
                true
            }
            Self::Unset => false,
            Self::Entries(entries) => entries.iter().any(|(_, assignment)| assignment.value.sets()),
            Self::Members(members) => {
                members.is_empty() || members.iter().any(|(_, assignment)| assignment.value.sets())
            }
        }
    }
}

impl Layer {
    /// Reads a document as a layer. Everything wrong with it is reported, and the layer says where that was;
    /// `None` where there is no object to read.
    ///
    /// `places` says where fields are declared. Where the declaration holds sensitive fields, the caller
    /// hides what is secret before anything is drawn ([`Secrets::hide_in_layer`](crate::secrets::Secrets)).
    pub fn read(
        config: &Config,
        document: &Document,
        strategy: MergeStrategy,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        Self::read_with(config, document, strategy, &OutsideValues::default(), places, report)
    }

    /// As [`read`](Self::read), of an object of literals alone.
    pub(crate) fn read_literals(
        config: &Config,
        object: Node<'_>,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::of_inputs();
        let reader = LayerReader { operators: OperatorUse::Forbidden, definitions: &definitions };
        Self::read_by(config, object, (MergeStrategy::Unify, reader), places, report)
    }

    /// As [`read`](Self::read), of a layer whose expressions may read what is outside the component.
    pub fn read_with(
        config: &Config,
        document: &Document,
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::new(config, outside, document.source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
        Self::read_by(config, root, (strategy, reader), places, report)
    }

    fn read_by(
        config: &Config,
        root: Node<'_>,
        (strategy, reader): (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        for repeated in root.document().repeated() {
            report.push(duplicate_key(root.document(), repeated));
        }
        let layer = Self::of_object(config, root, (strategy, reader), places, report)?;
        let is_sound = layer.is_whole && report.errors() == errors_before;
        Some(Self { is_sound, ..layer })
    }

    /// As [`read_with`](Self::read_with), of one object in a document, whose repeated keys the caller reports.
    pub(crate) fn read_object(
        config: &Config,
        object: Node<'_>,
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let definitions = DefinitionReader::new(config, outside, object.document().source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        Self::of_object(config, object, (strategy, reader), places, report)
    }

    /// The same of some members of an object.
    pub(crate) fn read_members<'d>(
        config: &Config,
        members: (Node<'d>, impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone),
        strategy: MergeStrategy,
        outside: &OutsideValues,
        places: &Places<'_>,
        report: &mut Report,
    ) -> Self {
        let (object, _) = &members;
        let definitions = DefinitionReader::new(config, outside, object.document().source());
        let reader = LayerReader { operators: OperatorUse::Allowed, definitions: &definitions };
        Self::of_members(config, members, (strategy, reader), places, report)
    }

    fn of_object(
        config: &Config,
        object: Node<'_>,
        by: (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        if object.kind() != Kind::Object {
            report.push(no_layer::no_object(object));
            return None;
        }
        if !is_environment(object) && is_another_object(config, object, report) {
            return None;
        }
        Some(Self::of_members(config, (object, object.members()), by, places, report))
    }

    fn of_members<'d>(
        config: &Config,
        (object, given): (Node<'d>, impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone),
        (strategy, reader): (MergeStrategy, LayerReader<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Self {
        let errors_before = report.errors();
        let root = Some(config.as_struct().members());
        let subject = Subject { root, ..Subject::of_values(places) };
        let assignments = match is_environment(object) {
            true => variables::assignments(config.as_struct(), given, &subject, report),
            false => members(config.as_struct(), (object, given), reader, &subject, report),
        }
        .into();
        let is_whole = object.document().is_complete();
        let is_sound = is_whole && report.errors() == errors_before;
        let (computed, mentioned) = (reader.definitions.count(), reader.definitions.mentioned());
        Self { strategy, assignments, is_whole, is_sound, computed, mentioned }
    }
}

impl Layer {
    /// Whether it has no expressions, so that it means the same for every component with an equal schema.
    pub(crate) fn is_plain(&self) -> bool {
        self.computed == 0 && self.mentioned.is_empty()
    }

    /// Whether it appends something, so that it does not come to the same where it is given twice.
    #[must_use]
    pub fn appends(&self) -> bool {
        self.assignments.iter().any(|(_, assignment)| assignment.value.appends())
    }

    /// Its literals with expressions in them.
    pub(crate) fn computed_literals(&self) -> Vec<&ComputedLiteral> {
        let mut literals = Vec::new();
        for (_, assignment) in self.assignments.iter() {
            add_literals(&assignment.value, 0, &mut literals);
        }
        literals.into_iter().map(|(_, literal)| literal).collect()
    }
}

/// Whether an object holds the variables of an environment file.
fn is_environment(object: Node<'_>) -> bool {
    object.document().format() == Format::Env
}

/// Whether an object is known to be another document than a layer, which is reported.
fn is_another_object(config: &Config, object: Node<'_>, report: &mut Report) -> bool {
    if let Some(kind) = resource_kind(object) {
        report.push(no_layer::a_resource(object, kind));
        return true;
    }
    let is_field = |key: &str| config.position_of_name(key).is_some();
    let Some((found, key)) = KnownObject::of(object, &is_field) else { return false };
    report.push(no_layer::another_object(found, key));
    true
}

/// The `kind` of a resource of Kubernetes. Layers are none: `apiVersion` can be no key of a field.
fn resource_kind(root: Node<'_>) -> Option<Node<'_>> {
    let text = |key| root.get(key).filter(|value| value.kind() == Kind::String);
    text("apiVersion").and(text("kind"))
}

/// Whether operators may stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperatorUse {
    /// Literals alone may: within an operator.
    Forbidden,
    /// Operators may, and literals.
    Allowed,
}

/// What may stand in the place of literals.
#[derive(Clone, Copy)]
pub(super) struct LayerReader<'a> {
    pub(crate) operators: OperatorUse,
    pub(crate) definitions: &'a DefinitionReader<'a>,
}

impl LayerReader<'_> {
    /// The same within an operator.
    pub(super) fn within_operator(self) -> Self {
        Self { operators: OperatorUse::Forbidden, ..self }
    }
}

/// What an object assigns to the fields of a schema or the members of a struct.
fn members<'d>(
    ty: &StructType,
    (object, given): (Node<'d>, impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone),
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Vec<(usize, Assignment)> {
    let assigned = value::assign(ty, given, subject, report);
    let fields = ty.members();
    let mut assignments = Vec::new();
    for (at, (_, node)) in assigned.given {
        let Some(field) = fields.get(at) else { continue };
        let inner = match subject.path {
            ValuePath::Root => subject.field(field),
            ValuePath::Field(_) | ValuePath::Member(..) | ValuePath::Element(..) | ValuePath::Entry(..) => {
                subject.member(field)
            }
        };
        assignments.push((
            at,
            Assignment { place: node.span(), value: read(&field.ty, node, reader, &inner, report) },
        ));
    }
    // A slip of the pen is one mistake, not two.
    for meant in assigned.misspelled {
        let keys: Vec<&str> = meant.split('.').collect();
        count_as_set(fields, &keys, object.span().at_start(), &mut assignments);
    }
    assignments
}

/// Has a field or member count as set that a misspelled key was most likely meant for, so that it is not missing.
/// Structs nest no deeper than they may, so recursion does not.
fn count_as_set(fields: &[Field], keys: &[&str], place: Span, assignments: &mut Vec<(usize, Assignment)>) {
    let Some((key, rest)) = keys.split_first() else { return };
    let Ok(at) = fields.binary_search_by(|field| field.key.as_str().cmp(key)) else { return };
    let Some(field) = fields.get(at) else { return };
    let found = assignments.binary_search_by_key(&at, |(at, _)| *at);
    let inner = match found.ok().and_then(|at| assignments.get_mut(at)) {
        Some((_, Assignment { value: AssignedValue::Members(members), .. })) => Some(members),
        Some(_) => return,
        None => None,
    };
    match (inner, &field.ty) {
        (Some(members), ty) => count_as_set(ty.members(), rest, place, members),
        // The other members of a struct that must be there are missing as before.
        (None, Type::Struct(ty)) if !field.optional && !rest.is_empty() => {
            let mut members = Vec::new();
            count_as_set(ty.members(), rest, place, &mut members);
            let value =
                if members.is_empty() { AssignedValue::Invalid } else { AssignedValue::Members(members) };
            assignments.insert(found.unwrap_or_else(|behind| behind), (at, Assignment { place, value }));
        }
        (None, _) => {
            let nothing = Assignment { place, value: AssignedValue::Invalid };
            assignments.insert(found.unwrap_or_else(|behind| behind), (at, nothing));
        }
    }
}

/// What a literal or an operator assigns.
pub(super) fn read(
    ty: &Type,
    node: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let definitions = reader.definitions;
    if node.kind() == Kind::Array && holds_definition(node) {
        return definitions.literal(ty, node, subject, report);
    }
    if node.kind() == Kind::Object {
        if value::definition(node).is_some() {
            return definitions.literal(ty, node, subject, report);
        }
        if reader.operators == OperatorUse::Allowed
            && let Some(value) = operator::read(ty, node, reader, subject, report)
        {
            return value;
        }
        match ty {
            _ if value::is_absence(node, subject) => {}
            // The value of an entry is whole, as an element is.
            Type::Struct(ty) if !matches!(subject.path, ValuePath::Entry(..)) => {
                return AssignedValue::Members(members(ty, (node, node.members()), reader, subject, report));
            }
            Type::Map(map) => return entries::read((ty, map), node, reader, subject, report),
            // The value of an entry.
            Type::Struct(_) if holds_definition(node) => {
                return definitions.literal(ty, node, subject, report);
            }
            Type::Struct(_)
            | Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Vector(_)
            | Type::Array(_) => {}
        }
    }
    let Some(value) = value::read(ty, node, subject, report) else { return AssignedValue::Invalid };
    if may_hold_text(ty) {
        definitions.warn_of_plain(node, subject, report);
    }
    whole(value, node)
}

/// Whether a literal of a type may be a string, or have some in it. What it is made of is not looked at.
fn may_hold_text(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => false,
        Type::String(_) | Type::Struct(_) | Type::Map(_) => true,
        Type::Vector(_) | Type::Array(_) => ty.element().is_some_and(may_hold_text),
    }
}

/// A literal with the places of its parts.
pub(crate) fn whole(value: Value, node: Node<'_>) -> AssignedValue {
    let places = places_of(&value, node);
    AssignedValue::Whole(value, places)
}

/// The places of the elements of a list, or of the entries of a map in the order of their keys; none of anything else.
pub(crate) fn places_of(value: &Value, node: Node<'_>) -> Box<[Span]> {
    if value.as_map().is_none() {
        return node.elements().map(Node::span).collect();
    }
    let mut members = value::map_members(node);
    members.sort_unstable_by_key(|(key, _)| key.text());
    members.into_iter().map(|(_, value)| value.span()).collect()
}

/// The literals with expressions in an assignment of a layer.
pub(crate) fn add_literals<'l>(
    value: &'l AssignedValue,
    layer: usize,
    literals: &mut Vec<(usize, &'l ComputedLiteral)>,
) {
    match value {
        AssignedValue::Computed(literal) => literals.push((layer, literal)),
        AssignedValue::Override(inner) => add_literals(&inner.value, layer, literals),
        AssignedValue::Entries(entries) => {
            entries.iter().for_each(|(_, inner)| add_literals(&inner.value, layer, literals));
        }
        AssignedValue::Members(members) => {
            members.iter().for_each(|(_, inner)| add_literals(&inner.value, layer, literals));
        }
        AssignedValue::Whole(..)
        | AssignedValue::Append(..)
        | AssignedValue::Unset
        | AssignedValue::Invalid => {}
    }
}
