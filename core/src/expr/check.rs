//! Checked expressions: their code, type, cost and reads.

use super::check_error::JSON;
use super::instruction::{BinaryOperator, Expression, Function, Quantifier, Slice, TextSpan};
use crate::types::{EnumType, FloatKind};
use std::ops::Range;

/// An expression that fits the fields it was checked against.
#[derive(Debug, Clone)]
pub struct Checked {
    pub(super) expression: Expression,
    /// One for each instruction of the expression.
    pub(super) code: Box<[CheckedInstruction]>,
    pub(super) positions: Box<[u32]>,
    /// The enums whose variants are keys of maps.
    pub(super) key_enums: Box<[EnumType]>,
    /// Whether the value of each instruction depends on a sensitive value.
    pub(super) secrets: Box<[bool]>,
    pub(super) ty: ExpressionType,
    pub(super) cost: u64,
    /// The instruction with the largest cost of its own. A loop counts with its body.
    pub(super) dearest: usize,
    /// The largest number of values on the stack.
    pub(super) depth: usize,
    pub(super) may_fail: bool,
}

/// Two expressions are equal if they do the same. Positions in the source text are ignored.
impl PartialEq for Checked {
    fn eq(&self, other: &Self) -> bool {
        self.expression == other.expression
            && self.code == other.code
            && self.positions == other.positions
            && self.key_enums == other.key_enums
    }
}

/// The type of an expression, with the range that the check found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ExpressionType {
    /// A bool that may be true or false.
    Bool,
    /// A bool with one possible value. The expression may still [fail](Checked::may_fail).
    Always(bool),
    /// An integer with its smallest and its largest possible value.
    Integer(i128, i128),
    /// A float64, or a float32 that is read and not computed.
    Float(FloatKind),
    /// A string of at most this many bytes.
    String(u32),
    /// The declared enum.
    Enum,
    /// The declared struct.
    Struct,
    /// The declared vector.
    Vector,
    /// The declared array.
    Array,
    /// The declared map.
    Map,
    /// A JSON value.
    Json,
    /// The declared union.
    Union,
}

impl ExpressionType {
    /// Whether it is neither a struct nor a list, map, union or JSON value.
    #[must_use]
    pub const fn is_scalar(self) -> bool {
        !matches!(self, Self::Struct | Self::Vector | Self::Array | Self::Map | Self::Json | Self::Union)
    }

    /// The name of the type in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool | Self::Always(_) => "a bool",
            Self::Integer(..) => "an integer",
            Self::Float(_) => "a float",
            Self::String(_) => "a string",
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Vector => "a vector",
            Self::Array => "an array",
            Self::Map => "a map",
            Self::Json => JSON,
            Self::Union => "a union",
        }
    }
}

/// A field, or a part of one, that an expression reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read<'c> {
    /// Its name with the members after it, as in canonical text: `comfort.low`, `self`.
    pub path: &'c str,
    /// The position of the field in the schema; `None` for `self`.
    pub field: Option<u32>,
    /// The positions of the members after it, outermost first.
    pub members: &'c [u32],
    /// The first position in the source text.
    pub span: TextSpan,
}

/// The place that a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadRoot {
    /// The field at this position.
    Field(u32),
    /// `self`
    Place,
    /// The element of the open loop with this number; the outermost is 0.
    Element(u8),
}

/// The kind of keys of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MapKeys {
    Strings,
    /// Variants of the enum at this position of [`Checked::key_enums`].
    Variants(u16),
}

/// A checked instruction, with resolved names and types.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum CheckedInstruction {
    Bool(bool),
    Integer(i128),
    Float(f64, FloatKind),
    String(Slice),
    Variant(i64),
    /// The members are in this part of the positions.
    Read {
        root: ReadRoot,
        members: Slice,
    },
    Member(u32),
    List(u8),
    Not,
    Minus,
    Binary(BinaryOperator),
    /// Equality of structs, vectors, arrays, maps, unions or JSON values.
    Equality {
        is_negated: bool,
    },
    Conditional,
    Index,
    /// The value of an entry of a map.
    Entry(MapKeys),
    /// Whether a map has an entry with a key.
    HasEntry(MapKeys),
    Call(Function),
    /// The end of the loop is at this position, after its body. A loop over a map goes over its keys.
    Loop {
        quantifier: Quantifier,
        end: u16,
        keys: MapKeys,
    },
    EndLoop {
        start: u16,
    },
}

