//! Faults: reasons why a checked expression has no value.

use super::instruction::TextSpan;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The fault of a checked expression for some values of its fields, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The position of the operator, index or function.
    pub span: TextSpan,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The right side of `/` or `%` is 0.
    DivisionByZero,
    /// A list has no element at this index.
    IndexOutside,
    /// A map has no entry with this key.
    NoEntry,
    /// The result is not a float64.
    NotFinite,
    /// No float64 is exactly this integer.
    NotExact,
    /// An optional field or member has no value.
    NothingSet,
    /// A nullable field or member is null.
    IsNull,
    /// The value of a union is of another case than the one that is read.
    OtherCase,
    /// A field or member in an index has no value.
    IndexNotSet,
    /// The result depends on a value that is not known yet. Occurs only if some values are given as unknown.
    NotKnown,
    /// A value has another type than the checked one: a mistake of the caller.
    OtherValues,
}

impl Fault {
    /// The fault for values of other types than the checked ones, without a position.
    pub(crate) const OTHER_VALUES: Self = Self { kind: FaultKind::OtherValues, span: TextSpan::NONE };
}

impl FaultKind {
    /// Whether a selected field, member or case has no value.
    #[must_use]
    pub const fn has_no_value(self) -> bool {
        matches!(self, Self::NothingSet | Self::IsNull | Self::OtherCase)
    }
}

impl Error for Fault {}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "division by zero",
            Self::IndexOutside => "there is no element at this index",
            Self::NoEntry => "there is no entry with this key",
            Self::NotFinite => "the result is too large for a float64",
            Self::NotExact => "the integer has no exact float64 value",
            Self::NothingSet => "an optional field has no value",
            Self::IsNull => "a nullable field is null",
            Self::OtherCase => "the value of a union is of another case",
            Self::IndexNotSet => "a field in the index has no value",
            Self::NotKnown => "a value is not known yet",
            Self::OtherValues => "the value is not of the declared type",
        })
    }
}
