//! The limits of rules.

/// The most steps that a rule may take for the largest values, with its message and for all places of its `for`: see
/// [`Checked::cost`](crate::expr::Checked::cost).
pub const MAX_RULE_COST: u64 = 100_000;

/// The most steps of all rules of a schema.
pub const MAX_RULES_COST: u64 = 1_000_000;

/// The memory for checking rules and for keeping them compiled, in bytes: 4 MiB. Further rules are compiled from their
/// text whenever they are evaluated, in time linear in that text.
pub const MAX_RULES_MEMORY: usize = 4 << 20;

/// The largest message, in bytes.
pub const MAX_MESSAGE_SIZE: usize = 1024;

/// The most expressions in a message.
pub const MAX_MESSAGE_EXPRESSIONS: usize = 16;
