//! Equal elements of lists, which must be unique in some types.

use super::List;
use super::digest::Digest;
use crate::text::{self, narrow, sort_positions};
use std::cmp::Ordering;

impl List {
    /// The indexes of the first two equal elements: the first element that repeats an earlier one, with the first
    /// element that equals it. Takes the time of a sort.
    #[must_use]
    pub fn repeated(&self) -> Option<(usize, usize)> {
        match self {
            // Two of any three are equal.
            Self::Bool(list) => repeated_of_few(list.get(..3).unwrap_or(list)),
            Self::Unsigned(list) => repeated(list),
            Self::Signed(list) | Self::Variant(list) => repeated(list),
            Self::Float(list) => repeated(list),
            Self::String(list) => repeated(list),
            Self::Struct(list) => repeated(list),
            Self::List(list) => repeated(list),
            Self::Map(list) => repeated(list),
            Self::Json(list) => repeated(list),
            Self::Union(list) => repeated(list),
        }
    }
}

/// Up to this many elements are compared pairwise, which allocates nothing and is faster than a sort.
const FEW: usize = 16;

fn repeated<T: PartialOrd + Digest>(list: &[T]) -> Option<(usize, usize)> {
    if list.len() <= FEW {
        return repeated_of_few(list);
    }
    // Digests take four bytes, as positions do below, since an element of a hostile file may take only one.
    if are_different(list.iter().map(|element| upper_half(element.digest(0))).collect()) {
        return None;
    }
    let element = |at: u32| list.get(at as usize);
    // No value is NaN, so the order is total.
    repeated_position(list.len(), &|a, b| element(a).partial_cmp(&element(b)).unwrap_or(Ordering::Equal))
}

fn repeated_of_few<T: PartialEq>(list: &[T]) -> Option<(usize, usize)> {
    let first = |again: usize, one: &T| Some((list.iter().take(again).position(|two| two == one)?, again));
    list.iter().enumerate().find_map(|(again, one)| first(again, one))
}

/// The lower bits of a product depend on few bits of the number.
const fn upper_half(digest: u64) -> u32 {
    (digest >> 32) as u32
}

fn are_different(mut digests: Box<[u32]>) -> bool {
    digests.sort_unstable();
    text::repeated(&digests).is_none()
}

/// As [`repeated`], for this many elements that are compared by their positions.
fn repeated_position(len: usize, compare: &dyn Fn(u32, u32) -> Ordering) -> Option<(usize, usize)> {
    // A vector has at most 2^32 - 1 elements.
    let mut order: Box<[u32]> = (0..narrow(len)).collect();
    sort_positions(&mut order, compare);
    let pairs = order.chunk_by(|&a, &b| compare(a, b).is_eq()).filter_map(|equal| {
        let first = equal.iter().min()?;
        let again = equal.iter().filter(|at| *at != first).min()?;
        Some((*again as usize, *first as usize))
    });
    pairs.min().map(|(again, first)| (first, again))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{JsonText, MapEntries, Type, UnionValue, Value};

    #[test]
    fn few_and_many_elements_are_judged_alike() {
        for length in [2, FEW, FEW + 1, 3 * FEW] {
            let different: Vec<u64> = (0..length as u64).rev().collect();
            assert_eq!(List::Unsigned(different.as_slice().into()).repeated(), None);
            for again in 1..length {
                let mut values = different.clone();
                values[again] = values[again / 2];
                values[length - 1] = values[0];
                let expected = if again == length - 1 { (0, again) } else { (again / 2, again) };
                assert_eq!(List::Unsigned(values.into()).repeated(), Some(expected));
            }
        }
    }

    #[test]
    fn lists_of_each_kind_are_judged_alike() {
        type OfNumber = fn(u16) -> Value;
        let list = |numbers: &[u16], ty: &str, one: OfNumber| {
            let values: Vec<Value> = numbers.iter().copied().map(one).collect();
            List::of(&ty.parse().unwrap(), &values).unwrap().repeated()
        };
        let different: Vec<u16> = (0..40).rev().collect();
        let mut repeated = different.clone();
        (repeated[30], repeated[35], repeated[37]) = (repeated[20], repeated[20], repeated[2]);
        let kinds: [(&str, OfNumber); 9] = [
            ("uint64", |n| Value::Unsigned(n.into())),
            ("int64", |n| Value::Signed(-i64::from(n))),
            ("float64", |n| Value::Float(f64::from(n) / 8.0)),
            ("string:9", |n| Value::String(n.to_string().into())),
            ("json:9", |n| Value::Json(JsonText::new(n.to_string()).unwrap())),
            ("struct<a:uint16>", |n| Value::Struct([Value::Unsigned(n.into())].into())),
            ("vector<uint16>:9", |n| Value::List(List::Unsigned([n.into()].into()))),
            ("map<string:9,bool>:9", |n| {
                let entries = vec![(n.to_string().into(), true.into())];
                Value::Map(MapEntries::of(&Type::Bool, entries).unwrap())
            }),
            ("union<a=uint16,b=bool>", |n| UnionValue { case: 0, value: n.into() }.into()),
        ];
        for (ty, one) in kinds {
            assert_eq!(list(&different, ty, one), None, "{ty}");
            assert_eq!(list(&repeated, ty, one), Some((20, 30)), "{ty}");
        }
        assert_eq!(List::Bool([true, false].into()).repeated(), None);
        assert_eq!(List::Bool([[true, false]; 20].concat().into()).repeated(), Some((0, 2)));
        assert_eq!(List::Bool([true; 20].into()).repeated(), Some((0, 1)));
    }

    #[test]
    fn different_elements_may_have_equal_digests() {
        // Long texts have the digest of their start.
        let text = |end: u8| Box::from(format!("{}{end:03}", "x".repeat(1000)));
        let texts: Vec<Box<str>> = (0..20).map(text).collect();
        assert_eq!(texts[1].digest(0), texts[2].digest(0));
        assert_eq!(List::String(texts.clone().into()).repeated(), None);
        assert_eq!(List::String([&*texts, &[text(7)]].concat().into()).repeated(), Some((7, 20)));
    }

    #[test]
    fn the_first_repetition_is_found() {
        let list = |values: &[u64]| List::Unsigned(values.into());
        assert_eq!(list(&[3, 1, 2]).repeated(), None);
        assert_eq!(list(&[3, 1, 2, 1, 3, 1]).repeated(), Some((1, 3)));
        assert_eq!(list(&[]).repeated(), None);
        assert_eq!(List::Float([0.5, 0.5].into()).repeated(), Some((0, 1)));
    }
}
