//! Loads the configuration of a component.

pub use confc_core::{client, declaration, plan, rules, types, values};
