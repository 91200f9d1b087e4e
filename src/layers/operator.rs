//! Operators: `{ $override: … }`, `{ $append: […] }`, `{ $unset: true }` in the place of a literal, and the literal
//! `{ $absent: true }`, which looks like one.

use super::layer::{self, AssignedValue, Assignment, LayerReader};
use super::operator_errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::types::{Type, Value, VectorType};
use crate::value::{self, Subject, is_definition, is_operator};

/// What can stand in a layer in the place of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Override,
    Append,
    Unset,
    Absent,
}

impl Operator {
    pub(crate) const ALL: &[Self] = &[Self::Override, Self::Append, Self::Unset, Self::Absent];

    /// How it is written.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Override => "$override",
            Self::Append => "$append",
            Self::Unset => "$unset",
            Self::Absent => "$absent",
        }
    }
}

/// Reads an object with an operator in it. `None` where there is no operator.
pub(crate) fn read(
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
        report.push(operator_errors::unknown_operator((key, operand), subject));
        return Some(AssignedValue::Invalid);
    };
    if let Some((other, _)) = object.members().find(|(other, _)| other.id() != key.id()) {
        // The same key twice has been reported as such.
        if other.text() != key.text() {
            report.push(operator_errors::operator_not_alone((key, operand), other, subject));
        }
        return Some(AssignedValue::Invalid);
    }
    if operand.kind() == Kind::Invalid {
        return Some(AssignedValue::Invalid);
    }
    Some(match operator {
        Operator::Override => {
            let value = layer::read(ty, operand, reader.within_operator(), subject, report);
            AssignedValue::Override(Box::new(Assignment { place: operand.span(), value }))
        }
        Operator::Append => append(ty, key, operand, subject, report),
        Operator::Unset if operand.kind() == Kind::True => AssignedValue::Unset,
        // Where there may be no value, nothing else is assigned; elsewhere it is read as the literal it is.
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

/// Elements to add: no more than the vector may have, and no two that are equal where none may be. Whether they fit
/// together with those so far, only the whole tells.
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
    let more = Type::Vector(VectorType { min_count: 0, ..vector.clone() });
    // What is added is a list, also where there may be none.
    let subject = &Subject { optional: false, ..*subject };
    match value::read(&more, operand, subject, report) {
        Some(Value::List(list)) => AssignedValue::Append(list, operand.elements().map(Node::span).collect()),
        Some(_) | None => AssignedValue::Invalid,
    }
}
