//! Terms, with the target of each expression in them.

use super::fit::PlanTarget;
use super::model::{PlanExpression, PlanTerm};
use crate::expr::{Definition, DefinitionError, DefinitionTarget, Scope};
use crate::types::Type;

/// Parses and checks an expression for its target.
///
/// # Errors
/// The first mistake in it.
pub(super) fn parse(
    expression: &PlanExpression,
    scope: &Scope<'_>,
    target: &PlanTarget<'_>,
) -> Result<Definition, DefinitionError> {
    let of = DefinitionTarget { ty: target.ty, is_secret: target.is_secret };
    match expression.is_template {
        true => Definition::text(&expression.text, scope, of),
        false => Definition::expression(&expression.text, scope, of),
    }
}

/// Calls a function with every expression of a term and its target. Recursion is limited by the depth of types.
pub(super) fn each_target<'p>(
    term: &'p PlanTerm,
    target: &PlanTarget<'_>,
    then: &mut dyn FnMut(&'p PlanExpression, &PlanTarget<'_>),
) {
    match (term, target.ty) {
        (PlanTerm::Expression(expression), _) => then(expression, target),
        (PlanTerm::Members(terms), ty) => {
            for (member, term) in ty.members().iter().zip(terms) {
                each_target(term, &target.member(member), then);
            }
        }
        (PlanTerm::Elements(terms), ty) => {
            let Some(element) = ty.element() else { return };
            for (at, term) in terms.iter().enumerate() {
                each_target(term, &target.element(element, at), then);
            }
        }
        (PlanTerm::Entries(entries), Type::Map(map)) => {
            for (key, term) in entries {
                each_target(term, &target.entry(map, key), then);
            }
        }
        (PlanTerm::Case(case, term), ty) => {
            let Some(case) = ty.cases().get(*case as usize) else { return };
            each_target(term, &target.case(case), then);
        }
        (PlanTerm::Known(_) | PlanTerm::Entries(_), _) => {}
    }
}
