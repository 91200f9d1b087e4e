//! The limits of a schema, each with a test on both sides.

/// The longest field key, alias or variant name, in bytes (RFC-0146: `CONFIG_KEY_MAX_SIZE`).
pub const MAX_KEY_SIZE: usize = 64;

/// The most fields a schema may hold, members of structs included.
pub const MAX_FIELDS: usize = 1_000_000;

/// How deep types may nest; a field's own type is level 1.
pub const MAX_LEVELS: usize = 8;

/// The longest pattern, in bytes.
pub const MAX_PATTERN_SIZE: usize = 1024;

/// The most memory a compiled pattern may take, in bytes.
pub const MAX_PATTERN_MEMORY: usize = 64 << 10;

/// What `"MAX"` stands for in `max_size` and `max_count`, and the largest `count`.
pub const MAX_BOUND: u32 = u32::MAX;

/// How deep the lists and maps of one section may nest: a document nests at most 128 deep, and the
/// manifest's own object around the section is one of them.
pub const MAX_DATUM_DEPTH: usize = 127;

/// The largest declaration or value file, in bytes: 64 MiB.
pub const MAX_ENCODED_SIZE: usize = 64 << 20;
