//! Faults of an evaluation, and the choice of one where several operands have a fault.

use super::fault::{Fault, FaultKind};
use super::instruction::Expression;
use super::operand::Operand;

/// A fault at an instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaultAt {
    pub(super) kind: FaultKind,
    pub(super) at: usize,
}

/// The result of an operand: its value, or its fault.
pub(super) type Known<'v> = Result<Operand<'v>, FaultAt>;

impl FaultAt {
    /// The fault of an index. `has(v[i])` asks whether the element has a value, so a fault of `i` itself is another kind.
    pub(super) fn in_index(self) -> Self {
        if !self.kind.has_no_value() {
            return self;
        }
        Self { kind: FaultKind::IndexNotSet, ..self }
    }

    /// The fault of an operation whose operands have both faults, this one first. An unknown operand wins over an error,
    /// since it may still become a value, or an error that comes first.
    fn or_unknown(self, next: Self) -> Self {
        if next.kind == FaultKind::NotKnown && self.kind != FaultKind::NotKnown { next } else { self }
    }

    /// The fault at its place in the source text.
    pub(super) fn in_text(self, expression: &Expression) -> Fault {
        Fault { kind: self.kind, span: expression.spans(self.at).at }
    }
}

/// The fault of an operation whose operands have these faults, in order: the first unknown operand, else the first error.
pub(super) fn first_fault(faults: impl Iterator<Item = FaultAt>) -> Option<FaultAt> {
    faults.reduce(FaultAt::or_unknown)
}

/// Both operands of an operation, or its fault.
pub(super) fn both<'v>(left: Known<'v>, right: Known<'v>) -> Result<(Operand<'v>, Operand<'v>), FaultAt> {
    match (left, right) {
        (Ok(left), Ok(right)) => Ok((left, right)),
        (Err(left), Err(right)) => Err(left.or_unknown(right)),
        (Err(failed), Ok(_)) | (Ok(_), Err(failed)) => Err(failed),
    }
}
