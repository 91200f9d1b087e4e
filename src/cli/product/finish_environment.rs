//! Finishes the plans of an environment: one evaluation of all its components, then the rules of the product.

use super::exports::{self, ExportedFile};
use super::index::{EnvironmentIndex, IndexedComponent, IndexedExport, IndexedFile};
use super::index_errors;
use super::index_folder::{ComponentFiles, CopiedFile, DeclarationFile, EnvironmentFiles, UnfinishedContent};
use super::index_reader::{IndexReader, ListedFile};
use super::index_waiting::{ListedRule, ListedWaiting, readers_of_inputs};
use super::made::Outputs;
use crate::cli::files::{Access, OpenFolder};
use crate::cli::plan_origins::OriginsOfPlan;
use crate::cli::plan_report::report_plan;
use crate::cli::plan_sources::PlanSources;
use crate::cli::{Invocation, plan_diagnostics};
use crate::diagnostic::Report;
use crate::export::ExportedValues;
use crate::product::ProductReport;
use crate::product::export_target;
use crate::schema::{BrokenBy, CanonicalRules, OperandOrigin, RuleBudget, RuleSource, report_broken};
use crate::text::escape::{plain, quoted};
use crate::text::{Sources, Span, narrow};
use crate::types::{StructType, Value};
use crate::workspace::LoadedDeclaration;
use confc_core::expr::{Outside, Scope, UnknownMembers, UnknownPart};
use confc_core::plan::{
    EvaluatedPlan, FinishInputs, ParticipantContent, PlanParticipant, ValuePlan, evaluate_together,
};
use confc_core::rules::{PlaceStep, Rule};
use confc_core::values::LoadedValues;
use std::collections::{BTreeMap, BTreeSet};

/// The files of an environment of an index.
pub(super) struct PlannedEnvironment {
    pub(super) read: EnvironmentFiles,
    pub(super) components: Vec<ComponentFiles>,
    /// The existing exports, each with its component and format.
    pub(super) exports: Vec<(String, String, CopiedFile)>,
}

/// Values of inputs for plans, which may already have some of them.
pub(super) struct EnvironmentInputs {
    pub(super) values: BTreeMap<String, Value>,
    /// The inputs that every environment gives a value itself.
    pub(super) fixed: BTreeSet<String>,
}

impl EnvironmentInputs {
    /// The values of inputs for a plan in an environment that gives the inputs of `own` a value itself. If a given
    /// value is meant for other environments, the plan keeps its own. Otherwise finishing the plan reports a
    /// difference.
    pub(super) fn of_plan(&self, plan: &ValuePlan, own: &BTreeSet<String>) -> Vec<(&str, Value)> {
        let given = plan.inputs().filter_map(|(field, _)| {
            let (name, value) = self.of_input(field.key.as_str(), own)?;
            Some((name, value.clone()))
        });
        given.collect()
    }

    /// The value of an input, as in [`of_plan`](Self::of_plan).
    pub(super) fn of_input(&self, name: &str, own: &BTreeSet<String>) -> Option<(&str, &Value)> {
        let (name, value) = self.values.get_key_value(name)?;
        let is_for_others = own.contains(name) && !self.fixed.contains(name);
        (!is_for_others).then_some((name.as_str(), value))
    }
}

/// Finishes environments one after another.
pub(super) struct EnvironmentFinisher<'f> {
    /// The name of the product file.
    pub(super) product: &'f str,
    pub(super) folder: &'f OpenFolder,
    pub(super) declarations: &'f [DeclarationFile],
    pub(super) given: &'f EnvironmentInputs,
    pub(super) lines: PlanSources,
    /// The sources that show the rules of the product, by canonical text.
    pub(super) rules: BTreeMap<Box<str>, RuleSource<'static>>,
    pub(super) outputs: &'f mut Outputs,
    pub(super) reader: &'f mut IndexReader,
    /// The repeated steps that are left for expressions of the run; `None` once they were exceeded.
    pub(super) steps: Option<u64>,
    /// The steps that are left for rules of the run.
    pub(super) rule_budget: RuleBudget,
}

