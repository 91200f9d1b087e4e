//! Rules: conditions that the values of a schema must satisfy together.
//!
//! A rule is a bool over fields ([`expr`](crate::expr)). Its `for` names the places where it must hold, and its message
//! explains to the author of values why they break it. [`RuleChecker`] checks rules against the fields, for the
//! compiler and for the reader of declarations; [`Rules::broken`] evaluates all rules on values.
//!
//! The wire format and the checksum contain the canonical text of a rule, with its `for`. The rules of a schema are in
//! ascending byte order of their texts, each once. A rule without a name is named by its text.

mod check;
mod error;
mod evaluate;
mod limits;
mod names;
mod rule;
mod scope;
mod template;
mod view;

pub use crate::expr::{DifferingUnits, FaultKind, RepeatedConstraint};
pub use crate::text::numeral::steps;
pub use check::{RuleChecker, RuleLowering};
pub use error::{RuleError, RuleErrorKind, RulePart};
pub use evaluate::{BrokenPlace, BrokenPlaces, BrokenRule, ReadyRule, RuleOutcome, RuleVerdict};
pub use limits::{MAX_MESSAGE_EXPRESSIONS, MAX_MESSAGE_SIZE, MAX_RULES_COST, MAX_RULES_MEMORY};
pub use names::RuleTextNames;
pub use rule::{Rule, RuleText, Rules};
pub use scope::{PlaceStep, ScopeError, ScopeStep};
pub use view::{MessageView, RuleView};
