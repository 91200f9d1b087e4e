//! Completes plans to value files.

use super::MAX_PROBLEMS;
use super::error::FinishError;
use super::evaluated::{EvaluatedPlan, Finished};
use super::model::ValuePlan;
use super::together::{FinishInputs, ParticipantContent, PlanParticipant, evaluate_together};
use crate::declaration::Declaration;
use crate::expr::MAX_RUN_STEPS;
use std::sync::Arc;

/// Reads a plan for a declaration, evaluates its definitions, and makes a value file of it: see [the module](super).
///
/// Takes time linear in the size of the bytes and of the values, and in the steps of the expressions, at most
/// [`MAX_DEFINITIONS_COST`](crate::expr::MAX_DEFINITIONS_COST). Never panics. Allocates less than 16 times the size of
/// the bytes, plus memory for the following: the results of expressions and their value file, bounded by
/// [`MAX_DEFINED_AMOUNT`](crate::expr::MAX_DEFINED_AMOUNT); the inputs and imports; the patterns of the plan, as for
/// [`ValuePlan::decode`]; [`MAX_PROBLEMS`] problems; and 1 MiB for the types of expressions. Needs a stack of
/// [`LOADER_STACK`](crate::types::limits::LOADER_STACK).
///
/// # Errors
/// See [`FinishError`].
pub fn finish(
    declaration: &Declaration,
    bytes: &[u8],
    inputs: FinishInputs<'_>,
) -> Result<Finished, FinishError> {
    ValuePlan::decode(declaration, bytes)?.finish(inputs)
}

impl ValuePlan {
    /// Evaluates the definitions, checks the rules, and makes a value file: see [`finish`].
    ///
    /// # Errors
    /// See [`FinishError`].
    pub fn finish(self, inputs: FinishInputs<'_>) -> Result<Finished, FinishError> {
        let mut evaluated = self.evaluate(inputs)?;
        let config = Arc::clone(&evaluated.config);
        let rules = config.rules().list().iter().map(|rule| rule.ready(config.as_struct()));
        let mut broken_rules = Vec::new();
        // The limit on problems applies to all rules together.
        for rule in rules {
            let rest = MAX_PROBLEMS - broken_rules.len();
            let broken = rule.broken_among(evaluated.values(), evaluated.unknown()).take(rest);
            broken_rules.extend(broken.map(|broken| broken.to_broken()));
        }
        broken_rules.into_iter().for_each(|broken| evaluated.add_broken(broken));
        evaluated.finished()
    }

    /// Evaluates the definitions without checking rules. The evaluated plan has the problems.
    ///
    /// # Errors
    /// [`FinishError::NoSchema`].
    pub fn evaluate(self, inputs: FinishInputs<'_>) -> Result<EvaluatedPlan, FinishError> {
        let content = ParticipantContent::Plan(Box::new(self), inputs, Vec::new());
        let evaluated =
            evaluate_together(vec![PlanParticipant { name: "", content }], &mut Some(MAX_RUN_STEPS))?;
        evaluated.into_iter().flatten().next().ok_or(FinishError::NoSchema)
    }
}