/// The inputs that rules of an environment read.
struct RuleInputs {
    types: StructType,
    /// The value of each, if it has one.
    values: Vec<Option<Value>>,
    /// The place of each in the index.
    places: Vec<Span>,
    /// The mistakes in the given values.
    report: Report,
}

impl RuleInputs {
    /// Reports inputs without a value, and inputs that no rule reads.
    fn check(&self, rules: &[(Rule, &ListedRule)], names: Scope<'_>, report: &mut Report) {
        let readers = readers_of_inputs(rules, names, (&self.types, &self.places), report);
        for (at, reads) in readers {
            if let (Some(input), Some(None)) = (self.types.members().get(at), self.values.get(at)) {
                report.push(index_errors::missing_input(input.key.as_str(), &reads));
            }
        }
    }

    /// The positions of the inputs without a value.
    fn lacking(&self) -> impl Iterator<Item = usize> {
        self.values.iter().enumerate().filter(|(_, value)| value.is_none()).map(|(at, _)| at)
    }
}

/// A component with its known values.
struct FinishedComponent<'e> {
    component: &'e ComponentFiles,
    values: FinishedContent<'e>,
}

enum FinishedContent<'e> {
    Loaded(&'e LoadedValues),
    Evaluated(Box<EvaluatedPlan>, &'e ListedFile),
}

impl FinishedContent<'_> {
    fn values(&self) -> &[Value] {
        match self {
            Self::Loaded(loaded) => loaded.values(),
            Self::Evaluated(evaluated, _) => evaluated.values(),
        }
    }

    /// The origins of its values, if it has a plan.
    fn origins(&self) -> Option<OriginsOfPlan<'_>> {
        match self {
            Self::Loaded(_) => None,
            Self::Evaluated(evaluated, _) => Some(OriginsOfPlan::of(evaluated.plan())),
        }
    }

    /// The unknown part of the component, as a struct of its fields.
    fn unknown(&self) -> UnknownPart {
        UnknownPart::Members(match self {
            Self::Loaded(_) => UnknownMembers::default(),
            Self::Evaluated(evaluated, _) => evaluated.unknown().clone(),
        })
    }
}

