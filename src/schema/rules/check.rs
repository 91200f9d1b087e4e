//! The check of all rules of a manifest.

use super::super::check::Checker;
use super::super::features::Feature;
use super::names::{RuleNames, UnknownName};
use super::read::WrittenRule;
use super::{errors, literal, refused, warnings};
use crate::diagnostic::Report;
use crate::syntax::Node;
use crate::text::suggest::Suggestions;
use crate::types::{Field, StructType};
use confc_core::expr::{CheckErrorKind, Outside, Scope};
use confc_core::rules::{Rule, RuleChecker, RuleError, RuleErrorKind, RulePart, Rules, ScopeError};
use std::collections::{HashMap, HashSet};

/// Checks the items of `config_rules` against the fields. Reports and skips a rule with a mistake.
///
/// Skips a rule that reads a field with a wrong declaration (`is_damaged`) without another report.
pub(in crate::schema) fn check(
    items: &[Node<'_>],
    fields: &[Field],
    is_damaged: &dyn Fn(&str) -> bool,
    checker: &mut Checker<'_>,
) -> Rules {
    let Some(first) = items.first() else { return Rules::default() };
    checker.uses(Feature::Rules, first.span());
    let fields = StructType::new(fields.to_vec());
    let mut rules = RuleChecker::of_manifest(&fields);
    let mut known = OfManifest { is_damaged };
    let kept = check_items(items, Scope::new(&fields), (&mut rules, &mut known), checker.report);
    rules.finish(kept.into_iter().map(|(_, rule)| rule).collect())
}

/// The rules of a manifest, whose names are those of its fields.
struct OfManifest<'a> {
    is_damaged: &'a dyn Fn(&str) -> bool,
}

impl RuleNames<'_> for OfManifest<'_> {
    fn is_damaged(&self, field: &str) -> bool {
        (self.is_damaged)(field)
    }

    fn is_reported(&mut self, _: Node<'_>, _: &str) -> bool {
        false
    }

    fn unknown(&self, _: &str, _: &mut Suggestions) -> Option<UnknownName> {
        None
    }
}

