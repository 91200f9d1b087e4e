//! The limits of rules.

/// The most steps that all rules of a schema may take for the largest values, with their messages and for all places of
/// each `for`: see [`Checked::cost`](crate::expr::Checked::cost). A single rule has no limit of its own.
pub const MAX_RULES_COST: u64 = 1_000_000;

/// The memory for checking rules and for keeping them compiled, in bytes: 4 MiB. Further rules are compiled from their
/// text whenever they are evaluated, in time linear in that text.
pub const MAX_RULES_MEMORY: usize = 4 << 20;

/// The largest message, in bytes.
pub const MAX_MESSAGE_SIZE: usize = 1024;

/// The most expressions in a message.
pub const MAX_MESSAGE_EXPRESSIONS: usize = 16;
