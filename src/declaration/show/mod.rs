//! A declaration for people and for tools: text, JSON, JSON5.
//!
//! All three are stable: tests and `diff` read them. Values of sensitive fields are in none of them.

mod json;
mod json5;
mod text;

pub use json::json;
pub use json5::{SensitiveDefault, json5, json5_values};
pub use text::{TextOptions, text};
