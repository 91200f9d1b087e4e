//! Rules: `config_rules` of a manifest, checked against its fields, and reported if values break them.

mod broken;
mod check;
mod codes;
mod errors;
mod explanation;
mod limits;
mod literal;
mod names;
mod places;
mod read;
mod refused;
mod source;
mod warnings;

pub use broken::{OperandOrigins, RuleSources, report_broken, with_path};
pub(super) use check::check;
pub use check::{check_rules_over, first_of_each, rules_of};
pub(crate) use errors::RULE_ATTRIBUTES;
pub use explanation::{BrokenBy, OperandOrigin};
pub use limits::{RuleBudget, definitions_too_costly, definitions_too_large, definitions_too_long};
pub use literal::{bare_names, not_replaced};
pub use names::{RuleNames, UnknownName};
pub use refused::{refused_definition, refused_expression};
pub use source::{CanonicalRules, RuleSource};
pub use warnings::numbers_differ;
