//! The limits of documents, each with a test on both sides.

/// The largest document, in bytes: 64 MiB. Larger ones are not read.
pub const MAX_SIZE: u64 = 64 << 20;

/// How deep arrays and objects may nest in JSON5 and YAML; `[]` is 1 deep.
pub const MAX_DEPTH: usize = 128;

/// The largest text that is read to be changed, or for a text that lies in it, in bytes: 16 MiB. What is changed
/// becomes a tree more than once, which takes many times its size.
pub const MAX_EDITED_SIZE: u64 = 16 << 20;

/// The most keys and values in the targets of all aliases of a YAML document together. It stops texts of a few lines that
/// mean billions of values.
pub const MAX_COPIED_NODES: usize = 100_000;

/// The most bytes of strings and numbers in the targets of all aliases of a YAML document together: 16 MiB.
pub const MAX_COPIED_TEXT: usize = 16 << 20;

/// How many documents a text may hold where it may hold several.
pub const MAX_DOCUMENTS: usize = 10_000;

/// The largest document in TOML, in bytes: 16 MiB. The crate that reads TOML makes tables of it that take many times
/// its size.
pub const MAX_TOML_SIZE: u64 = 16 << 20;

/// How deep tables and arrays may nest in TOML; the whole document is 1 deep, `[a.b]` makes it 3.
pub const MAX_TOML_DEPTH: usize = 80;
