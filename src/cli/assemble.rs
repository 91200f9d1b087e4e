//! `confc assemble`.

use super::files::{Access, Output};
use super::outputs::DepfileArguments;
use super::product_files::{self, ComponentFile, ProductText};
use super::product_index::{
    EnvironmentIndex, IndexedComponent, IndexedDeclaration, IndexedExport, IndexedFile, ProductIndex,
};
use super::{Invocation, diagnostics, product_diagnostics, product_exports};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::export::export;
use crate::product::{
    Assembly, ComponentOutcome, DeclaredComponent, EnvironmentOutcome, Product, ProductReport,
};
use crate::values::{self, EmbeddedSchema, ResolvedValues};
use std::collections::{BTreeMap, BTreeSet};

/// Compile all components of a product, with their values in each environment
///
/// PRODUCT names the components, the environments, and the layers of both. The output folder gets COMPONENT.cm,
/// ENVIRONMENT/COMPONENT.cvf, the exports that the product asks for, and an index of all that. Everything is evaluated
/// before anything is written; what is wrong with one component keeps back that one, what imports it and what a broken
/// rule of the product reads, and nothing else.
#[derive(Debug, clap::Args)]
pub(super) struct AssembleArguments {
    /// The product file
    #[arg(value_name = "PRODUCT")]
    product: String,
    /// The folder to write to; it is created if it is missing
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out_dir: Option<String>,
    /// Only this environment; repeat for more
    #[arg(long, value_name = "NAME")]
    environment: Vec<String>,
    /// Evaluate everything and write nothing
    #[arg(long, conflicts_with_all = ["out_dir", "depfile"])]
    check: bool,
    /// A value for an input that environments leave open, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
}

/// Everything that a run makes.
#[derive(Default)]
struct Made {
    /// What is written, by its path from the output folder.
    outputs: BTreeMap<String, (Vec<u8>, Access)>,
    /// How many outputs there would be besides, if nothing were wrong.
    failed: usize,
    environments: BTreeMap<String, EnvironmentIndex>,
}

/// Assembles the product. The answer is no where anything is wrong.
pub(super) fn run(arguments: &AssembleArguments, invocation: &mut Invocation) {
    let Some(text) = ProductText::read(&arguments.product, invocation) else { return };
    let Some(product) = text.product(invocation) else { return };
    let Some(environments) = chosen(&product, &arguments.environment, invocation) else { return };
    product_exports::check(&product, &environments, &mut invocation.report);
    let files = product_files::declarations(&product, invocation);
    let texts = product_files::texts(&product, &environments, invocation);
    let mut found = ProductReport::default();
    let components = files.iter().map(|file| declared(file.as_ref(), invocation)).collect();
    let first_given = invocation.sources.len();
    let assembly = Assembly::new(
        &product,
        &environments,
        components,
        &texts,
        ("--input", &arguments.input),
        &mut invocation.sources,
        &mut found,
    );
    let given = first_given..invocation.sources.len();
    let mut made = Made::default();
    for environment in &environments {
        let mut outcome = assembly.evaluate(*environment);
        outcome.tell(&mut found);
        let mut report = Report::new();
        made.environment(&product, &files, outcome, &mut report);
        found.add(report, &[], &[*environment]);
    }
    let is_broken = found.is_broken() || invocation.report.has_errors();
    found.finish(&product, &mut invocation.report);
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        assembly.hide_secrets(invocation.sources.iter().take(given.end).skip(given.start));
    }
    let is_denied = invocation.options().deny_warnings && invocation.objections() > 0;
    if let (Some(folder), false) = (&arguments.out_dir, is_broken || is_denied) {
        made.declarations(&product, &files, environments.len() == product.built().count(), &text.path);
        write(made, folder, arguments, invocation);
    }
}

