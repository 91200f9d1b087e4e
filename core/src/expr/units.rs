//! Operators that combine fields with different units.

use super::check::{Checked, CheckedInstruction, ReadRoot};
use super::instruction::{Arithmetic, BinaryOperator, Instruction, TextSpan};
use super::scope::Scope;
use crate::types::{Type, Unit};

/// Two fields or members with different units whose numbers are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferingUnits {
    /// The name and the unit of the left one.
    pub left: (Box<str>, Unit),
    /// The name and the unit of the right one.
    pub right: (Box<str>, Unit),
    /// The position of the operator with both operands.
    pub span: TextSpan,
}

impl Checked {
    /// The first operator that adds, subtracts, compares or takes the remainder of two fields with different units.
    /// Entries of maps, sums and branches of `?:` are ignored.
    pub(crate) fn differing_units(&self, scope: &Scope<'_>) -> Option<DifferingUnits> {
        let mut elements: Vec<Option<&Type>> = Vec::new();
        for (at, instruction) in self.code.iter().enumerate() {
            let read = |before: usize, elements: &[_]| {
                let at = at.checked_sub(before)?;
                self.read_type(at, scope, elements).map(|ty| (at, ty))
            };
            if let CheckedInstruction::Loop { .. } = instruction {
                let element = read(1, &elements).and_then(|(_, ty)| ty.element());
                elements.push(element);
            } else if let CheckedInstruction::EndLoop { .. } = instruction {
                elements.pop();
            }
            let is_taken_together = matches!(instruction, CheckedInstruction::Equality { .. })
                || matches!(instruction, CheckedInstruction::Binary(operator) if takes_together(*operator));
            if is_taken_together
                && let (Some((left, of_left)), Some((right, of_right))) =
                    (read(2, &elements), read(1, &elements))
                && let (Some(a), Some(b)) = (of_left.unit(), of_right.unit())
                && a != b
            {
                let span = self.expression.spans(at).whole;
                return Some(DifferingUnits {
                    left: (self.name(left), a),
                    right: (self.name(right), b),
                    span,
                });
            }
        }
        None
    }

    /// The name and the unit of the field, if the expression only reads a field.
    pub(super) fn unit(&self, scope: &Scope<'_>) -> Option<(Box<str>, Unit)> {
        let at = self.code.len().checked_sub(1)?;
        Some((self.name(at), self.read_type(at, scope, &[])?.unit()?))
    }

    /// The type that the instruction at this position reads; `None` if it reads nothing.
    fn read_type<'s>(&self, at: usize, scope: &Scope<'s>, elements: &[Option<&'s Type>]) -> Option<&'s Type> {
        let CheckedInstruction::Read { root, members } = self.code.get(at)? else { return None };
        let root = match root {
            ReadRoot::Field(position) => scope.ty(*position as usize)?,
            ReadRoot::Place => scope.place?.ty,
            ReadRoot::Element(number) => (*elements.get(usize::from(*number))?)?,
        };
        let step = |ty: &'s Type, at: &u32| ty.readable_members()?.get(*at).map(|member| member.ty);
        self.members(*members).iter().try_fold(root, step)
    }

    fn name(&self, at: usize) -> Box<str> {
        match self.expression.code.get(at) {
            Some(Instruction::Name(name)) => name.of(&self.expression.text).into(),
            Some(_) | None => Box::default(),
        }
    }
}

/// Whether the operator needs operands with the same unit.
fn takes_together(operator: BinaryOperator) -> bool {
    match operator {
        BinaryOperator::In | BinaryOperator::Relation(_) => true,
        BinaryOperator::Arithmetic(arithmetic) => match arithmetic {
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Remainder => true,
            Arithmetic::Multiply | Arithmetic::Divide => false,
        },
        BinaryOperator::Or | BinaryOperator::And => false,
    }
}
