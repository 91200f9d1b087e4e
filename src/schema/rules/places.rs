//! Advice on a `for` that spells places as other languages do.

use super::super::advice::places_like;
use super::codes::code;
use super::read::WrittenRule;
use crate::diagnostic::Diagnostic;
use crate::text::escape;
use confc_core::expr::{Expression, Scope};
use confc_core::rules::{RuleError, RuleErrorKind as Kind, ScopeError};

/// A `for` that names a list but means its elements, or that spells places as other languages do.
pub(super) fn meant(rule: &WrittenRule<'_>, error: &RuleError, names: &Scope<'_>) -> Option<Diagnostic> {
    let places = rule.places?;
    let (path, element) = places_like(places.text(), names)?;
    let (code, not_a_path) = code(&Kind::For(ScopeError::NotAList("")));
    let (message, label) = if let Kind::For(wrong) = &error.kind {
        (wrong.to_string(), not_a_path)
    } else if let Kind::Check(_) = &error.kind {
        let parsed = Expression::parse(rule.check.text()).ok()?;
        parsed.check(&names.with_self(element, false)).ok()?;
        let said = format!("`self` is all of {}, and not one element", escape::quoted(places.text()));
        (said, "names the whole list")
    } else {
        return None;
    };
    let place = places.span_of_text(0..places.text().len());
    Some(Diagnostic::new(code, message).at(place, label).help(format!("write `{path}`")))
}
