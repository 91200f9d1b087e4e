//! Changes to a user's text that leave the rest of it alone.
//!
//! A change is computed on values, not on text: [`trees`] makes a tree of each document of a resource, in which
//! every value knows where it is; whoever changes them hands them to [`rewrite`], which finds the few bytes
//! that must change, changes them, reads the result again and refuses what is not what was meant. A text inside
//! a string of the resource is a resource of its own, and [`rewrite_within`] puts it back.
//!
//! The one change that does not leave the layout alone is [`format`](format()), which is about nothing else.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::edit::{SyntaxOrigin, rewrite, trees};
//! use confc::pointer::{Data, Pointer};
//! use confc::syntax::{Format, parse_lossless};
//! use confc::text::Sources;
//!
//! let text = "# the service\nname: echo   # as in DNS\nports: [80]\nsince: 2024-01-31\n";
//! let source = Sources::new().add("service.yaml".into(), text.into(), None);
//! let resource = parse_lossless(Format::Yaml, &source, &mut Report::new()).unwrap();
//! let mut wanted = trees(&resource).unwrap();
//! let name = wanted[0].at_mut(&Pointer::parse("/name").unwrap()).unwrap();
//! (name.mark, name.data) = (SyntaxOrigin::New(None), Data::String("yes".into()));
//! let rewritten = rewrite(&resource, &wanted).unwrap();
//! assert_eq!(rewritten.text, text.replace("echo", "\"yes\""));
//! ```

mod findings;
mod format;
mod patching;
pub mod policy;
mod refusal;
mod rewrite;
pub mod set;
mod tree;

pub use format::{Formatted, NotFormatted, format};
pub use patching::Patching;
pub use refusal::{Reason, Refusal};
pub use rewrite::{Rewritten, Splice, rewrite, rewrite_all_within, rewrite_within};
pub use tree::{SyntaxOrigin, trees};

use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Format, Node};
use crate::text::Span;
use std::collections::BTreeMap;

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
    /// The name of the file, with `#` and the pointer to the string after it where it is one.
    pub name: String,
    /// What it is written in.
    pub format: Format,
    /// What it has become.
    pub text: String,
    /// Its values, each with the place where it was written: in the file, or in what changes it.
    pub values: Tree<Option<Span>>,
}

impl EditedDocument {
    /// Where each key and value of the changed text was written, by its place in that text. `document` is that text,
    /// read.
    #[must_use]
    pub fn places(&self, document: &Document) -> BTreeMap<Span, Span> {
        let mut places = BTreeMap::new();
        if let Some(root) = document.root() {
            note(root, &self.values, &mut places);
        }
        places
    }
}

/// Notes where a value was written, and all that lies in it. Documents nest no deeper than they may.
fn note(node: Node<'_>, value: &Tree<Option<Span>>, places: &mut BTreeMap<Span, Span>) {
    if let Some(written) = value.mark {
        places.insert(node.span(), written);
    }
    match &value.data {
        Data::Object(members) => {
            for (key, node) in node.members() {
                let Some(value) = members.get(key.text()) else { continue };
                if let Some(written) = value.mark {
                    places.insert(key.span(), written);
                }
                note(node, value, places);
            }
        }
        Data::Array(elements) => {
            node.elements().zip(elements).for_each(|(node, value)| note(node, value, places));
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}
