//! The table of a typed client: a schema as data that a runtime in any language interprets.

mod pattern_assertion;
pub mod pattern_states;
mod pattern_syntax;
