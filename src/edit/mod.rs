//! Changes parts of a user's text, and keeps every other byte.
//!
//! A change is computed on values, not on text. [`trees`] makes a tree of each document of a resource, in which every
//! value knows its place. The caller changes the trees and gives them to [`rewrite`](rewrite()), which changes the few
//! bytes that must change, parses the result, and refuses it if it differs from the trees. A text inside a string of the
//! resource is a separate resource, and [`rewrite_within`] puts it back.
//!
//! Only [`format`](format()) changes the layout, and nothing else.
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
pub mod fixes;
mod format;
mod hunks;
mod patching;
pub mod policy;
mod refusal;
mod rewrite;
pub mod set;
mod tree;

pub use format::{Formatted, NotFormatted, format};
pub use patching::Patching;
pub use refusal::{Reason, Refusal};
pub(crate) use rewrite::written_key;
pub use rewrite::{Rewritten, Splice, rewrite, rewrite_all_within, rewrite_within};
pub use tree::{SyntaxOrigin, trees};

use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Format, Node};
use crate::text::Span;
use std::collections::BTreeMap;

/// A changed text.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The whole text.
    pub text: String,
    /// The changed documents.
    pub documents: Vec<EditedDocument>,
}

/// A changed document: the whole text, or the text of a string in it.
#[derive(Debug, Clone)]
pub struct EditedDocument {
    /// The name of the file; for a string, with `#` and its pointer.
    pub name: String,
    /// The format of the text.
    pub format: Format,
    /// The new text.
    pub text: String,
    /// Its values, each with the place where it was written: in the file, or in the change.
    pub values: Tree<Option<Span>>,
}

impl EditedDocument {
    /// Returns the places where each key and value of the changed text was written, by their places in that text.
    /// `document` is the parsed text.
    #[must_use]
    pub fn places(&self, document: &Document) -> BTreeMap<Span, Span> {
        let mut places = BTreeMap::new();
        if let Some(root) = document.root() {
            note(root, &self.values, &mut places);
        }
        places
    }
}

/// Records the places of a value and everything in it. Recursion is limited by the depth of documents.
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
