//! Bounds of numbers and sizes in a JSON Schema.

use super::keywords::BOUNDS;
use super::shape::NumberShape;
use super::untold::Untold;
use crate::syntax::{Kind, Node, NotInteger, number as number_in};
use crate::types::{TypeForm, TypeKind};
use std::collections::BTreeSet;

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
    match number_in(given.numeral()).integer() {
        Ok(value) => Some(IntegerBound { inclusive: value, step: 1 }),
        Err(NotInteger::Fraction | NotInteger::TooLarge) => {
            let value = float(given)?;
            let rounded = round(value);
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer of few digits")]
            let inclusive = (rounded.abs() <= EXACT).then_some(rounded as i64)?;
            let is_integer = rounded.total_cmp(&value).is_eq();
            Some(IntegerBound { inclusive: inclusive.into(), step: i128::from(is_integer) })
        }
        Err(NotInteger::NonFinite) => None,
    }
}

/// Returns the numbers of a schema. Records bounds that are unknown, are not drafted exactly, or admit no value.
pub(super) fn number(schema: Node<'_>, is_integer: bool, untold: &mut Untold) -> NumberShape {
    if is_integer { integers(schema, untold) } else { floats(schema, untold) }
}

/// Whether a keyword holds a flag of the bound beside it, as in draft 4.
fn is_flag(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::True | Kind::False | Kind::Null)
}

fn integers(schema: Node<'_>, untold: &mut Untold) -> NumberShape {
    for key in BOUNDS {
        let is_given = schema.get(key).is_some_and(|value| !is_flag(value));
        if is_given && bound(schema, key, f64::round).is_none() {
            untold.tell(key);
        }
    }
    let is_exclusive = |key: &str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
    let [below, above] = ["exclusiveMinimum", "exclusiveMaximum"].map(|key| i128::from(is_exclusive(key)));
    let format = schema.get("format").and_then(format_range);
    let min = [
        format.map(|(min, _)| min),
        bound(schema, "minimum", f64::ceil).map(|bound| bound.inclusive + below * bound.step),
        bound(schema, "exclusiveMinimum", f64::ceil).map(|bound| bound.inclusive + bound.step),
    ];
    let max = [
        format.map(|(_, max)| max),
        bound(schema, "maximum", f64::floor).map(|bound| bound.inclusive - above * bound.step),
        bound(schema, "exclusiveMaximum", f64::floor).map(|bound| bound.inclusive - bound.step),
    ];
    let (min, max) = (min.into_iter().flatten().max(), max.into_iter().flatten().min());
    // Bounds that admit no value are not drafted.
    let fits = min.zip(max).is_none_or(|(min, max)| min <= max);
    if !fits {
        BOUNDS.into_iter().filter(|key| schema.get(key).is_some()).for_each(|key| untold.tell(key));
    }
    NumberShape::Integer { min: min.filter(|_| fits), max: max.filter(|_| fits) }
}

/// The range of a format such as `int32`.
fn format_range(format: Node<'_>) -> Option<(i128, i128)> {
    match format.text().parse::<TypeKind>().ok()?.form() {
        TypeForm::Integer(kind) => Some(kind.range()),
        TypeForm::Bool
        | TypeForm::Float(_)
        | TypeForm::String
        | TypeForm::Enum
        | TypeForm::Struct
        | TypeForm::Vector
        | TypeForm::Array
        | TypeForm::Map
        | TypeForm::Json
        | TypeForm::Union => None,
    }
}

fn floats(schema: Node<'_>, untold: &mut Untold) -> NumberShape {
    let mut given = |key: &'static str, is_exact: bool| {
        let bound = schema.get(key).filter(|value| !is_flag(*value))?;
        let value = float(bound);
        if value.is_none() || !is_exact {
            untold.tell(key);
        }
        value
    };
    let min = [given("minimum", true), given("exclusiveMinimum", false)];
    let max = [given("maximum", true), given("exclusiveMaximum", false)];
    let is_true = |key: &&'static str| schema.get(key).is_some_and(|value| value.kind() == Kind::True);
    ["exclusiveMinimum", "exclusiveMaximum"].into_iter().filter(is_true).for_each(|key| untold.tell(key));
    let min = min.into_iter().flatten().max_by(f64::total_cmp);
    let max = max.into_iter().flatten().min_by(f64::total_cmp);
    let fits = min.zip(max).is_none_or(|(min, max)| min <= max);
    if !fits {
        BOUNDS.into_iter().filter(|key| schema.get(key).is_some()).for_each(|key| untold.tell(key));
    }
    NumberShape::Float { min: min.filter(|_| fits), max: max.filter(|_| fits) }
}

fn float(bound: Node<'_>) -> Option<f64> {
    let value: f64 = bound.numeral().parse().ok().filter(|_| bound.kind() == Kind::Number)?;
    value.is_finite().then_some(value + 0.0)
}

/// The number of a literal alone.
pub(super) fn exactly(literal: Node<'_>) -> Option<NumberShape> {
    Some(match integer(literal) {
        Some(value) => NumberShape::Integer { min: Some(value), max: Some(value) },
        None => {
            let value = float(literal)?;
            NumberShape::Float { min: Some(value), max: Some(value) }
        }
    })
}

/// The value of a literal that is an integer of 64 bits.
pub(super) fn integer(literal: Node<'_>) -> Option<i128> {
    if literal.kind() == Kind::Number { number_in(literal.numeral()).integer().ok() } else { None }
}

impl NumberShape {
    /// The smallest numbers that hold those of both.
    pub(super) fn around(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer { min: a, max: b }, Self::Integer { min: c, max: d }) => {
                Self::Integer { min: a.zip(c).map(|(a, c)| a.min(c)), max: b.zip(d).map(|(b, d)| b.max(d)) }
            }
            (one, other) => {
                let [(a, b), (c, d)] = [one.as_floats(), other.as_floats()];
                Self::Float { min: a.zip(c).map(|(a, c)| a.min(c)), max: b.zip(d).map(|(b, d)| b.max(d)) }
            }
        }
    }

    /// The bounds as floats, rounded to the nearest.
    #[expect(clippy::cast_precision_loss, reason = "bounds of floats are rounded")]
    fn as_floats(self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Integer { min, max } => (min.map(|min| min as f64), max.map(|max| max as f64)),
            Self::Float { min, max } => (min, max),
        }
    }

    /// Whether a list has all of its numbers.
    pub(super) fn is_listed(self, values: &[Node<'_>]) -> bool {
        let Self::Integer { min: Some(min), max: Some(max) } = self else { return false };
        let listed: BTreeSet<i128> = values.iter().filter_map(|value| integer(*value)).collect();
        usize::try_from(max - min).is_ok_and(|span| listed.len() == span.saturating_add(1))
    }
}
