//! Messages of rules: text with `${expression}` in it.

use super::error::{RuleError, RuleErrorKind as Kind, RulePart};
use crate::expr::{Expression, Operand, Scope, TextSpan};
use crate::text::escape;
use crate::types::Value;
use std::fmt::Write as _;

/// The largest message, in bytes.
pub const MAX_MESSAGE_SIZE: usize = 1024;

/// The most `${…}` in a message.
pub const MAX_MESSAGE_EXPRESSIONS: usize = 16;

/// What stands in a message whose expression has no value.
const NOT_KNOWN: &str = "<not known>";

/// A part of a message.
enum MessagePart<'t> {
    Text(&'t str),
    /// An expression that begins at this byte.
    Expression(usize, &'t str),
}

/// Splits a message; each part comes once what is before it has been looked at.
struct MessageParts<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for MessageParts<'t> {
    type Item = Result<MessagePart<'t>, RuleError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if rest.starts_with("$${") {
            self.at += "$${".len();
            return Some(Ok(MessagePart::Text("${")));
        }
        if let Some(inner) = rest.strip_prefix("${") {
            let start = self.at + "${".len();
            let Some(size) = end_of_expression(inner) else {
                let open = TextSpan::new(self.at, start);
                self.at = self.text.len();
                return Some(Err(RuleError::new(RulePart::Message, open, Kind::MessageNotClosed)));
            };
            self.at = start + size + 1;
            return Some(Ok(MessagePart::Expression(start, inner.get(..size).unwrap_or_default())));
        }
        // Up to where one of the two above may begin.
        let dollar = rest.char_indices().skip(1).find(|(_, c)| *c == '$').map_or(rest.len(), |(at, _)| at);
        let (text, _) = rest.split_at_checked(dollar)?;
        self.at += dollar;
        Some(Ok(MessagePart::Text(text)))
    }
}

/// The position of the first `}` that is in no string.
fn end_of_expression(text: &str) -> Option<usize> {
    let (mut quote, mut is_escaped) = (None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'}') => return Some(at),
            (None, _) => {}
        }
    }
    None
}

/// Checks a message and gives the cost of its expressions.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn check(text: &str, scope: &Scope<'_>) -> Result<u64, RuleError> {
    let all = TextSpan::new(0, text.len());
    if text.len() > MAX_MESSAGE_SIZE {
        return Err(RuleError::new(RulePart::Message, all, Kind::MessageTooLarge { size: text.len() }));
    }
    let (mut cost, mut count) = (0u64, 0);
    for part in (MessageParts { text, at: 0 }) {
        let MessagePart::Expression(start, expression) = part? else { continue };
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

/// The message for these values, escaped.
pub(super) fn render(text: &str, scope: &Scope<'_>, values: &[Value], place: Option<Operand<'_>>) -> String {
    let mut message = String::with_capacity(text.len());
    for part in (MessageParts { text, at: 0 }).flatten() {
        match part {
            MessagePart::Text(text) => _ = write!(message, "{}", escape::plain(text)),
            MessagePart::Expression(_, expression) => {
                let parsed = Expression::parse(expression).ok();
                let checked = parsed.and_then(|parsed| parsed.check_with_type(scope).ok());
                let shown = checked.as_ref().and_then(|(checked, declared)| {
                    let value = checked.evaluate(values, place).result.ok()?;
                    Some(checked.show(value, declared.as_ref()).to_string())
                });
                message.push_str(shown.as_deref().unwrap_or(NOT_KNOWN));
            }
        }
    }
    message
}
