//! Operators: `{ $override: … }`, `{ $append: […] }` and `{ $unset: true }` in place of a literal, and the literal `{
//! $absent: true }`, which looks like an operator.

use crate::value::{ABSENT, APPEND, OVERRIDE, UNSET};

/// An operator in place of a literal of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Override,
    Append,
    Unset,
    Absent,
}

impl Operator {
    pub(crate) const ALL: &[Self] = &[Self::Override, Self::Append, Self::Unset, Self::Absent];

    /// Its key.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Override => OVERRIDE,
            Self::Append => APPEND,
            Self::Unset => UNSET,
            Self::Absent => ABSENT,
        }
    }
}
