//! Values as the check of an expression knows them: by type and range, before any value is given.

use super::check_error::JSON;
use super::instruction::Relation;
use super::interval::Interval;
use super::operand_types::{
    Agreement, is_same, is_same_enum, is_same_map, is_same_struct, is_same_union, map_weight, string_cost,
    struct_weight, union_weight, weight,
};
use crate::types::{
    EnumType, Field, FloatKind, JsonKind, MapType, ReadableMembers, StructType, Type, UnionCase, UnionType,
};

/// The type and range of an operand, and how it may fail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Abstract<'s> {
    pub(super) ty: AbstractType<'s>,
    /// Whether evaluating it may fail.
    pub(super) may_fail: bool,
    /// Whether it is a single literal, which takes the type of the operand beside it.
    pub(super) is_literal: bool,
    /// Whether it depends on a sensitive value.
    pub(super) is_secret: bool,
    /// Whether it is a field or member that may be absent or null.
    pub(super) may_lack_value: bool,
    /// The position of the instruction that computes it.
    pub(super) end: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum AbstractType<'s> {
    Bool(Truth),
    Integer(Interval),
    /// `Float64` for literals and for results of operators.
    Float(FloatKind),
    String(Sizes),
    Enum(&'s EnumType),
    Struct(&'s StructType),
    List(AbstractList<'s>),
    Map(&'s MapType),
    /// A JSON value whose canonical text has at most this many bytes.
    Json(u32),
    Union(&'s UnionType),
    /// A list literal with this many elements, which are the operands before it.
    Elements(usize),
}

/// The values that a bool can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Truth {
    pub(super) may_hold: bool,
    pub(super) may_break: bool,
}

impl Truth {
    pub(super) const ANY: Self = Self { may_hold: true, may_break: true };

    pub(super) const fn of(value: bool) -> Self {
        Self { may_hold: value, may_break: !value }
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self { may_hold: self.may_hold || other.may_hold, may_break: self.may_break || other.may_break }
    }

    pub(super) const fn negate(self) -> Self {
        Self { may_hold: self.may_break, may_break: self.may_hold }
    }

    /// The possible results of comparing two integers.
    pub(super) fn of_integers(relation: Relation, a: Interval, b: Interval) -> Self {
        let less = Self { may_hold: a.min < b.max, may_break: a.max >= b.min };
        let greater = Self { may_hold: a.max > b.min, may_break: a.min <= b.max };
        let is_one = a.min == a.max && a == b;
        let equal = Self { may_hold: a.max >= b.min && a.min <= b.max, may_break: !is_one };
        match relation {
            Relation::Less => less,
            Relation::GreaterEqual => less.negate(),
            Relation::Greater => greater,
            Relation::LessEqual => greater.negate(),
            Relation::Equal => equal,
            Relation::NotEqual => equal.negate(),
        }
    }
}

/// The sizes in bytes that a string may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) min: u32,
    pub(super) max: u32,
}

/// A vector or array.
#[derive(Debug, Clone, Copy)]
pub(super) struct AbstractList<'s> {
    /// The declared type.
    pub(super) ty: &'s Type,
    pub(super) element: &'s Type,
    pub(super) is_array: bool,
    pub(super) min_count: u32,
    pub(super) max_count: u32,
}

impl<'s> AbstractType<'s> {
    /// Any value of a declared type.
    pub(super) fn of(ty: &'s Type) -> Self {
        let declared = ty;
        match ty {
            Type::Bool => Self::Bool(Truth::ANY),
            Type::Integer(ty) => {
                let (min, max) = ty.kind.range();
                let bounds = ty.bounds.as_deref();
                Self::Integer(Interval {
                    min: bounds.and_then(|bounds| bounds.min).unwrap_or(min),
                    max: bounds.and_then(|bounds| bounds.max).unwrap_or(max),
                })
            }
            Type::Float(ty) => Self::Float(ty.kind),
            Type::String(ty) => Self::String(Sizes { min: ty.min_size, max: ty.max_size }),
            Type::Enum(ty) => Self::Enum(ty),
            Type::Struct(ty) => Self::Struct(ty),
            Type::Vector(ty) => Self::List(AbstractList {
                ty: declared,
                element: &ty.element,
                is_array: false,
                min_count: ty.min_count,
                max_count: ty.max_count,
            }),
            Type::Array(ty) => Self::List(AbstractList {
                ty: declared,
                element: &ty.element,
                is_array: true,
                min_count: ty.count,
                max_count: ty.count,
            }),
            Type::Map(ty) => Self::Map(ty),
            Type::Json(ty) => Self::Json(ty.max_size),
            Type::Union(ty) => Self::Union(ty),
        }
    }

    /// The address of the parts of a declared type, which no other type has. `None` for types that are cheap to
    /// compare.
    pub(super) fn identity(self) -> Option<usize> {
        match self {
            Self::Enum(ty) => Some(ty.variants().as_ptr().addr()),
            Self::Struct(ty) => Some(ty.members().as_ptr().addr()),
            Self::List(list) => Some(std::ptr::from_ref(list.element).addr()),
            Self::Map(ty) => Some(std::ptr::from_ref(ty.value()).addr()),
            Self::Union(ty) => Some(ty.cases().as_ptr().addr()),
            Self::Bool(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Json(_)
            | Self::Elements(_) => None,
        }
    }

    /// The members that a name may select.
    pub(super) const fn members(self) -> Option<ReadableMembers<'s>> {
        match self {
            Self::Struct(ty) => Some(ReadableMembers::Struct(ty)),
            Self::Union(ty) => Some(ReadableMembers::Union(ty)),
            Self::Bool(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::List(_)
            | Self::Map(_)
            | Self::Json(_)
            | Self::Elements(_) => None,
        }
    }

    /// The kind of literals that its values are; `None` for values that may be of several kinds.
    pub(super) const fn literal_kind(self) -> Option<JsonKind> {
        match self {
            Self::Bool(_) => Some(JsonKind::Bool),
            Self::Integer(_) | Self::Float(_) => Some(JsonKind::Number),
            Self::String(_) | Self::Enum(_) => Some(JsonKind::String),
            Self::List(_) | Self::Elements(_) => Some(JsonKind::Array),
            Self::Struct(_) | Self::Map(_) => Some(JsonKind::Object),
            Self::Json(_) | Self::Union(_) => None,
        }
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Integer(_) | Self::Float(_))
    }

    pub(super) const fn is_ordered(self) -> bool {
        matches!(self, Self::Integer(_) | Self::Float(_) | Self::String(_))
    }

    /// Whether any part of the type is sensitive.
    pub(super) fn holds_sensitive(self) -> bool {
        match self {
            Self::Struct(ty) => ty.members().iter().any(Field::holds_sensitive),
            Self::List(list) => list.element.holds_sensitive(),
            Self::Map(ty) => ty.value().holds_sensitive(),
            Self::Union(ty) => ty.cases().iter().any(|case| case.ty.holds_sensitive()),
            Self::Bool(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Json(_)
            | Self::Elements(_) => false,
        }
    }

    /// The largest cost of comparing a value of this type for equality.
    pub(super) fn weight(self) -> u64 {
        match self {
            Self::Bool(_) | Self::Integer(_) | Self::Float(_) | Self::Enum(_) => 1,
            Self::String(Sizes { max, .. }) | Self::Json(max) => 1 + string_cost(max),
            Self::Struct(ty) => struct_weight(ty),
            Self::List(list) => weight(list.ty),
            Self::Map(ty) => map_weight(ty),
            Self::Union(ty) => union_weight(ty),
            Self::Elements(_) => 0,
        }
    }

    /// The name of the type in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bool(_) => "a bool",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a float",
            Self::String(_) => "a string",
            Self::Enum(_) => "an enum",
            Self::Struct(_) => "a struct",
            Self::List(AbstractList { is_array: false, .. }) => "a vector",
            Self::List(AbstractList { is_array: true, .. }) => "an array",
            Self::Map(_) => "a map",
            Self::Json(_) => JSON,
            Self::Union(_) => "a union",
            Self::Elements(_) => "a list",
        }
    }

    /// The type of a value that has one of these two types; `None` if they differ, or if they are composites with
    /// different bounds.
    pub(super) fn hull(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => Self::Bool(a.or(b)),
            (Self::Integer(a), Self::Integer(b)) => Self::Integer(a.hull(b)),
            (Self::Float(a), Self::Float(b)) if a == b => Self::Float(a),
            (Self::Float(_), Self::Float(_)) => Self::Float(FloatKind::Float64),
            (Self::String(a), Self::String(b)) => {
                Self::String(Sizes { min: a.min.min(b.min), max: a.max.max(b.max) })
            }
            (Self::Json(a), Self::Json(b)) => Self::Json(a.max(b)),
            (Self::Enum(a), Self::Enum(b)) if is_same_enum(a, b) => Self::Enum(a),
            (Self::Struct(a), Self::Struct(b)) if is_same_struct(a, b, Agreement::Bounds) => Self::Struct(a),
            (Self::List(a), Self::List(b)) if a.is_same(b, Agreement::Bounds) => Self::List(a),
            (Self::Map(a), Self::Map(b)) if is_same_map(a, b, Agreement::Bounds) => Self::Map(a),
            (Self::Union(a), Self::Union(b)) if is_same_union(a, b, Agreement::Bounds) => Self::Union(a),
            (_, _) => return None,
        })
    }

    /// Whether a value of this type has a sensitive part where `target` has a part that is not sensitive. Both types
    /// have the same shape ([`Agreement::Shape`]).
    pub(super) fn reveals(self, target: AbstractType<'_>) -> bool {
        let is_shown = |of: &Type, to: &Type| AbstractType::of(of).reveals(AbstractType::of(to));
        match (self, target) {
            (Self::Struct(of), AbstractType::Struct(to)) => of
                .members()
                .iter()
                .zip(to.members())
                .any(|(of, to)| !to.sensitive && (of.sensitive || is_shown(&of.ty, &to.ty))),
            (Self::List(of), AbstractType::List(to)) => is_shown(of.element, to.element),
            (Self::Map(of), AbstractType::Map(to)) => is_shown(of.value(), to.value()),
            (Self::Union(of), AbstractType::Union(to)) => {
                let is_case_shown = |(of, to): (&UnionCase, &UnionCase)| is_shown(&of.ty, &to.ty);
                of.cases().iter().zip(to.cases()).any(is_case_shown)
            }
            (_, _) => false,
        }
    }

    /// Whether values of two types can be compared for equality.
    pub(super) fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bool(_), Self::Bool(_))
            | (Self::Integer(_), Self::Integer(_))
            | (Self::Float(_), Self::Float(_))
            | (Self::String(_), Self::String(_))
            | (Self::Json(_), Self::Json(_)) => true,
            (Self::Enum(a), Self::Enum(b)) => is_same_enum(a, b),
            (Self::Struct(a), Self::Struct(b)) => is_same_struct(a, b, Agreement::Shape),
            (Self::List(a), Self::List(b)) => a.is_same(b, Agreement::Shape),
            (Self::Map(a), Self::Map(b)) => is_same_map(a, b, Agreement::Shape),
            (Self::Union(a), Self::Union(b)) => is_same_union(a, b, Agreement::Shape),
            (_, _) => false,
        }
    }
}

impl AbstractList<'_> {
    fn is_same(self, other: Self, agreement: Agreement) -> bool {
        let counts = (self.min_count, self.max_count) == (other.min_count, other.max_count);
        self.is_array == other.is_array
            && (counts || agreement == Agreement::Shape)
            && is_same(self.element, other.element, agreement)
    }
}

/// Whether the operand is a float64 other than a literal, which may take another type.
pub(super) fn is_float64(operand: &Abstract<'_>) -> bool {
    !operand.is_literal && matches!(operand.ty, AbstractType::Float(FloatKind::Float64))
}

/// The element whose type the literals of a list take. A float64 is preferred: a float32 would round the literals.
pub(super) fn typed_element<'e, 's>(elements: &'e [Abstract<'s>]) -> Option<&'e Abstract<'s>> {
    elements.iter().find(|element| is_float64(element)).or_else(|| elements.iter().find(|e| !e.is_literal))
}
