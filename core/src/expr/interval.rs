//! Ranges of integers.

use super::LARGEST;

/// All integers from one bound to another, both included, within ±(2^127 - 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) min: i128,
    pub(super) max: i128,
}

impl Interval {
    pub(super) const fn of(value: i128) -> Self {
        Self { min: value, max: value }
    }

    pub(super) fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(super) const fn contains(self, value: i128) -> bool {
        self.min <= value && value <= self.max
    }

    /// The smallest interval that contains these; `None` if one of them is out of range.
    fn around<const N: usize>(corners: [Option<i128>; N]) -> Option<Self> {
        let mut hull: Option<Self> = None;
        for corner in corners {
            let corner = Self::of(corner.filter(|corner| (-LARGEST..=LARGEST).contains(corner))?);
            hull = Some(hull.map_or(corner, |hull| hull.hull(corner)));
        }
        hull
    }

    pub(super) fn negate(self) -> Self {
        Self { min: -self.max, max: -self.min }
    }

    pub(super) fn add(self, other: Self) -> Option<Self> {
        Self::around([self.min.checked_add(other.min), self.max.checked_add(other.max)])
    }

    pub(super) fn subtract(self, other: Self) -> Option<Self> {
        self.add(other.negate())
    }

    pub(super) fn multiply(self, other: Self) -> Option<Self> {
        Self::around([
            self.min.checked_mul(other.min),
            self.min.checked_mul(other.max),
            self.max.checked_mul(other.min),
            self.max.checked_mul(other.max),
        ])
    }

    /// The parts of the interval below and above 0.
    fn without_zero(self) -> [Option<Self>; 2] {
        let below = (self.min < 0).then(|| Self { min: self.min, max: self.max.min(-1) });
        let above = (self.max > 0).then(|| Self { min: self.min.max(1), max: self.max });
        [below, above]
    }

    /// The possible quotients; `None` if the divisor is only 0.
    pub(super) fn divide(self, divisor: Self) -> Option<Self> {
        let quotients = |part: Self| {
            Self::around([
                self.min.checked_div(part.min),
                self.min.checked_div(part.max),
                self.max.checked_div(part.min),
                self.max.checked_div(part.max),
            ])
        };
        match divisor.without_zero() {
            [Some(below), Some(above)] => Some(quotients(below)?.hull(quotients(above)?)),
            [Some(part), None] | [None, Some(part)] => quotients(part),
            [None, None] => None,
        }
    }

    /// The possible remainders. The divisor must not be only 0.
    pub(super) fn remainder(self, divisor: Self) -> Option<Self> {
        let largest = divisor.magnitude().checked_sub(1)?.min(self.magnitude());
        Some(Self {
            min: if self.min < 0 { -largest } else { 0 },
            max: if self.max > 0 { largest } else { 0 },
        })
    }

    /// The largest absolute value in the interval.
    fn magnitude(self) -> i128 {
        self.min.abs().max(self.max.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Interval> {
        let ends = -4..=4;
        ends.clone().flat_map(|min| (min..=4).map(move |max| Interval { min, max })).collect()
    }

    /// Every interval contains all possible results, and except for `%` its ends are results.
    #[test]
    fn results_lie_in_their_interval() {
        type Of = fn(Interval, Interval) -> Option<Interval>;
        type One = fn(i128, i128) -> Option<i128>;
        let operations: [(Of, One, bool); 5] = [
            (Interval::add, i128::checked_add, true),
            (Interval::subtract, i128::checked_sub, true),
            (Interval::multiply, i128::checked_mul, true),
            (Interval::divide, i128::checked_div, true),
            (Interval::remainder, i128::checked_rem, false),
        ];
        for (of, one, is_tight) in operations {
            for a in all() {
                for b in all() {
                    let pairs = (a.min..=a.max).flat_map(|x| (b.min..=b.max).map(move |y| (x, y)));
                    let results: Vec<i128> = pairs.filter_map(|(x, y)| one(x, y)).collect();
                    let Some(interval) = of(a, b) else {
                        assert!(results.is_empty(), "{a:?} {b:?}");
                        continue;
                    };
                    assert!(results.iter().all(|result| interval.contains(*result)), "{a:?} {b:?}");
                    let ends = (results.iter().min().copied(), results.iter().max().copied());
                    assert!(!is_tight || ends == (Some(interval.min), Some(interval.max)), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn the_range_ends_before_the_smallest_of_128_bits() {
        let (largest, one) = (Interval::of(LARGEST), Interval::of(1));
        assert_eq!(largest.add(one), None);
        assert_eq!(largest.negate().subtract(one), None);
        assert_eq!(Interval::of(1 << 64).multiply(Interval::of(1 << 63)), None);
        assert_eq!(Interval::of(1 << 64).multiply(Interval::of(-(1 << 63))), None);
        assert_eq!(largest.negate().divide(Interval::of(-1)), Some(largest));
        assert_eq!(largest.remainder(largest.negate()), Some(Interval { min: 0, max: LARGEST - 1 }));
    }
}