/// The origin of the value at these steps, the first of which is a component, if the component has a plan.
fn origin_of(
    components: &[&FinishedComponent<'_>],
    origins: &[Option<OriginsOfPlan<'_>>],
    declarations: &[DeclarationFile],
    steps: &[PlaceStep],
) -> Option<OperandOrigin> {
    let (PlaceStep::Member(first), rest) = steps.split_first()? else { return None };
    let (of, origins) = (components.get(*first)?, origins.get(*first)?.as_ref()?);
    let declared = &declarations.get(of.component.declaration)?.declared;
    let (config, places) = (declared.declaration.config()?, declared.default_places());
    Some(origins.origin_or_default(rest, (config, of.values.values()), &places))
}

impl<'f> EnvironmentFinisher<'f> {
    /// Finishes the environment at a position. Returns the text of its index and its access. `None` if there is a
    /// mistake, which is added to `found`, or reported if it is in the index.
    pub(super) fn environment(
        &mut self,
        at: usize,
        environment: &mut PlannedEnvironment,
        found: &mut ProductReport,
        invocation: &mut Invocation,
    ) -> Option<(String, Access)> {
        let inputs = self.rule_inputs(environment);
        let evaluated = self.evaluate(environment, invocation)?;
        let PlannedEnvironment { read, components, exports } = environment;
        let waiting = self.reader.waiting(&read.document, &mut invocation.report)?;
        let with_schema = components.iter().filter(|of| !matches!(of.content, UnfinishedContent::None));
        let mut finished: Vec<FinishedComponent<'_>> = Vec::with_capacity(evaluated.len());
        for (component, evaluated) in with_schema.zip(evaluated) {
            let values = match (&component.content, evaluated) {
                (UnfinishedContent::Values(loaded), _) => FinishedContent::Loaded(loaded),
                (UnfinishedContent::Plan(_, file), Some(evaluated)) => {
                    FinishedContent::Evaluated(Box::new(evaluated), file)
                }
                (_, _) => continue,
            };
            if let FinishedContent::Evaluated(evaluated, file) = &values {
                let name = self.folder.name(&file.path);
                let from = format!("all values come from {}", quoted(&name));
                let mut report = Report::new();
                let declared = self.declared(component)?;
                let to = (&mut invocation.sources, &mut report);
                let drawn = (&mut self.lines, &mut self.rule_budget);
                report_plan((evaluated, declared), (&name, &from), drawn, to);
                found.add(report, &[component.declaration], &[at]);
            }
            finished.push(FinishedComponent { component, values });
        }
        let mut report = Report::new();
        self.check_rules(&waiting, &finished, inputs, (&mut invocation.sources, &mut report));
        found.add(report, &[], &[at]);
        if found.has_errors() || invocation.report.has_errors() {
            return None;
        }
        let mut made = EnvironmentIndex::new(self.product, &read.name);
        let mut is_secret = false;
        for (component, format, (path, bytes, access)) in std::mem::take(exports) {
            is_secret |= access == Access::Owner;
            let file = IndexedFile::new(path.clone(), &bytes);
            made.exports.push(IndexedExport { component, format, file });
            self.outputs.insert(path, (bytes, access));
        }
        let mut report = Report::new();
        let plans = components.iter().filter(|of| matches!(of.content, UnfinishedContent::Plan(..)));
        let plans: BTreeSet<&str> = plans.map(|of| of.listed.name.as_str()).collect();
        waiting.check_exports(&|component| plans.contains(component), &mut report);
        for of in finished {
            let access = self.component(of, &waiting, &mut made, &mut report);
            is_secret |= access.is_some_and(|access| access == Access::Owner);
        }
        for component in components.iter().filter(|of| matches!(of.content, UnfinishedContent::None)) {
            let indexed = self.indexed(component, "none");
            made.components.insert(component.listed.name.clone(), indexed);
        }
        let is_broken = report.has_errors();
        found.add(report, &[], &[at]);
        made.sort_exports();
        let access = if is_secret { Access::Owner } else { Access::Umask };
        (!is_broken).then(|| (made.text(), access))
    }

    fn declared(&self, component: &ComponentFiles) -> Option<&'f LoadedDeclaration> {
        self.declarations.get(component.declaration).map(|declaration| &declaration.declared)
    }

    /// Evaluates all components with a schema together. `None` if the index does not list a component that a plan
    /// reads, which is reported.
    fn evaluate(
        &mut self,
        environment: &mut PlannedEnvironment,
        invocation: &mut Invocation,
    ) -> Option<Vec<Option<EvaluatedPlan>>> {
        let with_schema = environment.components.iter();
        let with_schema = with_schema.filter(|of| !matches!(of.content, UnfinishedContent::None));
        let names: Vec<String> = with_schema.map(|of| of.listed.name.clone()).collect();
        let positions: BTreeMap<&str, usize> =
            names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        let (mut imports, mut plans) = (Vec::new(), Vec::new());
        for component in &mut environment.components {
            let content = match &mut component.content {
                UnfinishedContent::None => continue,
                UnfinishedContent::Values(_) => None,
                UnfinishedContent::Plan(plan, _) => plan.take(),
            };
            let listed: BTreeMap<&str, &str> =
                component.listed.imports.iter().map(|(name, of)| (name.as_str(), of.as_str())).collect();
            let mut found: Vec<(String, usize)> = Vec::new();
            for import in content.iter().flat_map(|plan| plan.imports()) {
                let name = import.name.as_str();
                match listed.get(name).and_then(|target| positions.get(target)) {
                    Some(at) => found.push((name.to_owned(), *at)),
                    None => {
                        let (of, place) = (&component.listed.name, component.listed.place);
                        invocation.report.push(index_errors::import_not_listed(of, name, place));
                    }
                }
            }
            imports.push(found);
            plans.push(content);
        }
        if invocation.report.has_errors() {
            return None;
        }
        let with_schema = environment.components.iter();
        let with_schema = with_schema.filter(|of| !matches!(of.content, UnfinishedContent::None));
        let mut participants = Vec::with_capacity(names.len());
        for (((component, plan), imports), name) in with_schema.zip(plans).zip(&imports).zip(&names) {
            let content = match (plan, &component.content) {
                (Some(plan), _) => {
                    let inputs = self.given.of_plan(&plan, &environment.read.inputs.given);
                    let inputs = FinishInputs { inputs, imports: Vec::new() };
                    let imports = imports.iter().map(|(name, at)| (name.as_str(), *at)).collect();
                    ParticipantContent::Plan(plan, inputs, imports)
                }
                (None, UnfinishedContent::Values(loaded)) => ParticipantContent::Values(loaded),
                (None, _) => continue,
            };
            participants.push(PlanParticipant { name, content });
        }
        // Each has a schema.
        evaluate_together(participants, &mut self.steps).ok()
    }

    /// The inputs that rules of an environment read.
    fn rule_inputs(&self, environment: &PlannedEnvironment) -> RuleInputs {
        let (types, report) = (StructType::new(Vec::new()), Report::new());
        let mut inputs = RuleInputs { types, values: Vec::new(), places: Vec::new(), report };
        let of_plans: BTreeSet<&str> = environment
            .components
            .iter()
            .filter_map(|of| {
                if let UnfinishedContent::Plan(plan, _) = &of.content { plan.as_deref() } else { None }
            })
            .flat_map(|plan| plan.inputs().map(|(field, _)| field.key.as_str()))
            .collect();
        let mut fields = Vec::new();
        for (name, input) in &environment.read.inputs.of_rules {
            let given = self.given.of_input(name, &environment.read.inputs.given).map(|(_, value)| value);
            let is_other =
                input.value.is_some() && given.is_some_and(|given| input.value.as_ref() != Some(given));
            if is_other && !of_plans.contains(name.as_str()) {
                // For other inputs, finishing the plan reports it.
                inputs.report.push(index_errors::input_fixed(name, input.place));
            }
            fields.push(input.field.clone());
            inputs.values.push(input.value.as_ref().or(given).cloned());
            inputs.places.push(input.place);
        }
        inputs.types = StructType::new(fields);
        inputs
    }

    /// Reports each rule of the product that is broken for all unknown values.
    fn check_rules(
        &mut self,
        waiting: &ListedWaiting<'_>,
        finished: &[FinishedComponent<'_>],
        mut inputs: RuleInputs,
        (sources, report): (&mut Sources, &mut Report),
    ) {
        report.push_all(std::mem::take(&mut inputs.report), |found| found);
        let waiting = &waiting.rules;
        if waiting.rules.is_empty() && inputs.values.is_empty() {
            return;
        }
        let named = finished.iter().filter_map(|of| {
            let config = self.declarations.get(of.component.declaration)?.config()?;
            Some((of.component.listed.name.as_str(), config))
        });
        let fields = waiting.fields(named);
        let by_name: BTreeMap<&str, &FinishedComponent<'_>> =
            finished.iter().map(|of| (of.component.listed.name.as_str(), of)).collect();
        let components: Vec<&FinishedComponent<'_>> =
            fields.members().iter().filter_map(|field| by_name.get(field.key.as_str()).copied()).collect();
        let Some(rules) = waiting.checked_rules(&fields, &inputs.types, report) else { return };
        let nothing = StructType::new(Vec::new());
        let outside = Outside { inputs: &inputs.types, imports: &nothing };
        let names = Scope::new(&fields).with_outside(outside);
        inputs.check(&rules, names, report);
        let mut unknown = UnknownMembers::default();
        (0..).zip(&components).for_each(|(at, of)| unknown.insert(at, of.values.unknown()));
        let lacking = inputs.lacking().map(|at| narrow(components.len() + at));
        lacking.for_each(|at| unknown.insert(at, UnknownPart::Whole));
        let values = components.iter().map(|of| Value::Struct(of.values.values().into()));
        let values: Vec<Value> =
            values.chain(inputs.values.into_iter().map(|value| value.unwrap_or(Value::Absent))).collect();
        let declarations = self.declarations;
        let mut broken = |origins: &[Option<OriginsOfPlan<'_>>], sources: &mut Sources| {
            let origin = |steps: &[PlaceStep]| {
                origin_of(&components, origins, declarations, steps).unwrap_or_default()
            };
            let mut all = Report::new();
            for (rule, listed) in &rules {
                let mut found = Report::new();
                let known = self.rules.entry(rule.text().into());
                let drawn = known.or_insert_with(|| CanonicalRules::new(self.product, sources).source(rule));
                let source = &mut |_: &Rule| Some(drawn.clone());
                let places = std::iter::once(rule.ready_among(names).broken_among(&values, &unknown));
                let budget = &mut self.rule_budget;
                report_broken(places, (BrokenBy::Values, budget), source, &origin, &mut found);
                let (product, line, column) = (plain(self.product), &listed.line, &listed.column);
                let written = format!("the rule is written in {product}:{line}:{column}");
                all.push_all(found, |diagnostic| diagnostic.note(written.clone()));
            }
            all
        };
        let mut origins: Vec<Option<OriginsOfPlan<'_>>> =
            components.iter().map(|of| of.values.origins()).collect();
        let undrawn = broken(&origins, sources);
        if undrawn.has_errors() {
            origins.iter_mut().flatten().for_each(|origins| origins.draw(&mut self.lines, sources));
            report.push_all(broken(&origins, sources), |found| found);
        }
    }

    /// The entry of a component in an index, still without files.
    fn indexed(&self, component: &ComponentFiles, status: &'static str) -> IndexedComponent {
        let interface = component.listed.interface.as_ref().map(|interface| interface.checksum.clone());
        let imports = component.listed.imports.clone();
        IndexedComponent { status, interface, values: None, plan: None, provenance: None, imports }
    }

    /// Adds the outputs of a component. Returns their access; `None` if an output is not possible, which is reported.
    fn component(
        &mut self,
        of: FinishedComponent<'_>,
        waiting: &ListedWaiting<'_>,
        made: &mut EnvironmentIndex,
        report: &mut Report,
    ) -> Option<Access> {
        let FinishedComponent { component, values } = of;
        let name = &component.listed.name;
        let config = self.declarations.get(component.declaration)?.config()?;
        let is_secret = config.holds_sensitive() || waiting.rules.secret.contains_key(name);
        let mut access = if is_secret { Access::Owner } else { Access::Umask };
        let mut indexed = self.indexed(component, "values");
        for (key, (path, bytes, own)) in &component.copies {
            let file = IndexedFile::new(path.clone(), bytes);
            let own = if key == "values" && access == Access::Owner { Access::Owner } else { *own };
            match key.as_str() {
                "values" => indexed.values = Some(file),
                "provenance" => indexed.provenance = Some(file),
                _ => continue,
            }
            access = if own == Access::Owner { own } else { access };
            self.outputs.insert(path.clone(), (bytes.clone(), own));
        }
        if let FinishedContent::Evaluated(evaluated, file) = values {
            let path = self.reader.path_of_values(file, report)?;
            let declared = self.declared(component)?;
            let refused = |error| {
                let name = self.folder.name(&file.path);
                report.push(plan_diagnostics::not_finished(&name, declared.name(), &error));
            };
            let finished = evaluated.finished().map_err(refused).ok()?;
            for export in waiting.exports.get(name).into_iter().flatten() {
                // A mistake in an export is reported when the index is read.
                let Ok(asked) = export_target(export, name, "") else { continue };
                let file = ExportedFile { path: export.path.text().to_owned(), asked };
                let values = ExportedValues { values: finished.values.values(), file: &finished.bytes };
                let Some((text, own)) = exports::made((export, name), (config, values, None), &file, report)
                else {
                    continue;
                };
                access = if own == Access::Owner { own } else { access };
                let format = exports::name(&file.asked.target).to_owned();
                let indexed = IndexedFile::new(file.path.clone(), &text);
                made.exports.push(IndexedExport { component: name.clone(), format, file: indexed });
                self.outputs.insert(file.path, (text, own));
            }
            indexed.values = Some(IndexedFile::new(path.clone(), &finished.bytes));
            let own = if is_secret { Access::Owner } else { Access::Umask };
            self.outputs.insert(path, (finished.bytes, own));
        }
        made.components.insert(name.clone(), indexed);
        Some(access)
    }
}
