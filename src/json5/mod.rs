//! JSON5 text to a [`Document`]: a tree with a span on every key and value.
//!
//! The whole grammar of <https://spec.json5.org>, nothing beyond it. Reading never fails: mistakes go to the
//! report, the reader skips to the next place where it can go on, and the document holds what was understood.

mod document;
pub mod limits;

pub use document::{Document, Documentation, Kind, Members, Node, NodeId, Repeated, Values};
