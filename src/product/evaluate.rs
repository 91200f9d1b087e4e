//! Evaluates one environment: the values of all its components, then the rules of the product.

use super::assembly::Assembly;
use super::check_rules::RuleCheck;
use super::evaluated::{EvaluatedContent, EvaluatedValues, Evaluating};
use super::found::ProductReport;
use crate::diagnostic::Report;
use crate::layers::OutsideValues;
use crate::resolve::{
    Budget, Inputs, Participant, Resolution, ResolvedValues, UnfinishedValues, Wanted, check_rules,
    resolve_together,
};
use crate::schema::RuleBudget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The result of one component in one environment.
#[derive(Debug)]
pub enum ComponentOutcome {
    /// The environment leaves it out.
    LeftOut,
    /// It has no schema, and no values.
    NoSchema,
    /// It has an error, or a component that it imports or a rule that reads it has one. The error is reported.
    Withheld,
    /// Its values, which keep its rules and those of the product.
    Resolved(Box<ResolvedValues>),
    /// Its values, of which a part waits for inputs.
    Waiting(Box<WaitingValues>),
}

/// Values of which a part waits for inputs, and the inputs and imports of their expressions.
#[derive(Debug)]
pub struct WaitingValues {
    pub(super) values: UnfinishedValues,
    pub(super) outside: Arc<OutsideValues>,
}

/// The result of one environment.
#[derive(Debug)]
pub struct EnvironmentOutcome {
    /// The position of the environment.
    pub environment: usize,
    /// One for each component of the product, in their order.
    pub components: Vec<ComponentOutcome>,
    /// The number of components whose values were resolved.
    pub evaluated: usize,
    /// The inputs that rules of the product read, with their values.
    pub(super) inputs: OutsideValues,
    /// Whether a rule of the product is deferred, because it reads an input without a value.
    pub rules_wait: bool,
    /// The diagnostics of each component, or of the environment.
    found: Vec<(Option<usize>, Report)>,
}

impl EnvironmentOutcome {
    /// The inputs of the product and its layers, with their values.
    pub(crate) fn inputs(&self) -> &OutsideValues {
        &self.inputs
    }

    /// Moves the diagnostics to the common report.
    pub fn tell(&mut self, found: &mut ProductReport) {
        for (component, report) in self.found.drain(..) {
            found.add(report, component.as_slice(), &[self.environment]);
        }
    }
}

impl Assembly<'_, '_> {
    /// Evaluates one environment. The result does not depend on the evaluation of other environments, which may run at
    /// the same time.
    #[must_use]
    pub fn evaluate(&self, environment: usize) -> EnvironmentOutcome {
        self.evaluate_as(environment, false)
    }

    /// As [`evaluate`](Self::evaluate), but defers what depends on inputs without a value.
    #[must_use]
    pub fn evaluate_known(&self, environment: usize) -> EnvironmentOutcome {
        self.evaluate_as(environment, true)
    }

    fn evaluate_as(&self, environment: usize, leaves_unknown: bool) -> EnvironmentOutcome {
        let mut report = Report::new();
        let assigned: Vec<_> =
            self.product.inputs_in(environment).iter().map(|input| (input.name, input.value)).collect();
        let inputs = self.inputs.assigned(&assigned, &self.given, &mut report);
        let known_inputs = self.inputs.known(&inputs);
        let mut found = vec![(None, report)];
        let built = self.evaluated(environment);
        let positions: BTreeMap<usize, usize> = built.iter().enumerate().map(|(at, of)| (*of, at)).collect();
        let position = |component| positions.get(&component).copied().unwrap_or(usize::MAX);
        let evaluating: Vec<Evaluating<'_>> = built
            .iter()
            .filter_map(|component| {
                let declared = self.components.get(*component)?.as_ref()?;
                let config = declared.config()?;
                let read = self.inputs_of(*component, environment);
                let is_understood = read.is_some() && !self.is_failed_for_all(environment);
                let is_read = is_understood && !self.has_own_errors(*component, environment);
                let imports = self.imports(*component, &position);
                let outside = Arc::new(OutsideValues::new(Arc::clone(&known_inputs), imports));
                let (inputs, places) = (read.unwrap_or_default(), Box::new(declared.places()));
                Some(Evaluating {
                    component: *component,
                    declared,
                    config,
                    inputs,
                    is_read,
                    is_understood,
                    outside,
                    places,
                })
            })
            .collect();
        let evaluated = self.resolve(&evaluating, leaves_unknown);
        let read_by_rules = OutsideValues::new(known_inputs, Vec::new());
        let mut rules = RuleCheck {
            environment,
            evaluating: &evaluating,
            evaluated: &evaluated,
            inputs: &read_by_rules,
            leaves_unknown,
            rules_wait: false,
            found: &mut found,
        };
        let mut withheld = self.withheld(&mut rules);
        let rules_wait = rules.rules_wait;
        if inputs.has_unknown() {
            // Any of them may read the intended input.
            withheld.extend(&built);
        }
        let mut components: Vec<ComponentOutcome> = Vec::with_capacity(self.components.len());
        for (at, declared) in self.components.iter().enumerate() {
            components.push(if self.product.leaves_out(at, environment) {
                ComponentOutcome::LeftOut
            } else if declared.as_ref().is_some_and(|declared| declared.config().is_none())
                && !self.has_own_errors(at, environment)
            {
                ComponentOutcome::NoSchema
            } else {
                ComponentOutcome::Withheld
            });
        }
        for (EvaluatedValues { component, content, report, .. }, of) in evaluated.into_iter().zip(&evaluating)
        {
            found.push((Some(component), report));
            let Some(place) = components.get_mut(component).filter(|_| !withheld.contains(&component)) else {
                continue;
            };
            match content {
                EvaluatedContent::None | EvaluatedContent::InPart(_) => {}
                EvaluatedContent::Resolved(resolved) => {
                    *place = ComponentOutcome::Resolved(Box::new(resolved));
                }
                EvaluatedContent::Waiting(values) => {
                    let outside = Arc::clone(&of.outside);
                    *place = ComponentOutcome::Waiting(Box::new(WaitingValues { values, outside }));
                }
            }
        }
        let evaluated = evaluating.len();
        EnvironmentOutcome { environment, components, evaluated, inputs: read_by_rules, rules_wait, found }
    }

