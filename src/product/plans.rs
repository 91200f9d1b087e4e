//! The deferred parts of a product: value plans of its components, and the rules that are checked when they are
//! finished.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::evaluate::{ComponentOutcome, EnvironmentOutcome, WaitingValues};
use super::rules::ProductRule;
use super::secret_errors;
use crate::declaration::Config;
use crate::diagnostic::Diagnostic;
use crate::layers::OutsideValues;
use crate::plan::{EmbeddedSchema, PlanSurroundings, PlannedTogether, encode_plan_among};
use crate::text::{Sources, Span};
use crate::types::{Field, Value};
use confc_core::plan::FinishError;
use confc_core::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};

impl WaitingValues {
    /// Whether a plan of these values contains, or may contain, a sensitive value.
    #[must_use]
    pub fn may_be_secret(&self) -> bool {
        self.outside.holds_sensitive()
    }
}

/// The results of all components in an environment, from which plans are made.
#[derive(Debug)]
pub struct EnvironmentPlans<'a> {
    components: &'a [ComponentOutcome],
    /// The positions of the components that were resolved together, in order.
    evaluated: Vec<usize>,
    /// The positions of the components that rules of the product read.
    read_by_rules: BTreeSet<usize>,
    /// The folder of the product file.
    folder: String,
}

/// The rules of a product that are checked again when plans are finished.
#[derive(Debug, Default)]
pub struct RulesToFinish<'a> {
    /// Each rule with the span of its check.
    pub rules: Vec<(&'a Rule, Span)>,
    /// The inputs that they read by name, with their values if they have one.
    pub inputs: BTreeMap<String, (Field, Option<Value>)>,
}

/// The name of a secret input with a value that a rule reads.
fn secret_input_of<'i>(rule: &ProductRule<'_>, inputs: &'i OutsideValues) -> Option<&'i str> {
    let mut read = rule.inputs.keys().filter(|at| inputs.is_known(**at));
    read.find_map(|at| {
        let input = inputs.inputs().members().get(*at)?;
        input.holds_sensitive().then(|| input.key.as_str())
    })
}

impl Assembly<'_, '_> {
    /// Collects the data for plans in an environment. `components` are the results of all components.
    #[must_use]
    pub fn plans<'a>(&self, environment: usize, components: &'a [ComponentOutcome]) -> EnvironmentPlans<'a> {
        let rules = self.rules.in_environment(self.product, environment);
        EnvironmentPlans {
            components,
            evaluated: self.evaluated(environment),
            read_by_rules: rules.iter().flat_map(|rule| rule.reads.iter().copied()).collect(),
            folder: self.folder(),
        }
    }

    /// The plan of a component with deferred values. The secrets in all texts must be hidden. `config` is the schema of
    /// the declaration.
    ///
    /// # Errors
    ///
    /// See [`encode_plan`](crate::plan::encode_plan).
    pub fn plan(
        &self,
        component: usize,
        (waiting, config): (&WaitingValues, &Config),
        plans: &EnvironmentPlans<'_>,
        sources: &Sources,
    ) -> Result<Vec<u8>, FinishError> {
        let together = |position: usize| {
            let at = *plans.evaluated.get(position)?;
            let checksum = self.component(at)?.config()?.checksum();
            let (values, waiting) = match plans.components.get(at)? {
                ComponentOutcome::Resolved(resolved) => (&**resolved, None),
                ComponentOutcome::Waiting(other) => (other.values.so_far(), Some(&other.values)),
                ComponentOutcome::LeftOut | ComponentOutcome::NoSchema | ComponentOutcome::Withheld => {
                    return None;
                }
            };
            Some(PlannedTogether { checksum, values, waiting })
        };
        let surroundings = PlanSurroundings {
            sources,
            folder: Some(&plans.folder),
            is_read_by_rules: plans.read_by_rules.contains(&component),
            together: &together,
        };
        encode_plan_among(config, &waiting.values, &waiting.outside, surroundings, EmbeddedSchema::Include)
    }

    /// The rules of the product that are checked again when the plans of an environment are finished, each with the
    /// span of its check. Also the inputs that they read, by name and with the known values. A rule that reads a secret
    /// input with a value keeps its result, since that value is never shown.
    #[must_use]
    pub fn rules_to_finish(&self, outcome: &EnvironmentOutcome) -> RulesToFinish<'_> {
        let mut found = RulesToFinish::default();
        for rule in self.rules.in_environment(self.product, outcome.environment) {
            if secret_input_of(rule, &outcome.inputs).is_some() {
                continue;
            }
            found.rules.push((&rule.rule, rule.check.span()));
            for at in rule.inputs.keys() {
                let (types, values) = (outcome.inputs.inputs(), outcome.inputs.input_values());
                let Some(field) = types.members().get(*at) else { continue };
                let value = values.get(*at).filter(|_| outcome.inputs.is_known(*at)).cloned();
                found.inputs.insert(field.key.to_string(), (field.clone(), value));
            }
        }
        found
    }

    /// The error for a deferred rule that reads a secret input with a value.
    pub(super) fn secret_input(&self, rule: &ProductRule<'_>, inputs: &OutsideValues) -> Option<Diagnostic> {
        let name = secret_input_of(rule, inputs)?;
        Some(secret_errors::secret_rule_not_for_a_plan(rule.check.span(), name))
    }

    /// The fields of a component that contain secrets which only the product, not the declaration, marks as sensitive.
    pub fn kept_secret(&self, component: usize) -> impl Iterator<Item = &Field> {
        let declared = self.component(component).filter(|declared| declared.keeps_more_secret());
        let own = declared.and_then(|declared| declared.declared_fields());
        let fields = declared.and_then(DeclaredComponent::fields).into_iter().flat_map(|ty| ty.members());
        let own = own.into_iter().flat_map(|ty| ty.members());
        fields.zip(own).filter(|(kept, own)| kept != own).map(|(kept, _)| kept)
    }

    /// The error for a component with deferred values that read or contain secrets which only the product marks as
    /// sensitive. `finish` has only the declarations, and would show them.
    pub(super) fn kept_secret_only_here(&self, component: usize) -> Option<Diagnostic> {
        let named = self.product.components.get(component)?;
        let read = named.imports.iter().map(|import| import.component);
        let mut all = std::iter::once(component).chain(read);
        let keeps_more = |at: &usize| self.component(*at).is_some_and(DeclaredComponent::keeps_more_secret);
        let secret = all.find(keeps_more)?;
        let name = self.product.components.get(secret)?.name;
        let keys: Vec<&str> = self.kept_secret(secret).map(|field| field.key.as_str()).collect();
        let unknown = self.component(secret)?.unknown_receiver();
        let unknown = unknown.and_then(|at| Some(self.product.components.get(at)?.name));
        Some(secret_errors::secret_not_for_a_plan(named.place, named.name, (name, &keys), unknown))
    }
}
