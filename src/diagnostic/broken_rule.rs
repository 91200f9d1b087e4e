//! Broken rules as data, beside the messages about them.

use crate::text::{Sources, Span};
use std::borrow::Cow;

/// A broken rule, with the values that it reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleDetail {
    /// Its canonical text, without `for`.
    pub check: String,
    /// Its name.
    pub name: Option<String>,
    /// The places where it must hold: `ranges[]`.
    pub places: Option<String>,
    /// The place where it is broken: `ranges[1]`.
    pub place: Option<String>,
    /// The values that it reads, the one that was set last first.
    pub operands: Vec<OperandDetail>,
}

/// A value that a broken rule reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandDetail {
    /// Its path: `comfort.low`.
    pub path: String,
    /// The value of a scalar as in messages, without backquotes; `None` for other values and sensitive ones.
    pub value: Option<String>,
    /// Whether it is sensitive.
    pub is_secret: bool,
    /// Whether it is the default.
    pub is_default: bool,
    /// The span of its literal.
    pub span: Option<Span>,
}

impl RuleDetail {
    /// The spans of all operands.
    pub(super) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        self.operands.iter_mut().filter_map(|operand| operand.span.as_mut())
    }

    /// Removes values with hidden literals.
    pub(super) fn remove_hidden(&mut self, sources: &Sources) {
        for operand in &mut self.operands {
            let hidden = operand.span.is_some_and(|span| {
                sources.of(span).is_some_and(|source| matches!(source.shown(span), Cow::Owned(_)))
            });
            if hidden {
                operand.value = None;
            }
        }
    }
}
