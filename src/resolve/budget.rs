//! The budget of the expressions of one run.

use crate::diagnostic::Diagnostic;
use crate::schema::definitions_too_long;
use crate::text::Span;
use confc_core::evaluation::EvaluationBudget;
use confc_core::expr::MAX_RUN_STEPS;

/// The budget of one evaluation. A product evaluates each environment by itself, perhaps at the same time, so each
/// environment has an equal share.
#[derive(Debug, Clone)]
pub struct Budget {
    limit: u64,
    environments: usize,
    pub(super) left: EvaluationBudget,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_environments(1)
    }
}

impl Budget {
    /// The share of one of this many environments.
    #[must_use]
    pub fn of_environments(environments: usize) -> Self {
        let limit = MAX_RUN_STEPS.checked_div(environments as u64).unwrap_or(MAX_RUN_STEPS);
        Self { limit, environments, left: EvaluationBudget::new(Some(limit), 0) }
    }

    /// The error of an expression at `place`, for the field at `path`, that takes more steps than are left.
    pub(super) fn too_long(&self, path: &str, place: Span) -> Diagnostic {
        definitions_too_long((self.limit, self.environments), path, place)
    }
}
