//! Reads literals as values without parts.

use super::errors;
use super::subject::Subject;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node, NotInteger, number};
use crate::types::{ConstraintViolation, EnumType, FloatType, IntegerType, Type, float_literal};

pub(super) fn boolean(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<bool> {
    match node.kind() {
        Kind::True => Some(true),
        Kind::False => Some(false),
        Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Object | Kind::Invalid => {
            report.push(errors::wrong_kind(ty, node, subject));
            None
        }
    }
}

/// Reads an integer within the range and the bounds of its type. A type with a unit also takes a quantity.
pub(super) fn integer(
    ty: &IntegerType,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<i128> {
    if let (Kind::String, Some(unit)) = (node.kind(), ty.unit) {
        let refused = |error| {
            report.push(errors::no_quantity(&Type::Integer(ty.clone()), (unit, error), node, subject))
        };
        let value = ty.quantity(node.text()).map_err(refused).ok()?;
        return fits(ty.check(value), node, subject, report).map(|()| value);
    }
    if node.kind() != Kind::Number {
        report.push(errors::wrong_kind(&Type::Integer(ty.clone()), node, subject));
        return None;
    }
    let value = match number(node.numeral()).integer() {
        Ok(value) => value,
        Err(NotInteger::TooLarge) => {
            report.push(errors::beyond_64_bits(ty, node, subject));
            return None;
        }
        Err(NotInteger::Fraction | NotInteger::NonFinite) => {
            report.push(errors::no_integer(ty, node, subject));
            return None;
        }
    };
    fits(ty.check(value), node, subject, report).map(|()| value)
}

pub(super) fn signed(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

pub(super) fn unsigned(value: i128) -> Option<u64> {
    u64::try_from(value).ok()
}

/// Reads a float: rounded to its type, -0 as 0, within its bounds.
pub(super) fn float(
    ty: &FloatType,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<f64> {
    if let (Kind::String, Some(unit)) = (node.kind(), ty.unit) {
        let refused =
            |error| report.push(errors::no_quantity(&Type::Float(ty.clone()), (unit, error), node, subject));
        let value = ty.quantity(node.text()).map_err(refused).ok()?;
        return fits(ty.check(value), node, subject, report).map(|()| value);
    }
    if node.kind() != Kind::Number {
        report.push(errors::wrong_kind(&Type::Float(ty.clone()), node, subject));
        return None;
    }
    let Some(value) = float_literal(ty.kind, node.numeral()) else {
        report.push(errors::no_float(ty, node, subject));
        return None;
    };
    fits(ty.check(value), node, subject, report).map(|()| value)
}

pub(super) fn string(
    ty: &Type,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<Box<str>> {
    let (Type::String(constraints), Kind::String) = (ty, node.kind()) else {
        report.push(errors::wrong_kind(ty, node, subject));
        return None;
    };
    fits(constraints.check(node.text()), node, subject, report).map(|()| node.text().into())
}

pub(super) fn variant(
    ty: &EnumType,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<i64> {
    if node.kind() != Kind::String {
        report.push(errors::wrong_kind(&Type::Enum(ty.clone()), node, subject));
        return None;
    }
    let variant = ty.by_name(node.text());
    if variant.is_none() {
        let names = ty.variants().iter().map(|variant| variant.name.as_str());
        let meant = match subject.sensitive {
            true => None,
            false => report.suggestions().variant(node.text(), names),
        };
        report.push(errors::unknown_variant(ty, node, meant, subject));
    }
    variant.map(|variant| variant.number)
}

pub(super) fn fits(
    checked: Result<(), ConstraintViolation>,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<()> {
    checked.map_err(|violation| report.push(errors::violation(violation, node, subject))).ok()
}
