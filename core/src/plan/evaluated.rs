//! Evaluated plans, and the value files made of them.

use super::error::{FinishError, FinishProblem, ProblemKind};
use super::model::ValuePlan;
use super::problems::Problems;
use crate::declaration::Config;
use crate::expr::UnknownMembers;
use crate::rules::BrokenRule;
use crate::types::Value;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::values::{self, LoadedValues};
use std::sync::Arc;

/// A finished plan. Its `Debug` text shows no sensitive value.
#[derive(Clone, PartialEq)]
pub struct Finished {
    /// The value file, as the compiler would have written it with all inputs and imports.
    pub bytes: Vec<u8>,
    /// The values in it.
    pub values: LoadedValues,
}

impl std::fmt::Debug for Finished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finished").field("values", &self.values).finish_non_exhaustive()
    }
}

/// An evaluated plan, whose rules were not checked.
#[derive(Debug)]
pub struct EvaluatedPlan {
    plan: ValuePlan,
    pub(super) config: Arc<Config>,
    values: Vec<Value>,
    unknown: UnknownMembers,
    problems: Problems,
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

    /// Adds a broken rule to the problems.
    pub(super) fn add_broken(&mut self, broken: BrokenRule) {
        let kind = ProblemKind::Rule(Box::new(broken));
        self.problems.push(&self.plan, String::new(), None, kind);
    }

    /// The problems.
    #[must_use]
    pub fn problems(&self) -> &[FinishProblem] {
        &self.problems.list
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &ValuePlan {
        &self.plan
    }

    /// The values. The placeholder of an unknown value must not be read.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The unknown values. The problems of this component, or of another one, give the reasons.
    #[must_use]
    pub fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }

    /// Makes the value file of values that break no rule.
    ///
    /// # Errors
    /// The problems, a value that does not fit its field, or a file that is too large.
    pub fn finished(self) -> Result<Finished, FinishError> {
        let Self { plan, config, values, unknown, mut problems } = self;
        // The reason for an unknown value may be reported for another component. This one has no value file either.
        if let (Some(first), false) = (unknown.positions().next(), problems.any) {
            let path = config.fields().get(first as usize).map(|field| field.key.to_string());
            problems.push(&plan, path.unwrap_or_default(), None, ProblemKind::Fault(None));
        }
        problems.into_result()?;
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
