//! Arbitrary unions and their values.

use super::arbitrary::{documentation, has_value, key, value, variant_name};
use confc::types::{
    Field, JsonKind, Key, NativeName, StructType, Type, TypeBuilder, UnionCase, UnionType, UnionValue, Value,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::{Index, select};

/// Any union with cases of these types, or with structs that hold them.
pub(crate) fn union_type(part: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    let case = (key(), part, option::weighted(0.3, variant_name()), documentation())
        .prop_map(|(name, ty, text, doc)| UnionCase { name, ty, text, doc });
    let tag = select(vec!["type", "@kind", "a \"tag\"", "é"]).prop_map(|tag| NativeName::new(tag).unwrap());
    (option::weighted(0.4, tag), vec(case, 2..8), key())
        .prop_filter_map("two cases that differ", |(tag, cases, member)| match tag {
            Some(tag) => tagged_union_of(&tag, cases, &member),
            None => union_of(cases),
        })
        .prop_map(Type::Union)
        .boxed()
}

/// The union of these cases with a tag, without those that it cannot have beside the ones before them. A case of another
/// type than a struct becomes a struct with one member of that type, under this key.
pub(crate) fn tagged_union_of(tag: &NativeName, cases: Vec<UnionCase>, member: &Key) -> Option<UnionType> {
    let mut kept: Vec<UnionCase> = Vec::new();
    for case in cases {
        let ty = match case.ty {
            Type::Struct(ty) => Type::Struct(ty),
            // Its literals have the tag alone.
            Type::Bool => Type::Struct(StructType::new(Vec::new())),
            ty => Type::Struct(StructType::new(vec![Field::new(member.clone(), ty)])),
        };
        let text = case.text.filter(|text| text.as_str() != case.name.as_str());
        let mut with: Vec<UnionCase> = kept.clone();
        with.push(UnionCase { ty, text, ..case });
        let names_differ = kept.iter().all(|other| other.name != with[kept.len()].name);
        // A single case is too few: it is checked beside itself with another name.
        let mut checked = with.clone();
        checked.push(UnionCase::new(Key::new("beside_itself").unwrap(), with[kept.len()].ty.clone()));
        if names_differ && TypeBuilder::check_cases(Some(tag), &checked).is_ok() {
            kept = with;
        }
    }
    (kept.len() > 1).then(|| UnionType::with_tag(Some(tag.clone()), kept))
}

/// The union of these cases, without those that a union cannot have beside the ones before them, and without texts.
pub(crate) fn union_of(cases: Vec<UnionCase>) -> Option<UnionType> {
    let mut kept: Vec<UnionCase> = Vec::new();
    for case in cases {
        let kinds = case.ty.literal_kinds();
        let collides = |other: &UnionCase| {
            other.name == case.name || other.ty.literal_kinds().first_common(kinds).is_some()
        };
        let is_refused = matches!(case.ty, Type::Union(_)) || kinds.contains(JsonKind::Null);
        if !is_refused && !kept.iter().any(collides) {
            kept.push(UnionCase { text: None, ..case });
        }
    }
    (kept.len() > 1).then(|| UnionType::new(kept))
}

/// The same union with the types of its cases changed in a way that keeps their kinds.
pub(crate) fn map_cases(ty: &UnionType, change: impl Fn(Type) -> Type) -> UnionType {
    let change = |case: UnionCase| UnionCase { ty: change(case.ty), ..case };
    UnionType::with_tag(ty.tag().cloned(), ty.cases().iter().cloned().map(change).collect())
}

/// A value of a union, one of whose cases must have one.
pub(crate) fn union_value(ty: &UnionType) -> BoxedStrategy<Value> {
    let cases = (0..).zip(ty.cases()).filter(|(_, case)| has_value(&case.ty));
    let values: Vec<BoxedStrategy<Value>> = cases
        .map(|(case, of)| {
            value(&of.ty).prop_map(move |value| Value::from(UnionValue { case, value })).boxed()
        })
        .collect();
    let at = proptest::prelude::any::<Index>();
    at.prop_flat_map(move |at| at.get(&values).clone()).boxed()
}
