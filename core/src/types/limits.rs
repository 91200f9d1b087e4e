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

/// The most memory that all distinct patterns of a declaration may be charged together, in bytes: 16 MiB.
///
/// A pattern is charged the smallest of 1, 2, 4, … 64 KiB under which it compiles, and as much again for each
/// group in it and for the whole of it, since a match keeps places for every group in every state. A pattern
/// takes memory when it has been matched, less than three times what it is charged for each thread that
/// matches at the same time.
pub const MAX_PATTERNS_MEMORY: usize = 16 << 20;

/// The stack that decoding a declaration and loading its values need at most, in bytes, on a 64-bit machine and
/// compiled with optimisation: sections nest up to [`MAX_JSON_DEPTH`] deep, and are read, compared and dropped level
/// by level. Without optimisation it is up to four times as much.
pub const LOADER_STACK: usize = 192 << 10;

/// What `"MAX"` stands for in `max_size` and `max_count`, and the largest `count`.
pub const MAX_BOUND: u32 = u32::MAX;

/// How deep the lists and maps of one section may nest: a document nests at most 128 deep, and the
/// manifest's own object around the section is one of them.
pub const MAX_JSON_DEPTH: usize = 127;

/// The largest declaration or value file, in bytes: 64 MiB.
pub const MAX_ENCODED_SIZE: usize = 64 << 20;
