//! Changes for people and for tools.

mod json;
mod text;

pub use json::{json, json_of_new};
pub use text::text;

use super::{Breaks, Change, CompareMode, Verdict};
use crate::declaration::Checksum;

/// The result of a comparison, as it is shown.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// The compatibility mode.
    pub mode: CompareMode,
    /// The names of the two declarations, the old one first.
    pub names: [&'a str; 2],
    /// Their checksums; `None` for a declaration without a schema.
    pub checksums: [Option<Checksum>; 2],
    /// The changes.
    pub changes: &'a [Change<'a>],
    /// The verdict about the changes.
    pub verdict: &'a Verdict,
    /// The places where each change is declared, the old place first. A declaration without its manifest has no places.
    pub places: &'a [[Option<Location<'a>>; 2]],
}

/// A place in a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file, as the user named it.
    pub file: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// The column in Unicode scalar values, from 1.
    pub column: u32,
    /// Byte offset of the first byte.
    pub byte_start: u32,
    /// Byte offset after the last byte.
    pub byte_end: u32,
}

/// The directions in which a change breaks, in words; `None` if it breaks nothing.
fn breaks(change: &Change<'_>) -> Option<&'static str> {
    match (change.backward, change.forward) {
        (Breaks::No, Breaks::No) => None,
        (Breaks::Yes, Breaks::Yes) => Some("breaks backward and forward"),
        (Breaks::Yes, Breaks::No) => Some("breaks backward"),
        (Breaks::No, Breaks::Yes) => Some("breaks forward"),
        (Breaks::May, Breaks::May) => Some("may break backward and forward"),
        (Breaks::May, Breaks::No) => Some("may break backward"),
        (Breaks::No, Breaks::May) => Some("may break forward"),
        (Breaks::Yes, Breaks::May) => Some("breaks backward, may break forward"),
        (Breaks::May, Breaks::Yes) => Some("may break backward, breaks forward"),
    }
}
