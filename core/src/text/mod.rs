//! User text made safe to print, numbers read from text, bytes as digits.

pub mod escape;
mod hexadecimal;
pub mod numeral;

pub use hexadecimal::Hexadecimal;

/// Narrows an offset in a text or a count of items in memory. Texts and lists of items are limited to far less than 2^32,
/// so nothing is lost.
#[must_use]
pub fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The first item of a sorted list that equals the one after it.
pub(crate) fn repeated<T: PartialEq>(sorted: &[T]) -> Option<&T> {
    sorted.windows(2).find_map(|pair| match pair {
        [first, again] if first == again => Some(first),
        _ => None,
    })
}
