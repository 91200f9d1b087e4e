//! Checks the rules of a product in one environment.

use super::assembly::Assembly;
use super::errors;
use super::evaluated::{EvaluatedContent, EvaluatedValues, Evaluating, PlacesOf};
use super::rules::ProductRule;
use super::secret_errors;
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::OutsideValues;
use crate::resolve::{ResolvedValues, operand_origin, outside_reads};
use crate::schema::{BrokenBy, OperandOrigin, RuleBudget, RuleSource, report_broken};
use crate::text::{Span, narrow};
use crate::types::Value;
use confc_core::expr::{UnknownMembers, UnknownPart};
use confc_core::rules::{PlaceStep, Rule, RuleVerdict};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of the product and their operands in one environment.
pub(super) struct RuleCheck<'e> {
    pub(super) environment: usize,
    pub(super) evaluating: &'e [Evaluating<'e>],
    pub(super) evaluated: &'e [EvaluatedValues],
    pub(super) inputs: &'e OutsideValues,
    /// Whether rules that depend on inputs without a value are deferred.
    pub(super) leaves_unknown: bool,
    /// Whether a rule is deferred.
    pub(super) rules_wait: bool,
    pub(super) found: &'e mut Vec<(Option<usize>, Report)>,
}

impl RuleCheck<'_> {
    /// The components to withhold if a rule is broken: those that it reads, or all components if it reads only inputs.
    fn concerned(&self, rule: &ProductRule<'_>) -> BTreeSet<usize> {
        match rule.reads.is_empty() {
            true => self.evaluating.iter().map(|of| of.component).collect(),
            false => rule.reads.clone(),
        }
    }

    /// The components whose expressions read inputs, by the positions of the inputs.
    fn readers_of_inputs(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut readers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for of in self.evaluating {
            for input in outside_reads(&of.inputs.layers, of.config.fields().len()) {
                readers.entry(input).or_default().insert(of.component);
            }
        }
        readers
    }
}

impl Assembly<'_, '_> {
    /// The components to withhold, after a check of the product's rules.
    pub(super) fn withheld(&self, check: &mut RuleCheck<'_>) -> BTreeSet<usize> {
        let RuleCheck { environment, evaluated, .. } = *check;
        let is_failed = |of: &&EvaluatedValues| {
            of.is_in_error || !of.content.is_right() || self.is_failed(of.component, environment)
        };
        let failed: BTreeSet<usize> = evaluated.iter().filter(is_failed).map(|of| of.component).collect();
        let mut withheld = self.with_importers(failed);
        for rule in self.rules.unread_in(self.product, environment) {
            let is_declared = |read: &&usize| self.components.get(**read).is_some_and(Option::is_some);
            let known: BTreeSet<usize> = rule.reads.iter().filter(is_declared).copied().collect();
            let mut unknown = self.names(&mut rule.reads.difference(&known));
            unknown.extend(rule.input.as_ref().map(|input| format!("input('{input}')")));
            let doubtful = rule.unknown_receiver.and_then(|at| self.product.components.get(at));
            let why = |kept: &[String]| match doubtful {
                Some(receiver) => secret_errors::message_in_doubt(rule.check, receiver.name, kept),
                None => errors::rule_not_checked(rule.check, &unknown, kept),
            };
            self.keep_back(&why, &known, (&mut withheld, check.found));
        }
        self.check_rules(check, &mut withheld);
        self.with_importers(withheld)
    }

