//! The steps of a checked expression, for code that translates it into another language.

use super::check::{Checked, CheckedInstruction, ReadRoot};
use super::instruction::{Arithmetic, BinaryOperator, Function, Instruction, Quantifier, Relation};
use crate::types::EnumType;

/// One step of an expression. Its operands are the results of the steps before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ExpressionStep<'c> {
    /// A literal.
    Bool(bool),
    /// A literal, within ±(2^127 - 1).
    Integer(i128),
    /// A literal: finite, never -0.
    Float(f64),
    /// A literal.
    String(&'c str),
    /// A literal beside an enum: the number of the variant.
    Variant(i64),
    /// A name with the positions of the members after it.
    Read {
        /// The place that the name refers to.
        root: ReadRoot,
        /// The positions of the members, outermost first.
        members: &'c [u32],
    },
    /// The member at this position of a struct.
    Member(u32),
    /// A list literal with this many elements.
    List(usize),
    /// `!`
    Not,
    /// `-` before a number.
    Minus,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `in` before a list or a list literal.
    In,
    /// `in` before a map, with the enum of its keys if they are variants.
    HasEntry(Option<&'c EnumType>),
    /// A comparison; equality is of any type.
    Relation(Relation),
    /// An operator on two numbers.
    Arithmetic(Arithmetic),
    /// `?:`
    Conditional,
    /// `[…]` after a list.
    Index,
    /// `[…]` after a map, with the enum of its keys if they are variants.
    Entry(Option<&'c EnumType>),
    /// A function with one or two operands.
    Call(Function),
    /// Begins a loop over the elements of a list or the keys of a map, which stays on the stack. The body follows.
    Loop {
        /// The name of the element or key in the body.
        name: &'c str,
        /// The quantifier.
        quantifier: Quantifier,
        /// The enum of the keys of a map, if they are variants.
        keys: Option<&'c EnumType>,
    },
    /// Ends the body of a loop. The operands are the body and the list or map.
    EndLoop(Quantifier),
}

impl Checked {
    /// The steps in postfix order.
    pub fn steps(&self) -> impl Iterator<Item = ExpressionStep<'_>> {
        let step = |(at, instruction): (usize, &CheckedInstruction)| self.step(at, *instruction);
        self.code.iter().enumerate().map(step)
    }

    fn step(&self, at: usize, instruction: CheckedInstruction) -> ExpressionStep<'_> {
        match instruction {
            CheckedInstruction::Bool(value) => ExpressionStep::Bool(value),
            CheckedInstruction::Integer(value) => ExpressionStep::Integer(value),
            CheckedInstruction::Float(value, _) => ExpressionStep::Float(value),
            CheckedInstruction::String(slice) => ExpressionStep::String(slice.of(&self.expression.text)),
            CheckedInstruction::Variant(number) => ExpressionStep::Variant(number),
            CheckedInstruction::Read { root, members } => {
                ExpressionStep::Read { root, members: self.members(members) }
            }
            CheckedInstruction::Member(position) => ExpressionStep::Member(position),
            CheckedInstruction::List(count) => ExpressionStep::List(count.into()),
            CheckedInstruction::Not => ExpressionStep::Not,
            CheckedInstruction::Minus => ExpressionStep::Minus,
            CheckedInstruction::Binary(operator) => match operator {
                BinaryOperator::Or => ExpressionStep::Or,
                BinaryOperator::And => ExpressionStep::And,
                BinaryOperator::In => ExpressionStep::In,
                BinaryOperator::Relation(relation) => ExpressionStep::Relation(relation),
                BinaryOperator::Arithmetic(arithmetic) => ExpressionStep::Arithmetic(arithmetic),
            },
            CheckedInstruction::Equality { is_negated } => {
                ExpressionStep::Relation(if is_negated { Relation::NotEqual } else { Relation::Equal })
            }
            CheckedInstruction::Conditional => ExpressionStep::Conditional,
            CheckedInstruction::Index => ExpressionStep::Index,
            CheckedInstruction::Entry(keys) => ExpressionStep::Entry(self.names(keys)),
            CheckedInstruction::HasEntry(keys) => ExpressionStep::HasEntry(self.names(keys)),
            CheckedInstruction::Call(function) => ExpressionStep::Call(function),
            CheckedInstruction::Loop { quantifier, keys, .. } => {
                let name = match self.expression.code.get(at) {
                    Some(Instruction::Loop { name, .. }) => name.of(&self.expression.text),
                    Some(_) | None => "",
                };
                ExpressionStep::Loop { name, quantifier, keys: self.names(keys) }
            }
            CheckedInstruction::EndLoop { start } => {
                ExpressionStep::EndLoop(match self.code.get(usize::from(start)) {
                    Some(CheckedInstruction::Loop { quantifier, .. }) => *quantifier,
                    Some(_) | None => Quantifier::All,
                })
            }
        }
    }
}
