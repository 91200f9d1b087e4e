//! Messages of rules: texts with `${expression}` in them.

use super::error::{RuleError, RuleErrorKind as Kind, RulePart};
use super::limits::{MAX_MESSAGE_EXPRESSIONS, MAX_MESSAGE_SIZE};
use crate::expr::{Checked, Expression, Operand, Scope, ScopeValues, TemplatePart, TemplateParts, TextSpan};
use crate::text::escape;
use std::fmt::Write as _;

/// The text for an expression without a value.
const NOT_KNOWN: &str = "<not known>";

/// Checks a message, and returns the cost of its expressions.
///
/// # Errors
///
/// Returns the first error in the message.
pub(super) fn check(text: &str, scope: &Scope<'_>) -> Result<u64, RuleError> {
    let all = TextSpan::new(0, text.len());
    if text.len() > MAX_MESSAGE_SIZE {
        return Err(RuleError::new(RulePart::Message, all, Kind::MessageTooLarge { size: text.len() }));
    }
    let (mut cost, mut count) = (0u64, 0);
    let not_closed = |open| RuleError::new(RulePart::Message, open, Kind::MessageNotClosed);
    for part in TemplateParts::new(text) {
        let TemplatePart::Expression(start, expression) = part.map_err(not_closed)? else { continue };
        let error = |span: TextSpan, kind| {
            let span = span.range();
            let span = TextSpan::new(start + span.start, start + span.end);
            RuleError::new(RulePart::Message, span, kind)
        };
        let whole = TextSpan::new(0, expression.len());
        count += 1;
        if count > MAX_MESSAGE_EXPRESSIONS {
            return Err(error(whole, Kind::TooManyMessageExpressions));
        }
        let parsed = Expression::parse(expression).map_err(|wrong| error(wrong.span, wrong.kind.into()))?;
        let checked = parsed.check(scope).map_err(|wrong| error(wrong.span, wrong.kind.into()))?;
        if !checked.ty().is_scalar() {
            return Err(error(whole, Kind::NotAScalar { found: checked.ty().name() }));
        }
        if checked.is_secret() {
            return Err(error(whole, Kind::ShowsSecret));
        }
        cost = cost.saturating_add(checked.cost());
    }
    Ok(cost)
}

/// The positions of the fields and inputs that the expressions of a message read, once per read.
pub(super) fn reads(text: &str, scope: &Scope<'_>) -> Vec<u32> {
    let mut reads = Vec::new();
    for part in TemplateParts::new(text).flatten() {
        let TemplatePart::Expression(_, expression) = part else { continue };
        let checked = Expression::parse(expression).ok().and_then(|parsed| parsed.check(scope).ok());
        reads.extend(checked.iter().flat_map(Checked::reads).filter_map(|read| read.field));
    }
    reads
}

/// Prints the message for these values, escaped.
pub(super) fn render(
    text: &str,
    scope: &Scope<'_>,
    values: ScopeValues<'_>,
    place: Option<Operand<'_>>,
) -> String {
    let mut message = String::with_capacity(text.len());
    for part in TemplateParts::new(text).flatten() {
        match part {
            TemplatePart::Text(text) => _ = write!(message, "{}", escape::plain(text)),
            TemplatePart::Expression(_, expression) => {
                let parsed = Expression::parse(expression).ok();
                let checked = parsed.and_then(|parsed| parsed.check_with_type(scope).ok());
                let shown = checked.as_ref().and_then(|(checked, declared)| {
                    let value = checked.evaluate_at(values, place).result.ok()?;
                    Some(checked.show(value, declared.as_ref()).to_string())
                });
                message.push_str(shown.as_deref().unwrap_or(NOT_KNOWN));
            }
        }
    }
    message
}
