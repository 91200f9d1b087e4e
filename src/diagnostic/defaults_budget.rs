//! The budget of values that defaults fill in: a short literal may leave out much.

/// The rest of the values that defaults may fill in for the literals of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefaultsBudget {
    left: u64,
    /// Whether the budget was exceeded. Only the first time is reported.
    is_told: bool,
}

impl DefaultsBudget {
    /// The budget in values. Each 16 bytes of a string count as one more.
    pub(crate) const MOST: u64 = 1 << 20;

    /// The rest of the budget.
    pub(crate) fn left(self) -> u64 {
        self.left
    }

    /// Whether the budget was exceeded.
    pub(crate) fn is_used_up(self) -> bool {
        self.is_told
    }

    /// Takes an amount.
    ///
    /// # Errors
    ///
    /// Fails if it exceeds the rest. The error is whether this is the first time, which must be reported.
    pub(crate) fn take(&mut self, amount: u64) -> Result<(), bool> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(!std::mem::replace(&mut self.is_told, true))
            }
        }
    }

    /// The rest after a copy was used for a part of the run.
    pub(super) fn after(self, other: Self) -> Self {
        Self { left: self.left.min(other.left), is_told: self.is_told || other.is_told }
    }
}

impl Default for DefaultsBudget {
    fn default() -> Self {
        Self { left: Self::MOST, is_told: false }
    }
}
