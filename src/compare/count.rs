//! Bounds of a number of values.

use super::Breaks;

/// A number of values or elements, at most 2^64 - 1. A pattern makes it uncertain, as do long JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Count {
    pub(super) const fn exactly(count: u64) -> Self {
        Self { least: count, most: count }
    }

    /// Whether it exceeds a limit.
    pub(super) fn beyond(self, limit: u64) -> Breaks {
        match (self.least > limit, self.most > limit) {
            (true, _) => Breaks::Yes,
            (false, true) => Breaks::May,
            (false, false) => Breaks::No,
        }
    }

    pub(super) fn map(self, of: impl Fn(u64) -> u64) -> Self {
        Self { least: of(self.least), most: of(self.most) }
    }
}
