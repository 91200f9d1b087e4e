//! Rules: `config_rules` of a manifest, checked against its fields, and what is said of one that values break.

mod broken;
mod check;
mod errors;
mod limits;
mod literal;
mod places;
mod read;
mod source;
mod warnings;

pub use broken::{BrokenBy, OperandOrigin, OperandOrigins, RuleSources, report_broken, with_path};
pub(super) use check::check;
pub use check::{RuleNames, UnknownName, check_rules_over, first_of_each, rules_of};
pub use errors::{refused_definition, refused_expression};
pub use limits::{RuleBudget, definitions_too_costly, definitions_too_large, definitions_too_long};
pub use literal::{bare_names, not_replaced};
pub use source::{CanonicalRules, RuleSource};
pub use warnings::numbers_differ;
