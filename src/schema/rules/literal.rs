//! Names in texts that stay as they are written.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};
use confc_loader::expr::{Expression, Scope};
use std::ops::Range;

/// More places than this of one mistake are not shown.
const MORE_PLACES: usize = 5;

/// A part of a text that looks like an expression and stays as it is written.
pub fn not_replaced(message: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::W0406, message).at(place, "not replaced")
}

/// A name in a message that is written as other languages do: `{low}` for `${low}`.
pub(super) fn not_interpolated(message: Node<'_>, names: &Scope<'_>) -> Option<Diagnostic> {
    let text = message.text();
    let is_value = |path: &str| {
        let parsed = Expression::parse(path).ok();
        parsed.and_then(|parsed| parsed.check(names).ok()).is_some_and(|checked| checked.ty().is_scalar())
    };
    let mut found = bare_names(text).filter(|(_, path)| is_value(path));
    let (range, path) = found.next()?;
    let written = text.get(range.clone())?;
    let said = format!("{} in the message stays as it is written", escape::quoted(written));
    let diagnostic = not_replaced(said, message.span_of_text(range)).help(format!("write `${{{path}}}`"));
    let others = found.take(MORE_PLACES);
    Some(others.fold(diagnostic, |diagnostic, (range, _)| {
        diagnostic.label(message.span_of_text(range), "nor is this")
    }))
}

/// Names in braces without a `$` before them, and names after a `$` without braces.
fn bare_names(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices(['{', '$']).filter_map(|(at, sign)| {
        let rest = text.get(at + 1..)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let before = text.get(..at)?;
        if before.ends_with(['$', '{']) {
            return None;
        }
        let (opening, closing) = match (sign, rest.starts_with('{')) {
            ("{", true) => (2, "}}"),
            ("{", false) => (1, "}"),
            (_, true) => return None,
            (_, false) => (1, ""),
        };
        let inside = text.get(at + opening..)?;
        let padded = inside.trim_start();
        let name = padded.get(..padded.find(|c| !is_name(c)).unwrap_or(padded.len()))?.trim_end_matches('.');
        let behind = padded.get(name.len()..)?;
        let behind = if closing.is_empty() { behind } else { behind.trim_start() };
        let end = text.len() - behind.strip_prefix(closing)?.len();
        (!name.is_empty()).then_some((at..end, name))
    })
}
