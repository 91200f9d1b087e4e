//! The parts of a rule, for code that translates it into another language.

use super::rule::Rule;
use super::scope::ScopeStep;
use crate::expr::{Checked, Expression, Scope, TemplatePart, TemplateParts};
use crate::types::{EnumType, StructType, Type};

/// A rule with its compiled parts.
#[derive(Debug, Clone)]
pub struct RuleView<'r> {
    /// The condition that must hold.
    pub check: Checked,
    /// The steps to the places where it must hold; `None` for a rule about the fields as a whole.
    pub places: Option<Box<[ScopeStep]>>,
    /// Whether the places are sensitive, so that their indices must not be shown.
    pub is_place_secret: bool,
    /// The message if it is broken.
    pub message: Option<Vec<MessageView<'r>>>,
}

/// A part of a message.
#[derive(Debug, Clone)]
pub enum MessageView<'r> {
    /// Literal text.
    Text(&'r str),
    /// The value of an expression, with its enum if it has one.
    Value(Checked, Option<EnumType>),
}

impl Rule {
    /// The parts of the rule; `None` for other fields than those it was checked with.
    #[must_use]
    pub fn view(&self, fields: &StructType) -> Option<RuleView<'_>> {
        let compiled = self.compiled(Scope::new(fields))?;
        let names = compiled.names(Scope::new(fields));
        let part = |part| match part {
            TemplatePart::Text(text) => Some(MessageView::Text(text)),
            TemplatePart::Expression(_, text) => {
                let (checked, declared) = Expression::parse(text).ok()?.check_with_type(&names).ok()?;
                let variants = if let Some(Type::Enum(variants)) = declared { Some(variants) } else { None };
                Some(MessageView::Value(checked, variants))
            }
        };
        let scope = compiled.scope.as_ref();
        let message =
            self.message().map(|text| TemplateParts::new(text).flatten().filter_map(part).collect());
        Some(RuleView {
            check: compiled.check.clone(),
            places: scope.map(|scope| scope.way().into()),
            is_place_secret: scope
                .and_then(|scope| scope.places(fields))
                .is_some_and(|places| places.is_secret),
            message,
        })
    }
}
