//! What the expressions of one run may take: counted, so that a run gives the same verdict on every machine.

use crate::diagnostic::Diagnostic;
use crate::schema::{definitions_too_large, definitions_too_long};
use crate::text::Span;
use confc_core::expr::{MAX_DEFINED_AMOUNT, MAX_RUN_STEPS};

/// What is left for the expressions of one evaluation. A product evaluates each environment by itself, perhaps at the same
/// time, so each has an equal share.
#[derive(Debug, Clone)]
pub struct Budget {
    limit: u64,
    environments: usize,
    /// `None` once there was too little.
    steps: Option<u64>,
    /// What is left of [`MAX_DEFINED_AMOUNT`]; `None` once there was too little.
    amount: Option<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_environments(1)
    }
}

impl Budget {
    /// The share of one of so many environments.
    #[must_use]
    pub fn of_environments(environments: usize) -> Self {
        let limit = MAX_RUN_STEPS.checked_div(environments as u64).unwrap_or(MAX_RUN_STEPS);
        Self { limit, environments, steps: Some(limit), amount: Some(MAX_DEFINED_AMOUNT) }
    }

    /// Whether nothing is evaluated any more.
    pub(super) fn is_spent(&self) -> bool {
        self.steps.is_none() || self.amount.is_none()
    }

    /// Takes the steps that the evaluation of an expression repeated; `path` and `place` say which it is.
    ///
    /// # Errors
    /// That there are not as many.
    pub(super) fn spend_steps(
        &mut self,
        steps: u64,
        (path, place): (&dyn Fn() -> String, Span),
    ) -> Result<(), Box<Diagnostic>> {
        self.steps = self.steps.and_then(|left| left.checked_sub(steps));
        match self.steps {
            Some(_) => Ok(()),
            None => Err(Box::new(definitions_too_long((self.limit, self.environments), &path(), place))),
        }
    }

    /// Takes the amount of what an expression came to: see [`Defined::amount`](confc_core::expr::Defined::amount).
    ///
    /// # Errors
    /// That there is not as much.
    pub(super) fn spend_amount(&mut self, amount: u64, place: Span) -> Result<(), Box<Diagnostic>> {
        self.amount = self.amount.and_then(|left| left.checked_sub(amount));
        if self.amount.is_some() { Ok(()) } else { Err(Box::new(definitions_too_large(place))) }
    }

    /// Gives an amount back that a plan will need again.
    pub(super) fn restore_amount(&mut self, before: Option<u64>) {
        self.amount = self.amount.and(before);
    }

    /// What is left of the amount.
    pub(super) fn amount_left(&self) -> Option<u64> {
        self.amount
    }

    /// The amount that was taken.
    pub(super) fn amount_spent(&self) -> u64 {
        MAX_DEFINED_AMOUNT - self.amount.unwrap_or_default()
    }
}
