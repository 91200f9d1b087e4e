//! Places in a text.

use crate::text::{Source, Span, narrow};

/// The span of a dependency's range, limited to the text and to whole characters.
pub(crate) fn span(source: &Source, start: usize, end: usize) -> Span {
    let text = source.text();
    let inside = |offset: &usize| text.is_char_boundary(*offset);
    let start = (0..=start.min(text.len())).rev().find(inside).unwrap_or(0);
    let end = (end.max(start)..text.len()).find(inside).unwrap_or(text.len());
    source.span(narrow(start), narrow(end))
}

/// The start of a text after its byte order mark.
pub(crate) fn content_start(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}
