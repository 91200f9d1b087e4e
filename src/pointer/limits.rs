//! The limits of trees and patches, each with a test on both sides.

/// How deep arrays and objects may nest; `[]` is 1 deep. As deep as a document may.
pub const MAX_DEPTH: usize = crate::syntax::limits::MAX_DEPTH;

/// How many keys and values the `copy` operations of a patch may bring in, all together. It stops patches of a
/// few lines that double a document over and over. What `add` and `replace` bring in, the patch itself holds.
pub const MAX_COPIED_NODES: usize = 1_000_000;

/// How many bytes of keys, strings and numerals the `copy` operations of a patch may bring in, all together:
/// 16 MiB.
pub const MAX_COPIED_TEXT: usize = 16 << 20;

/// How many elements of arrays the operations of a patch may move to make room or close a gap, and how many
/// nodes a `move` to a deeper place may be looked through for, all together.
pub const PATCH_BUDGET: usize = 1 << 27;

/// The largest document that holds patches, in bytes: 16 MiB. What a patch brings in becomes a tree, which takes many
/// times its size.
pub const MAX_PATCH_SIZE: u64 = 16 << 20;
