//! Arbitrary unions and their values.

use super::arbitrary::{documentation, has_value, key, value};
use confc::types::{JsonKind, Type, UnionCase, UnionType, UnionValue, Value};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::Index;

/// Any union with cases of these types.
pub(crate) fn union_type(part: BoxedStrategy<Type>) -> BoxedStrategy<Type> {
    let case = (key(), part, documentation()).prop_map(|(name, ty, doc)| UnionCase { name, ty, doc });
    vec(case, 2..8).prop_filter_map("two cases of different kinds", union_of).prop_map(Type::Union).boxed()
}

/// The union of these cases, without those that a union cannot have beside the ones before them.
pub(crate) fn union_of(cases: Vec<UnionCase>) -> Option<UnionType> {
    let mut kept: Vec<UnionCase> = Vec::new();
    for case in cases {
        let kinds = case.ty.literal_kinds();
        let collides = |other: &UnionCase| {
            other.name == case.name || other.ty.literal_kinds().first_common(kinds).is_some()
        };
        let is_refused = matches!(case.ty, Type::Union(_)) || kinds.contains(JsonKind::Null);
        if !is_refused && !kept.iter().any(collides) {
            kept.push(case);
        }
    }
    (kept.len() > 1).then(|| UnionType::new(kept))
}

/// The same union with the types of its cases changed in a way that keeps their kinds.
pub(crate) fn map_cases(ty: &UnionType, change: impl Fn(Type) -> Type) -> UnionType {
    let change = |case: UnionCase| UnionCase { ty: change(case.ty), ..case };
    UnionType::new(ty.cases().iter().cloned().map(change).collect())
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
