//! Advice on a `for` that spells places as other languages do.

use super::super::advice::{place_type, places_like};
use super::codes::code;
use super::read::WrittenRule;
use crate::diagnostic::{Diagnostic, Help, RemedyKind};
use crate::text::escape;
use crate::types::Type;
use crate::types::limits::MAX_LEVELS;
use confc_core::expr::{Expression, Scope};
use confc_core::rules::{RuleError, RuleErrorKind as Kind, ScopeError};

/// A `for` that names a list but means its elements, that spells places as other languages do, or that goes on after a
/// map.
pub(super) fn meant(rule: &WrittenRule<'_>, error: &RuleError, names: &Scope<'_>) -> Option<Diagnostic> {
    let places = rule.places?;
    let parsed = Expression::parse(rule.check.text()).ok();
    let fits = |element: &Type| {
        parsed.as_ref().is_some_and(|parsed| parsed.clone().check(&names.with_self(element, false)).is_ok())
    };
    let like = places_like(places.text(), names);
    let fitting = like.iter().find(|(_, element)| fits(element));
    let (code, not_a_path) = code(&Kind::For(ScopeError::NotAList("")));
    // A reserved word needs backquotes.
    if let Kind::For(ScopeError::Reserved(_)) = &error.kind {
        return None;
    }
    let (message, label, help) = if let Kind::For(wrong) = &error.kind {
        let help = match fitting.or(like.first()) {
            Some((path, _)) => written(path),
            None => behind_map(places.text(), names)?.into(),
        };
        (wrong.to_string(), not_a_path, help)
    } else if let Kind::Check(_) = &error.kind {
        let (path, _) = fitting?;
        let said = format!("`self` is all of {}, and not one element", escape::quoted(places.text()));
        (said, "names the whole list", written(path))
    } else {
        return None;
    };
    let place = places.span_of_text(0..places.text().len());
    Some(Diagnostic::new(code, message).at(place, label).help(help))
}

/// The help to write a path in place of the text.
fn written(path: &str) -> Help {
    Help::new(format!("write `{path}`"), RemedyKind::Replace(path.into()))
}

/// The help for a path that goes on after a map, whose places are its keys.
fn behind_map(text: &str, names: &Scope<'_>) -> Option<String> {
    let is_map = |path: &str| matches!(place_type(path, names), Some(Type::Map(_)));
    // Each level of a type takes two such characters at most.
    let mut paths = text.match_indices(['[', '.']).take(2 * MAX_LEVELS).map(|(at, _)| &text[..at]);
    let path = paths.find(|path| is_map(path))?;
    Some(match path.contains("[]") {
        true => format!("write `{path}`, and go over the map in the check: `self.all(k, …)` with `self[k]`"),
        false => format!("write `{path}[]` for each key of the map, and `{path}[self]` for its value"),
    })
}
