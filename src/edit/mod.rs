//! Changes to a user's text that leave the rest of it alone.
//!
//! A change is computed on values, not on text: [`trees`] makes a tree of each document of a resource, in which
//! every value knows where it stands; whoever changes them hands them to [`rewrite`], which finds the few bytes
//! that must change, changes them, reads the result again and refuses what is not what was meant. A text inside
//! a string of the resource is a resource of its own, and [`rewrite_within`] puts it back.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::edit::{Mark, rewrite, trees};
//! use confc::pointer::{Data, Pointer};
//! use confc::resource::{Resource, Syntax};
//! use confc::text::Sources;
//!
//! let text = "# the service\nname: echo   # as in DNS\nports: [80]\nsince: 2024-01-31\n";
//! let source = Sources::new().add("service.yaml".into(), text.into(), None);
//! let resource = Resource::read(Syntax::Yaml, &source, &mut Report::new()).unwrap();
//! let mut wanted = trees(&resource).unwrap();
//! let name = wanted[0].at_mut(&Pointer::parse("/name").unwrap()).unwrap();
//! (name.mark, name.data) = (Mark::New(None), Data::String("yes".into()));
//! let rewritten = rewrite(&resource, &wanted).unwrap();
//! assert_eq!(rewritten.text, text.replace("echo", "\"yes\""));
//! ```

mod errors;
mod patching;
pub mod policy;
mod refusal;
mod rewrite;
pub mod set;
mod tree;

pub use patching::Patching;
pub use refusal::{Reason, Refusal};
pub use rewrite::{Rewritten, Splice, rewrite, rewrite_all_within, rewrite_within};
pub use tree::{Mark, trees};

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
