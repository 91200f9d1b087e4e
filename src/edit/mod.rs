//! Changes to a user's text that leave the rest of it alone.

mod errors;
mod patching;
pub mod policy;
pub mod set;

pub use patching::Patching;

use crate::formats::Format;
use crate::resource::Syntax;

/// A text that was changed.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The whole text.
    pub text: String,
    /// The documents that were changed, by themselves.
    pub documents: Vec<EditedDocument>,
}

/// A document that was changed: the whole text, or one that a string in it holds.
#[derive(Debug, Clone)]
pub struct EditedDocument {
    /// The name of the file, with `#` and the pointer to the string behind it where it is one.
    pub name: String,
    /// What it is written in.
    pub format: Format,
    /// What it has become.
    pub text: String,
}

/// What a text of this syntax is as a layer of values.
fn format_of(syntax: Syntax) -> Format {
    match syntax {
        Syntax::Json | Syntax::Json5 => Format::Json5,
        Syntax::Yaml => Format::Yaml,
    }
}
