//! Reads the values of a layer as assignments: literals, expressions, operators, members and entries.

use super::assignment::{AssignedValue, Assignment, whole};
use super::definition_reader::{DefinitionReader, holds_definition};
use super::operator::Operator;
use super::operator_errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{MapType, Presence, StructType, Type, Value, VectorType};
use crate::value::{self, OVERRIDE, Subject, ValuePath, is_definition, is_operator};
use confc_core::evaluation::partial_type;

/// Whether operators are allowed at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperatorUse {
    /// Only literals are allowed: within an operator.
    Forbidden,
    /// Operators and literals are allowed.
    Allowed,
}

/// The operators and expressions that are allowed in place of literals.
#[derive(Clone, Copy)]
pub(super) struct LayerReader<'a> {
    pub(crate) operators: OperatorUse,
    pub(crate) definitions: &'a DefinitionReader<'a>,
}

impl LayerReader<'_> {
    /// The reader within an operator, where no other operator is allowed.
    pub(super) fn within_operator(self) -> Self {
        Self { operators: OperatorUse::Forbidden, ..self }
    }
}

/// Reads the assignments of an object to the fields of a schema, or to the members of a struct.
pub(super) fn members<'d>(
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
        let inner = subject.field_or_member(field);
        assignments.push((
            at,
            Assignment { place: node.span(), value: read(&field.ty, node, reader, &inner, report) },
        ));
    }
    if let (Some((at, rest, map)), Some((first, _))) = (ty.rest(), assigned.rest.first()) {
        let place = first.span();
        let value = each_entry(map, assigned.rest, reader, &subject.field_or_member(rest), report);
        let before = assignments.partition_point(|(other, _)| *other < at);
        assignments.insert(before, (at, Assignment { place, value }));
    }
    // A misspelled key is one mistake: the field that it means is not missing, too.
    for meant in assigned.misspelled {
        count_as_set(ty, &meant, object.span().at_start(), &mut assignments);
    }
    assignments
}

/// Counts a field or member as set if a misspelled key was most likely meant for it, so that it is not missing.
/// Recursion is limited by the depth of structs.
fn count_as_set(of: &StructType, path: &str, place: Span, assignments: &mut Vec<(usize, Assignment)>) {
    // A native name may contain dots itself.
    let whole = of.position_of_native_name(path).map(|at| (at, None));
    let first = || {
        let (first, rest) = path.split_once('.')?;
        Some((of.position_of_native_name(first)?, Some(rest)))
    };
    let Some((at, rest)) = whole.or_else(first) else { return };
    let Some(field) = of.members().get(at) else { return };
    let found = assignments.binary_search_by_key(&at, |(at, _)| *at);
    let inner = match found.ok().and_then(|at| assignments.get_mut(at)) {
        Some((_, Assignment { value: AssignedValue::Members(members), .. })) => Some(members),
        Some(_) => return,
        None => None,
    };
    match (inner, &field.ty, rest) {
        (Some(members), Type::Struct(ty), Some(rest)) => count_as_set(ty, rest, place, members),
        (Some(_), _, _) => {}
        // The other required members of the struct are still missing.
        (None, Type::Struct(ty), Some(rest)) if !field.presence().may_lack_value() => {
            let mut members = Vec::new();
            count_as_set(ty, rest, place, &mut members);
            let value =
                if members.is_empty() { AssignedValue::Invalid } else { AssignedValue::Members(members) };
            assignments.insert(found.unwrap_or_else(|behind| behind), (at, Assignment { place, value }));
        }
        (None, _, _) => {
            let nothing = Assignment { place, value: AssignedValue::Invalid };
            assignments.insert(found.unwrap_or_else(|behind| behind), (at, nothing));
        }
    }
}

