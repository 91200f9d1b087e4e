//! The table of a typed client: a schema as data that a runtime in any language interprets.

mod pattern_assertion;
pub mod pattern_states;
mod pattern_syntax;
pub mod rule_code;
mod rule_constants;
pub mod rule_operation;

pub use rule_constants::RuleConstants;
