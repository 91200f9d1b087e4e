//! An expression as postfix code.

use std::ops::Range;

/// A part of the source text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSpan {
    start: u16,
    end: u16,
}

impl TextSpan {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The bytes, from the start of the source text. Begins and ends between characters.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start.into()..self.end.into()
    }

    /// From the earlier start to the later end.
    pub(super) fn with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// An offset or size in a source text; none is larger than [`MAX_SOURCE_SIZE`](super::MAX_SOURCE_SIZE).
pub(super) fn narrow(offset: usize) -> u16 {
    u16::try_from(offset).unwrap_or(u16::MAX)
}

/// A part of the names and strings of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) start: u16,
    pub(super) end: u16,
}

impl Slice {
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start.into()..self.end.into()).unwrap_or_default()
    }
}

/// An operator with an operand on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOperator {
    Or,
    And,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl BinaryOperator {
    /// As it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::In => "in",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    pub(super) const fn precedence(self) -> OperatorPrecedence {
        match self {
            Self::Or => OperatorPrecedence::Or,
            Self::And => OperatorPrecedence::And,
            Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::Equal
            | Self::NotEqual
            | Self::In => OperatorPrecedence::Relation,
            Self::Add | Self::Subtract => OperatorPrecedence::Sum,
            Self::Multiply | Self::Divide | Self::Remainder => OperatorPrecedence::Product,
        }
    }
}

/// How tightly a part of an expression binds, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OperatorPrecedence {
    Conditional,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl OperatorPrecedence {
    /// The next tighter one: what an operand on the side may be that does not group.
    pub(super) const fn tighter(self) -> Self {
        match self {
            Self::Conditional => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Relation,
            Self::Relation => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Unary,
            Self::Unary | Self::Postfix => Self::Postfix,
        }
    }
}

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    /// `size(v)`
    Size,
    /// `byte_size(s)`
    ByteSize,
    /// `double(i)`
    Double,
    /// `s.startsWith(t)`
    StartsWith,
    /// `s.endsWith(t)`
    EndsWith,
    /// `s.contains(t)`
    Contains,
}

impl Function {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::ByteSize => "byte_size",
            Self::Double => "double",
            Self::StartsWith => "startsWith",
            Self::EndsWith => "endsWith",
            Self::Contains => "contains",
        }
    }

    /// Whether it is written behind its first operand.
    pub(super) const fn is_method(self) -> bool {
        match self {
            Self::Size | Self::ByteSize | Self::Double => false,
            Self::StartsWith | Self::EndsWith | Self::Contains => true,
        }
    }

    pub(super) fn of(name: &str) -> Option<Self> {
        let all =
            [Self::Size, Self::ByteSize, Self::Double, Self::StartsWith, Self::EndsWith, Self::Contains];
        all.into_iter().find(|function| function.name() == name)
    }
}

/// What a loop asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantifier {
    All,
    Exists,
}

impl Quantifier {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Exists => "exists",
        }
    }

    pub(super) fn of(name: &str) -> Option<Self> {
        [Self::All, Self::Exists].into_iter().find(|quantifier| quantifier.name() == name)
    }
}

/// One instruction. Its operands are the values that those before it left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Instruction {
    Bool(bool),
    /// Within ±(2^127 - 1).
    Integer(i128),
    /// A number with a point or an exponent, rounded once to either type; infinite where it is too large for a
    /// float32. Never -0.
    Float {
        double: f64,
        single: f32,
    },
    String(Slice),
    /// A name with the members behind it, as canonical text has it.
    Name(Slice),
    /// A member of what is no name, as canonical text has it.
    Member(Slice),
    /// A list literal of so many elements.
    List(u8),
    Not,
    Minus,
    Binary(BinaryOperator),
    Conditional,
    Index,
    Call(Function),
    /// The list is on the stack and stays there; the body follows, and leaves one value.
    Loop {
        quantifier: Quantifier,
        name: Slice,
    },
    /// The end of the body of the loop at this position. It takes no step of its own.
    EndLoop {
        start: u16,
    },
}

/// Where an instruction stands in the source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spans {
    /// The instruction itself.
    pub(super) at: TextSpan,
    /// With its operands.
    pub(super) whole: TextSpan,
}

/// A text that keeps to the grammar and its limits, as postfix code. Nothing is known about its names and types.
///
/// Two are equal if they are the same code, wherever it stands in the source text. It prints as canonical text as far
/// as that can be known without types: a literal prints as it is, not as what it stands beside.
#[derive(Debug, Clone)]
pub struct Expression {
    pub(super) code: Box<[Instruction]>,
    /// The names and the strings of the code, one behind the other.
    pub(super) text: Box<str>,
    pub(super) spans: Box<[Spans]>,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && self.text == other.text
    }
}

impl Expression {
    /// Where an instruction stands.
    pub(super) fn spans(&self, position: usize) -> Spans {
        let nowhere = TextSpan::new(0, 0);
        self.spans.get(position).copied().unwrap_or(Spans { at: nowhere, whole: nowhere })
    }
}
