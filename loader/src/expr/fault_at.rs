//! Faults while an expression is evaluated: which of several an operation keeps.

use super::fault::{Fault, FaultKind};
use super::instruction::Expression;
use super::operand::Operand;

/// A fault at an instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaultAt {
    pub(super) kind: FaultKind,
    pub(super) at: usize,
}

/// A value, or why there is none.
pub(super) type Known<'v> = Result<Operand<'v>, FaultAt>;

impl FaultAt {
    /// The same of an index: that it has no value does not mean that the element has none, which `has` asks.
    pub(super) fn in_index(self) -> Self {
        match self.kind {
            FaultKind::NothingSet => Self { kind: FaultKind::IndexNotSet, ..self },
            FaultKind::DivisionByZero
            | FaultKind::IndexOutside
            | FaultKind::NoEntry
            | FaultKind::NotFinite
            | FaultKind::NotExact
            | FaultKind::IndexNotSet
            | FaultKind::NotKnown
            | FaultKind::OtherValues => self,
        }
    }

    /// The fault of an operation in which both occur, this one first. An unknown operand wins over an error: it may turn
    /// out to be a value, or an error that comes first.
    fn or_unknown(self, next: Self) -> Self {
        if next.kind == FaultKind::NotKnown && self.kind != FaultKind::NotKnown { next } else { self }
    }

    /// The same, with its place in the source text.
    pub(super) fn in_text(self, expression: &Expression) -> Fault {
        Fault { kind: self.kind, span: expression.spans(self.at).at }
    }
}

/// The fault of an operation in which all of these occur, in this order: the first unknown operand, else the first error.
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
