//! Bounds of integers and sizes in a JSON Schema.

use super::model::DraftType;
use crate::syntax::{Kind, Node, Number, number};

/// Keywords that bound numbers; only those of integers are drafted.
pub(super) const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// A bound of integers.
pub(super) struct IntegerBound {
    /// The bound itself, or the next integer inside it.
    pub(super) inclusive: i128,
    /// The distance of the next integer if the bound itself is excluded; 0 if the bound is not an integer.
    pub(super) step: i128,
}

/// The bound of integers in a keyword, rounded inwards; `None` without a bound.
pub(super) fn bound(schema: Node<'_>, key: &str, round: impl Fn(f64) -> f64) -> Option<IntegerBound> {
    /// Below this, every integer is exact as a float64.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let given = schema.get(key)?;
    if given.kind() != Kind::Number {
        return None;
    }
    match number(given.numeral()) {
        Number::Unsigned(value) => Some(IntegerBound { inclusive: value.into(), step: 1 }),
        Number::Negative(value) => Some(IntegerBound { inclusive: value.into(), step: 1 }),
        Number::Decimal(_) => {
            let value: f64 = given.numeral().parse().ok()?;
            let rounded = round(value);
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer of few digits")]
            let inclusive = (rounded.abs() <= EXACT).then_some(rounded as i64)?;
            let is_integer = rounded.total_cmp(&value).is_eq();
            Some(IntegerBound { inclusive: inclusive.into(), step: i128::from(is_integer) })
        }
        Number::HexTooLarge(_) | Number::NonFinite(_) => None,
    }
}

pub(super) fn integer(schema: Node<'_>, untold: &mut dyn FnMut(&'static str)) -> DraftType {
    let is_exclusive = |key: &str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
    let [below, above] = ["exclusiveMinimum", "exclusiveMaximum"].map(|key| i128::from(is_exclusive(key)));
    let min = [
        bound(schema, "minimum", f64::ceil).map(|bound| bound.inclusive + below * bound.step),
        bound(schema, "exclusiveMinimum", f64::ceil).map(|bound| bound.inclusive + bound.step),
    ];
    let max = [
        bound(schema, "maximum", f64::floor).map(|bound| bound.inclusive - above * bound.step),
        bound(schema, "exclusiveMaximum", f64::floor).map(|bound| bound.inclusive - bound.step),
    ];
    let (min, max) = (min.into_iter().flatten().max(), max.into_iter().flatten().min());
    let largest = i128::from(i64::MAX);
    let is_unsigned = min.is_some_and(|min| min >= 0) && max.is_some_and(|max| max > largest);
    let smallest = if is_unsigned { 0 } else { i128::from(i64::MIN) };
    let largest = if is_unsigned { i128::from(u64::MAX) } else { largest };
    let (min, max) = (min.filter(|min| *min > smallest), max.filter(|max| *max < largest));
    // Bounds that admit no value are not drafted.
    let fits = min.zip(max).is_none_or(|(min, max)| min <= max);
    if !fits {
        BOUNDS.into_iter().filter(|key| schema.get(key).is_some()).for_each(untold);
    }
    DraftType::Integer { is_unsigned, min: min.filter(|_| fits), max: max.filter(|_| fits) }
}
