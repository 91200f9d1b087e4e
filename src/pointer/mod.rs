//! JSON Pointers, trees that keep the origin of each node, and JSON Patches of such trees.
//!
//! A [`Pointer`] (RFC 6901) names a place in a document. A [`Tree`] is a JSON value whose nodes carry marks of the
//! caller's choice: a place in a text, an origin. A [`Patch`] (RFC 6902) changes a tree, and every node of the result
//! still has its origin. Nothing here knows of schemas or of text to be edited.
//!
//! ```
//! use confc::pointer::{Index, Pointer};
//!
//! let pointer = Pointer::parse("/paths/~1etc~1hosts/0").unwrap();
//! let tokens: Vec<&str> = pointer.tokens().iter().map(|token| token.as_str()).collect();
//! assert_eq!(tokens, ["paths", "/etc/hosts", "0"]);
//! assert_eq!(pointer.tokens()[2].index(), Ok(Index::At(0)));
//! assert_eq!(pointer.to_string(), "/paths/~1etc~1hosts/0");
//! ```

mod errors;
pub mod limits;
mod members;
mod numeral;
mod patch;
mod path;
mod tree;

pub(crate) use errors::pointer_of_path;
pub use errors::{invalid_pointer, not_found};
pub use members::OrderedMembers;
pub use numeral::same_number;
pub use patch::{
    Action, Allowance, Excess, Form, Missing, Operation, Patch, PatchError, PatchErrorKind, Reference,
    ValueSummary,
};
pub use path::{Index, NotIndex, Pointer, PointerError, PointerErrorKind, ReferenceToken};
pub use tree::{Data, Size, SourceSpans, Tree, TreeMembers};
