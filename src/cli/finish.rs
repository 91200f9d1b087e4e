//! `confc finish`.

use super::files::{self, Access, Output};
use super::given_inputs::GivenInputs;
use super::imports::{self, ImportPurpose, ReadImport};
use super::manifests::ManifestArguments;
use super::outputs::DepfileArguments;
use super::path_values;
use super::plan_diagnostics;
use super::plan_report::report_plan;
use super::plan_sources::PlanSources;
use super::product::finish::IndexToFinish;
use super::{Invocation, diagnostics};
use crate::diagnostic::Report;
use crate::layers::definition_errors::MISSING_OUTSIDE;
use crate::schema::RuleBudget;
use crate::text::escape;
use crate::types::Field;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileContent, FileKind, LoadedDeclaration};
use confc_core::plan::{FinishError, FinishInputs, ValuePlan};

/// A plan with its declaration and output.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct PlanArguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL", required_unless_present = "index", conflicts_with = "index")]
    declaration: Option<String>,
    /// The value plan, `-` for stdin
    #[arg(value_name = "PLAN", required_unless_present = "index", conflicts_with = "index")]
    plan: Option<String>,
    /// The value file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file, required_unless_present = "index", conflicts_with = "index")]
    output: Option<String>,
}

/// Complete a value plan with the inputs and components that were unknown when it was made
///
/// The value file is the same as from `confc values` with all inputs. Everything in the plan is checked again. Inputs
/// and components that were known then may be given again, with the same values.
///
/// With --index: every plan that `confc assemble --plan` wrote, in one evaluation for each environment. The output
/// folder gets every file of the index, with value files and exports instead of plans.
#[derive(Debug, clap::Args)]
#[command(override_usage = "confc finish [OPTIONS] --output <FILE> <DECL> <PLAN>\n       \
    confc finish [OPTIONS] --index <DIR/index.json> --out-dir <DIR>")]
pub(super) struct FinishArguments {
    #[command(flatten)]
    one: PlanArguments,
    /// The index of a product in the folder of its outputs; all plans in it are finished
    #[arg(long, value_name = "FILE", value_parser = path_values::file, requires = "out_dir", conflicts_with_all = ["input_format", "import"])]
    index: Option<String>,
    /// The folder to write to, neither inside the index's folder nor a parent of it; it is created if it is missing
    #[arg(long, value_name = "DIR", value_parser = path_values::folder, requires = "index")]
    out_dir: Option<String>,
    /// Finish only this environment of the index; repeat for more
    #[arg(long, value_name = "NAME", requires = "index")]
    environment: Vec<String>,
    /// Remove outputs of earlier runs from the output folder that this run has not written, unless they have changed
    /// since
    #[arg(long, requires = "index")]
    prune: bool,
    /// A value for an input, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// Values for inputs: an object, name → literal, in JSON5, YAML or TOML, or an environment file;
    /// `FILE#/POINTER` for an object in FILE; --input wins over it
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    inputs: Vec<String>,
    /// Another component that expressions read as `NAME.key`, with its declaration and its value file; repeat for more
    #[arg(long, value_name = "NAME=DECL,VALUES")]
    import: Vec<String>,
    /// The kind of DECL, if its extension does not show it
    #[arg(long, value_name = "KIND", value_parser = FileKind::declaring())]
    input_format: Option<FileKind>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Finishes the plan, or all plans of an index. Fails if anything does not fit.
pub(super) fn run(arguments: &FinishArguments, invocation: &mut Invocation) {
    let FinishArguments { one, index, out_dir, environment, input, inputs, prune, depfile, .. } = arguments;
    if let (Some(index), Some(folder)) = (index, out_dir) {
        let given = (input.as_slice(), inputs.as_slice());
        let (environments, prune) = (environment.as_slice(), *prune);
        let index = IndexToFinish { index, environments, given, folder, prune, depfile };
        return index.run(invocation);
    }
    if let PlanArguments { declaration: Some(declaration), plan: Some(plan), output: Some(output) } = one {
        finish_one(arguments, (declaration, plan, output), invocation);
    }
}

/// Finishes one plan.
fn finish_one(
    arguments: &FinishArguments,
    (declaration, path, output): (&str, &str, &str),
    invocation: &mut Invocation,
) {
    let FinishArguments { input_format, manifest, depfile, .. } = arguments;
    if !depfile.has_target(output, invocation) {
        return;
    }
    if input_format.is_none() && FileKind::of(declaration) == Some(FileKind::Plan) && FileKind::declares(path)
    {
        let swapped = diagnostics::values_before_declaration((FileKind::Plan.name(), declaration), path);
        return invocation.report.push(swapped);
    }
    let Some(declared) = LoadedDeclaration::read(declaration, *input_format, manifest, invocation) else {
        return;
    };
    let Some(config) = declared.config(declaration, invocation) else { return };
    let Some(plan) = read_plan(path, &declared, invocation) else { return };
    let errors_before = invocation.report.errors();
    let Some((inputs, imports)) = given(arguments, (path, &plan), invocation) else { return };
    let evaluated = imports.and_then(|imports| {
        let imports =
            imports.iter().filter_map(|import| Some((import.name.as_str(), import.values.as_ref()?)));
        let given = inputs.values().map(|(field, value)| (field.key.as_str(), value.clone()));
        let given = FinishInputs { inputs: given.collect(), imports: imports.collect() };
        plan.clone().evaluate(given).map_err(|error| refuse(path, &declared, &error, invocation)).ok()
    });
    if let Some(evaluated) = &evaluated {
        let name = files::input_name(path);
        let Invocation { sources, report, .. } = invocation;
        let all_from = format!("all values come from `{}`", escape::plain(name));
        let mut found = Report::new();
        let drawn = (&mut PlanSources::default(), &mut RuleBudget::default());
        report_plan((evaluated, &declared), (name, &all_from), drawn, (sources, &mut found));
        let is_given_wrong = report.errors() > errors_before;
        // An input with a mistake or a misspelled name is not also reported as missing.
        report.push_all_unless(found, |diagnostic| is_given_wrong && diagnostic.code() == MISSING_OUTSIDE);
    }
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        declared.hide_secrets();
        inputs.hide_secrets(invocation);
    }
    let Some(evaluated) = evaluated.filter(|_| invocation.objections() == 0) else { return };
    let finished = evaluated.finished();
    let Ok(finished) = finished.map_err(|error| refuse(path, &declared, &error, invocation)) else {
        return;
    };
    let access = if config.holds_sensitive() { Access::Owner } else { Access::Umask };
    let misnamed = FileKind::Values.misnamed(output);
    let output = Output::new("-o", output, finished.bytes, misnamed).with_access(access);
    depfile.write(vec![output], invocation);
}