/// The environments that are asked for, in the order of the file. `None` where one cannot be built, which is reported.
fn chosen(product: &Product<'_>, names: &[String], invocation: &mut Invocation) -> Option<Vec<usize>> {
    if names.is_empty() {
        return Some(product.built().collect());
    }
    let mut chosen = BTreeSet::new();
    for name in names {
        let found = product.environment(name);
        let is_abstract = found
            .and_then(|at| product.environments.get(at))
            .is_some_and(|environment| environment.is_abstract);
        match found {
            Some(at) if !is_abstract => _ = chosen.insert(at),
            Some(_) | None => {
                let names: Vec<&str> =
                    product.built().filter_map(|at| Some(product.environments.get(at)?.name)).collect();
                let usage = product_diagnostics::no_environment(name, is_abstract, &names);
                invocation.report.push(diagnostics::bad_usage(usage));
            }
        }
    }
    (!invocation.report.has_errors()).then(|| chosen.into_iter().collect())
}

fn declared<'a>(
    file: Option<&'a ComponentFile>,
    invocation: &mut Invocation,
) -> Option<DeclaredComponent<'a>> {
    let declared = &file?.declared;
    let (declaration, name) = (&declared.declaration, declared.name());
    Some(DeclaredComponent::new(declaration, name, declared.manifest(), &mut invocation.sources))
}

impl Made {
    /// What comes of an environment.
    fn environment(
        &mut self,
        product: &Product<'_>,
        components: &[Option<ComponentFile>],
        outcome: EnvironmentOutcome,
        report: &mut Report,
    ) {
        let Some(environment) = product.environments.get(outcome.environment) else { return };
        let mut index = EnvironmentIndex::new("", environment.name);
        for (at, outcome_of) in outcome.components.into_iter().enumerate() {
            let Some(component) = product.components.get(at) else { continue };
            let file = components.get(at).and_then(Option::as_ref);
            let config = file.and_then(|file| file.declared.declaration.config());
            let status = match outcome_of {
                ComponentOutcome::LeftOut => continue,
                ComponentOutcome::NoSchema => "none",
                ComponentOutcome::Withheld => {
                    self.failed += 1;
                    "failed"
                }
                ComponentOutcome::Resolved(ref resolved) => {
                    let Some(config) = config else { continue };
                    let made =
                        self.values((product, at, outcome.environment), config, resolved, &mut index, report);
                    if made { "values" } else { "failed" }
                }
            };
            let path = format!("{}/{}.cvf", environment.name, component.name);
            let values = self.outputs.get(&path).filter(|_| status == "values");
            let values = values.map(|(bytes, _)| IndexedFile::new(path.clone(), bytes));
            let imports = component.imports.iter().filter_map(|import| {
                Some((import.name.to_owned(), product.components.get(import.component)?.name.to_owned()))
            });
            let interface = config.map(|config| config.checksum().to_string());
            let indexed = IndexedComponent { status, interface, values, imports: imports.collect() };
            index.components.insert(component.name.to_owned(), indexed);
        }
        self.environments.insert(environment.name.to_owned(), index);
    }

