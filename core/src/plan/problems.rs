//! The problems of a plan.

use super::MAX_PROBLEMS;
use super::error::{FinishError, FinishProblem, ProblemKind};
use super::model::{PlanPlace, ValuePlan};

/// The problems of a plan. At most [`MAX_PROBLEMS`] are kept.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) list: Vec<FinishProblem>,
    /// Whether there is any problem.
    pub(super) any: bool,
}

impl Problems {
    pub(super) fn push(
        &mut self,
        plan: &ValuePlan,
        path: String,
        place: Option<&PlanPlace>,
        kind: ProblemKind,
    ) {
        self.any = true;
        if self.list.len() < MAX_PROBLEMS {
            let file = place.and_then(|place| plan.sources().get(place.source as usize)).cloned();
            self.list.push(FinishProblem { path, place: place.cloned(), file, kind });
        }
    }

    /// Succeeds if there is no problem.
    ///
    /// # Errors
    /// All problems, if there is any.
    pub(super) fn into_result(self) -> Result<(), FinishError> {
        if self.any { Err(FinishError::Problems(self.list.into())) } else { Ok(()) }
    }
}
