//! The list of constraints. Type texts, the wire and the checksum are derived from it.

use super::{FloatKind, IntegerKind, JsonKinds, TypeForm, TypeKind, Unit, float_text};
use std::fmt::{self, Display, Formatter};

macro_rules! kinds {
    ($($kind:ident $name:literal $number:literal)*) => {
        /// The kind of a constraint.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ConstraintKind {
            $(
                #[doc = $name]
                $kind,
            )*
        }

        impl ConstraintKind {
            /// All kinds, in ascending order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The attribute that declares it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }

            /// Its number in the checksum's preimage and on the wire.
            #[must_use]
            pub const fn number(self) -> u8 {
                match self { $(Self::$kind => $number),* }
            }
        }
    };
}

kinds! {
    MaxSize  "max_size"  1
    MinSize  "min_size"  2
    MaxCount "max_count" 3
    MinCount "min_count" 4
    Count    "count"     5
    Min      "min"       6
    Max      "max"       7
    Pattern  "pattern"   8
    Unique   "unique"    9
    Unit     "unit"      10
    Optional "optional" 11
    Kinds    "kinds"    12
    Nullable "nullable" 13
    Tag      "tag"      15
}

impl ConstraintKind {
    /// Whether every type that may have it must have it. RFC-0146 has only such constraints.
    #[must_use]
    pub const fn is_required(self) -> bool {
        matches!(self, Self::MaxSize | Self::MaxCount | Self::Count)
    }

    /// Whether it is a constraint of fields and members instead of types.
    #[must_use]
    pub const fn is_of_field(self) -> bool {
        matches!(self, Self::Optional | Self::Nullable)
    }
}

impl IntegerKind {
    /// Whether a bound excludes no value of the type: a `min` that is the smallest value, or a `max` that is the
    /// largest. Such a bound is never kept.
    #[must_use]
    pub fn is_redundant(self, kind: ConstraintKind, bound: i128) -> bool {
        let (smallest, largest) = self.range();
        (kind == ConstraintKind::Min && bound == smallest)
            || (kind == ConstraintKind::Max && bound == largest)
    }
}

impl TypeKind {
    /// The constraints that a type of this kind may have, in ascending order of their numbers. Those of fields are not
    /// among them.
    #[must_use]
    pub const fn constraints(self) -> &'static [ConstraintKind] {
        match self.form() {
            TypeForm::Bool | TypeForm::Enum | TypeForm::Struct => &[],
            TypeForm::Integer(_) | TypeForm::Float(_) => {
                &[ConstraintKind::Min, ConstraintKind::Max, ConstraintKind::Unit]
            }
            TypeForm::String => &[ConstraintKind::MaxSize, ConstraintKind::MinSize, ConstraintKind::Pattern],
            TypeForm::Vector => &[ConstraintKind::MaxCount, ConstraintKind::MinCount, ConstraintKind::Unique],
            TypeForm::Array => &[ConstraintKind::Count, ConstraintKind::Unique],
            TypeForm::Map => &[ConstraintKind::MaxCount, ConstraintKind::MinCount],
            TypeForm::Json => &[ConstraintKind::MaxSize, ConstraintKind::Kinds],
            TypeForm::Union => &[ConstraintKind::Tag],
        }
    }
}

/// One constraint of a type or a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "see ConstraintKind")]
pub enum Constraint<'a> {
    MaxSize(u32),
    MinSize(u32),
    MaxCount(u32),
    MinCount(u32),
    Count(u32),
    Min(Bound),
    Max(Bound),
    Pattern(&'a str),
    Unique,
    Unit(Unit),
    Optional,
    Kinds(JsonKinds),
    Nullable,
    Tag(&'a str),
}

impl Constraint<'_> {
    /// Its name and number.
    #[must_use]
    pub const fn kind(self) -> ConstraintKind {
        match self {
            Self::MaxSize(_) => ConstraintKind::MaxSize,
            Self::MinSize(_) => ConstraintKind::MinSize,
            Self::MaxCount(_) => ConstraintKind::MaxCount,
            Self::MinCount(_) => ConstraintKind::MinCount,
            Self::Count(_) => ConstraintKind::Count,
            Self::Min(_) => ConstraintKind::Min,
            Self::Max(_) => ConstraintKind::Max,
            Self::Pattern(_) => ConstraintKind::Pattern,
            Self::Unique => ConstraintKind::Unique,
            Self::Unit(_) => ConstraintKind::Unit,
            Self::Optional => ConstraintKind::Optional,
            Self::Kinds(_) => ConstraintKind::Kinds,
            Self::Nullable => ConstraintKind::Nullable,
            Self::Tag(_) => ConstraintKind::Tag,
        }
    }

    /// See [`ConstraintKind::is_required`].
    #[must_use]
    pub(crate) const fn is_required(self) -> bool {
        self.kind().is_required()
    }
}

/// A `min` or `max`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A bound of an integer type, in the range of the type.
    Integer(i128),
    /// A bound of a floating-point type: finite, never -0, and for a float32 representable as one.
    Float(f64, FloatKind),
}

impl Bound {
    /// The bound of an integer type.
    #[must_use]
    pub const fn integer(self) -> Option<i128> {
        if let Self::Integer(bound) = self { Some(bound) } else { None }
    }

    /// The bound of a floating-point type.
    pub(super) const fn float(self) -> Option<f64> {
        if let Self::Float(bound, _) = self { Some(bound) } else { None }
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Integer(bound) => bound.fmt(f),
            Self::Float(bound, kind) => f.write_str(&float_text(bound, kind)),
        }
    }
}
