//! Writes constant arrays, each row on a line of its own.

use super::literals::{integer, view};
use std::fmt::Write as _;

/// A constant array of rows, each on a line of its own; nothing without rows.
pub(super) fn array(ty: &str, name: &str, rows: &str) -> String {
    if rows.is_empty() {
        String::new()
    } else {
        format!("inline constexpr {ty} {name}[] = {{\n{rows}}};\n\n")
    }
}

/// Writes a constant array of numbers on one line; nothing without numbers.
pub(super) fn numbers(ty: &str, name: &str, numbers: &str, out: &mut String) {
    if let Some(numbers) = numbers.strip_suffix(", ") {
        let _ = write!(out, "inline constexpr {ty} {name}[] = {{{numbers}}};\n\n");
    }
}

/// The rows of the variants of an enum.
pub(super) fn variant_rows(variants: &[(i64, &str)]) -> String {
    let mut by_name: Vec<usize> = (0..variants.len()).collect();
    by_name.sort_by_key(|at| variants.get(*at).map(|(_, name)| *name));
    let row = |((number, name), at): (&(i64, &str), usize)| {
        format!("    {{{}, {}, {at}}},\n", integer((*number).into()), view(name))
    };
    variants.iter().zip(by_name).map(row).collect()
}
