//! Changes for people and for tools.

mod json;
mod text;

pub use json::{json, json_of_new};
pub use text::text;

use super::{Breaks, Change, CompareMode, Verdict};
use crate::declaration::Checksum;

/// What there is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// What must not break.
    pub mode: CompareMode,
    /// What the two declarations are called, the old one first.
    pub names: [&'a str; 2],
    /// Their checksums; `None` where one has no schema.
    pub checksums: [Option<Checksum>; 2],
    /// What has changed.
    pub changes: &'a [Change<'a>],
    /// What of it matters.
    pub verdict: &'a Verdict,
    /// For each change where it is declared, the old place first; where a declaration came without its manifest there
    /// is none.
    pub places: &'a [[Option<Location<'a>>; 2]],
}

/// A place in a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file, as it was named.
    pub file: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// The column in Unicode scalar values, from 1.
    pub column: u32,
    /// Byte offset of the first byte.
    pub byte_start: u32,
    /// Byte offset behind the last byte.
    pub byte_end: u32,
}

/// What a change breaks, in words; `None` where it breaks nothing.
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
