//! The table of typed clients: a runtime in the tests interprets it, and the core is the oracle.

mod pattern_states;
mod pattern_texts;
mod rule_code;
mod rule_runtime;
