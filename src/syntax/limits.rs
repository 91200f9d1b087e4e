//! The limits of documents, each with a test on both sides.

/// The largest document, in bytes: 64 MiB. Larger ones are not read.
pub const MAX_SIZE: u64 = 64 << 20;

/// The deepest nesting of arrays and objects in JSON5 and YAML; `[]` has depth 1.
pub const MAX_DEPTH: usize = 128;

/// The largest text that is read for a change, or for a text embedded in it, in bytes: 16 MiB. A change makes several
/// trees of the text, which take many times its size.
pub const MAX_EDITED_SIZE: u64 = 16 << 20;

/// The most keys and values in the targets of all aliases of a YAML document together. It refuses texts of a few lines
/// with billions of values.
pub const MAX_COPIED_NODES: usize = 100_000;

/// The most bytes of strings and numbers in the targets of all aliases of a YAML document together: 16 MiB.
pub const MAX_COPIED_TEXT: usize = 16 << 20;

/// The most documents in a text that may have several.
pub const MAX_DOCUMENTS: usize = 10_000;

/// The largest document in TOML, in bytes: 16 MiB. The crate that reads TOML makes tables of it that take many times
/// its size.
pub const MAX_TOML_SIZE: u64 = 16 << 20;

/// The deepest nesting of tables and arrays in TOML. The whole document has depth 1, and `[a.b]` makes it 3.
pub const MAX_TOML_DEPTH: usize = 80;
