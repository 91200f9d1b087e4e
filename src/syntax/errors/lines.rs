//! The lines of YAML around a mistake.

use crate::text::{Source, Span, narrow};

/// Whether the line before a place begins a block scalar, so that its text lacks its indentation.
pub(super) fn is_after_block_indicator(source: &Source, place: Span) -> bool {
    let (line, _) = source.line_around(place.start);
    let before = source.slice(source.span(0, line)).trim_end();
    let header = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'));
    header.ends_with(": |") || header.ends_with(": >")
}

/// Whether the line before a place is an item of a list with the same indentation.
pub(super) fn is_after_item(source: &Source, place: Span) -> bool {
    let (line, _) = source.line_around(place.start);
    let indentation = source.slice(source.span(line, place.start));
    let before = source.slice(source.span(0, line)).trim_end().lines().next_back().unwrap_or_default();
    before.strip_prefix(indentation).is_some_and(|item| item.starts_with("- "))
}

/// Whether the texts from two places on begin their lines, with the same indentation.
pub(super) fn begin_alike(source: &Source, one: u32, other: u32) -> bool {
    let before = |place| {
        let (line, _) = source.line_around(place);
        source.slice(source.span(line, place))
    };
    before(one) == before(other) && before(one).trim().is_empty()
}

/// Whether a line begins with the dash of an element, most likely, without the space after it. Flags of programs begin
/// with two dashes.
pub(crate) fn begins_with_joined_dash(line: &str) -> bool {
    let item = line.strip_prefix('-').unwrap_or_default();
    item.starts_with(|c: char| c != '-' && !c.is_whitespace())
}

/// The key of a value, if its line begins with a dash without a space after it: `-key: a`.
pub(super) fn key_with_dash(source: &Source, value: Span) -> Option<Span> {
    let (line, _) = source.line_around(value.start);
    let before = source.slice(source.span(line, value.start));
    let key = before.trim_start().split(':').next().filter(|key| begins_with_joined_dash(key))?;
    let start = line + narrow(before.len() - before.trim_start().len());
    Some(source.span(start, start + narrow(key.len())))
}