    /// The positions of the components that have values in an environment, in the order in which they are resolved
    /// together.
    #[must_use]
    pub fn evaluated(&self, environment: usize) -> Vec<usize> {
        (0..self.components.len()).filter(|at| self.is_evaluated(*at, environment)).collect()
    }

    /// Whether a component has values in an environment.
    fn is_evaluated(&self, component: usize, environment: usize) -> bool {
        let declared = self.components.get(component).and_then(Option::as_ref);
        let has_config = declared.is_some_and(|declared| declared.config().is_some());
        has_config && !self.product.leaves_out(component, environment)
    }

    /// Resolves all components together, and checks the rules of each.
    fn resolve(&self, evaluating: &[Evaluating<'_>], leaves_unknown: bool) -> Vec<EvaluatedValues> {
        let inputs: Vec<Inputs<'_>> = evaluating
            .iter()
            .map(|of| Inputs {
                layers: &of.inputs.layers,
                patches: &of.inputs.patches,
                settings: &of.inputs.settings,
                // A part that could not be read may set a value that is missing without it.
                wanted: Wanted { declaration: Some(of.declared.file), output: None, may_lack: !of.is_read },
                leaves_unknown,
                outside: Some(&of.outside),
            })
            .collect();
        let mut reports: Vec<Report> = evaluating.iter().map(|_| Report::new()).collect();
        let participants = evaluating.iter().zip(&inputs).zip(&mut reports);
        let participants = participants.map(|((of, inputs), report)| Participant {
            name: self.product.components.get(of.component).map(|component| component.name),
            config: of.config,
            inputs,
            places: &*of.places,
            report,
        });
        let resolutions = resolve_together(
            participants.collect(),
            Budget::of_environments(self.product.environments.len()),
        );
        let unread = self.readers_of(evaluating, &|of| !of.is_read);
        let misunderstood = self.readers_of(evaluating, &|of| !of.is_understood);
        let mut rules = RuleBudget::of_environments(self.product.environments.len());
        let mut evaluated = Vec::with_capacity(evaluating.len());
        for ((of, resolution), mut report) in evaluating.iter().zip(resolutions).zip(reports) {
            if unread.contains(&of.component) {
                // Errors of values may follow from the unread part, which is reported.
                let mut report = Report::new();
                let is_understood = resolution.is_understood() && !misunderstood.contains(&of.component);
                let content = if is_understood {
                    let _ = check_own_rules(of, &resolution, &mut rules, &mut report);
                    EvaluatedContent::InPart(resolution)
                } else {
                    EvaluatedContent::None
                };
                let (component, is_in_error) = (of.component, !of.is_read || report.has_errors());
                evaluated.push(EvaluatedValues { component, content, report, is_in_error });
                continue;
            }
            let are_checked = check_own_rules(of, &resolution, &mut rules, &mut report);
            if resolution.waits()
                && let Some(refused) = self.kept_secret_only_here(of.component)
            {
                report.push(refused);
            }
            let is_in_error = report.has_errors() || !are_checked;
            let content = EvaluatedContent::of(resolution);
            evaluated.push(EvaluatedValues { component: of.component, content, report, is_in_error });
        }
        evaluated
    }

    /// The components for which `holds` is true, and all components that import them, directly or not.
    fn readers_of(
        &self,
        evaluating: &[Evaluating<'_>],
        holds: &dyn Fn(&Evaluating<'_>) -> bool,
    ) -> BTreeSet<usize> {
        self.with_importers(evaluating.iter().filter(|of| holds(of)).map(|of| of.component).collect())
    }

    /// Components with all components that import them, directly or not.
    pub(super) fn with_importers(&self, mut found: BTreeSet<usize>) -> BTreeSet<usize> {
        if found.is_empty() {
            return found;
        }
        let mut importers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, component) in self.product.components.iter().enumerate() {
            for import in &component.imports {
                importers.entry(import.component).or_default().push(at);
            }
        }
        let mut open: Vec<usize> = found.iter().copied().collect();
        while let Some(component) = open.pop() {
            for importer in importers.get(&component).into_iter().flatten() {
                if found.insert(*importer) {
                    open.push(*importer);
                }
            }
        }
        found
    }
}

/// Checks the rules of a component. Returns whether the budget sufficed for all of them.
fn check_own_rules(
    of: &Evaluating<'_>,
    resolution: &Resolution,
    budget: &mut RuleBudget,
    report: &mut Report,
) -> bool {
    if of.config.rules().is_empty() {
        return true;
    }
    let (default_places, mut sources) = (of.declared.default_places(), of.declared.rule_sources());
    check_rules(of.config, resolution, &default_places, (&mut sources, budget), report);
    !budget.is_spent()
}
