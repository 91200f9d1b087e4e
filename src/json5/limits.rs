//! The limits of a document, each with a test on both sides.

/// The largest document, in bytes: 64 MiB. Larger ones are not read.
pub const MAX_SIZE: u64 = 64 << 20;

/// How deep arrays and objects may nest; `[]` is 1 deep.
pub const MAX_DEPTH: usize = 128;
