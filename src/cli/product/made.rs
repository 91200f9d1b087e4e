//! Makes the outputs of a product: value files, exports, declarations and indexes.

use super::errors::{LackingNames, TakenBy};
use super::index::{
    EnvironmentIndex, IndexedComponent, IndexedDeclaration, IndexedEnvironment, IndexedExport, IndexedFile,
    IndexedInput, IndexedRule, ProductIndex, WaitingExport, indexed_options,
};
use super::{earlier, errors, exports};
use crate::cli::files::Access;
use crate::cli::{diagnostics, plan_diagnostics};
use crate::declaration::Config;
use crate::declaration::show::json_value;
use crate::diagnostic::Report;
use crate::export::ExportedValues;
use crate::plan;
use crate::product::given_options;
use crate::product::{
    Assembly, ComponentOutcome, DeclaredComponent, EnvironmentOutcome, EnvironmentPlans, Product,
    ProductExport, RulesToFinish, WaitingValues,
};
use crate::resolve::ResolvedValues;
use crate::text::{LineHint, Sources, Span};
use crate::types::{Field, Value};
use crate::workspace::ComponentFile;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest total size of the value files, plans, exports and provenances of a run, in bytes.
pub(super) const MAX_OUTPUTS_SIZE: u64 = 1 << 30;

/// Outputs by their paths in the output folder.
pub(super) type Outputs = BTreeMap<String, (Vec<u8>, Access)>;

/// The outputs of an environment.
pub(super) struct EnvironmentMade {
    /// The result of the evaluation.
    pub(super) outcome: EnvironmentOutcome,
    /// The mistakes in its outputs.
    pub(super) report: Report,
    outputs: Outputs,
    /// The number of outputs that are missing because of mistakes.
    failed: usize,
    index: EnvironmentIndex,
    /// The positions of the components that have a value file.
    with_values: BTreeSet<usize>,
}

impl EnvironmentMade {
    /// The total size of its outputs, in bytes.
    pub(super) fn size(&self) -> usize {
        self.outputs.values().map(|(bytes, _)| bytes.len()).sum()
    }
}

/// Makes the outputs of environments.
pub(super) struct Maker<'m, 'a, 'd> {
    pub(super) product: &'m Product<'d>,
    pub(super) assembly: &'m Assembly<'a, 'd>,
    pub(super) files: &'m [Option<ComponentFile>],
    /// The name of the product file, without its folder.
    pub(super) name: &'m str,
    /// Whether outputs are written. Otherwise each is dropped after it is made.
    pub(super) keeps_outputs: bool,
    /// Whether plans defer the values that depend on missing inputs.
    pub(super) leaves_unknown: bool,
    /// Whether the provenance is written.
    pub(super) with_provenance: bool,
    /// The total size of all outputs so far, in bytes.
    pub(super) size: AtomicU64,
}

