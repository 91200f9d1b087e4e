//! The limits of trees and patches, each with a test on both sides.

/// The largest depth of arrays and objects; `[]` has depth 1. The same as for documents.
pub const MAX_DEPTH: usize = crate::syntax::limits::MAX_DEPTH;

/// The most keys and values that all `copy` operations of a patch may add. It stops patches of a few lines that double
/// a document again and again. Values of `add` and `replace` are in the patch itself.
pub const MAX_COPIED_NODES: usize = 1_000_000;

/// The most bytes of keys, strings and numerals that all `copy` operations of a patch may add: 16 MiB.
pub const MAX_COPIED_TEXT: usize = 16 << 20;

/// The most elements that all operations of a patch may shift in arrays, plus the nodes that a `move` to a deeper place
/// visits.
pub const PATCH_BUDGET: usize = 1 << 27;

/// The largest document with patches, in bytes: 16 MiB. The values of a patch become a tree, which takes many times its
/// size.
pub const MAX_PATCH_SIZE: u64 = 16 << 20;
