//! The names of all functions, for advice and completion.

use super::instruction::{Function, Quantifier};
use super::{input, quantity};

/// The name of the function that reads an input.
pub const INPUT: &str = input::NAME;

/// The names of the functions that are called with their operand in brackets.
pub const FUNCTIONS: &[&str] = &[
    Function::Has.name(),
    Function::Size.name(),
    Function::ByteSize.name(),
    Function::Double.name(),
    quantity::NAME,
    INPUT,
];

/// The names of the functions that are called on the string before a point.
pub const METHODS: &[&str] =
    &[Function::StartsWith.name(), Function::EndsWith.name(), Function::Contains.name()];

/// The names of the loops over the list or map before a point.
pub const LOOPS: &[&str] = &[Quantifier::All.name(), Quantifier::Exists.name()];