/// An export: path, format, bytes and access.
type MadeExport = (String, &'static str, Vec<u8>, Access);

/// A component in an environment, by their positions.
type ComponentPlace = (usize, usize);

/// A component in an environment, with its exports there.
#[derive(Clone, Copy)]
struct Making<'e, 'd> {
    place: ComponentPlace,
    exports: &'e [&'e ProductExport<'d>],
}

impl<'d> Maker<'_, '_, 'd> {
    /// Evaluates an environment and makes its outputs.
    pub(super) fn environment(&self, environment: usize, sources: &Sources) -> EnvironmentMade {
        let mut outcome = match self.leaves_unknown {
            true => self.assembly.evaluate_known(environment),
            false => self.assembly.evaluate(environment),
        };
        let name = self.product.environments.get(environment).map_or("", |environment| environment.name);
        let index = EnvironmentIndex::new(self.name, name);
        let components = std::mem::take(&mut outcome.components);
        let (report, outputs) = (Report::new(), Outputs::new());
        let with_values = BTreeSet::new();
        let mut made = EnvironmentMade { outcome, report, outputs, failed: 0, index, with_values };
        let plans = self.assembly.plans(environment, &components);
        let exports = self.product.exports_by_component(environment);
        for (at, outcome) in components.iter().enumerate() {
            let exports = exports.get(&at).map_or(&[][..], Vec::as_slice);
            let making = Making { place: (at, environment), exports };
            self.component(making, outcome, (&plans, sources), &mut made);
        }
        made.index.sort_exports();
        if made.outcome.rules_wait {
            made.index.waiting.get_or_insert_default();
        }
        if made.index.waiting.is_some() {
            self.add_waiting(environment, sources, &mut made);
        }
        made
    }

    fn component(
        &self,
        making: Making<'_, 'd>,
        outcome: &ComponentOutcome,
        (plans, sources): (&EnvironmentPlans<'_>, &Sources),
        made: &mut EnvironmentMade,
    ) {
        let (at, environment) = making.place;
        let (Some(component), Some(of_environment)) =
            (self.product.components.get(at), self.product.environments.get(environment))
        else {
            return;
        };
        let config = self.files.get(at).and_then(Option::as_ref);
        let config = config.and_then(|file| file.declared.declaration.config());
        let (mut provenance, mut plan) = (None, None);
        let (status, values) = match outcome {
            ComponentOutcome::LeftOut => return,
            ComponentOutcome::NoSchema => ("none", None),
            ComponentOutcome::Withheld => {
                made.failed += self.outputs_of(making);
                ("failed", None)
            }
            ComponentOutcome::Resolved(resolved) => {
                let path = format!("{}/{}.cvf", of_environment.name, component.name);
                match config.and_then(|config| self.values(making, config, resolved, path, made)) {
                    Some(values) => {
                        made.with_values.insert(at);
                        provenance = self.provenance(making.place, resolved, sources, made);
                        ("values", Some(values))
                    }
                    None => ("failed", None),
                }
            }
            ComponentOutcome::Waiting(waiting) => {
                plan = config.and_then(|config| self.plan(making, (waiting, config), (plans, sources), made));
                (if plan.is_some() { "plan" } else { "failed" }, None)
            }
        };
        let imports = component.imports.iter().filter_map(|import| {
            let target = self.product.components.get(import.component)?;
            Some((import.name.to_owned(), target.name.to_owned()))
        });
        let interface = config.map(|config| config.checksum().to_string());
        let indexed =
            IndexedComponent { status, interface, values, plan, provenance, imports: imports.collect() };
        made.index.components.insert(component.name.to_owned(), indexed);
    }

    /// The bytes of an output; empty if it is not written, or if the outputs are too large.
    fn kept(&self, bytes: Vec<u8>) -> Vec<u8> {
        let before = self.size.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let fits = before.saturating_add(bytes.len() as u64) <= MAX_OUTPUTS_SIZE;
        if self.keeps_outputs && fits { bytes } else { Vec::new() }
    }

    /// Whether the outputs exceed [`MAX_OUTPUTS_SIZE`].
    pub(super) fn is_too_large(&self) -> bool {
        self.size.load(Ordering::Relaxed) > MAX_OUTPUTS_SIZE
    }

    /// The number of outputs of a component: its values, their provenance, and exports.
    fn outputs_of(&self, making: Making<'_, 'd>) -> usize {
        1 + usize::from(self.with_provenance) + making.exports.len()
    }

    /// Adds the provenance of a component, if it is requested.
    fn provenance(
        &self,
        place: ComponentPlace,
        resolved: &ResolvedValues,
        sources: &Sources,
        made: &mut EnvironmentMade,
    ) -> Option<IndexedFile> {
        if !self.with_provenance {
            return None;
        }
        let (component, environment) =
            (self.product.components.get(place.0)?.name, self.product.environments.get(place.1)?.name);
        let text = self.assembly.provenance(place, resolved, sources)?;
        let path = provenance_path(environment, component);
        let indexed = IndexedFile::new(path.clone(), text.as_bytes());
        // The provenance contains no value of a sensitive field.
        made.outputs.insert(path, (self.kept(text.into_bytes()), Access::Umask));
        Some(indexed)
    }

    /// Makes the plan of a component with deferred values. Its exports are deferred, too.
    fn plan(
        &self,
        making: Making<'_, 'd>,
        (waiting, config): (&WaitingValues, &Config),
        (plans, sources): (&EnvironmentPlans<'_>, &Sources),
        made: &mut EnvironmentMade,
    ) -> Option<IndexedFile> {
        let component = self.product.components.get(making.place.0)?;
        let environment = self.product.environments.get(making.place.1)?;
        let path = format!("{}/{}.cvp", environment.name, component.name);
        let bytes = match self.assembly.plan(making.place.0, (waiting, config), plans, sources) {
            Ok(bytes) => bytes,
            Err(error) => {
                made.report.push(plan_diagnostics::not_finished(&path, component.name, &error));
                made.failed += self.outputs_of(making);
                return None;
            }
        };
        let open = made.index.waiting.get_or_insert_default();
        for asked in making.exports {
            if let Some(file) = exports::file(asked, component, environment) {
                let given = given_options(asked, component.name, environment.name);
                open.exports.push(WaitingExport {
                    component: component.name.to_owned(),
                    format: asked.format.text().to_owned(),
                    path: file.path,
                    options: indexed_options(given),
                });
            }
        }
        let is_secret = config.holds_sensitive() || waiting.may_be_secret();
        let indexed = IndexedFile::new(path.clone(), &bytes);
        let access = if is_secret { Access::Owner } else { Access::Umask };
        made.outputs.insert(path, (self.kept(bytes), access));
        Some(indexed)
    }

    /// Adds the deferred rules and exports to the index.
    fn add_waiting(&self, environment: usize, sources: &Sources, made: &mut EnvironmentMade) {
        let Some(waiting) = &mut made.index.waiting else { return };
        let given = self.product.inputs_in(environment).into_iter();
        waiting.inputs = given.map(|input| input.name.text().to_owned()).collect();
        let mut hint = LineHint::default();
        let RulesToFinish { rules, inputs } = self.assembly.rules_to_finish(&made.outcome);
        let indexed = |(field, value): (Field, Option<Value>)| IndexedInput {
            ty: field.ty.to_string(),
            sensitive: field.holds_sensitive(),
            value: value.and_then(|value| serde_json::to_value(json_value(&field.ty, &value)).ok()),
        };
        waiting.rule_inputs = inputs.into_iter().map(|(name, input)| (name, indexed(input))).collect();
        for (rule, place) in rules {
            let at = sources.of(place).map(|source| source.place_near(place.start, &mut hint));
            waiting.rules.push(IndexedRule {
                check: rule.check().to_owned(),
                places: rule.places().map(str::to_owned),
                message: rule.message().map(str::to_owned),
                name: rule.name().map(ToString::to_string),
                line: at.map_or(1, |at| at.line),
                column: at.map_or(1, |at| at.column),
            });
        }
        for (at, component) in self.product.components.iter().enumerate() {
            let keys: Vec<String> =
                self.assembly.kept_secret(at).map(|field| field.key.to_string()).collect();
            if !keys.is_empty() && made.index.components.contains_key(component.name) {
                waiting.secret.insert(component.name.to_owned(), keys);
            }
        }
    }

    /// Makes the value file of a component in an environment and all its exports, or nothing.
    fn values(
        &self,
        making: Making<'_, 'd>,
        config: &Config,
        resolved: &ResolvedValues,
        path: String,
        made: &mut EnvironmentMade,
    ) -> Option<IndexedFile> {
        let embedded_schema = self.assembly.component(making.place.0)?.embedded_schema();
        let bytes = match plan::encode_keeping_rules(config, resolved, Some(embedded_schema)) {
            Ok(bytes) => bytes,
            Err(error) => {
                made.report.push(diagnostics::not_encoded(&path, &error));
                made.failed += self.outputs_of(making);
                return None;
            }
        };
        let values = ExportedValues { values: resolved.values(), file: &bytes };
        let Some(exported) = self.exports(making, values, &mut made.report) else {
            made.failed += self.outputs_of(making);
            return None;
        };
        let component = self.product.components.get(making.place.0)?.name;
        for (file, format, bytes, access) in exported {
            let indexed = IndexedFile::new(file.clone(), &bytes);
            made.index.exports.push(IndexedExport {
                component: component.to_owned(),
                format: format.to_owned(),
                file: indexed,
            });
            made.outputs.insert(file, (self.kept(bytes), access));
        }
        let config = self.assembly.component(making.place.0).and_then(DeclaredComponent::config);
        let is_secret = config.is_some_and(Config::holds_sensitive);
        let indexed = IndexedFile::new(path.clone(), &bytes);
        let access = if is_secret { Access::Owner } else { Access::Umask };
        made.outputs.insert(path, (self.kept(bytes), access));
        Some(indexed)
    }

    /// Makes the exports of a component. `None` if one is not possible, which is reported.
    fn exports(
        &self,
        Making { place: (at, environment), exports }: Making<'_, 'd>,
        values: ExportedValues<'_>,
        report: &mut Report,
    ) -> Option<Vec<MadeExport>> {
        let component = self.product.components.get(at)?;
        let of_environment = self.product.environments.get(environment)?;
        let declared = self.assembly.component(at)?;
        let config = declared.config()?;
        let unknown = declared.unknown_receiver().and_then(|at| Some(self.product.components.get(at)?.name));
        let (mut exported, mut is_whole) = (Vec::new(), true);
        for asked in exports {
            let Some(file) = exports::file(asked, component, of_environment) else { continue };
            match exports::made((asked, component.name), (config, values, unknown), &file, report) {
                Some((bytes, access)) => {
                    exported.push((file.path, exports::name(&file.asked.target), bytes, access));
                }
                None => is_whole = false,
            }
        }
        is_whole.then_some(exported)
    }
}

/// The outputs of a run.
#[derive(Default)]
pub(super) struct Made {
    pub(super) outputs: Outputs,
    /// The number of outputs that are missing because of mistakes.
    pub(super) failed: usize,
    /// The components that have a value file, each with the environment, by their positions.
    pub(super) with_values: BTreeSet<ComponentPlace>,
    indexes: Vec<(String, EnvironmentIndex, bool)>,
}

impl Made {
    /// Adds the outputs of an environment.
    pub(super) fn add(&mut self, made: EnvironmentMade, name: &str) {
        let EnvironmentMade { outcome, outputs, failed, index, with_values, .. } = made;
        self.with_values.extend(with_values.into_iter().map(|at| (at, outcome.environment)));
        let is_secret = outputs.values().any(|(_, access)| *access == Access::Owner);
        self.outputs.extend(outputs);
        self.failed += failed;
        self.indexes.push((name.to_owned(), index, is_secret));
    }

    /// Adds the declarations and the indexes. The index of the product is added if all environments were made.
    pub(super) fn complete(&mut self, maker: &Maker<'_, '_, '_>, is_whole: bool) {
        let mut index = ProductIndex::new(maker.name);
        for (component, file) in maker.product.components.iter().zip(maker.files) {
            let Some(file) = file else {
                self.failed += 1;
                continue;
            };
            let config = file.declared.declaration.config();
            let is_secret = config.is_some_and(Config::holds_sensitive);
            let path = format!("{}.cm", component.name);
            let interface = config.map(|config| config.checksum().to_string());
            let indexed = IndexedFile::new(path.clone(), &file.bytes);
            let declaration = IndexedDeclaration { interface, file: indexed };
            index.declarations.insert(component.name.to_owned(), declaration);
            // It contains the defaults of sensitive fields.
            let access = if is_secret { Access::Inputs } else { Access::Umask };
            self.outputs.insert(path, (file.bytes.clone(), access));
        }
        for (environment, of_environment, is_secret) in std::mem::take(&mut self.indexes) {
            let path = format!("{environment}/index.json");
            let (text, waits) = (of_environment.text(), of_environment.waiting.is_some());
            let file = IndexedFile::new(path.clone(), text.as_bytes());
            index.environments.insert(environment, IndexedEnvironment { file, waits });
            // The checksum of a file can reveal a short secret in it.
            let access = if is_secret { Access::Owner } else { Access::Umask };
            self.outputs.insert(path, (text.into_bytes(), access));
        }
        if is_whole {
            self.outputs.insert("index.json".into(), (index.text().into_bytes(), Access::Umask));
        }
    }
}

/// The path of an output in comparable form: in lower case, since some file systems ignore case. `/` is before all
/// other characters, so that the content of a folder sorts directly after it.
pub(super) fn compared_path(path: &str) -> String {
    path.to_lowercase().replace('/', "\0")
}

fn provenance_path(environment: &str, component: &str) -> String {
    format!("{environment}/{component}.provenance.json")
}

/// The number of environments in which each export is made, by the place of its path.
fn environments_of_exports(product: &Product<'_>, environments: &[usize]) -> BTreeMap<Span, usize> {
    let mut counts = BTreeMap::new();
    for export in environments.iter().flat_map(|environment| product.exports_in(*environment)) {
        *counts.entry(export.path.span()).or_insert(0) += 1;
    }
    counts
}

/// Reports exports with the path of another export or output, with a path below an output, or with the extension of
/// compiled files.
pub(super) fn check_paths(
    product: &Product<'_>,
    environments: &[usize],
    with_provenance: bool,
    report: &mut Report,
) {
    // The owners of paths, by path in comparable form.
    let mut taken: BTreeMap<String, (String, TakenBy<'_>)> = BTreeMap::new();
    let mut take = |path: String, by| {
        taken.insert(compared_path(&path), (path, by));
    };
    for component in &product.components {
        take(format!("{}.cm", component.name), TakenBy::Declaration(component.name));
    }
    take("index.json".into(), TakenBy::Index);
    take(earlier::EARLIER.into(), TakenBy::Index);
    for environment in environments {
        let Some(named) = product.environments.get(*environment) else { continue };
        take(format!("{}/index.json", named.name), TakenBy::Index);
        for component in &product.components {
            take(format!("{}/{}.cvf", named.name, component.name), TakenBy::Values(component.name));
            if with_provenance {
                take(provenance_path(named.name, component.name), TakenBy::Provenance(component.name));
            }
        }
    }
    let counts = OnceCell::new();
    // Each export is reported once, regardless of the number of its components and environments.
    let mut told: BTreeSet<Span> = BTreeSet::new();
    for environment in environments {
        let Some(named) = product.environments.get(*environment) else { continue };
        for export in product.exports_in(*environment) {
            for at in product.exported(export, *environment) {
                let Some(component) = product.components.get(at) else { continue };
                let Some(file) = exports::file(export, component, named) else { continue };
                let place = export.path.span();
                if let Some(refused) = exports::refused(&file, place) {
                    if told.insert(place) {
                        report.push(refused);
                    }
                    continue;
                }
                let compared = compared_path(&file.path);
                match taken.get(&compared) {
                    Some((path, other)) if told.insert(place) => {
                        let own = (component.name, named.name, place);
                        let counts = counts.get_or_init(|| environments_of_exports(product, environments));
                        let lacks = |name, is_needed| is_needed && !export.path.text().contains(name);
                        let lacking = LackingNames {
                            environment: lacks("{environment}", counts.get(&place).is_some_and(|n| *n > 1)),
                            component: lacks(
                                "{component}",
                                product.exported(export, *environment).nth(1).is_some(),
                            ),
                        };
                        report.push(errors::export_twice(&file.path, own, (path, other), lacking));
                    }
                    Some(_) => {}
                    None => {
                        let (component, environment) = (component.name, named.name);
                        let own = TakenBy::Export { component, environment, place };
                        taken.insert(compared, (file.path, own));
                    }
                }
            }
        }
    }
    for ((outer, (path, by_outer)), (inner, (below, by_inner))) in taken.iter().zip(taken.iter().skip(1)) {
        if inner.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('\0'))
            && let Some(place) = by_inner.place().or(by_outer.place()).filter(|place| told.insert(*place))
        {
            report.push(errors::export_below(below, path, place));
        }
    }
}
