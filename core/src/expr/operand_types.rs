//! The agreement of types, and the largest cost of comparing their values.

use crate::types::limits::MAX_KEY_SIZE;
use crate::types::{EnumType, Field, MapType, StructType, Type, UnionCase, UnionType, Variant};

/// How closely two types must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Agreement {
    /// In kinds, and in keys of members and variants: values can be equal.
    Shape,
    /// Also in constraints, and in which parts are sensitive, optional or nullable: a fact about one type is true of the other.
    Bounds,
}

/// Whether two types agree. Documentation and defaults do not count. Recurses as deep as types nest.
pub(super) fn is_same(a: &Type, b: &Type, agreement: Agreement) -> bool {
    if agreement == Agreement::Bounds && !a.constraints().eq(b.constraints()) {
        return false;
    }
    match (a, b) {
        (Type::Struct(a), Type::Struct(b)) => is_same_struct(a, b, agreement),
        (Type::Enum(a), Type::Enum(b)) => is_same_enum(a, b),
        (Type::Vector(a), Type::Vector(b)) => is_same(&a.element, &b.element, agreement),
        (Type::Array(a), Type::Array(b)) => is_same(&a.element, &b.element, agreement),
        (Type::Map(a), Type::Map(b)) => is_same_map(a, b, agreement),
        (Type::Union(a), Type::Union(b)) => is_same_union(a, b, agreement),
        (_, _) => a.kind() == b.kind(),
    }
}

pub(super) fn is_same_struct(a: &StructType, b: &StructType, agreement: Agreement) -> bool {
    let (a, b) = (a.members(), b.members());
    let is_known_alike = |a: &Field, b: &Field| match agreement {
        Agreement::Shape => true,
        Agreement::Bounds => (a.sensitive, a.presence()) == (b.sensitive, b.presence()),
    };
    let is_same_member =
        |(a, b): (&Field, &Field)| a.key == b.key && is_known_alike(a, b) && is_same(&a.ty, &b.ty, agreement);
    std::ptr::eq(a, b) || (a.len() == b.len() && a.iter().zip(b).all(is_same_member))
}

pub(super) fn is_same_enum(a: &EnumType, b: &EnumType) -> bool {
    let (a, b) = (a.variants(), b.variants());
    let is_same_variant = |(a, b): (&Variant, &Variant)| a.name == b.name && a.number == b.number;
    std::ptr::eq(a, b) || (a.len() == b.len() && a.iter().zip(b).all(is_same_variant))
}

pub(super) fn is_same_map(a: &MapType, b: &MapType, agreement: Agreement) -> bool {
    let counts = (a.min_count, a.max_count) == (b.min_count, b.max_count);
    (counts || agreement == Agreement::Shape)
        && is_same(a.key(), b.key(), agreement)
        && is_same(a.value(), b.value(), agreement)
}

pub(super) fn is_same_union(a: &UnionType, b: &UnionType, agreement: Agreement) -> bool {
    if a.tag() != b.tag() {
        return false;
    }
    let (a, b) = (a.cases(), b.cases());
    let is_same_case =
        |(a, b): (&UnionCase, &UnionCase)| a.name == b.name && is_same(&a.ty, &b.ty, agreement);
    std::ptr::eq(a, b) || (a.len() == b.len() && a.iter().zip(b).all(is_same_case))
}

/// The largest cost of comparing a value of this type, as [`Operand::weight`](super::Operand) counts. Saturates.
pub(super) fn weight(ty: &Type) -> u64 {
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => 1,
        Type::String(ty) => 1 + string_cost(ty.max_size),
        Type::Json(ty) => 1 + string_cost(ty.max_size),
        Type::Struct(ty) => struct_weight(ty),
        Type::Vector(ty) => weight(&ty.element).saturating_mul(ty.max_count.into()),
        Type::Array(ty) => weight(&ty.element).saturating_mul(ty.count.into()),
        Type::Map(ty) => map_weight(ty),
        Type::Union(ty) => union_weight(ty),
    }
}

pub(super) fn struct_weight(ty: &StructType) -> u64 {
    ty.members().iter().fold(0, |sum, member| sum.saturating_add(weight(&member.ty)))
}

pub(super) fn union_weight(ty: &UnionType) -> u64 {
    ty.cases().iter().map(|case| weight(&case.ty)).max().unwrap_or_default()
}

pub(super) fn map_weight(ty: &MapType) -> u64 {
    // Keys of an enum are compared by the names of its variants. The cost assumes the longest key, since names of
    // variants were once keys, or a longer name if there is one.
    let key = if let Type::Enum(ty) = ty.key() {
        1 + string_cost(ty.longest_name().max(MAX_KEY_SIZE) as u64)
    } else {
        weight(ty.key())
    };
    key.saturating_add(weight(ty.value())).saturating_mul(ty.max_count.into())
}

/// The most entries that a search among this many visits.
pub(super) const fn looked_at(entries: u64) -> u64 {
    (u64::BITS - entries.leading_zeros()) as u64
}

/// The cost of looking at this many bytes.
pub(super) fn string_cost(size: impl Into<u64>) -> u64 {
    size.into().div_ceil(16)
}
