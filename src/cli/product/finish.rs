//! `confc finish --index`: every plan that the indexes of a folder list.

use super::finish_environment::{
    EnvironmentFinisher, PlannedComponent, PlannedEnvironment, UnfinishedContent,
};
use super::index::{IndexedDeclaration, IndexedEnvironment, IndexedFile, ProductIndex};
use super::index_inputs::IndexInputs;
use super::index_reader::{
    IndexReader, ListedComponent, ListedDeclaration, ListedFile, ListedProduct, ListedStatus,
};
use super::made::Outputs;
use super::output::OutputFolder;
use super::verify::{self as indexes, MAX_EXPORT_SIZE, unchanged};
use super::{earlier, errors, index_errors};
use crate::cli::declarations::LoadedDeclaration;
use crate::cli::files::{Access, OpenFolder};
use crate::cli::finish::{given_inputs, hide_given};
use crate::cli::outputs::DepfileArguments;
use crate::cli::plan_sources::PlanSources;
use crate::cli::{Invocation, diagnostics};
use crate::declaration::Config;
use crate::layers::OutsideValues;
use crate::product::ProductReport;
use crate::schema::RuleBudget;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{Field, Value};
use confc_core::expr::MAX_RUN_STEPS;
use confc_core::plan::ValuePlan;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The plans of an index that are to be finished.
pub(in crate::cli) struct IndexToFinish<'f> {
    pub(in crate::cli) index: &'f str,
    /// The environments that are asked for; none for all.
    pub(in crate::cli) environments: &'f [String],
    /// What is given for inputs: texts `name=literal`, and files.
    pub(in crate::cli) given: (&'f [String], &'f [String]),
    /// The folder to write to.
    pub(in crate::cli) folder: &'f str,
    pub(in crate::cli) prune: bool,
    pub(in crate::cli) depfile: &'f DepfileArguments,
}

/// A declaration of the product.
pub(super) struct PlannedDeclaration {
    pub(super) listed: ListedDeclaration,
    pub(super) declared: LoadedDeclaration,
    bytes: Vec<u8>,
    is_private: bool,
}

impl PlannedDeclaration {
    pub(super) fn config(&self) -> Option<&Config> {
        self.declared.declaration.config()
    }
}

/// Everything that an index lists, read.
struct PlannedProduct {
    listed: ListedProduct,
    folder: OpenFolder,
    reader: IndexReader,
    declarations: Vec<PlannedDeclaration>,
    environments: Vec<PlannedEnvironment>,
    /// How many bytes all files have that were read, besides declarations and indexes.
    size: u64,
}

/// Values of inputs for plans, of which each may know some already.
pub(super) struct GivenInputs {
    values: BTreeMap<String, Value>,
    /// The inputs that each of the environments gives a value itself.
    fixed: BTreeSet<String>,
}

impl GivenInputs {
    /// What a plan is given in an environment that gives these inputs a value itself. It keeps that where the value is meant
    /// for others; else who finishes the plan says that it differs.
    pub(super) fn of_plan(&self, plan: &ValuePlan, own: &BTreeSet<String>) -> Vec<(&str, Value)> {
        let given = plan.inputs().filter_map(|(field, _)| {
            let (name, value) = self.of_input(field.key.as_str(), own)?;
            Some((name, value.clone()))
        });
        given.collect()
    }

    /// The same of one input.
    pub(super) fn of_input(&self, name: &str, own: &BTreeSet<String>) -> Option<(&str, &Value)> {
        let (name, value) = self.values.get_key_value(name)?;
        let is_for_others = own.contains(name) && !self.fixed.contains(name);
        (!is_for_others).then_some((name.as_str(), value))
    }
}

