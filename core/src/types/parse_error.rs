//! The errors of type texts.

use super::limits::MAX_FIELDS;
use super::{KeyError, NativeNameError, PatternError, TypeKind, TypeProblem, VariantNameError};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why and where a text is not a type. The message does not quote the text.
#[derive(Clone, PartialEq)]
pub struct TypeTextError {
    /// The byte at which the wrong part starts, on a character boundary.
    pub at: usize,
    /// The mistake.
    pub kind: TypeTextErrorKind,
}

/// A mistake in the text of a type.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names and texts say it")]
pub enum TypeTextErrorKind {
    /// Other text was expected here.
    Expected {
        what: &'static str,
    },
    /// The name of a type is unknown.
    TypeKind,
    /// The key of a member, the name of a case, or the name of a variant without quotes is not valid.
    Key {
        error: KeyError,
    },
    /// The name of a variant in quotes is not valid.
    VariantName {
        error: VariantNameError,
    },
    /// The tag of a union is not valid.
    Tag {
        error: NativeNameError,
    },
    /// Members, variants, cases or constraints are not in ascending order, or one is repeated.
    Order,
    /// More than [`MAX_FIELDS`] members of all types of one schema.
    TooManyMembers,
    /// The attributes and parts do not form a type.
    Type {
        problem: TypeProblem,
    },
    /// The type kind has no optional constraint of this name.
    ConstraintUnfit {
        type_kind: TypeKind,
    },
    Pattern {
        error: PatternError,
    },
    /// The name of a unit is unknown.
    UnknownUnit,
    /// The type prints as another text, which differs from here on.
    NotCanonical,
}

impl Error for TypeTextError {}

impl Display for TypeTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.kind)
    }
}

/// `main` prints this text if it returns the error.
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
            Self::VariantName { error } => write!(f, "not a valid name of a variant: {error}"),
            Self::Tag { error } => write!(f, "not a valid tag: {error}"),
            Self::Order => f.write_str("expected names in ascending order, each once"),
            Self::TooManyMembers => write!(f, "more than {MAX_FIELDS} members"),
            Self::Type { problem } => problem.fmt(f),
            Self::ConstraintUnfit { type_kind } => {
                write!(f, "expected an optional constraint of `{}`", type_kind.name())
            }
            Self::Pattern { error } => write!(f, "a pattern that is not valid: {error}"),
            Self::UnknownUnit => f.write_str("expected the name of a unit"),
            Self::NotCanonical => f.write_str("not the canonical text of the type"),
        }
    }
}
