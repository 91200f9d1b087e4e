//! A budget for what defaults fill in: a short literal may stand for much, and defaults for many of those.

/// How much the literals of one run may still leave to defaults.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefaultsBudget {
    left: u64,
    /// Whether it was reported that it is used up.
    is_told: bool,
}

impl DefaultsBudget {
    /// In values, of which each 16 bytes of a string are one more.
    pub(crate) const MOST: u64 = 1 << 20;

    /// What is left.
    pub(crate) fn left(self) -> u64 {
        self.left
    }

    /// Whether it was used up, and somebody asked for more.
    pub(crate) fn is_used_up(self) -> bool {
        self.is_told
    }

    /// Takes from what is left.
    ///
    /// # Errors
    /// That there is not so much, and whether this is the first time: the one that is reported.
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

    /// What is left when somebody else has taken from a copy of it.
    pub(super) fn after(self, other: Self) -> Self {
        Self { left: self.left.min(other.left), is_told: self.is_told || other.is_told }
    }
}

impl Default for DefaultsBudget {
    fn default() -> Self {
        Self { left: Self::MOST, is_told: false }
    }
}
