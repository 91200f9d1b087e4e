//! The ranges of numbers that types allow.

use crate::types::{FloatKind, FloatType};

/// Whether a range is inside another one.
pub(super) fn within<T: PartialOrd>(inner: (T, T), outer: (T, T)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// The smallest and the largest value.
pub(super) fn floats(ty: &FloatType) -> (f64, f64) {
    let largest = match ty.kind {
        FloatKind::Float32 => f64::from(f32::MAX),
        FloatKind::Float64 => f64::MAX,
    };
    let bounds = ty.bounds.as_deref();
    let min = bounds.and_then(|bounds| bounds.min).unwrap_or(-largest);
    (min, bounds.and_then(|bounds| bounds.max).unwrap_or(largest))
}
