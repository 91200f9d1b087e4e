//! Whether a number or string fits its type.

use super::{
    Bound, Bounds, ConstraintViolation, FloatKind, FloatType, IntegerType, JsonText, JsonType, StringType,
    number,
};

impl IntegerType {
    /// The smallest and the largest value that fits, bounds included.
    #[must_use]
    pub fn range(&self) -> (i128, i128) {
        let (min, max) = self.kind.range();
        let bounds = self.bounds.as_deref();
        let bound = |bound: fn(&Bounds<i128>) -> Option<i128>| bounds.and_then(bound);
        (bound(|bounds| bounds.min).unwrap_or(min), bound(|bounds| bounds.max).unwrap_or(max))
    }

    /// Checks a number against the type's range and bounds.
    ///
    /// # Errors
    /// [`ConstraintViolation::Range`], [`ConstraintViolation::BelowMin`], [`ConstraintViolation::AboveMax`].
    pub fn check(&self, found: i128) -> Result<(), ConstraintViolation> {
        let (min, max) = self.kind.range();
        if found < min || found > max {
            let (min, max) = self.range();
            return Err(ConstraintViolation::Range {
                type_kind: self.kind.type_kind().name(),
                min,
                max,
                found,
                unit: self.unit,
            });
        }
        let Some(bounds) = &self.bounds else { return Ok(()) };
        let (found_bound, unit) = (Bound::Integer(found), self.unit);
        match (bounds.min, bounds.max) {
            (Some(min), _) if found < min => {
                Err(ConstraintViolation::BelowMin { min: Bound::Integer(min), found: found_bound, unit })
            }
            (_, Some(max)) if found > max => {
                Err(ConstraintViolation::AboveMax { max: Bound::Integer(max), found: found_bound, unit })
            }
            (_, _) => Ok(()),
        }
    }
}

impl FloatType {
    /// Checks a number against the type's values and bounds.
    ///
    /// # Errors
    /// [`ConstraintViolation::NotCanonical`], [`ConstraintViolation::BelowMin`], [`ConstraintViolation::AboveMax`].
    pub fn check(&self, found: f64) -> Result<(), ConstraintViolation> {
        if !is_canonical(found, self.kind) {
            return Err(ConstraintViolation::NotCanonical);
        }
        let Some(bounds) = &self.bounds else { return Ok(()) };
        let bound = |value| Bound::Float(value, self.kind);
        let unit = self.unit;
        match (bounds.min, bounds.max) {
            (Some(min), _) if found < min => {
                Err(ConstraintViolation::BelowMin { min: bound(min), found: bound(found), unit })
            }
            (_, Some(max)) if found > max => {
                Err(ConstraintViolation::AboveMax { max: bound(max), found: bound(found), unit })
            }
            (_, _) => Ok(()),
        }
    }
}

/// Whether a float is in canonical form: finite, not -0, and for a `float32` representable as one.
#[must_use]
pub(crate) fn is_canonical(value: f64, kind: FloatKind) -> bool {
    let exact = match kind {
        FloatKind::Float32 => f64::from(number::to_f32(value)).to_bits() == value.to_bits(),
        FloatKind::Float64 => true,
    };
    value.is_finite() && exact && !(value == 0.0 && value.is_sign_negative())
}

impl JsonType {
    /// Checks a JSON value against the kinds, then the size of its canonical text.
    ///
    /// # Errors
    /// [`ConstraintViolation::JsonKind`], [`ConstraintViolation::TooLong`].
    pub fn check(&self, found: &JsonText) -> Result<(), ConstraintViolation> {
        let (kind, size) = (found.kind(), found.as_str().len());
        if !self.kinds.contains(kind) {
            return Err(ConstraintViolation::JsonKind { expected: self.kinds, found: kind });
        }
        if size > self.max_size as usize {
            return Err(ConstraintViolation::TooLong { max: self.max_size, found: size });
        }
        Ok(())
    }
}

impl StringType {
    /// Checks a string against sizes and pattern.
    ///
    /// # Errors
    /// [`ConstraintViolation::TooLong`], [`ConstraintViolation::TooShort`], [`ConstraintViolation::NoMatch`].
    pub fn check(&self, found: &str) -> Result<(), ConstraintViolation> {
        if found.len() > self.max_size as usize {
            return Err(ConstraintViolation::TooLong { max: self.max_size, found: found.len() });
        }
        if found.len() < self.min_size as usize {
            return Err(ConstraintViolation::TooShort { min: self.min_size, found: found.len() });
        }
        match &self.pattern {
            Some(pattern) if !pattern.matches(found) => {
                Err(ConstraintViolation::NoMatch { pattern: pattern.text().into() })
            }
            Some(_) | None => Ok(()),
        }
    }
}
