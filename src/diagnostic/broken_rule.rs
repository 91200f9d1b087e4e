//! A broken rule as data, beside the sentences about it.

use crate::text::{Sources, Span};
use std::borrow::Cow;

/// The rule that a diagnostic is about, with the values that it reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleDetail {
    /// Its canonical text, without `for`.
    pub check: String,
    /// Its name.
    pub name: Option<String>,
    /// The places for which it must hold: `ranges[]`.
    pub places: Option<String>,
    /// The one of them where it is broken: `ranges[1]`.
    pub place: Option<String>,
    /// What it reads, first the value that was set last.
    pub operands: Vec<OperandDetail>,
}

/// A value that a broken rule reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandDetail {
    /// Its path: `comfort.low`.
    pub path: String,
    /// The value of a scalar as messages show it, without backquotes; `None` of others and of what is sensitive.
    pub value: Option<String>,
    /// Whether it is sensitive.
    pub is_secret: bool,
    /// Whether it is the default.
    pub is_default: bool,
    /// The place of its literal.
    pub span: Option<Span>,
}

impl RuleDetail {
    /// The places in it.
    pub(super) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        self.operands.iter_mut().filter_map(|operand| operand.span.as_mut())
    }

    /// Removes values whose literals are hidden.
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
