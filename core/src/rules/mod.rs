//! Rules: conditions that the values of a schema must meet together.
//!
//! A rule is a bool over fields ([`expr`](crate::expr)). Its `for` names the places where it must hold, and its message
//! is for the author of values that break it. [`RuleChecker`] checks rules against the fields, for the compiler and for
//! the reader of declarations; [`Rules::broken`] evaluates all rules on values.
//!
//! The wire format and the checksum contain the canonical text of a rule, with its `for`. The rules of a schema are in
//! ascending byte order of their texts, each once. The text is also the name of a rule without one.

mod check;
mod error;
mod evaluate;
mod scope;
mod template;
mod view;

pub use crate::expr::{DifferingUnits, FaultKind, RepeatedConstraint};
pub use crate::text::numeral::steps;
pub use check::{RuleChecker, RuleLowering};
pub use error::{RuleError, RuleErrorKind, RulePart};
pub use evaluate::{BrokenPlace, BrokenPlaces, BrokenRule, RuleOutcome};
pub use evaluate::{ReadyRule, RuleVerdict};
pub use scope::ScopeStep;
pub use scope::{PlaceStep, ScopeError};
pub use template::{MAX_MESSAGE_EXPRESSIONS, MAX_MESSAGE_SIZE};
pub use view::{MessageView, RuleView};

use crate::types::Key;
use check::CompiledRule;
use std::sync::Arc;

/// The most steps that a rule may take for the largest values, with its message and for all places of its `for`: see
/// [`Checked::cost`](crate::expr::Checked::cost).
pub const MAX_RULE_COST: u64 = 100_000;

/// The most steps of all rules of a schema.
pub const MAX_RULES_COST: u64 = 1_000_000;

/// The memory for checking rules and for keeping them compiled, in bytes: 4 MiB. Further rules are compiled from their
/// text whenever they are evaluated, in time linear in that text.
pub const MAX_RULES_MEMORY: usize = 4 << 20;

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
    text: Box<str>,
    /// The start of the check in the text.
    check_at: u32,
    message: Option<Box<str>>,
    name: Option<Key>,
    cost: u64,
    /// The compiled rule; `None` if no memory was left for it.
    compiled: Option<Arc<CompiledRule>>,
}

/// Rules are equal if their texts are, since the text determines the rest.
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

    /// The most steps that the rule takes: at most [`MAX_RULE_COST`].
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
const PLACES_END: &str = ": ";

/// The rules of a schema, in ascending byte order of their canonical texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rules {
    list: Box<[Rule]>,
    cost: u64,
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

    /// The most steps of all rules: at most [`MAX_RULES_COST`].
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost
    }
}
