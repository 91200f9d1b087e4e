//! What all rules and expressions of a run may take together.

use super::errors::code;
use crate::diagnostic::Diagnostic;
use crate::text::{Span, escape};
use confc_core::expr::{MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, MAX_RUN_STEPS};
use confc_core::rules::{RuleErrorKind as Kind, steps};

/// The steps that all rules of a run have left, of [`MAX_RUN_STEPS`]: counted, so that a run gives the same verdict on every
/// machine.
#[derive(Debug, Clone)]
pub struct RuleBudget {
    limit: u64,
    environments: usize,
    /// `None` once there were too few.
    left: Option<u64>,
}

impl Default for RuleBudget {
    fn default() -> Self {
        Self::of_environments(1)
    }
}

impl RuleBudget {
    /// The share of one of so many environments, which may be evaluated at the same time.
    #[must_use]
    pub fn of_environments(environments: usize) -> Self {
        let limit = MAX_RUN_STEPS.checked_div(environments as u64).unwrap_or(MAX_RUN_STEPS);
        Self { limit, environments, left: Some(limit) }
    }

    /// Whether no rule is evaluated any more.
    pub(super) fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Takes the steps of a rule. Whether there were as many.
    pub(super) fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.and_then(|left| left.checked_sub(steps));
        self.left.is_some()
    }

    /// The error that the steps ran out; `place` is that of the last rule.
    pub(super) fn spent(&self, place: Option<Span>) -> Diagnostic {
        let (code, _) = code(&Kind::AllTooCostly { cost: self.limit });
        let share = share_of_steps(self.limit, self.environments);
        Diagnostic::new(code, format!("the rules of all components take more than {share}"))
            .at_if(place, "the evaluation stops after this rule")
            .help("remove loops from rules, or lower the number of elements that they loop over")
    }
}

/// All definitions of values together take too many steps.
pub fn definitions_too_costly(cost: u64, place: impl Into<Option<Span>>) -> Diagnostic {
    let (code, label) = code(&Kind::AllTooCostly { cost });
    let (cost, limit) = (steps(cost), steps(MAX_DEFINITIONS_COST));
    let message = format!("the expressions left to a plan may take {cost} steps, the limit is {limit}");
    Diagnostic::new(code, message)
        .at_if(place.into(), label)
        .note("the component evaluates them when the plan is finished, which must not take long")
        .help("give more of the inputs when the plan is made, or lower the counts and sizes of what expressions read")
}

/// The expressions of a run have taken too many steps; `path` names the value whose expression was the last.
pub fn definitions_too_long(
    (limit, environments): (u64, usize),
    path: &str,
    place: impl Into<Option<Span>>,
) -> Diagnostic {
    let (code, _) = code(&Kind::AllTooCostly { cost: limit });
    let message = format!("the loops of expressions take more than {}", share_of_steps(limit, environments));
    Diagnostic::new(code, message)
        .at_if(place.into(), format!("the evaluation stops here, at {}", escape::quoted(path)))
        .help("remove loops from expressions, or lower the number of elements that they loop over")
}

/// The steps of one environment of a run, in words.
fn share_of_steps(limit: u64, environments: usize) -> String {
    let limit = steps(limit);
    match environments {
        0 | 1 => format!("{limit} steps"),
        _ => format!("{limit} steps, the share of one of {environments} environments"),
    }
}

/// All definitions of values together come to too much.
pub fn definitions_too_large(place: impl Into<Option<Span>>) -> Diagnostic {
    let (code, label) = code(&Kind::MessageTooLarge { size: 0 });
    let limit = steps(MAX_DEFINED_AMOUNT);
    let message = format!("the expressions of all layers make more than {limit} values");
    Diagnostic::new(code, message)
        .at_if(place.into(), label)
        .note("16 bytes of a string count as one more value")
        .help("remove expressions, or lower the counts and sizes of what they read")
}
