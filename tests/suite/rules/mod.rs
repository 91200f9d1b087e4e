//! Rules over schemas and values.

mod laws;