impl IndexToFinish<'_> {
    /// Finishes them. The answer is no where anything does not fit; nothing is written then.
    pub(in crate::cli) fn run(&self, invocation: &mut Invocation) {
        let before = invocation.report.errors();
        let product = self.read(invocation).filter(|_| invocation.report.errors() == before);
        let Some(mut product) = product else {
            return invocation.conclude(NOTHING.into());
        };
        if let Some(other) = earlier::other_product(self.folder, &product.listed.product, invocation) {
            return invocation.report.push(errors::other_product(self.folder, &other));
        }
        let names: Vec<&str> = product.environments.iter().map(|of| of.name.as_str()).collect();
        if earlier::refuses_foreign(self.folder, &names, true, invocation) {
            return;
        }
        if let Some(other) = self.left_behind(&names, invocation) {
            return invocation.report.push(errors::other_environment(self.folder, &other));
        }
        let inputs = product.inputs(invocation);
        let first = invocation.sources.len();
        let given = inputs.and_then(|inputs| {
            let outside = given_inputs(&inputs, self.index, self.given, invocation);
            let given = outside.as_ref().map(|outside| product.given(outside));
            hide_given(inputs, first..invocation.sources.len(), invocation);
            given
        });
        let outputs = given.and_then(|given| product.finish(&given, invocation));
        let Some(outputs) = outputs.filter(|_| invocation.objections() == 0) else {
            return invocation.conclude(NOTHING.into());
        };
        let names: Vec<&str> = product.environments.iter().map(|of| of.name.as_str()).collect();
        let folder = self.folder.trim_end_matches('/');
        let (environments, prune, depfile) = (names.as_slice(), self.prune, self.depfile);
        OutputFolder { folder, environments, is_whole: true, prune, depfile }.write(outputs, 0, invocation);
    }

    /// Reads everything that the index lists. `None` where there is nothing to go on with, which is reported, as everything
    /// else is that is wrong.
    fn read(&self, invocation: &mut Invocation) -> Option<PlannedProduct> {
        let source = indexes::read(self.index, invocation)?;
        let document = indexes::parsed(&source, &mut invocation.report);
        let mut reader = IndexReader::of_copies();
        let mut listed = reader.product(&document, &mut invocation.report)?;
        drop(document);
        let folder = match invocation.files.open_folder(&indexes::folder_of(self.index)) {
            Ok(folder) => folder,
            Err(error) => {
                invocation.report.push(diagnostics::cannot_read_file(self.index, &error));
                return None;
            }
        };
        if let Some(said) = self.why_not_into(&folder, invocation) {
            let help = "give `--out-dir` a folder beside the folder of the plans";
            invocation.report.push(diagnostics::bad_usage(said.into()).help(help));
            return None;
        }
        self.choose(&mut listed, invocation)?;
        let mut declarations = Vec::with_capacity(listed.declarations.len());
        for listed in std::mem::take(&mut listed.declarations) {
            let limit = MAX_ENCODED_SIZE as u64;
            let bytes = unchanged(&folder, &listed.file, limit, invocation);
            let Some(bytes) = bytes else { continue };
            let declared = indexes::decoded(&folder, &listed, &bytes, invocation);
            let is_private = folder.is_private(&listed.file.path, &invocation.files);
            let planned = |declared| PlannedDeclaration { listed, declared, bytes, is_private };
            declarations.extend(declared.map(planned));
        }
        let environments = Vec::with_capacity(listed.environments.len());
        let mut product = PlannedProduct { listed, folder, reader, declarations, environments, size: 0 };
        product.read_environments(source.text().len() as u64, invocation);
        Some(product)
    }

    /// Why nothing is written to the output folder, with the plans in this one; `None` where nothing is against it.
    fn why_not_into(&self, plans: &OpenFolder, invocation: &Invocation) -> Option<&'static str> {
        let files = &invocation.files;
        // What does not exist yet will lie in the first folder above that does.
        let mut above = Path::new(self.folder).ancestors().map(|path| path.to_str().unwrap_or_default());
        let existing =
            above.find_map(|path| files.open_folder(if path.is_empty() { "." } else { path }).ok());
        let output = files.open_folder(self.folder).ok();
        if output.as_ref().is_some_and(|output| output.is_within(plans) && plans.is_within(output)) {
            Some("the output folder is the folder of the index, and finishing would mix values with plans")
        } else if existing.is_some_and(|existing| existing.is_within(plans)) {
            Some(
                "the output folder is inside the folder of the index, which holds only files that the index lists",
            )
        } else if output.is_some_and(|output| plans.is_within(&output)) {
            Some("the folder of the index is inside the output folder, which holds only outputs")
        } else {
            None
        }
    }

    /// An environment in the output folder that is not finished now: the index would no longer list what it has.
    fn left_behind(&self, finished: &[&str], invocation: &Invocation) -> Option<String> {
        if self.environments.is_empty() {
            return None;
        }
        earlier::other_environments(self.folder, finished, invocation).into_iter().next()
    }

    /// Leaves the environments that are asked for.
    fn choose(&self, listed: &mut ListedProduct, invocation: &mut Invocation) -> Option<()> {
        let known: BTreeSet<&str> = listed.environments.iter().map(|(name, _)| name.as_str()).collect();
        let asked: BTreeSet<&str> = self.environments.iter().map(String::as_str).collect();
        let names: Vec<&str> = known.iter().copied().collect();
        let unknown: Vec<&&str> = asked.difference(&known).collect();
        for name in &unknown {
            let suggestions = invocation.report.suggestions();
            let usage = errors::no_environment(name, false, &names, suggestions);
            invocation.report.push(diagnostics::bad_usage(usage));
        }
        let is_known = unknown.is_empty();
        if !self.environments.is_empty() {
            listed.environments.retain(|(name, _)| asked.contains(name.as_str()));
        }
        is_known.then_some(())
    }
}

