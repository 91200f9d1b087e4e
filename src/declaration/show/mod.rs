//! Declarations for people and tools: text, JSON, JSON5.
//!
//! All three are stable: tests and `diff` read them. None contains the value of a sensitive field.

mod json;
mod json5;
mod json_text;
mod text;

pub use json::json;
pub(crate) use json::{
    ShownField, ShownRule, ShownSource, json_value, shown_field, shown_rule, shown_source,
};
pub(crate) use json_text::json_of;
pub use json5::{NotShown, json5, json5_values};
pub use text::{TextOptions, text};

use crate::types::Value;

/// The values that are shown with the fields.
#[derive(Debug, Clone, Copy, Default)]
pub enum ShownValues<'a> {
    /// No values: a declaration is shown.
    #[default]
    None,
    /// The values of a value file: one for each field, in order.
    Loaded(&'a [Value]),
    /// The values of a value file without its declaration. The declaration comes from the embedded schema, which does
    /// not know the source of values.
    Standalone(&'a [Value]),
}

impl<'a> ShownValues<'a> {
    /// One value for each field, in order.
    #[must_use]
    pub fn list(self) -> Option<&'a [Value]> {
        match self {
            Self::None => None,
            Self::Loaded(values) | Self::Standalone(values) => Some(values),
        }
    }

    /// Whether the declaration knows the source of values.
    fn is_source_known(self) -> bool {
        !matches!(self, Self::Standalone(_))
    }
}
