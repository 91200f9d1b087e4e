//! Why attributes and parts do not form a type.

use super::limits::MAX_LEVELS;
use super::{ConstraintKind, ConstraintViolation, JsonKind, Key, TypeKind, TypePart};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why attributes and parts do not form a type. The message quotes only numbers and the names of cases.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names and texts say it")]
pub enum TypeProblem {
    TooManyLevels,
    /// A wrong number of parts for the type kind.
    Parts {
        type_kind: TypeKind,
        found: usize,
    },
    /// A part of this type kind is not allowed.
    Part {
        part: TypePart,
        type_kind: TypeKind,
    },
    /// The name of a variant begins with `$`, in an enum that is the key of a map.
    KeyWithDollar,
    VariantTwice {
        number: i64,
    },
    /// A case of a union is a union.
    UnionInUnion {
        case: Key,
    },
    /// Literals of this kind fit two cases of a union.
    KindTwice {
        kind: JsonKind,
        first: Key,
        again: Key,
    },
    /// A case of a union accepts null, which no literal of the union gives.
    NullInCase {
        case: Key,
    },
    /// A case of a union with a tag is not a struct.
    TaggedCase {
        case: Key,
        type_kind: TypeKind,
    },
    /// A member of a case has the tag of the union as its key or another name.
    TagTaken {
        case: Key,
        member: Key,
    },
    /// Two cases of a union have the same text of the tag.
    TextTwice {
        first: Key,
        again: Key,
    },
    /// A case has its name as the text of the tag, or has a text in a union without a tag.
    TextWithoutEffect {
        case: Key,
    },
    /// The type kind has no such constraint.
    Unfit {
        kind: ConstraintKind,
        type_kind: TypeKind,
    },
    /// Constraints are not in ascending order, or one is repeated.
    Order {
        kind: ConstraintKind,
        after: ConstraintKind,
    },
    Missing {
        kind: ConstraintKind,
        type_kind: TypeKind,
    },
    Zero {
        kind: ConstraintKind,
    },
    /// The constraint excludes nothing.
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
}

impl TypeProblem {
    /// The problem of one part more than the type kind has.
    pub(crate) const fn too_many_parts(type_kind: TypeKind) -> Self {
        Self::Parts { type_kind, found: type_kind.parts().len() + 1 }
    }
}

impl Error for TypeProblem {}

impl Display for TypeProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyLevels => write!(f, "types nest deeper than {MAX_LEVELS} levels"),
            Self::Parts { type_kind, found } => {
                let expected = type_kind.expected_parts();
                write!(f, "expected {expected} as parameters of `{}`, found {found}", type_kind.name())
            }
            Self::Part { part, type_kind } => {
                let rule = match part {
                    TypePart::Element => "an element must not be",
                    TypePart::Key => "the key of a map must be a `string` or an `enum`, not",
                    TypePart::Value => "the value of a map must not be",
                };
                write!(f, "{rule} of type `{}`", type_kind.name())
            }
            Self::KeyWithDollar => {
                f.write_str("the name of a variant must not begin with `$`, since it is the key of a map")
            }
            Self::VariantTwice { number } => write!(f, "two variants have the number {number}"),
            Self::UnionInUnion { case } => write!(f, "the case `{case}` of a union must not be a union"),
            Self::KindTwice { kind, first, again } => {
                let kind = kind.name();
                write!(
                    f,
                    "the cases `{first}` and `{again}` of a union both take literals of the kind {kind}"
                )
            }
            Self::NullInCase { case } => {
                write!(f, "the case `{case}` of a union must not accept the JSON value null")
            }
            Self::TaggedCase { case, type_kind } => {
                let found = type_kind.name();
                write!(f, "the case `{case}` of a union with a tag must be of type `struct`, not `{found}`")
            }
            Self::TagTaken { case, member } => {
                write!(f, "the member `{member}` of the case `{case}` has the tag of the union as a name")
            }
            Self::TextTwice { first, again } => {
                write!(f, "the cases `{first}` and `{again}` of a union have the same text of the tag")
            }
            Self::TextWithoutEffect { case } => {
                write!(f, "the text of the case `{case}` has no effect: it must be left out")
            }
            Self::Unfit { kind, type_kind } => {
                write!(f, "`{}` is not a constraint of `{}`", kind.name(), type_kind.name())
            }
            Self::Order { kind, after } => {
                let (kind, after) = (kind.name(), after.name());
                write!(f, "`{kind}` comes after `{after}`: constraints must be in ascending order, each once")
            }
            Self::Missing { kind, type_kind } => {
                write!(f, "expected `{}` of `{}`, found none", kind.name(), type_kind.name())
            }
            Self::Zero { kind } => write!(f, "expected `{}` to be at least 1, found 0", kind.name()),
            Self::Redundant { kind } => write!(f, "`{}` has no effect: it must be left out", kind.name()),
            Self::Bound { kind, violation } => {
                write!(f, "`{}` does not fit the type: {violation}", kind.name())
            }
            Self::MinOverMax { min, max } => write!(f, "`{}` is above `{}`", min.name(), max.name()),
        }
    }
}
