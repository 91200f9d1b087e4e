//! Why a text is no type.

use super::limits::{MAX_FIELDS, MAX_LEVELS};
use super::{ConstraintKind, ConstraintViolation, KeyError, PatternError, TypeKind};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a text is no type, and where. Its text quotes nothing of the type's.
#[derive(Clone, PartialEq)]
pub struct TypeTextError {
    /// The byte at which the guilty part starts, on a character boundary.
    pub at: usize,
    /// What is wrong.
    pub kind: TypeTextErrorKind,
}

/// What is wrong with the text of a type.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names and texts say it")]
pub enum TypeTextErrorKind {
    /// Something else should stand here.
    Expected {
        what: &'static str,
    },
    /// No type has this name.
    TypeKind,
    /// The key of a member or the name of a variant is not valid.
    Key {
        error: KeyError,
    },
    /// Members, variants or constraints do not ascend, or one stands there twice.
    Order,
    VariantTwice {
        number: i64,
    },
    TooManyMembers,
    TooManyLevels,
    Element {
        type_kind: TypeKind,
    },
    /// The keys of a map are of this type.
    MapKey {
        type_kind: TypeKind,
    },
    /// The values of a map are of this type.
    MapValue {
        type_kind: TypeKind,
    },
    /// The type kind has no optional constraint of this name.
    ConstraintUnfit {
        type_kind: TypeKind,
    },
    Zero {
        kind: ConstraintKind,
    },
    /// The constraint says nothing.
    Redundant {
        kind: ConstraintKind,
    },
    Bound {
        kind: ConstraintKind,
        violation: Box<ConstraintViolation>,
    },
    MinOverMax {
        min: ConstraintKind,
        max: ConstraintKind,
    },
    Pattern {
        error: PatternError,
    },
    /// No unit has this name.
    UnknownUnit,
    /// The type is printed as another text, which differs from here on.
    NotCanonical,
}

impl Error for TypeTextError {}

impl Display for TypeTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.kind)
    }
}

/// What a `main` that returns it prints.
impl fmt::Debug for TypeTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for TypeTextErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { what } => write!(f, "expected {what}"),
            Self::TypeKind => f.write_str("expected the name of a type"),
            Self::Key { error } => write!(f, "not a valid key: {error}"),
            Self::Order => f.write_str("expected names in ascending order, each once"),
            Self::VariantTwice { number } => write!(f, "two variants have the number {number}"),
            Self::TooManyMembers => write!(f, "more than {MAX_FIELDS} members"),
            Self::TooManyLevels => write!(f, "types nest deeper than {MAX_LEVELS} levels"),
            Self::Element { type_kind } => write!(f, "an element must not be of type `{}`", type_kind.name()),
            Self::MapKey { type_kind } => {
                write!(f, "a map's key must be a `string` or an `enum`, not of type `{}`", type_kind.name())
            }
            Self::MapValue { type_kind } => {
                write!(f, "a map's value must not be of type `{}`", type_kind.name())
            }
            Self::ConstraintUnfit { type_kind } => {
                write!(f, "expected an optional constraint of `{}`", type_kind.name())
            }
            Self::Zero { kind } => write!(f, "expected `{}` to be at least 1, found 0", kind.name()),
            Self::Redundant { kind } => write!(f, "`{}` has no effect: it must be left out", kind.name()),
            Self::Bound { kind, violation } => {
                write!(f, "`{}` does not fit the type: {violation}", kind.name())
            }
            Self::MinOverMax { min, max } => write!(f, "`{}` is above `{}`", min.name(), max.name()),
            Self::Pattern { error } => write!(f, "a pattern that is not valid: {error}"),
            Self::UnknownUnit => f.write_str("expected the name of a unit"),
            Self::NotCanonical => f.write_str("not the canonical text of the type"),
        }
    }
}
