//! The limits of expressions.

/// The largest source text, in bytes. It is checked before anything else.
pub const MAX_SOURCE_SIZE: usize = 8192;

/// The largest canonical text, in bytes.
pub const MAX_CANONICAL_SIZE: usize = 1024;

/// The most instructions of an expression: literals, names with their member paths, operators, functions, indexes,
/// members after one, list literals and loops.
pub const MAX_INSTRUCTIONS: usize = 256;

/// The most values on the stack: operands whose operator comes later.
pub const MAX_VALUES: usize = 64;

/// The largest depth of nested `all` and `exists`.
pub const MAX_LOOPS: usize = 3;

/// The most brackets, round or square, that may be open at once in the source text.
pub const MAX_BRACKETS: usize = 32;

/// The most elements of a list literal.
pub const MAX_ELEMENTS: usize = 63;

/// The most steps that one definition may take for the largest values: see [`Checked::cost`](super::Checked::cost).
pub const MAX_DEFINITION_COST: u64 = 100_000;

/// The most steps of all definitions that a plan leaves to `finish`.
pub const MAX_DEFINITIONS_COST: u64 = 2_000_000;

/// The largest sum of [`Defined::amount`](super::Defined::amount) over all definitions that are evaluated together.
pub const MAX_DEFINED_AMOUNT: u64 = 1 << 20;

/// The most repeated steps of all expressions of a run: see [`DefinitionOutcome::repeated`](super::DefinitionOutcome::repeated). At
/// 25 ns per step they take 2.5 s.
pub const MAX_RUN_STEPS: u64 = 100_000_000;

/// The most expressions in one text.
pub const MAX_TEXT_EXPRESSIONS: usize = 64;