impl Checked {
    /// The expression as it was parsed.
    #[must_use]
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    pub(super) fn code(&self) -> &[CheckedInstruction] {
        &self.code
    }

    /// The type of its value.
    #[must_use]
    pub fn ty(&self) -> ExpressionType {
        self.ty
    }

    /// The most steps that evaluating it takes, for the largest values of the declared types. It saturates.
    ///
    /// Each instruction is a step. These take more:
    ///
    /// - A comparison of two strings, or a search at an end: one for every 16 bytes of the shorter string.
    /// - `contains`: one for every 16 bytes of both strings.
    /// - A comparison of two composite values: one for each leaf of the smaller value, and those for its string.
    /// - `in`: one for each element that it compares, and those for its string.
    /// - A key that is searched in a map: for each binary digit of the number of entries one, and those for
    ///   its string.
    /// - A loop: a step, and its body for each element or key.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The part that takes most of the steps. For a loop, this is its list with the name of its variable.
    #[must_use]
    pub fn dearest(&self) -> TextSpan {
        let spans = |at: usize| self.expression.spans(at);
        match self.code.get(self.dearest) {
            Some(CheckedInstruction::EndLoop { start }) => {
                let start = usize::from(*start);
                spans(start.saturating_sub(1)).whole.with(spans(start).at)
            }
            Some(_) | None => spans(self.dearest).whole,
        }
    }

    /// Whether it is only a field or member, so that it may be absent as a whole.
    #[must_use]
    pub fn is_selection(&self) -> bool {
        matches!(self.code.last(), Some(CheckedInstruction::Read { .. } | CheckedInstruction::Member(_)))
    }

    /// Whether it fails for some values: a division, an index or a number may fail.
    #[must_use]
    pub fn may_fail(&self) -> bool {
        self.may_fail
    }

    /// The fields and parts that it reads, once each, in the order of the text. A loop's reads of elements count as
    /// reads of the list.
    pub fn reads(&self) -> impl Iterator<Item = Read<'_>> {
        self.reads_within(0..self.code.len()).map(|(_, read)| read)
    }

    /// As [`reads`](Self::reads), for these instructions only, with the position of each.
    pub(super) fn reads_within(&self, code: Range<usize>) -> impl Iterator<Item = (usize, Read<'_>)> {
        let first = code.start;
        let read = |at: usize| {
            let CheckedInstruction::Read { root, members } = self.code.get(at)? else { return None };
            let field = match root {
                ReadRoot::Field(position) => Some(*position),
                ReadRoot::Place => None,
                ReadRoot::Element(_) => return None,
            };
            let Some(super::instruction::Instruction::Name(name)) = self.expression.code.get(at) else {
                return None;
            };
            let path = name.of(&self.expression.text);
            let span = self.expression.spans(at).at;
            Some(Read { path, field, members: self.members(*members), span })
        };
        let is_first = move |one: &Read<'_>, at: usize| {
            !(first..at).filter_map(read).any(|before| before.path == one.path)
        };
        code.filter_map(move |at| Some((at, read(at).filter(|one| is_first(one, at))?)))
    }

    /// The memory that it takes besides itself, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let Expression { code, text, spans } = &self.expression;
        size_of_val(&**code)
            + text.len()
            + size_of_val(&**spans)
            + size_of_val(&*self.code)
            + size_of_val(&*self.positions)
            + size_of_val(&*self.key_enums)
            + self.secrets.len()
    }

    /// Whether its value depends on a sensitive value, so that it must not be shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.secrets.last().copied().unwrap_or_default()
    }

    /// The enum of the keys of a map; `None` if the keys are strings.
    pub(super) fn names(&self, keys: MapKeys) -> Option<&EnumType> {
        match keys {
            MapKeys::Strings => None,
            MapKeys::Variants(at) => self.key_enums.get(usize::from(at)),
        }
    }

    pub(super) fn members(&self, slice: Slice) -> &[u32] {
        self.positions.get(slice.start.into()..slice.end.into()).unwrap_or_default()
    }
}
