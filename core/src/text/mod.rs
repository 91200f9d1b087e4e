//! User text made safe to print, numbers read from text, bytes as digits.

pub mod escape;
mod hexadecimal;
pub mod numeral;

pub use hexadecimal::Hexadecimal;
use std::cmp::Ordering;

/// Narrows an offset in a text or a count of items in memory. Texts and lists of items are limited to far less than 2^32,
/// so nothing is lost.
#[must_use]
pub fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Sorts positions by the items at them. It is not generic, since each instance of a sort takes up to 20 KiB of a program.
pub(crate) fn sort_positions(positions: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    positions.sort_unstable_by(|&a, &b| compare(a, b));
}

/// The first item of a sorted list that equals the one after it.
pub(crate) fn repeated<T: PartialEq>(sorted: &[T]) -> Option<&T> {
    sorted.windows(2).find_map(|pair| match pair {
        [first, again] if first == again => Some(first),
        _ => None,
    })
}
