//! Reads the items of `config_rules`.

use super::super::advice::place_type;
use super::super::fields::once_each;
use super::errors;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::types::Key;
use confc_core::expr::Scope;
use confc_core::rules::{RulePart, RuleText};

/// A written rule, whose attributes are strings. It has a check.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenRule<'d> {
    /// The whole item.
    pub(super) item: Node<'d>,
    pub(super) check: Node<'d>,
    pub(super) places: Option<Node<'d>>,
    pub(super) message: Option<Node<'d>>,
    pub(super) name: Option<Node<'d>>,
    /// Whether all attributes are valid.
    pub(super) is_whole: bool,
}

impl<'d> WrittenRule<'d> {
    /// Reads an item, and reports mistakes in its attributes. `None` if it has no check, or if the places of the rule are
    /// unknown.
    pub(super) fn read(item: Node<'d>, report: &mut Report) -> Option<Self> {
        let (mut check, mut places, mut message, mut name) = (None, None, None, None);
        let (mut whole, mut has_places) = (item.kind() == Kind::Object, true);
        for (key, value) in once_each(item) {
            let slot = match key.text() {
                "check" => &mut check,
                "for" => &mut places,
                "message" => &mut message,
                "name" => &mut name,
                _ if key.kind() == Kind::Invalid => continue,
                // The error at the condition has the help for its consequence.
                "then" | "else" if item.get("if").is_some() || item.get("when").is_some() => continue,
                _ => {
                    report.push(errors::unknown_attribute(key));
                    has_places &= errors::meant_attribute(key.text()) != Some("for");
                    whole = false;
                    continue;
                }
            };
            match value.kind() {
                Kind::String if !value.text().is_empty() => *slot = Some(value),
                Kind::Invalid => {
                    has_places &= key.text() != "for";
                    whole = false;
                }
                Kind::String
                | Kind::Null
                | Kind::True
                | Kind::False
                | Kind::Number
                | Kind::Array
                | Kind::Object => {
                    report.push(errors::wrong_attribute(key, value));
                    has_places &= key.text() != "for";
                    whole = false;
                }
            }
        }
        if let Some(name) = name
            && let Err(error) = Key::check(name.text())
        {
            report.push(super::super::errors::bad_key(name, "rule name", error));
            whole = false;
        }
        if check.is_none() && whole {
            report.push(errors::no_check(item));
        }
        let check = check.filter(|_| has_places)?;
        Some(Self { item, check, places, message, name, is_whole: whole })
    }

    /// The texts of the rule.
    pub(super) fn text(&self) -> RuleText {
        let mut text = RuleText::new(self.check.text());
        text.places = self.places.map(|node| node.text().into());
        text.message = self.message.map(|node| node.text().into());
        text.name = self.name.and_then(|node| Key::new(node.text()).ok());
        text
    }

    /// The names that it may read, with `self` if its places are known.
    pub(super) fn scope<'s>(&self, names: &Scope<'s>) -> Scope<'s> {
        let ty = self.places.and_then(|places| place_type(places.text(), names));
        ty.map_or(*names, |ty| names.with_self(ty, false))
    }

    /// The node of a part.
    pub(super) fn part(&self, part: RulePart) -> Node<'d> {
        let node = match part {
            RulePart::Check => Some(self.check),
            RulePart::For => self.places,
            RulePart::Message => self.message,
        };
        node.unwrap_or(self.item)
    }
}
