//! Operators: `{ $override: … }`, `{ $append: […] }`, `{ $unset: true }` in the place of a literal, and the literal
//! `{ $absent: true }`, which looks like one.

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

    /// How it is written.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Override => "$override",
            Self::Append => "$append",
            Self::Unset => "$unset",
            Self::Absent => "$absent",
        }
    }
}