/// Checks rules outside a manifest, over these fields and inputs. Returns each valid rule with its check; reports and
/// skips the others.
pub fn check_rules_over<'d>(
    items: &[Node<'d>],
    (fields, outside): (&StructType, Outside<'_>),
    known: &mut dyn RuleNames<'d>,
    report: &mut Report,
) -> Vec<(Node<'d>, Rule)> {
    let mut rules = RuleChecker::of_manifest(fields).with_outside(outside);
    let mut found = Report::new();
    let names = Scope::new(fields).with_outside(outside);
    let kept = check_items(items, names, (&mut rules, known), &mut found);
    // A rule outside the manifest may repeat a constraint, since it cannot change the declaration.
    report.push_all_but(warnings::REPEATED_CONSTRAINT, found);
    kept.into_iter().map(|(written, rule)| (written.check, rule)).collect()
}

fn check_items<'d>(
    items: &[Node<'d>],
    names: Scope<'_>,
    (rules, known): (&mut RuleChecker<'_>, &mut dyn RuleNames<'d>),
    report: &mut Report,
) -> Vec<(WrittenRule<'d>, Rule)> {
    let fields = names.fields();
    let mut suggestions = Suggestions::default();
    let mut kept: Vec<(WrittenRule<'_>, Rule)> = Vec::new();
    let (mut by_text, mut by_name) = (HashMap::<Box<str>, usize>::new(), HashMap::<&str, Node<'_>>::new());
    for item in items {
        let Some(written) = WrittenRule::read(*item, report) else { continue };
        // The cost of a repeated rule must not count twice.
        let checked = match rules.check_alone(written.text()) {
            Ok(_) if !written.is_whole => {
                warn_of_message(&written, names, report);
                continue;
            }
            Ok(rule) if by_text.contains_key(rule.text()) => {
                let before = by_text.get(rule.text()).and_then(|at| kept.get(*at));
                if let Some((before, _)) = before {
                    meet(before, &written, report);
                }
                continue;
            }
            Ok(rule) => rules.count(rule.cost()).map(|()| rule),
            Err(error) => Err(error),
        };
        let rule = match checked {
            Ok(rule) => rule,
            Err(error) => {
                refuse((&written, error), names, (rules, known), &mut suggestions, report);
                continue;
            }
        };
        if let Some(name) = written.name {
            match by_name.get(name.text()) {
                Some(first) => report.push(errors::given_twice(*first, name, true)),
                None => _ = by_name.insert(name.text(), name),
            }
        }
        warn_of_message(&written, names, report);
        if let Some(holds) = literal::compares_with_itself(written.check.text(), &written.scope(&names)) {
            report.push(if holds {
                warnings::always_holds(&written)
            } else {
                warnings::never_holds(&written)
            });
        } else if rule.always_holds(fields) {
            report.push(warnings::always_holds(&written));
        } else if let Some(repeated) = rule.repeated_constraint(fields) {
            report.push(warnings::repeats_a_constraint(&written, &repeated));
        }
        if let Some(places) = written.places
            && literal::reads_no_self(places.text(), written.check.text(), &names)
        {
            report.push(warnings::reads_no_self(&written, places));
        }
        if let Some(differing) = rule.ready_among(names).differing_units() {
            report.push(warnings::units_differ(&written, &differing));
        }
        by_text.insert(rule.text().into(), kept.len());
        kept.push((written, rule));
    }
    kept
}

/// Reports the mistake of a rule, unless it is known. A mistake in its message is reported after one in its check.
fn refuse<'d>(
    (written, error): (&WrittenRule<'d>, RuleError),
    names: Scope<'_>,
    (rules, known): (&mut RuleChecker<'_>, &mut dyn RuleNames<'d>),
    suggestions: &mut Suggestions,
    report: &mut Report,
) {
    let is_check = error.part == RulePart::Check;
    let in_message = is_check.then(|| rules.check_message(&written.text())).flatten();
    if is_check && in_message.is_none() {
        warn_of_message(written, names, report);
    }
    if is_check && matches!(error.kind, RuleErrorKind::Syntax(_)) && ends_at_another_quote(written.check) {
        return;
    }
    for error in [Some(error), in_message].into_iter().flatten() {
        let is_known = if let RuleErrorKind::Check(CheckErrorKind::UnknownInput(name)) = &error.kind {
            known.is_reported(written.item, name)
        } else if let RuleErrorKind::Check(CheckErrorKind::UnknownField(name))
        | RuleErrorKind::For(ScopeError::UnknownField(name)) = &error.kind
        {
            known.is_damaged(name)
        } else {
            false
        };
        if is_known {
            continue;
        }
        let diagnostic = refused::refused(written, &error, (&names, &*known), suggestions);
        let is_costly =
            matches!(error.kind, RuleErrorKind::TooCostly { .. } | RuleErrorKind::AllTooCostly { .. });
        report.push(match is_costly {
            true => diagnostic.help(refused::cheaper(rules.lowering(&written.text()), rules.left())),
            false => diagnostic,
        });
    }
}

/// Whether a quote directly follows a text, which is a syntax error: the text may continue there.
fn ends_at_another_quote(text: Node<'_>) -> bool {
    let rest = text.document().source().text().get(text.span().end as usize..);
    rest.is_some_and(|rest| rest.starts_with(['"', '\'']))
}

/// Warns about a name in the message of a rule in the form of another language.
fn warn_of_message(written: &WrittenRule<'_>, names: Scope<'_>, report: &mut Report) {
    let found = |message| literal::not_interpolated(message, written.check, &written.scope(&names));
    if let Some(found) = written.message.and_then(found) {
        report.push(found);
    }
}

/// Reports a rule that two files declare differently, or that one file repeats.
fn meet(before: &WrittenRule<'_>, again: &WrittenRule<'_>, report: &mut Report) {
    let text = |node: Option<Node<'_>>| node.map(|node| node.text().to_owned());
    let source = |rule: &WrittenRule<'_>| rule.item.span().source;
    if source(before) == source(again) {
        report.push(errors::given_twice(before.check, again.check, false));
    } else if text(before.message) != text(again.message) || text(before.name) != text(again.name) {
        report.push(errors::declared_differently(before.item, again.item));
    }
}

/// The rules of these items of `config_rules`; `None` for one that is not valid for the fields.
pub fn rules_of<'d>(
    items: impl IntoIterator<Item = Node<'d>>,
    fields: &StructType,
) -> impl Iterator<Item = (Node<'d>, Option<Rule>)> {
    // One checker for all rules, since it remembers which types agree.
    let mut checker = RuleChecker::new(fields);
    items.into_iter().map(move |item| {
        let written = WrittenRule::read(item, &mut Report::new());
        let written = written.filter(|written| written.is_whole);
        (item, written.and_then(|written| checker.check_alone(written.text()).ok()))
    })
}

/// The first item of each canonical text.
#[must_use]
pub fn first_of_each<'d>(items: &[Node<'d>], fields: &StructType) -> Vec<Node<'d>> {
    let mut seen = HashSet::new();
    let mut is_first = |rule: Option<Rule>| rule.is_none_or(|rule| seen.insert(rule.text().to_owned()));
    rules_of(items.iter().copied(), fields)
        .filter_map(|(item, rule)| is_first(rule).then_some(item))
        .collect()
}