/// Reads the assigned value of a literal or an operator.
pub(super) fn read(
    ty: &Type,
    node: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let definitions = reader.definitions;
    if ty.is_json() || (node.kind() == Kind::Object && ty.takes_json_objects()) {
        return json(ty, node, reader, subject, report);
    }
    if node.kind() == Kind::Array && holds_definition(Some(ty), node, subject) {
        return definitions.literal(ty, node, subject, report);
    }
    if node.kind() == Kind::Object {
        if value::definition_of(Some(ty), node, subject).is_some() {
            return definitions.literal(ty, node, subject, report);
        }
        if reader.operators == OperatorUse::Allowed
            && let Some(value) = operator(ty, node, reader, subject, report)
        {
            return value;
        }
        let is_present = !value::is_absence(node, subject);
        match ty {
            // An entry is assigned as a whole, like an element.
            Type::Struct(_) | Type::Map(_) if is_present && is_entry(subject) => {
                if holds_definition(Some(ty), node, subject) {
                    return definitions.literal(ty, node, subject, report);
                }
            }
            Type::Struct(ty) if is_present => {
                return AssignedValue::Members(members(ty, (node, node.members()), reader, subject, report));
            }
            Type::Map(map) if is_present => return entries((ty, map), node, reader, subject, report),
            // A union is one value.
            Type::Union(_) if holds_definition(Some(ty), node, subject) => {
                return definitions.literal(ty, node, subject, report);
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => {}
        }
    }
    let Some(value) = value::read(ty, node, subject, report) else { return AssignedValue::Invalid };
    if may_hold_text(ty) {
        definitions.warn_of_plain(ty, node, subject, report);
    }
    whole(value, node)
}

/// Reads the assigned value of a literal for a JSON value, also for one of a union, or of an operator in its place. The
/// operand of `$override` is data, whatever it holds.
fn json(
    ty: &Type,
    node: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let Some((key, operand)) = value::json_operator(node, subject) else {
        let Some(value) = value::read(ty, node, subject, report) else { return AssignedValue::Invalid };
        return whole(value, node);
    };
    if operand.kind() == Kind::Invalid {
        return AssignedValue::Invalid;
    }
    if value::definition_of(Some(ty), node, subject).is_some() {
        return reader.definitions.literal(ty, node, subject, report);
    }
    if key.text() != OVERRIDE {
        return operator(ty, node, reader, subject, report).unwrap_or(AssignedValue::Invalid);
    }
    if operand.kind() != Kind::Object && !ty.is_json() {
        let value = read(ty, operand, reader.within_operator(), subject, report);
        return AssignedValue::Override(Box::new(Assignment { place: operand.span(), value }));
    }
    let data = Subject { moved: true, ..*subject };
    let value = value::read(ty, operand, &data, report);
    let value = value.map_or(AssignedValue::Invalid, |value| whole(value, operand));
    AssignedValue::Override(Box::new(Assignment { place: operand.span(), value }))
}

/// Whether a value is the entry of a map.
fn is_entry(subject: &Subject<'_>) -> bool {
    matches!(subject.path, ValuePath::Entry(..))
}

/// Whether a literal of a type may be a string, or may contain one. Members of structs are not examined.
fn may_hold_text(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => false,
        Type::String(_) | Type::Struct(_) | Type::Map(_) => true,
        // Texts in JSON values are data of another program.
        Type::Json(_) => false,
        Type::Vector(_) | Type::Array(_) => ty.element().is_some_and(may_hold_text),
        Type::Union(of) => of.cases().iter().any(|case| may_hold_text(&case.ty)),
    }
}

/// Reads the assigned value of an object for a map: the whole map, or single entries if there is an operator among
/// them.
fn entries(
    (ty, map): (&Type, &MapType),
    object: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let has_operator = |(key, node): (Node<'_>, Node<'_>)| {
        let entry = subject.entry(key.text());
        node.kind() == Kind::Object
            && value::definition_of(Some(map.value()), node, &entry).is_none()
            && if map.value().takes_json_objects() {
                value::json_operator(node, &entry).is_some()
            } else {
                node.members().any(|(key, _)| is_operator(key.text()))
            }
    };
    if reader.operators == OperatorUse::Forbidden || !object.members().any(has_operator) {
        if holds_definition(Some(ty), object, subject) {
            return reader.definitions.literal(ty, object, subject, report);
        }
        let value = value::read(&partial_type(ty), object, subject, report);
        let Some(value) = value else { return AssignedValue::Invalid };
        reader.definitions.warn_of_plain(ty, object, subject, report);
        return whole(value, object);
    }
    if !value::has_reliable_keys(object) {
        return AssignedValue::Invalid;
    }
    each_entry(map, value::map_members(object), reader, subject, report)
}

