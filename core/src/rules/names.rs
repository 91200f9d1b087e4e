//! The names in the texts of a rule, with the declared places that they refer to.

use super::rule::RuleText;
use super::scope::{RuleScope, ScopeStep};
use crate::expr::{ExpressionName, NameStep, Scope, names_in_expression, names_in_template};

/// The names in the texts of a rule. The spans are within each text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleTextNames {
    /// Those of `for`.
    pub places: Vec<ExpressionName>,
    /// Those of `check`.
    pub check: Vec<ExpressionName>,
    /// Those of `message`.
    pub message: Vec<ExpressionName>,
}

impl RuleText {
    /// The names in the texts of the rule. A text that is not valid in the scope has none.
    #[must_use]
    pub fn names(&self, scope: Scope<'_>) -> RuleTextNames {
        let (mut scope, mut places, mut place) = (scope, Vec::new(), Vec::new());
        if let Some(text) = &self.places {
            let Ok(read) = RuleScope::read(text, scope.fields()) else { return RuleTextNames::default() };
            let Some(with_self) = read.names(scope) else { return RuleTextNames::default() };
            for (step, span) in read.way().iter().zip(super::scope::steps_in(text)) {
                place.push(match step {
                    ScopeStep::Member(position) => NameStep::Member(*position),
                    ScopeStep::Elements => NameStep::Element,
                    ScopeStep::Keys => NameStep::Key,
                });
                if let ScopeStep::Member(_) = step {
                    places.push(ExpressionName { span, steps: place.as_slice().into() });
                }
            }
            scope = with_self;
        }
        let message = self.message.as_deref().unwrap_or_default();
        RuleTextNames {
            places,
            check: names_in_expression(&self.check, &scope, &place),
            message: names_in_template(message, &scope, &place),
        }
    }
}
