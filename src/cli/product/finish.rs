//! `confc finish --index`: finishes every plan that the indexes of a folder list.

use super::finish_environment::{EnvironmentFinisher, EnvironmentInputs, PlannedEnvironment};
use super::index::{IndexedDeclaration, IndexedEnvironment, IndexedFile, ProductIndex};
use super::index_folder::{ComponentFiles, DeclarationFile, IndexFolder, UnfinishedContent};
use super::index_inputs::IndexInputs;
use super::index_reader::{IndexReader, ListedProduct};
use super::made::Outputs;
use super::output::OutputFolder;
use super::{earlier, errors};
use crate::cli::files::{Access, OpenFolder};
use crate::cli::given_inputs::GivenInputs;
use crate::cli::outputs::DepfileArguments;
use crate::cli::plan_sources::PlanSources;
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::Report;
use crate::product::ProductReport;
use crate::schema::RuleBudget;
use crate::types::Field;
use confc_core::expr::MAX_RUN_STEPS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The plans of an index, and how to finish them.
pub(in crate::cli) struct IndexToFinish<'f> {
    pub(in crate::cli) index: &'f str,
    /// The requested environments; empty for all.
    pub(in crate::cli) environments: &'f [String],
    /// The values of inputs: texts `name=literal`, and files.
    pub(in crate::cli) given: (&'f [String], &'f [String]),
    /// The folder to write to.
    pub(in crate::cli) folder: &'f str,
    pub(in crate::cli) prune: bool,
    pub(in crate::cli) depfile: &'f DepfileArguments,
}

/// The content of everything that an index lists.
struct PlannedProduct {
    /// The name of the product file.
    name: String,
    folder: IndexFolder,
    declarations: Vec<DeclarationFile>,
    environments: Vec<PlannedEnvironment>,
}