const NOTHING: &str = "nothing was written";

/// The value files, plans, provenances and exports of an index have no more bytes than this: all of them are kept until
/// everything is finished.
const MAX_FINISHED_SIZE: u64 = 256 << 20;

impl PlannedProduct {
    fn read_environments(&mut self, mut indexes_size: u64, invocation: &mut Invocation) {
        let positions: BTreeMap<String, usize> =
            self.declarations.iter().enumerate().map(|(at, of)| (of.listed.component.clone(), at)).collect();
        for (name, index) in std::mem::take(&mut self.listed.environments) {
            let named = (name.as_str(), &index);
            let read =
                indexes::environment(&self.folder, named, &mut self.reader, &mut indexes_size, invocation);
            let Some((document, listed)) = read else { continue };
            let mut components = Vec::with_capacity(listed.components.len());
            for component in listed.components {
                match positions.get(&component.name) {
                    Some(at) => components.extend(self.component(&name, component, *at, invocation)),
                    // One whose declaration could not be read was told.
                    None if self.listed.components.contains(&component.name) => {}
                    None => {
                        let (name, place) = (&component.name, component.place);
                        invocation.report.push(index_errors::not_of_the_product(name, place));
                    }
                }
            }
            let mut exports = Vec::with_capacity(listed.exports.len());
            for export in listed.exports {
                let file = self.copied(&export.file, MAX_EXPORT_SIZE, invocation);
                exports.extend(file.map(|file| (export.component, export.format, file)));
            }
            let waits = self.listed.waiting.contains(&name);
            let inputs = IndexReader::inputs(&document, waits, &mut invocation.report);
            let Some(inputs) = inputs else { continue };
            self.environments.push(PlannedEnvironment { name, index, document, inputs, components, exports });
        }
    }

    fn component(
        &mut self,
        environment: &str,
        listed: ListedComponent,
        at: usize,
        invocation: &mut Invocation,
    ) -> Option<PlannedComponent> {
        if let ListedStatus::Failed(place) = listed.status {
            invocation.report.push(index_errors::failed(&listed.name, environment, place));
            return None;
        }
        let config = self.declarations.get(at)?.config();
        let interface = listed.interface.as_ref();
        indexes::check_interface(config, interface, listed.place, &mut invocation.report);
        if !indexes::has_right_status(&listed, config, &mut invocation.report) {
            return None;
        }
        let (mut content, mut copies) = (UnfinishedContent::None, Vec::new());
        for (key, file) in &listed.files {
            let name = self.folder.name(&file.path);
            match key.as_str() {
                "plan" => {
                    let bytes = self.unchanged(file, MAX_ENCODED_SIZE as u64, invocation)?;
                    let declared = &self.declarations.get(at)?.declared;
                    let plan = indexes::plan(&name, (file, &bytes), declared, invocation)?;
                    content = UnfinishedContent::Plan(Some(Box::new(plan)), file.clone());
                }
                "values" => {
                    let (path, bytes, access) = self.copied(file, MAX_ENCODED_SIZE as u64, invocation)?;
                    let declared = &self.declarations.get(at)?.declared;
                    let loaded = indexes::load(&name, (file, &bytes), declared, invocation)?;
                    content = UnfinishedContent::Values(loaded);
                    copies.push((key.clone(), (path, bytes, access)));
                }
                _ => copies.push((key.clone(), self.copied(file, MAX_EXPORT_SIZE, invocation)?)),
            }
        }
        Some(PlannedComponent { listed, declaration: at, content, copies })
    }

