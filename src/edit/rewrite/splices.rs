//! Splices of a text.

use crate::text::narrow;

/// A piece of a text and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// Byte offset of the first replaced byte.
    pub start: u32,
    /// Byte offset after the last replaced byte.
    pub end: u32,
    /// The replacement.
    pub text: String,
}

/// A changed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The new text.
    pub text: String,
    /// The changes, in the order of the text, without touching each other.
    pub splices: Vec<Splice>,
}

/// Applies splices. Those that touch or overlap become one: two removed entries may share the line break between them.
pub(super) fn apply(text: &str, sorted: Vec<(usize, usize, String)>) -> Rewritten {
    let mut new = String::with_capacity(text.len());
    let mut splices: Vec<Splice> = Vec::new();
    let mut at = 0;
    for (start, end, piece) in sorted {
        new.push_str(text.get(at..start).unwrap_or_default());
        new.push_str(&piece);
        at = end.max(at);
        match splices.last_mut() {
            Some(last) if last.end >= narrow(start) => {
                last.end = narrow(at);
                last.text.push_str(&piece);
            }
            _ => splices.push(Splice { start: narrow(start), end: narrow(at), text: piece }),
        }
    }
    new.push_str(text.get(at..).unwrap_or_default());
    Rewritten { text: new, splices }
}
