//! Expressions as postfix code.

use std::ops::Range;

/// A part of the source text, in bytes. The default is empty, at the start of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextSpan {
    start: u16,
    end: u16,
}

impl TextSpan {
    /// An empty part at the start of the text.
    pub(crate) const NONE: Self = Self { start: 0, end: 0 };

    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: narrow_offset(start), end: narrow_offset(end) }
    }

    /// The range in bytes from the start of the source text. Both ends are between characters.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start.into()..self.end.into()
    }

    /// Moves the part by this many bytes.
    pub(super) fn moved(self, by: usize) -> Self {
        let Range { start, end } = self.range();
        Self::new(start + by, end + by)
    }

    /// The part from the earlier start to the later end.
    pub(super) fn with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// An offset or size in a source text; none is larger than [`MAX_SOURCE_SIZE`](super::MAX_SOURCE_SIZE).
pub(super) fn narrow_offset(offset: usize) -> u16 {
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

/// An operator with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BinaryOperator {
    Or,
    And,
    In,
    Relation(Relation),
    Arithmetic(Arithmetic),
}

/// A comparison of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl Relation {
    /// Whether it compares the order of two values, which some types do not have.
    pub(super) const fn is_of_order(self) -> bool {
        match self {
            Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual => true,
            Self::Equal | Self::NotEqual => false,
        }
    }

    /// The comparison with its operands exchanged.
    pub(super) const fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::Equal => Self::Equal,
            Self::NotEqual => Self::NotEqual,
        }
    }

    /// Whether it is true for two values.
    pub(super) fn holds<T: PartialOrd + ?Sized>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}

impl Arithmetic {
    /// Whether it fails if the right side is 0.
    pub(super) const fn divides(self) -> bool {
        match self {
            Self::Divide | Self::Remainder => true,
            Self::Add | Self::Subtract | Self::Multiply => false,
        }
    }
}

impl BinaryOperator {
    /// The operator as written.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::In => "in",
            Self::Relation(Relation::Less) => "<",
            Self::Relation(Relation::LessEqual) => "<=",
            Self::Relation(Relation::Greater) => ">",
            Self::Relation(Relation::GreaterEqual) => ">=",
            Self::Relation(Relation::Equal) => "==",
            Self::Relation(Relation::NotEqual) => "!=",
            Self::Arithmetic(Arithmetic::Add) => "+",
            Self::Arithmetic(Arithmetic::Subtract) => "-",
            Self::Arithmetic(Arithmetic::Multiply) => "*",
            Self::Arithmetic(Arithmetic::Divide) => "/",
            Self::Arithmetic(Arithmetic::Remainder) => "%",
        }
    }

    pub(super) const fn precedence(self) -> OperatorPrecedence {
        match self {
            Self::Or => OperatorPrecedence::Or,
            Self::And => OperatorPrecedence::And,
            Self::In | Self::Relation(_) => OperatorPrecedence::Relation,
            Self::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => OperatorPrecedence::Sum,
            Self::Arithmetic(Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder) => {
                OperatorPrecedence::Product
            }
        }
    }
}

/// The precedence of a part of an expression, loosest first.
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
    /// The next tighter precedence: the loosest one for an operand on the side where the operator does not associate.
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
pub enum Function {
    /// `has(f)`
    Has,
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
            Self::Has => "has",
            Self::Size => "size",
            Self::ByteSize => "byte_size",
            Self::Double => "double",
            Self::StartsWith => "startsWith",
            Self::EndsWith => "endsWith",
            Self::Contains => "contains",
        }
    }

    /// Whether it is written after its first operand, as a method.
    pub(super) const fn is_method(self) -> bool {
        match self {
            Self::Has | Self::Size | Self::ByteSize | Self::Double => false,
            Self::StartsWith | Self::EndsWith | Self::Contains => true,
        }
    }

    pub(super) fn of(name: &str) -> Option<Self> {
        let all = [
            Self::Has,
            Self::Size,
            Self::ByteSize,
            Self::Double,
            Self::StartsWith,
            Self::EndsWith,
            Self::Contains,
        ];
        all.into_iter().find(|function| function.name() == name)
    }
}

/// The quantifier of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `all`
    All,
    /// `exists`
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

/// One instruction. Its operands are the results of the instructions before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Instruction {
    Bool(bool),
    /// Within ±(2^127 - 1).
    Integer(i128),
    /// A number with a point or an exponent, rounded once to each type. Infinite if it is too large for a float32.
    /// Never -0.
    Float {
        double: f64,
        single: f32,
    },
    String(Slice),
    /// A name with the members after it, as in canonical text.
    Name(Slice),
    /// A member of the result before it, as in canonical text.
    Member(Slice),
    /// A list literal with this many elements.
    List(u8),
    Not,
    Minus,
    Binary(BinaryOperator),
    Conditional,
    Index,
    Call(Function),
    /// Begins a loop over the list on the stack, which stays there. The body follows and leaves one value.
    Loop {
        quantifier: Quantifier,
        name: Slice,
    },
    /// Ends the body of the loop that begins at this position. Takes no step of its own.
    EndLoop {
        start: u16,
    },
}

impl Instruction {
    /// The number of values that it takes from the stack. A list literal is one value; a loop leaves its list there.
    pub(super) const fn operands(&self) -> usize {
        match self {
            Self::Bool(_)
            | Self::Integer(_)
            | Self::Float { .. }
            | Self::String(_)
            | Self::Name(_)
            | Self::Loop { .. } => 0,
            Self::Member(_) | Self::Not | Self::Minus => 1,
            Self::Call(function) => 1 + function.is_method() as usize,
            Self::Binary(_) | Self::Index | Self::EndLoop { .. } => 2,
            Self::Conditional => 3,
            Self::List(count) => *count as usize,
        }
    }
}

/// The positions of an instruction in the source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spans {
    /// The position of the instruction itself.
    pub(super) at: TextSpan,
    /// The position of the instruction with its operands.
    pub(super) whole: TextSpan,
}

/// A text that follows the grammar and keeps its limits, as postfix code. Its names and types are not checked.
///
/// Two expressions are equal if their code is equal; positions in the source text are ignored. It prints as canonical
/// text, but a literal prints as it is written: its canonical form depends on the type of the other operand.
#[derive(Debug, Clone)]
pub struct Expression {
    pub(super) code: Box<[Instruction]>,
    /// All names and strings of the code, concatenated.
    pub(super) text: Box<str>,
    pub(super) spans: Box<[Spans]>,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && self.text == other.text
    }
}

impl Expression {
    /// The positions of an instruction.
    pub(super) fn spans(&self, position: usize) -> Spans {
        let nowhere = Spans { at: TextSpan::NONE, whole: TextSpan::NONE };
        self.spans.get(position).copied().unwrap_or(nowhere)
    }

    /// The depth of nested loops.
    #[must_use]
    pub fn loops(&self) -> usize {
        let (mut open, mut most) = (0usize, 0);
        for instruction in &self.code {
            if let Instruction::Loop { .. } = instruction {
                open += 1;
            } else if let Instruction::EndLoop { .. } = instruction {
                open = open.saturating_sub(1);
            }
            most = most.max(open);
        }
        most
    }
}
