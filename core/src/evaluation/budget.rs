//! The budget of expressions. Steps and amounts are counted, so that an evaluation has the same result on every
//! machine.

use crate::expr::{
    Defined, Definition, DefinitionOutcome, Fault, FaultKind, MAX_DEFINED_AMOUNT, Operand, ScopeValues,
};
use crate::types::Presence;

/// The steps and the amount that are left for the expressions of an evaluation. After a limit is exceeded, no
/// expression is evaluated.
#[derive(Debug, Clone)]
pub struct EvaluationBudget {
    /// `None` once it was exceeded.
    steps: Option<u64>,
    /// `None` once it was exceeded.
    amount: Option<u64>,
}

/// Why a definition has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionFailure {
    /// Its loops take more steps than are left.
    TooLong,
    /// Its value is larger than the amount that is left.
    TooLarge,
    /// The evaluation failed.
    Fault(Fault),
}

impl EvaluationBudget {
    /// A budget of `steps`, a share of [`MAX_RUN_STEPS`](crate::expr::MAX_RUN_STEPS), and of [`MAX_DEFINED_AMOUNT`]
    /// minus `spent`.
    #[must_use]
    pub fn new(steps: Option<u64>, spent: u64) -> Self {
        Self { steps, amount: MAX_DEFINED_AMOUNT.checked_sub(spent) }
    }

    /// Whether a limit was exceeded.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.steps.is_none() || self.amount.is_none()
    }

    /// The steps that are left; `None` if the limit was exceeded.
    #[must_use]
    pub fn steps_left(&self) -> Option<u64> {
        self.steps
    }

    /// The amount that is left; `None` if the limit was exceeded.
    #[must_use]
    pub fn amount_left(&self) -> Option<u64> {
        self.amount
    }

    /// Sets the amount back to an earlier [`amount_left`](Self::amount_left), because a plan counts that amount again.
    /// An exceeded limit stays exceeded.
    pub fn restore_amount(&mut self, before: Option<u64>) {
        self.amount = self.amount.and(before);
    }

    /// The amount that was taken.
    #[must_use]
    pub fn amount_spent(&self) -> u64 {
        MAX_DEFINED_AMOUNT - self.amount.unwrap_or_default()
    }

    /// Evaluates a definition and subtracts its cost. A definition that selects a field or member may give an absent or
    /// null value, if its target may lack a value.
    ///
    /// # Errors
    /// See [`DefinitionFailure`].
    pub fn define<'v>(
        &mut self,
        definition: &'v Definition,
        values: ScopeValues<'v>,
        presence: Presence,
    ) -> Result<Defined<'v>, DefinitionFailure> {
        let DefinitionOutcome { result, repeated } = definition.evaluate(values);
        self.steps = self.steps.and_then(|left| left.checked_sub(repeated));
        if self.steps.is_none() {
            return Err(DefinitionFailure::TooLong);
        }
        let is_selection = definition.is_selection();
        let defined = match result {
            Err(fault) if is_selection && fault.kind == FaultKind::IsNull && presence.nullable => {
                return Ok(Defined::Operand(Operand::Null));
            }
            Err(fault) if is_selection && fault.kind.has_no_value() && presence.optional => {
                return Ok(Defined::Operand(Operand::Absent));
            }
            result => result.map_err(DefinitionFailure::Fault)?,
        };
        let amount = defined.amount(MAX_DEFINED_AMOUNT + 1);
        self.amount = self.amount.and_then(|left| left.checked_sub(amount));
        if self.amount.is_some() { Ok(defined) } else { Err(DefinitionFailure::TooLarge) }
    }
}
