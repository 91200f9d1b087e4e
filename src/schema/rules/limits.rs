//! The limits of all rules and expressions of a run together.

use super::codes::code;
use crate::diagnostic::Diagnostic;
use crate::text::{Span, escape};
use confc_core::expr::{MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, MAX_RUN_STEPS};
use confc_core::rules::{RuleErrorKind as Kind, steps};

/// The rest of the [`MAX_RUN_STEPS`] that all rules of a run may take. Steps are counted instead of timed, so a run has
/// the same verdict on every machine.
#[derive(Debug, Clone)]
pub struct RuleBudget {
    limit: u64,
    environments: usize,
    /// `None` after a rule took more than was left.
    left: Option<u64>,
}

impl Default for RuleBudget {
    fn default() -> Self {
        Self::of_environments(1)
    }
}

impl RuleBudget {
    /// The share of one environment, since environments may be evaluated at the same time.
    #[must_use]
    pub fn of_environments(environments: usize) -> Self {
        let limit = MAX_RUN_STEPS.checked_div(environments as u64).unwrap_or(MAX_RUN_STEPS);
        Self { limit, environments, left: Some(limit) }
    }

    /// Whether a rule took more steps than were left, so that later rules are not checked.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Takes the steps of a rule. Returns whether the budget had as many.
    pub(super) fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.and_then(|left| left.checked_sub(steps));
        self.left.is_some()
    }

    /// The error for a spent budget; `place` is the span of the last rule that was checked.
    pub(super) fn spent(&self, place: Option<Span>) -> Diagnostic {
        let (code, _) = code(&Kind::AllTooCostly { cost: self.limit });
        let share = share_of_steps(self.limit, self.environments);
        Diagnostic::new(code, format!("the rules of all components take more than {share}"))
            .at_if(place, "the evaluation stops after this rule")
            .help("remove loops from rules, or lower the number of elements that they loop over")
    }
}

/// The expressions that a plan defers may take too many steps.
pub fn definitions_too_costly(cost: u64, place: impl Into<Option<Span>>) -> Diagnostic {
    let (code, label) = code(&Kind::AllTooCostly { cost });
    let (cost, limit) = (steps(cost), steps(MAX_DEFINITIONS_COST));
    let message = format!("the expressions left to a plan may take {cost} steps, the limit is {limit}");
    Diagnostic::new(code, message)
        .at_if(place.into(), label)
        .note("the component evaluates them when the plan is finished, which must not take long")
        .help("give more of the inputs when the plan is made, or lower the counts and sizes of what expressions read")
}

/// Reports that the expressions of a run took too many steps. `path` is the value of the last expression.
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

/// The share of steps of one environment of a run, in words.
fn share_of_steps(limit: u64, environments: usize) -> String {
    let limit = steps(limit);
    match environments {
        0 | 1 => format!("{limit} steps"),
        _ => format!("{limit} steps, the share of one of {environments} environments"),
    }
}

/// The values of all expressions together are too large.
pub fn definitions_too_large(place: impl Into<Option<Span>>) -> Diagnostic {
    let (code, label) = code(&Kind::MessageTooLarge { size: 0 });
    let limit = steps(MAX_DEFINED_AMOUNT);
    let message = format!("the expressions of all layers make more than {limit} values");
    Diagnostic::new(code, message)
        .at_if(place.into(), label)
        .note("16 bytes of a string count as one more value")
        .help("remove expressions, or lower the counts and sizes of what they read")
}
