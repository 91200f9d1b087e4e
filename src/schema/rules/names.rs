//! Names in rules that the caller knows more about than the fields say.

use crate::syntax::Node;
use crate::text::suggest::Suggestions;

/// Names in rules that the caller knows more about.
pub trait RuleNames<'d> {
    /// Whether an undeclared input of this item has been reported.
    fn is_told(&mut self, item: Node<'d>, input: &str) -> bool;

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
    /// The message, escaped already.
    pub message: String,
    /// The remedy, if it is known.
    pub help: Option<String>,
}
