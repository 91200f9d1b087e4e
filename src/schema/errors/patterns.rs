//! Errors about `pattern`.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};
use crate::types::limits::{MAX_PATTERN_MEMORY, MAX_PATTERN_SIZE, MAX_PATTERNS_MEMORY};

/// A pattern that is not a regular expression.
pub(in crate::schema) fn invalid_pattern(node: Node<'_>, said: &str) -> Diagnostic {
    let text = node.text();
    let explained = explain_pattern(text);
    let (said, at) = match &explained {
        Some((said, at)) => (said.as_str(), Some(*at)),
        None => (said, None),
    };
    let message = format!("the pattern is not valid: {}", escape::plain(said));
    let span = node.span();
    // Without escapes, offsets in the text are offsets in the literal.
    let is_plain = node.raw().len() == text.len() + 2;
    let (place, label) = match at.filter(|_| is_plain) {
        Some((start, end)) => {
            let offset = |at: usize| span.start + 1 + u32::try_from(at).unwrap_or(0);
            (Span { start: offset(start), end: offset(end), ..span }, "here")
        }
        None => (span, "in this pattern"),
    };
    Diagnostic::new(Code::E0313, message)
        .at(place, label)
        .note("patterns have the syntax of the `regex-lite` crate and must match the whole string")
}

/// The mistake in a pattern, with its range in bytes of the text.
fn explain_pattern(text: &str) -> Option<(String, (usize, usize))> {
    // Only the syntax is parsed: translating Unicode classes takes a millisecond for a few bytes.
    let error = regex_syntax::ast::parse::Parser::new().parse(text).err()?;
    Some((error.kind().to_string(), (error.span().start.offset, error.span().end.offset)))
}

/// A pattern of too many bytes.
pub(in crate::schema) fn pattern_too_long(node: Node<'_>) -> Diagnostic {
    let size = node.text().len();
    let said = format!("the pattern is too long: expected at most {MAX_PATTERN_SIZE} bytes, found {size}");
    Diagnostic::new(Code::E0314, said).at(node.span(), format!("{size} bytes"))
}

/// A pattern that takes too much memory when compiled.
pub(in crate::schema) fn pattern_too_large(node: Node<'_>) -> Diagnostic {
    let limit = MAX_PATTERN_MEMORY >> 10;
    let said = format!("the pattern is too large: expected at most {limit} KiB when compiled");
    Diagnostic::new(Code::E0314, said)
        .at(node.span(), "too large")
        .help("use smaller numbers of repetitions; `max_size` bounds the length")
}

/// The pattern with which all patterns together exceed the limit.
pub(in crate::schema) fn patterns_too_large(node: Node<'_>) -> Diagnostic {
    let limit = MAX_PATTERNS_MEMORY >> 20;
    let said = format!("the patterns of the manifest are too large together: expected at most {limit} MiB");
    Diagnostic::new(Code::E0314, said)
        .at(node.span(), "one too many")
        .note(
            "a pattern counts with its compiled size, at least 1 KiB, and once more for each group; \
             equal ones count once",
        )
        .help("use smaller numbers of repetitions, `(?:…)` for groups, and the same pattern for the same kind of text")
}
