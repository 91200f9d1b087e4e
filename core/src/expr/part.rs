//! An evaluated expression as a tree with the value of each part, which explains why a rule is broken.

use super::check::{Checked, CheckedInstruction};
use super::evaluator::EvaluationTrace;
use super::fault::Fault;
use super::instruction::{BinaryOperator, Function, Instruction, Quantifier, TextSpan};
use super::operand::Operand;
use super::print::starts;
use super::scope::ScopeValues;

/// An evaluated expression, with the value of each of its parts.
#[derive(Debug)]
pub struct Evaluated<'v> {
    checked: &'v Checked,
    trace: EvaluationTrace<'v>,
    /// The start of the operand that ends at each instruction.
    starts: Vec<usize>,
}

/// A part of an expression: an operator with its operands, or a leaf.
#[derive(Debug, Clone, Copy)]
pub struct ExpressionPart<'e, 'v> {
    evaluated: &'e Evaluated<'v>,
    /// The position of its last instruction.
    at: usize,
}

/// The kind of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// `a && b`
    And,
    /// `a || b`
    Or,
    /// `v.all(x, …)`
    All,
    /// A field or a part of one, or `self`.
    Read,
    /// A literal.
    Literal,
    /// Any other operator or function.
    Other,
}

impl Checked {
    /// Evaluates the expression and keeps the value of each part: see [`evaluate`](Self::evaluate).
    #[must_use]
    pub fn evaluate_parts<'v>(
        &'v self,
        values: ScopeValues<'v>,
        place: Option<Operand<'v>>,
    ) -> Evaluated<'v> {
        let mut trace = EvaluationTrace::new(self.code.len());
        let _ = self.run(values, place, Some(&mut trace));
        Evaluated { checked: self, trace, starts: starts(&self.expression.code) }
    }
}

impl<'v> Evaluated<'v> {
    /// The whole expression as a part.
    #[must_use]
    pub fn root(&self) -> ExpressionPart<'_, 'v> {
        ExpressionPart { evaluated: self, at: self.starts.len().saturating_sub(1) }
    }
}

impl<'e, 'v> ExpressionPart<'e, 'v> {
    fn instruction(self) -> Option<Instruction> {
        self.evaluated.checked.expression.code.get(self.at).copied()
    }

    /// The kind of the part.
    #[must_use]
    pub fn kind(self) -> PartKind {
        match self.instruction() {
            Some(Instruction::Binary(BinaryOperator::And)) => PartKind::And,
            Some(Instruction::Binary(BinaryOperator::Or)) => PartKind::Or,
            Some(Instruction::EndLoop { start }) => match self.loop_at(start) {
                Some(Quantifier::All) => PartKind::All,
                Some(Quantifier::Exists) | None => PartKind::Other,
            },
            Some(Instruction::Name(_)) => PartKind::Read,
            Some(
                Instruction::Bool(_)
                | Instruction::Integer(_)
                | Instruction::Float { .. }
                | Instruction::String(_),
            ) => PartKind::Literal,
            Some(
                Instruction::Binary(_)
                | Instruction::Member(_)
                | Instruction::List(_)
                | Instruction::Not
                | Instruction::Minus
                | Instruction::Conditional
                | Instruction::Index
                | Instruction::Call(_)
                | Instruction::Loop { .. },
            )
            | None => PartKind::Other,
        }
    }

    fn loop_at(self, start: u16) -> Option<Quantifier> {
        match self.evaluated.checked.code.get(usize::from(start)) {
            Some(CheckedInstruction::Loop { quantifier, .. }) => Some(*quantifier),
            Some(_) | None => None,
        }
    }

    /// The position of the part with its operands.
    #[must_use]
    pub fn span(self) -> TextSpan {
        self.evaluated.checked.expression.spans(self.at).whole
    }

    /// Whether it tests an optional or nullable field or member for a value.
    #[must_use]
    pub fn asks_has(self) -> bool {
        matches!(self.instruction(), Some(Instruction::Call(Function::Has)))
    }

    /// The operands, in order. For a loop only the list: its body has many values.
    #[must_use]
    pub fn operands(self) -> Vec<Self> {
        let Some(instruction) = self.instruction() else { return Vec::new() };
        let part = |at: usize| Self { at, ..self };
        if let Instruction::EndLoop { start } = instruction {
            return usize::from(start).checked_sub(1).map(part).into_iter().collect();
        }
        let mut operands = Vec::with_capacity(instruction.operands());
        let mut end = self.at.checked_sub(1);
        for _ in 0..instruction.operands() {
            let Some(at) = end else { break };
            operands.push(part(at));
            end = self.evaluated.starts.get(at).and_then(|start| start.checked_sub(1));
        }
        operands.reverse();
        operands
    }

    /// Its value or its fault; `None` for a list literal.
    #[must_use]
    pub fn value(self) -> Option<Result<Operand<'v>, Fault>> {
        let known = self.evaluated.trace.values.get(self.at).copied().flatten()?;
        Some(known.map_err(|fault| fault.in_text(&self.evaluated.checked.expression)))
    }

    /// Whether its value must not be shown.
    #[must_use]
    pub fn is_secret(self) -> bool {
        self.evaluated.checked.secrets.get(self.at).copied().unwrap_or_default()
    }

    /// For a loop that one element decided, the index of that element.
    #[must_use]
    pub fn decided_by(self) -> Option<usize> {
        let (_, index) = self.evaluated.trace.decided.iter().find(|(end, _)| *end == self.at)?;
        Some(*index)
    }

    /// The fields and parts of fields that it reads, once each, with their values.
    pub fn reads(self) -> impl Iterator<Item = ExpressionRead<'v>> {
        let Self { evaluated, at } = self;
        let start = evaluated.starts.get(at).copied().unwrap_or(at);
        let checked = evaluated.checked;
        checked.reads_within(start..at + 1).map(move |(at, read)| {
            let value = evaluated.trace.values.get(at).copied().flatten().and_then(Result::ok);
            let is_secret = checked.secrets.get(at).copied().unwrap_or_default();
            ExpressionRead { read, value, is_secret }
        })
    }
}

/// A read of a part, with its value.
#[derive(Debug, Clone, Copy)]
pub struct ExpressionRead<'v> {
    /// The field, or the part of one.
    pub read: super::Read<'v>,
    /// Its value; `None` if it was read in a loop.
    pub value: Option<Operand<'v>>,
    /// Whether it must not be shown.
    pub is_secret: bool,
}
