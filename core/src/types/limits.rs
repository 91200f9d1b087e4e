//! The limits of a schema, each with a test on both sides.

/// The longest key of a field, in bytes (RFC-0146: `CONFIG_KEY_MAX_SIZE`).
pub const MAX_KEY_SIZE: usize = 64;

/// The longest native name or alias of a field, in bytes.
pub const MAX_NATIVE_NAME_SIZE: usize = 256;

/// The longest name of a variant, in bytes. The checksum counts them in one byte.
pub const MAX_VARIANT_SIZE: usize = 255;

/// The most fields of a schema, members of structs included.
pub const MAX_FIELDS: usize = 1_000_000;

/// The deepest nesting of types; the type of a field is level 1.
pub const MAX_LEVELS: usize = 32;

/// The longest pattern, in bytes.
pub const MAX_PATTERN_SIZE: usize = 1024;

/// The most memory of a compiled pattern, in bytes.
pub const MAX_PATTERN_MEMORY: usize = 64 << 10;

/// The largest sum of the charges of all distinct patterns of a declaration, in bytes: 16 MiB.
///
/// A pattern is charged the smallest limit of 1, 2, 4, … 64 KiB within which it compiles. It is charged this limit
/// again for each group and for the whole match, since a match keeps places for every group in every state. A pattern
/// takes memory only after its first match: for each thread that matches at the same time, less than three times its
/// charge.
pub const MAX_PATTERNS_MEMORY: usize = 16 << 20;

/// The most stack that decoding a declaration and loading its values need, in bytes, on a 64-bit machine with
/// optimisation. Sections nest up to [`MAX_JSON_DEPTH`] deep, and reading, comparing and dropping them recurses.
/// Without optimisation, the stack is up to four times as large.
pub const LOADER_STACK: usize = 192 << 10;

/// The meaning of `"MAX"` in `max_size` and `max_count`, and the largest `count`.
pub const MAX_BOUND: u32 = u32::MAX;

/// The deepest nesting of lists and maps in one section. A document nests at most 128 deep, and the object of the
/// manifest around the section is one level of that.
pub const MAX_JSON_DEPTH: usize = 127;

/// The deepest nesting of arrays and objects in the value of a `json` type. They do not count as levels of types.
pub const MAX_JSON_LEVELS: usize = 64;

/// The fewest cases of a union.
pub const MIN_CASES: usize = 2;

/// The most cases of a union without a tag: literals have no more kinds.
pub const MAX_CASES: usize = 5;

/// The most cases of a union with a tag.
pub const MAX_TAGGED_CASES: usize = 256;

/// The largest declaration or value file, in bytes: 64 MiB.
pub const MAX_ENCODED_SIZE: usize = 64 << 20;
