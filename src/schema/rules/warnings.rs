//! Warnings about valid rules that most likely mean something else than intended.

use super::codes::code;
use super::read::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};
use crate::types::Unit;
use confc_core::rules::{DifferingUnits, RepeatedConstraint, RuleErrorKind as Kind};

/// A rule that is true for all values.
pub(super) fn always_holds(rule: &WrittenRule<'_>) -> Diagnostic {
    Diagnostic::new(Code::W0302, "the rule holds for all values that the fields may have")
        .at(rule.check.span(), "always true")
        .help("remove it, or change what it compares")
}

/// A rule that is false for all values, since it compares a field with itself.
pub(super) fn never_holds(rule: &WrittenRule<'_>) -> Diagnostic {
    let (code, label) = code(&Kind::NeverHolds);
    Diagnostic::new(code, Kind::NeverHolds.to_string())
        .at(rule.check.span(), label)
        .help("compare it with another field or value")
}

/// A rule with places that never reads `self`.
pub(super) fn reads_no_self(rule: &WrittenRule<'_>, places: Node<'_>) -> Diagnostic {
    let (each, same, this) = match places.text().contains("[]") {
        true => ("each ", "the same for each of them", "each of these is `self`"),
        false => ("", "does not read `self`", "this is `self`"),
    };
    let message = format!("the rule for {each}{} never reads `self`", escape::quoted(places.text()));
    Diagnostic::new(Code::W0306, message)
        .at(rule.check.span(), same)
        .label(places.span(), this)
        .quoting(places.span(), places.text())
        .help("compare `self`, or remove `for`")
}

/// The code of a rule that repeats a constraint.
pub(super) const REPEATED_CONSTRAINT: Code = Code::W0303;

/// A rule that repeats a constraint.
pub(super) fn repeats_a_constraint(rule: &WrittenRule<'_>, repeated: &RepeatedConstraint) -> Diagnostic {
    let RepeatedConstraint { path, kind, bound, .. } = repeated;
    Diagnostic::new(
        REPEATED_CONSTRAINT,
        format!("the rule says what `{}` of `{path}` would say", kind.name()),
    )
    .at(rule.check.span(), "a constraint of one field")
    .help(format!("give `{path}` the attribute `{}: {bound}`", kind.name()))
}

/// A rule with an operation on numbers of different units.
pub(super) fn units_differ(rule: &WrittenRule<'_>, differing: &DifferingUnits) -> Diagnostic {
    let DifferingUnits { left: (left, of_left), right: (right, of_right), span, .. } = differing;
    let range = span.range();
    let place = if range.is_empty() { rule.check.span() } else { rule.check.span_of_text(range) };
    numbers_differ((left, *of_left), (right, *of_right), place)
}

/// An operation on two numbers of different units.
pub fn numbers_differ(
    (left, of_left): (&str, Unit),
    (right, of_right): (&str, Unit),
    place: Span,
) -> Diagnostic {
    let (most, least) = match of_left.factor() > of_right.factor() {
        true => (of_left, of_right),
        false => (of_right, of_left),
    };
    let is_multiple = most.factor() % least.factor() == 0;
    let times = if is_multiple {
        format!(": 1 {most} is {} {least}", most.factor() / least.factor())
    } else {
        String::new()
    };
    Diagnostic::new(Code::W0304, format!("`{left}` counts {of_left}, but `{right}` counts {of_right}"))
        .at(place, "units are ignored here")
        .note("an expression does not convert units")
        .help(format!("give both the same `unit`, or multiply or divide one of them{times}"))
}
