//! `confc verify --index`: checks every output that the indexes of a folder list.

use super::earlier;
use super::index_errors as errors;
use super::index_folder::{
    ComponentFiles, DeclarationFile, EnvironmentFiles, IndexFolder, UnfinishedContent,
};
use super::index_inputs::IndexInputs;
use super::index_reader::{IndexReader, ListedComponent, ListedStatus};
use super::index_waiting::ListedRules;
use crate::cli::files::MAX_ENTRIES;
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::{Diagnostic, Report};
use crate::text::Span;
use crate::text::escape::quoted;
use confc_core::plan::ValuePlan;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

/// The extensions of the files that confc loads: an index lists each such file in the folder.
const COMPILED: [&str; 3] = [".cm", ".cvf", ".cvp"];

/// An environment whose outputs are checked.
struct VerifiedEnvironment {
    /// The components that rules may read.
    with_values: Vec<String>,
    /// The rules of the product, if they are to be checked.
    rules: Option<ListedRules>,
    /// The first place in the index with something deferred.
    place: Option<Span>,
    /// The components that have a plan.
    planned: Vec<String>,
    /// The inputs without a value that their plans read.
    inputs: BTreeSet<String>,
}

impl VerifiedEnvironment {
    /// Reads the deferred part of an environment. Reports every mistake.
    fn of(read: &EnvironmentFiles, reader: &mut IndexReader, report: &mut Report) -> Self {
        let components = &read.components;
        let with_status =
            |is_meant: fn(&ListedComponent) -> bool| components.iter().filter(move |of| is_meant(of));
        let planned: BTreeSet<&str> =
            with_status(|of| of.status == ListedStatus::Plan).map(|of| of.name.as_str()).collect();
        let rules = reader.waiting(&read.document, report).map(|waiting| {
            waiting.check_exports(&|name| planned.contains(name), report);
            waiting.rules
        });
        for (_, plan) in components.iter().flat_map(|of| &of.files).filter(|(key, _)| key == "plan") {
            reader.path_of_values(plan, report);
        }
        // A rule may read a component that failed, and has no values.
        let has_failed = with_status(|of| matches!(of.status, ListedStatus::Failed(_))).next().is_some();
        let has_something = |rules: &ListedRules| !rules.rules.is_empty() || !read.inputs.of_rules.is_empty();
        Self {
            with_values: with_status(|of| of.status.has_values()).map(|of| of.name.clone()).collect(),
            rules: rules.filter(|_| !has_failed).filter(has_something),
            place: read.inputs.waiting().map(|input| input.place).next(),
            planned: Vec::new(),
            inputs: BTreeSet::new(),
        }
    }

    fn add_plan(&mut self, component: &ListedComponent, plan: &ValuePlan) {
        if self.planned.is_empty() {
            self.place = Some(component.place);
        }
        self.planned.push(component.name.clone());
        let waiting = plan.inputs().filter(|(_, value)| value.is_none());
        self.inputs.extend(waiting.map(|(field, _)| field.key.to_string()));
    }

    /// Checks the deferred rules, unless a declaration that they read could not be read.
    fn check_rules(
        &self,
        read: &EnvironmentFiles,
        declarations: &BTreeMap<&str, &DeclarationFile>,
        report: &mut Report,
    ) {
        let with_values = self.with_values.iter().map(String::as_str);
        let with_config: Option<Vec<_>> =
            with_values.map(|name| Some((name, declarations.get(name)?.config()?))).collect();
        if let (Some(rules), Some(with_config)) = (&self.rules, with_config) {
            rules.check(with_config.into_iter(), &read.inputs, report);
        }
    }

    /// The warning about deferred outputs or rules, if there are any.
    fn warning(&self, read: &EnvironmentFiles) -> Option<Diagnostic> {
        let of_rules = read.inputs.waiting().map(|input| input.field.key.to_string()).collect();
        Some(errors::outputs_wait(&read.name, &self.planned, (&self.inputs, &of_rules), self.place?))
    }
}

/// Checks the outputs below the folder of an index.
pub(in crate::cli) fn run(path: &str, invocation: &mut Invocation) {
    let Some((mut folder, product)) = IndexFolder::open(path, IndexReader::default(), invocation) else {
        return;
    };
    let mut environments = folder.environments(&product, invocation);
    let (reader, report) = (&mut folder.reader, &mut invocation.report);
    let verified = environments.iter().map(|read| VerifiedEnvironment::of(read, reader, report));
    let mut verified: Vec<VerifiedEnvironment> = verified.collect();
    let is_all_known = !invocation.report.has_errors();
    let has_rules = verified.iter().any(|verified| verified.rules.is_some());
    let mut inputs = IndexInputs::default();
    let known = &product.components;
    let mut each = |folder: &IndexFolder, read: ComponentFiles, report: &mut Report| {
        let ComponentFiles {
            listed, environment, content: UnfinishedContent::Plan(Some(plan), file), ..
        } = read
        else {
            return;
        };
        for import in plan.imports() {
            let (of, import) = (&listed.name, import.name.as_str());
            if !listed.imports.get(import).is_some_and(|to| known.contains(to)) {
                report.push(errors::import_not_listed(of, import, listed.place));
            }
        }
        inputs.add_plan(&plan, &folder.opened.name(&file.path), report);
        let verified = verified.get_mut(environment);
        verified.into_iter().for_each(|verified| verified.add_plan(&listed, &plan));
    };
    let declarations =
        folder.components(product.declarations, &mut environments, has_rules, &mut each, invocation);
    let declarations: BTreeMap<&str, &DeclarationFile> =
        declarations.iter().map(|read| (read.listed.component.as_str(), read)).collect();
    for (read, verified) in environments.iter().zip(&verified) {
        let report = &mut invocation.report;
        if verified.rules.is_some() {
            inputs.add_of_rules(&read.inputs, &folder.opened.name(&read.index.path), report);
            verified.check_rules(read, &declarations, report);
        }
        verified.warning(read).into_iter().for_each(|found| report.push(found));
        for export in &read.exports {
            folder.export(&export.file, invocation);
        }
    }
    // If an index has mistakes, it may list more files than are known.
    if is_all_known {
        unlisted(&folder, invocation);
    }
}

/// Reports every compiled file in the folder that no index lists.
fn unlisted(IndexFolder { opened: folder, reader, .. }: &IndexFolder, invocation: &mut Invocation) {
    // Some file systems ignore case.
    let is_compiled = |name: &str| COMPILED.iter().any(|ending| name.to_lowercase().ends_with(ending));
    match folder.list(is_compiled) {
        Ok(paths) => {
            let mut unlisted = paths.iter().filter(|path| !reader.lists(path)).peekable();
            if unlisted.peek().is_none() {
                return;
            }
            let earlier = earlier::remembered(folder.path(), invocation);
            for path in unlisted {
                let is_earlier = earlier.contains(path);
                invocation.report.push(errors::not_listed(&folder.name(path), is_earlier));
            }
        }
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            let said = format!("{} holds more than {MAX_ENTRIES} files", quoted(folder.path()));
            invocation
                .report
                .push(diagnostics::bad_usage(said).help("keep outputs in a folder of their own"));
        }
        Err(error) => invocation.report.push(diagnostics::cannot_read_file(folder.path(), &error)),
    }
}
