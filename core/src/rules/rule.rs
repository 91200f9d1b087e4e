//! Rules as text and as checked conditions.

use super::scope::RuleScope;
use crate::expr::Checked;
use crate::types::Key;
use std::sync::Arc;

/// A rule, parsed and checked.
#[derive(Debug, Clone)]
pub(super) struct CompiledRule {
    pub(super) scope: Option<RuleScope>,
    pub(super) check: Checked,
}

/// A rule as written on the wire or in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleText {
    /// The condition that must hold.
    pub check: Box<str>,
    /// The places where it must hold: `for`.
    pub places: Option<Box<str>>,
    /// The message if it is broken.
    pub message: Option<Box<str>>,
    /// The name of the rule.
    pub name: Option<Key>,
}

impl RuleText {
    /// A rule with only a check.
    #[must_use]
    pub fn new(check: &str) -> Self {
        Self { check: check.into(), ..Self::default() }
    }

    /// Splits canonical text into places and check. Places contain no space and no `:`.
    #[must_use]
    pub fn from_canonical(text: &str) -> Self {
        let is_of_places = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '.' | '[' | ']' | '`');
        let end = text.find(|c| !is_of_places(c)).unwrap_or(text.len());
        match text.split_at_checked(end) {
            Some((places, rest)) if !places.is_empty() && rest.starts_with(PLACES_END) => {
                let check = rest.get(PLACES_END.len()..).unwrap_or_default();
                Self { places: Some(places.into()), ..Self::new(check) }
            }
            Some(_) | None => Self::new(text),
        }
    }
}

/// A rule that fits the fields of its schema.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The canonical text, with its scope.
    pub(super) text: Box<str>,
    /// The start of the check in the text.
    pub(super) check_at: u32,
    pub(super) message: Option<Box<str>>,
    pub(super) name: Option<Key>,
    pub(super) cost: u64,
    /// The compiled rule; `None` if no memory was left for it.
    pub(super) compiled: Option<Arc<CompiledRule>>,
}

/// Rules are equal if their texts, messages and names are, since these determine the rest.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.message == other.message && self.name == other.name
    }
}

impl Rule {
    /// Its canonical text, with its `for`: `ranges[]: self.first <= self.last`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The canonical text of its check alone.
    #[must_use]
    pub fn check(&self) -> &str {
        self.text.get(self.check_at as usize..).unwrap_or_default()
    }

    /// The places where the rule must hold; `None` for a rule about the fields as a whole.
    #[must_use]
    pub fn places(&self) -> Option<&str> {
        let size = (self.check_at as usize).checked_sub(PLACES_END.len())?;
        self.text.get(..size)
    }

    /// The message if the rule is broken, with `${…}` as written.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> Option<&Key> {
        self.name.as_ref()
    }

    /// The most steps that the rule takes: at most [`MAX_RULES_COST`](super::MAX_RULES_COST).
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The name of the rule, or its canonical text if it has no name.
    #[must_use]
    pub fn id(&self) -> &str {
        self.name.as_ref().map_or(&self.text, Key::as_str)
    }
}

/// The separator of places and check in canonical text.
pub(super) const PLACES_END: &str = ": ";

/// The rules of a schema, in ascending byte order of their canonical texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rules {
    pub(super) list: Box<[Rule]>,
    pub(super) cost: u64,
}

impl Rules {
    /// All rules.
    #[must_use]
    pub fn list(&self) -> &[Rule] {
        &self.list
    }

    /// Whether there are no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The most steps of all rules: at most [`MAX_RULES_COST`](super::MAX_RULES_COST).
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;
    use crate::types::Key;

    #[test]
    fn rules_are_equal_by_text_message_and_name() {
        let rule = |text: &str, message: Option<&str>, name: Option<&str>| Rule {
            text: text.into(),
            check_at: 0,
            message: message.map(Into::into),
            name: name.map(|name| Key::new(name).unwrap()),
            cost: 1,
            compiled: None,
        };
        let one = rule("a > 1", Some("m"), Some("n"));
        assert_eq!(one, Rule { cost: 2, ..one.clone() });
        for other in [
            rule("a > 2", Some("m"), Some("n")),
            rule("a > 1", Some("other"), Some("n")),
            rule("a > 1", None, Some("n")),
            rule("a > 1", Some("m"), Some("o")),
            rule("a > 1", Some("m"), None),
        ] {
            assert_ne!(one, other);
        }
    }
}
