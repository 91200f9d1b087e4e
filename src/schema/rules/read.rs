//! The items of `config_rules` as they are written.

use super::super::advice::place_type;
use super::super::fields::once_each;
use super::errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::types::Key;
use confc_core::expr::Scope;
use confc_core::rules::{RulePart, RuleText};

/// The attributes of a rule.
pub(super) const ATTRIBUTES: &[&str] = &["check", "for", "message", "name"];

/// A rule as it is written, each attribute a string.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenRule<'d> {
    /// The whole of it.
    pub(super) item: Node<'d>,
    pub(super) check: Node<'d>,
    pub(super) places: Option<Node<'d>>,
    pub(super) message: Option<Node<'d>>,
    pub(super) name: Option<Node<'d>>,
}

impl<'d> WrittenRule<'d> {
    /// Reads an item, which is an object. `None` where something is wrong, which is reported.
    pub(super) fn read(item: Node<'d>, report: &mut Report) -> Option<Self> {
        let (mut check, mut places, mut message, mut name) = (None, None, None, None);
        let mut whole = item.kind() == Kind::Object;
        for (key, value) in once_each(item) {
            let slot = match key.text() {
                "check" => &mut check,
                "for" => &mut places,
                "message" => &mut message,
                "name" => &mut name,
                _ if key.kind() == Kind::Invalid => continue,
                // The error at the condition says what to do with its consequence.
                "then" | "else" if item.get("if").is_some() || item.get("when").is_some() => continue,
                _ => {
                    report.push(errors::unknown_attribute(key));
                    whole = false;
                    continue;
                }
            };
            match value.kind() {
                Kind::String if !value.text().is_empty() => *slot = Some(value),
                Kind::Invalid => whole = false,
                Kind::String
                | Kind::Null
                | Kind::True
                | Kind::False
                | Kind::Number
                | Kind::Array
                | Kind::Object => {
                    report.push(errors::wrong_attribute(key, value));
                    whole = false;
                }
            }
        }
        if let Some(name) = name
            && let Err(error) = Key::check(name.text())
        {
            report.push(super::super::errors::bad_key(name, "name of a rule", error));
            whole = false;
        }
        if check.is_none() && whole {
            report.push(errors::no_check(item));
        }
        Some(Self { item, check: check.filter(|_| whole)?, places, message, name })
    }

    /// Its texts.
    pub(super) fn text(&self) -> RuleText {
        let mut text = RuleText::new(self.check.text());
        text.places = self.places.map(|node| node.text().into());
        text.message = self.message.map(|node| node.text().into());
        text.name = self.name.and_then(|node| Key::new(node.text()).ok());
        text
    }

    /// What names mean in it, with `self` where it has places that are known.
    pub(super) fn scope<'s>(&self, names: &Scope<'s>) -> Scope<'s> {
        let ty = self.places.and_then(|places| place_type(places.text(), names));
        ty.map_or(*names, |ty| names.with_self(ty, false))
    }

    /// The text that has a mistake.
    pub(super) fn part(&self, part: RulePart) -> Node<'d> {
        let node = match part {
            RulePart::Check => Some(self.check),
            RulePart::For => self.places,
            RulePart::Message => self.message,
        };
        node.unwrap_or(self.item)
    }
}