/// Reads the assigned value of each of these members for an entry of a map.
fn each_entry(
    map: &MapType,
    members: Vec<(Node<'_>, Node<'_>)>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let mut entries = Vec::with_capacity(members.len());
    let mut fits = true;
    for (key, node) in members {
        fits &= value::check_entry_key(map, (key.text(), key.span()), subject, report).is_some();
        let value = read(map.value(), node, reader, &subject.entry(key.text()), report);
        entries.push((key.text().into(), Assignment { place: node.span(), value }));
    }
    entries.sort_unstable_by(|(a, _): &(Box<str>, _), (b, _)| a.cmp(b));
    if fits { AssignedValue::Entries(entries) } else { AssignedValue::Invalid }
}

/// Reads an object with an operator in it. `None` if there is no operator.
fn operator(
    ty: &Type,
    object: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<AssignedValue> {
    let (key, operand) = object.members().find(|(key, _)| is_operator(key.text()))?;
    let is_unknown = |(key, _): &(Node<'_>, Node<'_>)| {
        let is_known = Operator::ALL.iter().any(|operator| operator.key() == key.text());
        is_operator(key.text()) && !is_known && !is_definition(key.text())
    };
    let (key, operand) = object.members().find(is_unknown).unwrap_or((key, operand));
    let Some(operator) = Operator::ALL.iter().find(|operator| operator.key() == key.text()) else {
        let subject = Subject { sensitive: subject.sensitive || ty.hides_entries(), ..*subject };
        report.push(operator_errors::unknown_operator((key, operand), &subject));
        return Some(AssignedValue::Invalid);
    };
    if let Some((other, _)) = object.members().find(|(other, _)| other.id() != key.id()) {
        // A repeated key was reported before.
        if other.text() != key.text() {
            report.push(operator_errors::operator_not_alone((key, operand), other, ty, subject));
        }
        return Some(AssignedValue::Invalid);
    }
    if operand.kind() == Kind::Invalid {
        return Some(AssignedValue::Invalid);
    }
    Some(match operator {
        Operator::Override => {
            let value = read(ty, operand, reader.within_operator(), subject, report);
            AssignedValue::Override(Box::new(Assignment { place: operand.span(), value }))
        }
        Operator::Append => append(ty, key, operand, subject, report),
        Operator::Unset if operand.kind() == Kind::True => AssignedValue::Unset,
        // Assigns an absent value to an optional target. For any other target, `value::read` reports the literal.
        Operator::Absent if operand.kind() == Kind::True => match value::read(ty, object, subject, report) {
            Some(value) => AssignedValue::Whole(value, Box::default()),
            None => AssignedValue::Invalid,
        },
        Operator::Unset | Operator::Absent => {
            report.push(operator_errors::flag_is_not_true(*operator, ty, operand, subject));
            AssignedValue::Invalid
        }
    })
}

/// Reads elements to add: at most as many as the vector may have, and no equal ones if they must be unique. They are
/// checked together with the earlier elements when all are merged.
fn append(
    ty: &Type,
    key: Node<'_>,
    operand: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let Type::Vector(vector) = ty else {
        report.push(operator_errors::append_to_no_vector(ty, key, subject));
        return AssignedValue::Invalid;
    };
    if is_entry(subject) {
        report.push(operator_errors::append_in_entry(key, subject));
        return AssignedValue::Invalid;
    }
    let more = Type::Vector(VectorType { min_count: 0, ..vector.clone() });
    // The operand is a list, even if the vector is optional or nullable.
    let subject = &Subject { presence: Presence::REQUIRED, ..*subject };
    match value::read(&more, operand, subject, report) {
        Some(Value::List(list)) => AssignedValue::Append(list, operand.elements().map(Node::span).collect()),
        Some(_) | None => AssignedValue::Invalid,
    }
}
