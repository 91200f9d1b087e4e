//! Names in messages that look like expressions but are not, and comparisons of a field with itself.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::Node;
use crate::text::{Span, escape};
use confc_core::expr::{Expression, Scope};
use std::ops::Range;

/// The most further places of one mistake that are shown.
const MORE_PLACES: usize = 5;

/// A part of a text that looks like an expression, but is not replaced.
pub fn not_replaced(message: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::W0406, message).at(place, "not replaced")
}

/// A name in a message in the form of another language: `{low}` for `${low}`.
pub(super) fn not_interpolated(message: Node<'_>, check: Node<'_>, names: &Scope<'_>) -> Option<Diagnostic> {
    let text = message.text();
    let is_value = |path: &str| {
        let parsed = Expression::parse(path).ok();
        parsed.and_then(|parsed| parsed.check(names).ok()).is_some_and(|checked| checked.ty().is_scalar())
    };
    let mut found = bare_names(text).filter(|(_, path)| is_value(path));
    let Some((range, path)) = found.next() else {
        return conversion(message, check, is_value);
    };
    let written = text.get(range.clone())?;
    let said = format!("{} in the message stays as it is written", escape::quoted(written));
    let written = format!("${{{path}}}");
    let help = Help::new(format!("write `{written}`"), RemedyKind::Replace(written));
    let diagnostic = not_replaced(said, message.span_of_text(range)).help(help);
    let others = found.take(MORE_PLACES);
    Some(others.fold(diagnostic, |diagnostic, (range, _)| {
        diagnostic.label(message.span_of_text(range), "nor is this")
    }))
}

/// A `%s` or `%d` in a message, as `printf` replaces it. The help uses a name of the check.
fn conversion(message: Node<'_>, check: Node<'_>, is_value: impl Fn(&str) -> bool) -> Option<Diagnostic> {
    let text = message.text();
    let range = text.match_indices('%').find_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let ends = !rest.get(1..)?.starts_with(|c: char| c.is_ascii_alphanumeric());
        (rest.starts_with(['s', 'd', 'v', 'f', 'i', 'u', 'q', 'x']) && ends).then_some(at..at + 2)
    })?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let path = check
        .text()
        .split(|c| !is_name(c))
        .find(|word| word.starts_with(|c: char| c.is_ascii_lowercase()) && is_value(word))?;
    let said = format!("{} in the message stays as it is written", escape::quoted(text.get(range.clone())?));
    let help = format!("write an expression in its place, such as `${{{path}}}`");
    Some(not_replaced(said, message.span_of_text(range)).help(help))
}

/// Names in braces without a `$`, and names after a `$` without braces, except those inside expressions.
pub fn bare_names(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut expression_end = 0;
    text.match_indices(['{', '$', '(']).filter_map(move |(at, sign)| {
        let rest = text.get(at + 1..).filter(|_| at >= expression_end)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        if sign == "(" {
            return parenthesized(text, at);
        }
        if text.get(..at)?.ends_with(['$', '{']) {
            return None;
        }
        if sign == "$" && rest.starts_with('{') {
            expression_end = rest.find('}').map_or(text.len(), |end| at + 1 + end);
            return None;
        }
        let (opening, closing) = match (sign, rest.starts_with('{')) {
            ("{", true) => (2, "}}"),
            ("{", false) => (1, "}"),
            (_, _) => (1, ""),
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

/// `\(name)` and `$(name)` with a bracket at this place.
fn parenthesized(text: &str, at: usize) -> Option<(Range<usize>, &str)> {
    let (before, rest) = (text.get(..at)?, text.get(at + 1..)?);
    let name = rest.get(..rest.find(')')?)?;
    before.ends_with(['\\', '$']).then_some((at - 1..at + name.len() + 2, name.trim()))
}

/// The result of a check that compares a field with itself; `None` for any other check, and for an optional field, which
/// may be absent.
pub(super) fn compares_with_itself(check: &str, names: &Scope<'_>) -> Option<bool> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let left = check.trim_start().split(|c| !is_name(c)).next().filter(|name| !name.is_empty())?;
    let rest = check.trim_start().get(left.len()..)?.trim();
    let holds = match rest.strip_suffix(left)?.trim_end() {
        "<=" | ">=" | "==" => true,
        "<" | ">" | "!=" => false,
        _ => return None,
    };
    (!is_optional(left, names)).then_some(holds)
}

/// Whether a path names an optional field or member.
fn is_optional(path: &str, names: &Scope<'_>) -> bool {
    let asked = Expression::parse(&format!("has({path})")).ok();
    asked.is_some_and(|asked| asked.check(names).is_ok())
}

/// Whether a rule with places never reads `self`. An optional place does not count, since it still decides where the
/// rule applies.
pub(super) fn reads_no_self(places: &str, check: &str, names: &Scope<'_>) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ends = places.match_indices('.').map(|(at, _)| at).chain([places.len()]);
    let mut paths = ends.filter_map(|end| places.get(..end));
    !check.split(|c| !is_name(c)).any(|word| word == "self")
        && (places.contains("[]") || !paths.any(|path| is_optional(path, names)))
}
