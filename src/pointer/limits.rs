//! The limits of trees, each with a test on both sides.

/// How deep arrays and objects may nest; `[]` is 1 deep. As deep as a document may.
pub const MAX_DEPTH: usize = crate::json5::limits::MAX_DEPTH;
