//! Compares two layouts of a document line by line.
//!
//! Both have the same tokens, so no search is needed: a line break between the same two tokens in both layouts
//! separates corresponding lines.

use super::tokens::SyntaxToken;
use crate::edit::hunks::{compare, hunks};

pub(super) fn unified_diff(
    name: &str,
    (old, old_tokens): (&str, &[SyntaxToken]),
    (new, new_tokens): (&str, &[SyntaxToken]),
) -> String {
    let mut lines = Vec::new();
    let (mut before, mut at) = ((0, 0), (0, 0));
    for (one, other) in old_tokens.iter().zip(new_tokens) {
        // A line begins at the start of the text, without a line feed before it.
        let start = (before == (0, 0)).then_some(0);
        let breaks =
            (line_between(old, before.0, one).or(start), line_between(new, before.1, other).or(start));
        if let (Some(old_line), Some(new_line)) = breaks {
            compare(part(old, at.0, old_line), part(new, at.1, new_line), &mut lines);
            at = (old_line, new_line);
        }
        before = (one.end as usize, other.end as usize);
    }
    compare(part(old, at.0, old.len()), part(new, at.1, new.len()), &mut lines);
    hunks(name, &lines)
}

fn part(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// The start of a token's line, if it is after the token before it.
fn line_between(text: &str, before: usize, token: &SyntaxToken) -> Option<usize> {
    part(text, before, token.start as usize).rfind('\n').map(|feed| before + feed + 1)
}