    /// The value file of a component in an environment, and its exports. Whether all is well.
    fn values(
        &mut self,
        (product, at, environment): (&Product<'_>, usize, usize),
        config: &Config,
        resolved: &ResolvedValues,
        index: &mut EnvironmentIndex,
        report: &mut Report,
    ) -> bool {
        let (Some(component), Some(of_environment)) =
            (product.components.get(at), product.environments.get(environment))
        else {
            return false;
        };
        let path = format!("{}/{}.cvf", of_environment.name, component.name);
        let bytes = match values::encode_keeping_rules(config, resolved, EmbeddedSchema::Include) {
            Ok(bytes) => bytes,
            Err(error) => {
                report.push(diagnostics::not_encoded(&path, &error));
                self.failed += 1;
                return false;
            }
        };
        let mut exported = Vec::new();
        for asked in product.exports_in(environment) {
            if !product_exports::is_for(asked, at, environment, product) {
                continue;
            }
            let Some(file) = product_exports::file(asked, component, of_environment) else { continue };
            match export(config, resolved.values(), &file.target) {
                Ok(made) => {
                    let access = if made.is_secret { Access::Owner } else { Access::Umask };
                    exported.push((file, made.text.into_bytes(), access, asked.path.span()));
                }
                Err(errors) => {
                    for error in errors {
                        let found = error.diagnostic(&file.path);
                        report.push(found.at(asked.path.span(), "by this export"));
                    }
                    self.failed += 1;
                }
            }
        }
        let access = if config.holds_sensitive() { Access::Owner } else { Access::Umask };
        self.outputs.insert(path, (bytes, access));
        for (file, bytes, access, place) in exported {
            let format = product_exports::name(&file.target);
            let indexed = IndexedFile::new(file.path.clone(), &bytes);
            let component = component.name.to_owned();
            index.exports.push(IndexedExport { component, format, file: indexed });
            if self.outputs.contains_key(&file.path) {
                report.push(product_diagnostics::export_twice(&file.path, place));
                continue;
            }
            self.outputs.insert(file.path, (bytes, access));
        }
        true
    }

    /// The declarations, and the indexes.
    fn declarations(
        &mut self,
        product: &Product<'_>,
        components: &[Option<ComponentFile>],
        is_whole: bool,
        path: &str,
    ) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut index = ProductIndex::new(name);
        for (component, file) in product.components.iter().zip(components) {
            let Some(file) = file else { continue };
            let config = file.declared.declaration.config();
            let is_secret = config.is_some_and(Config::holds_sensitive);
            let path = format!("{}.cm", component.name);
            let interface = config.map(|config| config.checksum().to_string());
            let indexed = IndexedFile::new(path.clone(), &file.bytes);
            index
                .declarations
                .insert(component.name.to_owned(), IndexedDeclaration { interface, file: indexed });
            let access = if is_secret { Access::Inputs } else { Access::Umask };
            self.outputs.insert(path, (file.bytes.clone(), access));
        }
        for (environment, mut of_environment) in std::mem::take(&mut self.environments) {
            of_environment.name_product(name);
            let path = format!("{environment}/index.json");
            let text = of_environment.text();
            index.environments.insert(environment, IndexedFile::new(path.clone(), text.as_bytes()));
            self.outputs.insert(path, (text.into_bytes(), Access::Umask));
        }
        if is_whole {
            self.outputs.insert("index.json".into(), (index.text().into_bytes(), Access::Umask));
        }
    }
}

/// Writes all outputs, the indexes last.
fn write(made: Made, folder: &str, arguments: &AssembleArguments, invocation: &mut Invocation) {
    let folder = folder.trim_end_matches('/');
    let mut folders = BTreeSet::from([folder.to_owned()]);
    let mut outputs: Vec<Output> = Vec::with_capacity(made.outputs.len());
    let mut indexes: Vec<Output> = Vec::new();
    for (path, (content, access)) in made.outputs {
        let is_index = path == "index.json" || path.ends_with("/index.json");
        let path = format!("{folder}/{path}");
        folders.extend(path.rsplit_once('/').map(|(folder, _)| folder.to_owned()));
        let output = Output::new("", path, content).with_access(access);
        if is_index { indexes.push(output) } else { outputs.push(output) }
    }
    // What comes first is renamed last.
    indexes.extend(outputs);
    for folder in folders {
        if let Err(error) = invocation.files.create_folder(&folder) {
            return invocation.report.push(diagnostics::cannot_create_folder(&folder, &error));
        }
    }
    let count = indexes.len();
    if let Some(written) = arguments.depfile.write_counted(indexes, invocation) {
        let unchanged = count.saturating_sub(written);
        let failed = made.failed;
        let all = count + failed;
        let plural = if all == 1 { "" } else { "s" };
        let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        invocation
            .conclude(format!("{all} output{plural}: {written} written, {unchanged} unchanged{failed}"));
    }
}
