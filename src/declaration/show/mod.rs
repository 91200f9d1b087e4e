//! A declaration for people and for tools: text, JSON, JSON5.
//!
//! All three are stable: tests and `diff` read them. Values of sensitive fields are in none of them.

mod json;
mod json5;
mod text;

pub use json::json;
pub(crate) use json::{
    ShownField, ShownRule, ShownSource, json_value, shown_field, shown_rule, shown_source,
};
pub use json5::{NotShown, json5, json5_values};
pub use text::{TextOptions, text};

use crate::types::Value;

/// The values to show beside the fields.
#[derive(Debug, Clone, Copy, Default)]
pub enum ShownValues<'a> {
    /// None: a declaration is shown.
    #[default]
    None,
    /// Those of a value file: one a field, in the order of the fields.
    Loaded(&'a [Value]),
    /// Those of a value file that is shown alone: the declaration was made from its embedded schema, which does not
    /// say where values come from.
    Standalone(&'a [Value]),
}

impl<'a> ShownValues<'a> {
    /// One value a field, in the order of the fields.
    #[must_use]
    pub fn list(self) -> Option<&'a [Value]> {
        match self {
            Self::None => None,
            Self::Loaded(values) | Self::Standalone(values) => Some(values),
        }
    }

    /// Whether the declaration says where values come from.
    fn is_source_known(self) -> bool {
        !matches!(self, Self::Standalone(_))
    }
}