    /// A file of the index, as far as it is not too much with all the others.
    fn unchanged(&mut self, file: &ListedFile, limit: u64, invocation: &mut Invocation) -> Option<Vec<u8>> {
        if self.size > MAX_FINISHED_SIZE {
            return None;
        }
        let bytes = unchanged(&self.folder, file, limit, invocation)?;
        self.size += bytes.len() as u64;
        if self.size > MAX_FINISHED_SIZE {
            invocation.report.push(index_errors::too_large(file.place, MAX_FINISHED_SIZE));
            return None;
        }
        Some(bytes)
    }

    /// An output that stays as it is.
    fn copied(
        &mut self,
        file: &ListedFile,
        limit: u64,
        invocation: &mut Invocation,
    ) -> Option<(String, Vec<u8>, Access)> {
        let bytes = self.unchanged(file, limit, invocation)?;
        let is_private = self.folder.is_private(&file.path, &invocation.files);
        let access = if is_private { Access::Owner } else { Access::Umask };
        Some((file.path.clone(), bytes, access))
    }

    /// The inputs that plans and rules read, each once. `None` where two declare one in two ways, which is reported.
    fn inputs(&self, invocation: &mut Invocation) -> Option<Vec<Field>> {
        let mut inputs = IndexInputs::default();
        let components = self.environments.iter().flat_map(|environment| &environment.components);
        for component in components {
            if let UnfinishedContent::Plan(Some(plan), file) = &component.content {
                inputs.add_plan(plan, &self.folder.name(&file.path), &mut invocation.report);
            }
        }
        for environment in &self.environments {
            let index = self.folder.name(&environment.index.path);
            inputs.add_of_rules(&environment.inputs, &index, &mut invocation.report);
        }
        inputs.fields()
    }

    /// What is given, for plans that may know some of it.
    fn given(&self, outside: &OutsideValues) -> GivenInputs {
        let values = outside.given().map(|(field, value)| (field.key.to_string(), value.clone()));
        let mut environments = self.environments.iter().map(|environment| &environment.inputs.given);
        let first = environments.next().cloned().unwrap_or_default();
        let fixed = environments.fold(first, |all, own| all.intersection(own).cloned().collect());
        GivenInputs { values: values.collect(), fixed }
    }

    /// Evaluates all environments, and makes all outputs. `None` where something is wrong, which is reported.
    fn finish(&mut self, given: &GivenInputs, invocation: &mut Invocation) -> Option<Outputs> {
        let mut index = ProductIndex::new(&self.listed.product);
        let mut outputs = Outputs::new();
        let mut found = ProductReport::default();
        let mut environments = std::mem::take(&mut self.environments);
        let mut finisher = EnvironmentFinisher {
            product: &self.listed.product,
            folder: &self.folder,
            declarations: &self.declarations,
            given,
            lines: PlanSources::default(),
            rules: BTreeMap::new(),
            outputs: &mut outputs,
            reader: &mut self.reader,
            steps: Some(MAX_RUN_STEPS),
            rule_budget: RuleBudget::default(),
        };
        let mut texts = Vec::with_capacity(environments.len());
        for (at, environment) in environments.iter_mut().enumerate() {
            texts.push(finisher.environment(at, environment, &mut found, invocation));
        }
        let components: Vec<&str> =
            self.declarations.iter().map(|declaration| declaration.listed.component.as_str()).collect();
        let names: Vec<&str> = environments.iter().map(|environment| environment.name.as_str()).collect();
        let is_broken = found.has_errors();
        found.finish_named(&components, (&names, names.len()), &mut invocation.report);
        for (environment, made) in environments.iter().zip(texts) {
            let (text, access) = made?;
            let path = environment.index.path.clone();
            let file = IndexedFile::new(path.clone(), text.as_bytes());
            index.environments.insert(environment.name.clone(), IndexedEnvironment { file, waits: false });
            outputs.insert(path, (text.into_bytes(), access));
        }
        for PlannedDeclaration { listed, declared, bytes, is_private } in &self.declarations {
            let config = declared.declaration.config();
            let path = listed.file.path.clone();
            let file = IndexedFile::new(path.clone(), bytes);
            let interface = config.map(|config| config.checksum().to_string());
            index.declarations.insert(listed.component.clone(), IndexedDeclaration { interface, file });
            let access = if *is_private { Access::Owner } else { Access::Umask };
            outputs.insert(path, (bytes.clone(), access));
        }
        outputs.insert("index.json".into(), (index.text().into_bytes(), Access::Umask));
        self.environments = environments;
        (!is_broken).then_some(outputs)
    }
}