    /// Checks the rules of the product whose operands are known, and withholds the components of broken ones.
    fn check_rules(&self, check: &mut RuleCheck<'_>, withheld: &mut BTreeSet<usize>) {
        let RuleCheck { environment, evaluating, evaluated, inputs, .. } = *check;
        let rules = self.rules.in_environment(self.product, environment);
        if rules.is_empty() {
            return;
        }
        let by_component: BTreeMap<usize, (&Evaluating<'_>, &ResolvedValues)> = evaluating
            .iter()
            .zip(evaluated.iter())
            .filter_map(|(of, values)| Some((of.component, (of, values.content.so_far()?))))
            .collect();
        let contents: BTreeMap<usize, &EvaluatedContent> =
            evaluated.iter().map(|values| (values.component, &values.content)).collect();
        let read: BTreeSet<usize> = rules.iter().flat_map(|rule| rule.reads.iter().copied()).collect();
        // Values of components that no rule reads are not copied.
        let value = |component: &usize| {
            let values = by_component.get(component).filter(|_| read.contains(component));
            values.map_or(Value::Absent, |(_, resolved)| Value::Struct(resolved.values().into()))
        };
        let values: Vec<Value> =
            self.rules.positions.iter().map(value).chain(inputs.input_values().iter().cloned()).collect();
        let unknown = self.unknown_values(&contents, inputs);
        let default_places: BTreeMap<usize, PlacesOf<'_>> = by_component
            .iter()
            .map(|(component, (of, _))| (*component, Box::new(of.declared.default_places()) as PlacesOf<'_>))
            .collect();
        let origin = |steps: &[PlaceStep]| {
            let (first, rest) = match steps.split_first() {
                Some((PlaceStep::Member(first), rest)) => (*first, rest),
                Some((PlaceStep::Element(_), _)) | None => return OperandOrigin::default(),
            };
            let Some(component) = self.rules.positions.get(first) else {
                return inputs.operand_origin(first.saturating_sub(self.rules.positions.len()));
            };
            let known = by_component.get(component).zip(default_places.get(component));
            known.map_or_else(OperandOrigin::default, |((of, resolved), places)| {
                operand_origin(of.config, resolved, places, rest)
            })
        };
        let has_values =
            |component: usize| contents.get(&component).is_some_and(|content| content.is_right());
        let asked = self.rules_to_ask(rules, &has_values, (&values, &unknown), check, withheld);
        let mut of_inputs = None;
        let mut budget = RuleBudget::of_environments(self.product.environments.len());
        for rule in asked {
            let mut report = Report::new();
            let sources = &mut |_: &Rule| Some(RuleSource::Written(rule.check));
            let ready = rule.rule.ready_among(self.rules.names());
            let broken = std::iter::once(ready.broken_among(&values, &unknown));
            report_broken(broken, (BrokenBy::Values, &mut budget), sources, &origin, &mut report);
            if report.has_errors() || budget.is_spent() {
                withheld.extend(check.concerned(rule));
                if !rule.inputs.is_empty() {
                    let readers = of_inputs.get_or_insert_with(|| check.readers_of_inputs());
                    withheld
                        .extend(rule.inputs.keys().flat_map(|input| readers.get(input)).flatten().copied());
                }
                check.found.push((None, report));
            }
        }
    }

    /// The unknown values: of components, then of inputs, in the order in which rules read them.
    fn unknown_values(
        &self,
        contents: &BTreeMap<usize, &EvaluatedContent>,
        inputs: &OutsideValues,
    ) -> UnknownMembers {
        let mut unknown = UnknownMembers::default();
        let components = self.rules.positions.iter();
        let parts = components.map(|at| contents.get(at).map_or(UnknownPart::Whole, |of| of.unknown()));
        (0..).zip(parts).for_each(|(at, part)| unknown.insert(at, part));
        let lacking = (0..inputs.inputs().members().len()).filter(|at| !inputs.is_known(*at));
        lacking.for_each(|at| unknown.insert(narrow(self.rules.positions.len() + at), UnknownPart::Whole));
        unknown
    }

    /// The rules whose results do not depend on unknown values. Reports why the other rules cannot be checked, and
    /// withholds the components that they read, unless the rules are deferred.
    fn rules_to_ask<'r>(
        &self,
        rules: Vec<&'r ProductRule<'r>>,
        has_values: &dyn Fn(usize) -> bool,
        (values, values_unknown): (&[Value], &UnknownMembers),
        check: &mut RuleCheck<'_>,
        withheld: &mut BTreeSet<usize>,
    ) -> Vec<&'r ProductRule<'r>> {
        let RuleCheck { environment, inputs, leaves_unknown, .. } = *check;
        let mut asked = Vec::with_capacity(rules.len());
        let mut missing: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        for rule in rules {
            let known: BTreeSet<usize> =
                rule.reads.iter().copied().filter(|read| has_values(*read)).collect();
            if rule.reads.iter().any(|read| self.product.leaves_out(*read, environment)) {
                // The error of the rule itself is reported.
                withheld.extend(known);
                continue;
            }
            let lacking: Vec<(usize, Span)> = rule
                .inputs
                .iter()
                .map(|(at, place)| (*at, *place))
                .filter(|(at, _)| !inputs.is_known(*at))
                .collect();
            for (at, place) in &lacking {
                missing.entry(*at).or_default().push(*place);
            }
            let ready = rule.rule.ready_among(self.rules.names());
            if ready.verdict(values, values_unknown) != RuleVerdict::Open {
                asked.push(rule);
                continue;
            }
            let mut unknown = self.names(&mut rule.reads.difference(&known));
            let is_refused = lacking.iter().any(|(at, _)| !inputs.waits(*at));
            if !leaves_unknown || is_refused {
                let named = lacking.iter().filter_map(|(at, _)| inputs.inputs().members().get(*at));
                unknown.extend(named.map(|input| format!("input('{}')", input.key)));
            }
            if !unknown.is_empty() {
                let known = check.concerned(rule).into_iter().filter(|at| has_values(*at));
                let known = known.collect();
                if rule.reads.is_empty() {
                    withheld.extend(known);
                } else {
                    let why = |kept: &[String]| errors::rule_not_checked(rule.check.span(), &unknown, kept);
                    self.keep_back(&why, &known, (withheld, check.found));
                }
                continue;
            }
            check.rules_wait |= !lacking.is_empty();
            if let Some(refused) = self.secret_input(rule, inputs) {
                // The whole rule is deferred, and could not be checked later.
                let mut report = Report::new();
                report.push(refused);
                check.found.push((None, report));
                withheld.extend(check.concerned(rule));
            }
        }
        if !leaves_unknown {
            for (at, reads) in missing {
                let mut report = Report::new();
                inputs.tell_missing(at, &reads, &mut report);
                check.found.push((None, report));
            }
        }
        asked
    }

    fn names(&self, positions: &mut dyn Iterator<Item = &usize>) -> Vec<String> {
        positions.filter_map(|at| Some(self.product.components.get(*at)?.name.to_owned())).collect()
    }

    /// Withholds these components, which have values, because a rule that reads them cannot be checked. Warns of those
    /// that are withheld only for this reason.
    fn keep_back(
        &self,
        why: &dyn Fn(&[String]) -> Diagnostic,
        known: &BTreeSet<usize>,
        (withheld, found): (&mut BTreeSet<usize>, &mut Vec<(Option<usize>, Report)>),
    ) {
        let kept = self.names(&mut known.difference(withheld));
        if !kept.is_empty() {
            let mut report = Report::new();
            report.push(why(&kept));
            found.push((None, report));
        }
        withheld.extend(known);
    }
}
