//! A plan with the rest of what it needs: a value file.

use super::MAX_PROBLEMS;
use super::error::{FinishError, FinishProblem, ProblemKind};
use super::model::{PlanPlace, ValuePlan};
use super::together::{ParticipantContent, PlanParticipant, evaluate_together};
use crate::declaration::{Config, Declaration};
use crate::expr::{MAX_RUN_STEPS, UnknownMembers};
use crate::types::Value;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::values::{self, LoadedValues};
use std::sync::Arc;

/// What a plan is finished with: what was not known when it was made, in any order. What was known may be given again, if
/// it is the same.
#[derive(Debug, Default)]
pub struct FinishInputs<'a> {
    /// Inputs by their names.
    pub inputs: Vec<(&'a str, Value)>,
    /// The values of other components, by the names that they have in the plan.
    pub imports: Vec<(&'a str, &'a LoadedValues)>,
}

/// A finished plan. Its `Debug` text shows no sensitive value.
#[derive(Clone, PartialEq)]
pub struct Finished {
    /// The value file: what the compiler would have written, had it known everything.
    pub bytes: Vec<u8>,
    /// The values in it.
    pub values: LoadedValues,
}

impl std::fmt::Debug for Finished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finished").field("values", &self.values).finish_non_exhaustive()
    }
}

/// Reads a plan for a declaration, evaluates what waits in it, and makes a value file of it: see [the module](super).
///
/// Takes time linear in the size of the bytes and of the values, and in the steps of the expressions, of which there are at
/// most [`MAX_DEFINITIONS_COST`](crate::expr::MAX_DEFINITIONS_COST). Never panics. Allocates less than 16 times the size of
/// the bytes, and besides: what expressions come to, with the value file of it, which is bounded by
/// [`MAX_DEFINED_AMOUNT`](crate::expr::MAX_DEFINED_AMOUNT); what is given; the patterns of the plan as [`ValuePlan::decode`]
/// says; [`MAX_PROBLEMS`] problems; and 1 MiB for the types of expressions. Needs a stack of
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

/// What is wrong, as far as it is told.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<FinishProblem>,
    /// Whether there is any.
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

    fn told(self) -> Result<(), FinishError> {
        if self.any { Err(FinishError::Problems(self.list.into())) } else { Ok(()) }
    }
}

/// A plan that was evaluated: for whoever reports on rules in another way.
#[derive(Debug)]
pub struct EvaluatedPlan {
    plan: ValuePlan,
    config: Arc<Config>,
    values: Vec<Value>,
    unknown: UnknownMembers,
    problems: Problems,
}

impl ValuePlan {
    /// Evaluates what waits, and makes a value file of all of it: see [`finish`].
    ///
    /// # Errors
    /// See [`FinishError`].
    pub fn finish(self, inputs: FinishInputs<'_>) -> Result<Finished, FinishError> {
        let mut evaluated = self.evaluate(inputs)?;
        let config = Arc::clone(&evaluated.config);
        let rules = config.rules().list().iter().map(|rule| rule.ready(config.as_struct()));
        let mut broken_rules = Vec::new();
        // One limit on what is reported, for all rules together.
        for rule in rules {
            let rest = MAX_PROBLEMS - broken_rules.len();
            let broken = rule.broken_among(&evaluated.values, &evaluated.unknown).take(rest);
            broken_rules.extend(broken.map(|broken| ProblemKind::Rule(Box::new(broken.to_broken()))));
        }
        for kind in broken_rules {
            evaluated.problems.push(&evaluated.plan, String::new(), None, kind);
        }
        evaluated.finished()
    }

    /// Evaluates what waits, and looks at no rule.
    ///
    /// # Errors
    /// See [`FinishError`]; problems are told by what is evaluated.
    pub fn evaluate(self, inputs: FinishInputs<'_>) -> Result<EvaluatedPlan, FinishError> {
        let content = ParticipantContent::Plan(Box::new(self), inputs, Vec::new());
        let evaluated =
            evaluate_together(vec![PlanParticipant { name: "", content }], &mut Some(MAX_RUN_STEPS))?;
        evaluated.into_iter().flatten().next().ok_or(FinishError::NoSchema)
    }
}

impl EvaluatedPlan {
    pub(super) fn new(
        plan: ValuePlan,
        config: Arc<Config>,
        values: Vec<Value>,
        unknown: UnknownMembers,
        problems: Problems,
    ) -> Self {
        Self { plan, config, values, unknown, problems }
    }

    /// What is wrong.
    #[must_use]
    pub fn problems(&self) -> &[FinishProblem] {
        &self.problems.list
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &ValuePlan {
        &self.plan
    }

    /// The values; what stands for one that is not known must not be read.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The unknown values. The problems of this component, or of another one, give the reasons.
    #[must_use]
    pub fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }

    /// The value file, of values that break no rule.
    ///
    /// # Errors
    /// What is wrong.
    pub fn finished(self) -> Result<Finished, FinishError> {
        let Self { plan, config, values, unknown, mut problems } = self;
        // What has no value has a reason, if not here, then in another component. Nothing is written in any case.
        if let (Some(first), false) = (unknown.positions().next(), problems.any) {
            let path = config.fields().get(first as usize).map(|field| field.key.to_string());
            problems.push(&plan, path.unwrap_or_default(), None, ProblemKind::Fault(None));
        }
        problems.told()?;
        for (field, value) in config.fields().iter().zip(&values) {
            field.check(value).map_err(|violation| FinishError::Value {
                key: field.key.clone(),
                violation: Box::new(violation),
            })?;
        }
        let bytes = values::encode(&config, &values, !plan.omits_embedded_schema);
        if bytes.len() > MAX_ENCODED_SIZE {
            return Err(FinishError::TooLarge { size: bytes.len() });
        }
        let values = LoadedValues::new(plan.declaration, config, values.into());
        Ok(Finished { bytes, values })
    }
}
