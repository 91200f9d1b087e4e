//! Why an expression has no value.

use super::instruction::TextSpan;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why an expression that was checked has no value for some values of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The operator, index or function where it happened.
    pub span: TextSpan,
}

/// What can happen to an expression that was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The right side of `/` or `%` is 0.
    DivisionByZero,
    /// There is no element at an index.
    IndexOutside,
    /// A map has no entry with a key.
    NoEntry,
    /// The result is no float64.
    NotFinite,
    /// No float64 is exactly this integer.
    NotExact,
    /// An optional field or member has no value.
    NothingSet,
    /// An optional field or member in an index has no value.
    IndexNotSet,
    /// The result depends on a value that is not known yet. Occurs only if some values are given as unknown.
    NotKnown,
    /// A value is not of the type that was checked: a mistake of the caller.
    OtherValues,
}

impl Fault {
    /// Of values that are not of the types that were checked; nowhere in the text.
    pub(crate) const OTHER_VALUES: Self = Self { kind: FaultKind::OtherValues, span: TextSpan::NONE };
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
            Self::IndexNotSet => "an optional field in the index has no value",
            Self::NotKnown => "a value is not known yet",
            Self::OtherValues => "the value is not of the declared type",
        })
    }
}
