//! Names in rules about which the caller has more information than the fields.

use crate::syntax::Node;
use crate::text::suggest::Suggestions;

/// Information of the caller about names in rules.
pub trait RuleNames<'d> {
    /// Whether an undeclared input of this item has been reported.
    fn is_reported(&mut self, item: Node<'d>, input: &str) -> bool;

    /// Whether the declaration of this field has a mistake, which has been reported.
    fn is_damaged(&self, _field: &str) -> bool {
        false
    }

    /// The message for an unknown name, if it should name something else than a field.
    fn unknown(&self, name: &str, suggestions: &mut Suggestions) -> Option<UnknownName>;
}

/// The message for an unknown name.
#[derive(Debug)]
pub struct UnknownName {
    /// The message, already escaped.
    pub message: String,
    /// The remedy, if it is known.
    pub help: Option<String>,
}