fn refuse(path: &str, declared: &LoadedDeclaration, error: &FinishError, invocation: &mut Invocation) {
    let name = files::input_name(path);
    invocation.report.push(plan_diagnostics::not_finished(name, declared.name(), error));
}

/// Reads a plan for a declaration. Reports why it is refused.
pub(super) fn read_plan(
    path: &str,
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<ValuePlan> {
    if !FileKind::Plan.expect(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
    let name = files::input_name(path);
    let refused = |error: FinishError| {
        let is_read = !matches!(error, FinishError::Decode(_));
        let other = if is_read { None } else { FileContent::misplaced(&bytes, FileKind::Plan, name) };
        let own = || plan_diagnostics::not_finished(name, declared.name(), &error);
        invocation.report.push(other.unwrap_or_else(own));
    };
    ValuePlan::decode(&declared.declaration, &bytes).map_err(refused).ok()
}

/// Reads the values that are given for the inputs and imports of a plan. Reports mistakes in them; an input with a
/// mistake has no value. Returns `None` for the imports if something could not be read.
fn given(
    arguments: &FinishArguments,
    (path, plan): (&str, &ValuePlan),
    invocation: &mut Invocation,
) -> Option<(GivenInputs, Option<Vec<ReadImport>>)> {
    let errors_before = invocation.report.errors();
    let config = plan.declaration().config()?;
    let is_field = |name: &str| config.position_in_path(name).is_some();
    let purpose = ImportPurpose::Values;
    let imports = imports::read(&arguments.import, purpose, &is_field, &arguments.manifest, invocation);
    let is_whole = imports.len() == arguments.import.len() && invocation.report.errors() == errors_before;
    let fields: Vec<Field> = plan.inputs().map(|(field, _)| field.clone()).collect();
    let name = files::input_name(path);
    let inputs = GivenInputs::read(fields, name, (&arguments.input, &arguments.inputs), invocation);
    let is_whole = is_whole && inputs.are_read();
    Some((inputs, is_whole.then_some(imports)))
}
