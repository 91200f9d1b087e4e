//! Expressions that repeat a constraint of a field.

use super::check::{Checked, CheckedInstruction};
use super::instruction::{BinaryOperator, Function, Instruction, Relation};
use crate::types::ConstraintKind;

/// The constraint that an expression repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedConstraint {
    /// The path of the field or member.
    pub path: Box<str>,
    /// The kind of constraint.
    pub kind: ConstraintKind,
    /// The bound.
    pub bound: i128,
}

impl Checked {
    /// The constraint that this expression repeats, if it compares an integer field, or the size of a field, with a
    /// literal.
    pub(crate) fn repeated_constraint(&self) -> Option<RepeatedConstraint> {
        use {CheckedInstruction as Code, Relation as Is};
        let (name, size, literal, relation) = match &*self.code {
            [Code::Read { .. }, Code::Integer(literal), Code::Binary(BinaryOperator::Relation(relation))] => {
                (0, None, *literal, *relation)
            }
            [Code::Integer(literal), Code::Read { .. }, Code::Binary(BinaryOperator::Relation(relation))] => {
                (1, None, *literal, relation.mirrored())
            }
            [
                Code::Read { .. },
                Code::Call(size @ (Function::Size | Function::ByteSize)),
                Code::Integer(literal),
                Code::Binary(BinaryOperator::Relation(relation)),
            ] => (0, Some(*size), *literal, *relation),
            [
                Code::Integer(literal),
                Code::Read { .. },
                Code::Call(size @ (Function::Size | Function::ByteSize)),
                Code::Binary(BinaryOperator::Relation(relation)),
            ] => (1, Some(*size), *literal, relation.mirrored()),
            _ => return None,
        };
        let (is_max, bound) = match relation {
            Is::LessEqual => (true, literal),
            Is::Less => (true, literal.checked_sub(1)?),
            Is::GreaterEqual => (false, literal),
            Is::Greater => (false, literal.checked_add(1)?),
            Is::Equal | Is::NotEqual => return None,
        };
        let kind = match (size, is_max) {
            (Some(Function::Size), true) => ConstraintKind::MaxCount,
            (Some(Function::Size), false) => ConstraintKind::MinCount,
            (Some(_), true) => ConstraintKind::MaxSize,
            (Some(_), false) => ConstraintKind::MinSize,
            (None, true) => ConstraintKind::Max,
            (None, false) => ConstraintKind::Min,
        };
        let Some(Instruction::Name(path)) = self.expression.code.get(name) else { return None };
        Some(RepeatedConstraint { path: path.of(&self.expression.text).into(), kind, bound })
    }
}
