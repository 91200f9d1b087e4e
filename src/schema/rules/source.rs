//! The places of rules in texts.

use crate::syntax::Node;
use crate::text::{Source, Sources, Span, narrow};
use confc_core::expr::TextSpan;
use confc_core::rules::Rule;
use std::collections::HashMap;
use std::sync::Arc;

/// The place of a rule's check.
#[derive(Debug, Clone)]
pub enum RuleSource<'d> {
    /// A string in a manifest.
    Written(Node<'d>),
    /// A source that contains the canonical text of the rule, from this byte on.
    Canonical(Arc<Source>, u32),
}

impl RuleSource<'_> {
    /// The place of a part of the check.
    #[must_use]
    pub fn span(&self, part: TextSpan) -> Span {
        let part = part.range();
        match self {
            Self::Written(node) => node.span_of_text(part),
            Self::Canonical(source, at) => source.span(at + narrow(part.start), at + narrow(part.end)),
        }
    }

    /// The text of a part of the check.
    #[must_use]
    pub fn text(&self, part: TextSpan) -> &str {
        match self {
            Self::Written(node) => node.text().get(part.range()).unwrap_or_default(),
            Self::Canonical(source, _) => source.slice(self.span(part)),
        }
    }

    /// The text of the whole check.
    #[must_use]
    pub fn check(&self) -> &str {
        match self {
            Self::Written(node) => node.text(),
            Self::Canonical(source, _) => source.slice(self.whole()),
        }
    }

    /// The place of the whole check.
    #[must_use]
    pub fn whole(&self) -> Span {
        match self {
            Self::Written(node) => node.span_of_text(0..node.text().len()),
            Self::Canonical(source, at) => source.span(*at, narrow(source.text().len())),
        }
    }
}

/// Makes sources for rules without a text: those of a compiled declaration.
#[derive(Debug)]
pub struct CanonicalRules<'s> {
    declaration: &'s str,
    sources: &'s mut Sources,
    /// The sources, by canonical text.
    known: HashMap<Box<str>, Arc<Source>>,
}

impl<'s> CanonicalRules<'s> {
    /// The sources for rules of the declaration with this name.
    #[must_use]
    pub fn new(declaration: &'s str, sources: &'s mut Sources) -> Self {
        Self { declaration, sources, known: HashMap::new() }
    }

    /// The source of a rule, the same in each call.
    pub fn source<'d>(&mut self, rule: &Rule) -> RuleSource<'d> {
        let Self { declaration, sources, known } = self;
        let source = known.entry(rule.text().into()).or_insert_with(|| {
            let name = rule.name().map_or_else(|| "a rule".into(), |name| format!("rule `{name}`"));
            sources.add_plain(format!("{name} of {declaration}"), rule.text().into())
        });
        RuleSource::Canonical(Arc::clone(source), narrow(rule.text().len() - rule.check().len()))
    }
}
