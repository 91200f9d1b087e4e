//! Pending operators and open brackets of the parser.

use super::instruction::{BinaryOperator, Function, Instruction, OperatorPrecedence, Slice, TextSpan};

/// A pending operator or an open bracket, with its position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) kind: PendingKind,
    pub(super) at: TextSpan,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum PendingKind {
    Not,
    Minus,
    Binary(BinaryOperator),
    /// A `?` before its `:`.
    Question,
    /// A `:` before its last operand.
    Colon,
    Bracket,
    /// A list literal with this many complete elements.
    List(usize),
    Index,
    Call(Function),
    /// The body of a loop that begins at this position of the code.
    Loop {
        name: Slice,
        start: u16,
    },
}

impl PendingKind {
    /// The precedence of an operator, its instruction and the number of its operands. `None` if only a `:` or a bracket
    /// ends it.
    pub(super) fn operator(self) -> Option<(OperatorPrecedence, Instruction, usize)> {
        match self {
            Self::Not => Some((OperatorPrecedence::Unary, Instruction::Not, 1)),
            Self::Minus => Some((OperatorPrecedence::Unary, Instruction::Minus, 1)),
            Self::Binary(operator) => Some((operator.precedence(), Instruction::Binary(operator), 2)),
            Self::Colon => Some((OperatorPrecedence::Conditional, Instruction::Conditional, 3)),
            Self::Question
            | Self::Bracket
            | Self::List(_)
            | Self::Index
            | Self::Call(_)
            | Self::Loop { .. } => None,
        }
    }

    /// The bracket that closes it; `None` for operators.
    pub(super) fn closing(self) -> Option<&'static str> {
        match self {
            Self::Bracket | Self::Call(_) | Self::Loop { .. } => Some("`)`"),
            Self::List(_) | Self::Index => Some("`]`"),
            Self::Not | Self::Minus | Self::Binary(_) | Self::Question | Self::Colon => None,
        }
    }
}