impl IndexToFinish<'_> {
    /// Finishes the plans. Fails, and writes nothing, if there is any mistake.
    pub(in crate::cli) fn run(&self, invocation: &mut Invocation) {
        let before = invocation.report.errors();
        let product = self.read(invocation).filter(|_| invocation.report.errors() == before);
        let Some(mut product) = product else {
            return invocation.conclude(NOTHING.into());
        };
        if let Some(other) = earlier::other_product(self.folder, &product.name, invocation) {
            return invocation.report.push(errors::other_product(self.folder, &other));
        }
        let names = product.names();
        if earlier::refuses_foreign(self.folder, &names, true, invocation) {
            return;
        }
        if let Some(other) = self.left_behind(&names, invocation) {
            return invocation.report.push(errors::other_environment(self.folder, &other));
        }
        let given = product.inputs(invocation).and_then(|inputs| {
            let before = invocation.report.errors();
            let given = GivenInputs::read(inputs, self.index, self.given, invocation);
            given.hide_secrets(invocation);
            (given.are_read() && invocation.report.errors() == before).then(|| product.given(&given))
        });
        let outputs = given.and_then(|given| product.finish(&given, invocation));
        let Some(outputs) = outputs.filter(|_| invocation.objections() == 0) else {
            return invocation.conclude(NOTHING.into());
        };
        let names = product.names();
        let folder = self.folder.trim_end_matches('/');
        let (environments, prune, depfile) = (names.as_slice(), self.prune, self.depfile);
        OutputFolder { folder, environments, is_whole: true, prune, depfile }.write(outputs, 0, invocation);
    }

    /// Reads everything that the index lists, and reports every mistake. `None` if the index itself cannot be used.
    fn read(&self, invocation: &mut Invocation) -> Option<PlannedProduct> {
        let (mut folder, mut listed) = IndexFolder::open(self.index, IndexReader::of_copies(), invocation)?;
        if let Some(said) = self.why_not_into(&folder.opened, invocation) {
            let help = "give `--out-dir` a folder beside the folder of the plans";
            invocation.report.push(diagnostics::bad_usage(said.into()).help(help));
            return None;
        }
        self.choose(&mut listed, invocation)?;
        let mut read = folder.environments(&listed, invocation);
        let ListedProduct { product: name, declarations, .. } = listed;
        let mut components = Vec::new();
        let mut each =
            |_: &IndexFolder, component: ComponentFiles, _: &mut Report| components.push(component);
        let declarations = folder.components(declarations, &mut read, true, &mut each, invocation);
        let mut environments = Vec::with_capacity(read.len());
        for mut read in read {
            let mut exports = Vec::with_capacity(read.exports.len());
            for export in std::mem::take(&mut read.exports) {
                let file = folder.export(&export.file, invocation);
                exports.extend(file.map(|file| (export.component, export.format, file)));
            }
            environments.push(PlannedEnvironment { read, components: Vec::new(), exports });
        }
        for component in components {
            let environment = environments.get_mut(component.environment)?;
            environment.components.push(component);
        }
        Some(PlannedProduct { name, folder, declarations, environments })
    }

    /// Why the output folder is refused for the plans in this folder; `None` if it is allowed.
    fn why_not_into(&self, plans: &OpenFolder, invocation: &Invocation) -> Option<&'static str> {
        let files = &invocation.files;
        // A folder that does not exist yet will be inside the nearest existing folder above it.
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

    /// An environment in the output folder that is not finished now, so that the new index would not list its files.
    fn left_behind(&self, finished: &[&str], invocation: &Invocation) -> Option<String> {
        if self.environments.is_empty() {
            return None;
        }
        earlier::other_environments(self.folder, finished, invocation).into_iter().next()
    }

    /// Keeps only the requested environments.
    fn choose(&self, listed: &mut ListedProduct, invocation: &mut Invocation) -> Option<()> {
        let known: BTreeSet<&str> = listed.environments.iter().map(|(name, _)| name.as_str()).collect();
        let asked: BTreeSet<&str> = self.environments.iter().map(String::as_str).collect();
        let unknown: Vec<&&str> = asked.difference(&known).collect();
        let environments = errors::KnownEnvironments::new(known.iter().copied());
        for name in &unknown {
            let usage = environments.unknown(name, invocation.report.suggestions());
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

impl PlannedProduct {
    fn names(&self) -> Vec<&str> {
        self.environments.iter().map(|environment| environment.read.name.as_str()).collect()
    }

    /// The inputs that plans and rules read, each once. `None` if two declare an input differently, which is reported.
    fn inputs(&self, invocation: &mut Invocation) -> Option<Vec<Field>> {
        let mut inputs = IndexInputs::default();
        let components = self.environments.iter().flat_map(|environment| &environment.components);
        for component in components {
            if let UnfinishedContent::Plan(Some(plan), file) = &component.content {
                inputs.add_plan(plan, &self.folder.opened.name(&file.path), &mut invocation.report);
            }
        }
        for environment in &self.environments {
            let index = self.folder.opened.name(&environment.read.index.path);
            inputs.add_of_rules(&environment.read.inputs, &index, &mut invocation.report);
        }
        inputs.fields()
    }

    /// The given values, for plans that may already have some of them.
    fn given(&self, inputs: &GivenInputs) -> EnvironmentInputs {
        let values = inputs.values().map(|(field, value)| (field.key.to_string(), value.clone()));
        let mut environments = self.environments.iter().map(|environment| &environment.read.inputs.given);
        let first = environments.next().cloned().unwrap_or_default();
        let fixed = environments.fold(first, |all, own| all.intersection(own).cloned().collect());
        EnvironmentInputs { values: values.collect(), fixed }
    }

    /// Evaluates all environments, and makes all outputs. `None` if there is a mistake, which is reported.
    fn finish(&mut self, given: &EnvironmentInputs, invocation: &mut Invocation) -> Option<Outputs> {
        let mut index = ProductIndex::new(&self.name);
        let mut outputs = Outputs::new();
        let mut found = ProductReport::default();
        let mut environments = std::mem::take(&mut self.environments);
        let mut finisher = EnvironmentFinisher {
            product: &self.name,
            folder: &self.folder.opened,
            declarations: &self.declarations,
            given,
            lines: PlanSources::default(),
            rules: BTreeMap::new(),
            outputs: &mut outputs,
            reader: &mut self.folder.reader,
            steps: Some(MAX_RUN_STEPS),
            rule_budget: RuleBudget::default(),
        };
        let mut texts = Vec::with_capacity(environments.len());
        for (at, environment) in environments.iter_mut().enumerate() {
            texts.push(finisher.environment(at, environment, &mut found, invocation));
        }
        let components: Vec<&str> =
            self.declarations.iter().map(|declaration| declaration.listed.component.as_str()).collect();
        let names: Vec<&str> =
            environments.iter().map(|environment| environment.read.name.as_str()).collect();
        let is_broken = found.has_errors();
        found.finish_named(&components, (&names, names.len()), &mut invocation.report);
        for (environment, made) in environments.iter().zip(texts) {
            let (text, access) = made?;
            let path = environment.read.index.path.clone();
            let file = IndexedFile::new(path.clone(), text.as_bytes());
            index
                .environments
                .insert(environment.read.name.clone(), IndexedEnvironment { file, waits: false });
            outputs.insert(path, (text.into_bytes(), access));
        }
        for DeclarationFile { listed, declared, bytes, access } in &self.declarations {
            let config = declared.declaration.config();
            let path = listed.file.path.clone();
            let file = IndexedFile::new(path.clone(), bytes);
            let interface = config.map(|config| config.checksum().to_string());
            index.declarations.insert(listed.component.clone(), IndexedDeclaration { interface, file });
            outputs.insert(path, (bytes.clone(), *access));
        }
        outputs.insert("index.json".into(), (index.text().into_bytes(), Access::Umask));
        self.environments = environments;
        (!is_broken).then_some(outputs)
    }
}
