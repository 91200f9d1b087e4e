//! `confc finish`.

use super::declarations::LoadedDeclaration;
use super::file_content::FileContent;
use super::file_kind::FileKind;
use super::files::{self, Access, Output};
use super::imports::{self, ImportPurpose, ReadImport};
use super::manifests::ManifestArguments;
use super::outputs::DepfileArguments;
use super::path_values;
use super::plan_diagnostics;
use super::plan_origins::OriginsOfPlan;
use super::plan_sources::PlanSources;
use super::product::finish::IndexToFinish;
use super::{Invocation, diagnostics};
use crate::diagnostic::Report;
use crate::layers::definition_errors::MISSING_OUTSIDE;
use crate::layers::{InputDeclarations, OutsideValues};
use crate::schema::{BrokenBy, CheckedInputs, RuleBudget, report_broken};
use crate::secrets::{Secrets, ValuesDocument, hide_in_assignment, hide_in_values};
use crate::syntax::{self, Document, Format, Kind};
use crate::text::{Sources, escape, narrow};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{Field, Key, StructType};
use confc_core::plan::{EvaluatedPlan, FinishError, FinishInputs, FinishProblem, ProblemKind, ValuePlan};

/// One plan, with what it is for.
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

/// Complete a value plan with what was not known when it was made
///
/// The value file is the one that `confc values` would have made with all inputs at once. Everything in the plan is
/// checked again. Inputs and components that were known then may be given again, with the same values.
///
/// With --index: every plan that `confc assemble --plan` wrote, in one evaluation for each environment. The output folder
/// gets everything that the index lists, with value files and exports in the place of plans.
#[derive(Debug, clap::Args)]
#[command(override_usage = "confc finish [OPTIONS] --output <FILE> <DECL> <PLAN>\n       \
    confc finish [OPTIONS] --index <DIR/index.json> --out-dir <DIR>")]
pub(super) struct FinishArguments {
    #[command(flatten)]
    one: PlanArguments,
    /// The index of a product in the folder of its outputs; all plans in it are finished
    #[arg(long, value_name = "FILE", value_parser = path_values::file, requires = "out_dir", conflicts_with_all = ["input_format", "import"])]
    index: Option<String>,
    /// The folder to write to, neither in nor around that of the index; it is created if it is missing
    #[arg(long, value_name = "DIR", value_parser = path_values::folder, requires = "index")]
    out_dir: Option<String>,
    /// Finish only this environment of the index; repeat for more
    #[arg(long, value_name = "NAME", requires = "index")]
    environment: Vec<String>,
    /// Remove what earlier runs have written to the output folder and this one has not, unless it was changed
    #[arg(long, requires = "index")]
    prune: bool,
    /// A value for an input, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// Values for inputs: an object, name → literal, in JSON5, YAML or TOML, or an environment file; --input wins over it
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    inputs: Vec<String>,
    /// Another component that expressions read as `NAME.key`, with its declaration and its value file; repeat for more
    #[arg(long, value_name = "NAME=DECL,VALUES")]
    import: Vec<String>,
    /// What DECL is, if its ending does not show it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Finishes the plan, or all of an index. The answer is no where anything does not fit.
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
    let first = invocation.sources.len();
    let errors_before = invocation.report.errors();
    let given = given(arguments, (path, &plan), invocation);
    let after = invocation.sources.len();
    let evaluated = given.and_then(|(outside, imports)| {
        let inputs = outside.given().map(|(field, value)| (field.key.as_str(), value.clone()));
        let imports =
            imports.iter().filter_map(|import| Some((import.name.as_str(), import.values.as_ref()?)));
        let inputs = FinishInputs { inputs: inputs.collect(), imports: imports.collect() };
        let is_secret = config.holds_sensitive() || outside.holds_sensitive();
        let evaluated = plan.clone().evaluate(inputs);
        evaluated.map_err(|error| refuse(path, &declared, &error, invocation)).ok().zip(Some(is_secret))
    });
    if let Some((evaluated, _)) = &evaluated {
        let name = files::input_name(path);
        let Invocation { sources, report, .. } = invocation;
        let all_from = format!("all values come from `{}`", escape::plain(name));
        let mut found = Report::new();
        let drawn = (&mut PlanSources::default(), &mut RuleBudget::default());
        tell((evaluated, &declared), (name, &all_from), drawn, (sources, &mut found));
        let is_given_wrong = report.errors() > errors_before;
        // An input with a mistake, or under a wrong name, is not missing too.
        report.push_all_unless(found, |diagnostic| is_given_wrong && diagnostic.code() == MISSING_OUTSIDE);
    }
    hide(&plan, &declared, first..after, invocation);
    let Some((evaluated, _)) = evaluated.filter(|_| invocation.objections() == 0) else { return };
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

/// Reads a plan for a declaration. `None` means that it is refused, which is reported.
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

/// What is given for the inputs and imports of a plan. What is wrong is reported: an input with a mistake has no value.
/// `None` where something could not be read.
fn given(
    arguments: &FinishArguments,
    (path, plan): (&str, &ValuePlan),
    invocation: &mut Invocation,
) -> Option<(OutsideValues, Vec<ReadImport>)> {
    let errors_before = invocation.report.errors();
    let config = plan.declaration().config()?;
    let is_field = |name: &str| config.position_of_name(name).is_some();
    let purpose = ImportPurpose::Values;
    let imports = imports::read(&arguments.import, purpose, &is_field, &arguments.manifest, invocation);
    let fields: Vec<Field> = plan.inputs().map(|(field, _)| field.clone()).collect();
    let name = files::input_name(path);
    let errors_of_imports = invocation.report.errors();
    let outside = read_inputs(&fields, name, (&arguments.input, &arguments.inputs), invocation);
    let is_whole = imports.len() == arguments.import.len();
    let outside = outside.filter(|_| is_whole && errors_of_imports == errors_before)?;
    Some((outside, imports))
}

/// What is given for inputs, `input` on the command line and `inputs` in files. `None` where something is wrong with it,
/// which is reported. `name` is that of the plan, or whatever else declares them.
pub(super) fn given_inputs(
    fields: &[Field],
    name: &str,
    (input, inputs): (&[String], &[String]),
    invocation: &mut Invocation,
) -> Option<OutsideValues> {
    let errors_before = invocation.report.errors();
    let outside = read_inputs(fields, name, (input, inputs), invocation);
    outside.filter(|_| invocation.report.errors() == errors_before)
}

/// As [`given_inputs`], without the inputs that something is wrong with. `None` where a file could not be read.
fn read_inputs(
    fields: &[Field],
    name: &str,
    (input, inputs): (&[String], &[String]),
    invocation: &mut Invocation,
) -> Option<OutsideValues> {
    let documents: Vec<Option<Document>> = inputs.iter().map(|path| document(path, invocation)).collect();
    let Invocation { sources, report, .. } = invocation;
    // The types of inputs stand in no file that is read here, so they are drawn from a text of their own.
    let (mut text, mut spans) = (String::new(), Vec::new());
    for field in fields {
        let start = narrow(text.len());
        text += field.key.as_str();
        spans.push((start, narrow(text.len())));
        text += &format!(": {}\n", field.type_text());
    }
    let source = sources.add_plain(plan_diagnostics::declared_in(name), text);
    let places = spans.iter().map(|(start, end)| source.span(*start, *end));
    let declarations = InputDeclarations::of_plans(fields.iter().cloned().zip(places));
    let all_read = documents.iter().all(Option::is_some);
    let roots = documents.iter().flatten().filter_map(Document::root);
    let roots: Vec<_> = roots.filter(|root| root.kind() != Kind::Invalid).collect();
    let is_whole = roots.len() == documents.len();
    let files = (roots.into_iter(), is_whole);
    let outside = declarations.resolve(files, ("--input", input), Vec::new(), sources, report);
    all_read.then_some(outside)
}

/// Reads a file of inputs.
fn document(path: &str, invocation: &mut Invocation) -> Option<Document> {
    if !FileKind::expect_text(path, "file of inputs", invocation) {
        return None;
    }
    let format = Format::of(path).unwrap_or_default();
    let source = invocation.source_up_to(path, format.max_size())?;
    Some(syntax::parse(format, &source, &mut invocation.report))
}

/// Reports what is wrong with an evaluated plan of this name: its problems, and the rules that its values break.
pub(super) fn tell(
    (evaluated, declared): (&EvaluatedPlan, &LoadedDeclaration),
    (name, all_from): (&str, &str),
    (lines, budget): (&mut PlanSources, &mut RuleBudget),
    (sources, report): (&mut Sources, &mut Report),
) {
    let misnamed = misnamed_import(evaluated.problems());
    for problem in evaluated.problems() {
        let is_misnamed = matches!(problem.kind, ProblemKind::UnknownImport { .. });
        match misnamed {
            // An import under a wrong name is one mistake, not two.
            Some(_) if matches!(problem.kind, ProblemKind::ImportMissing { .. }) => {}
            Some(missing) if is_misnamed => {
                report.push(plan_diagnostics::misnamed_import(&problem.kind, name, missing.as_str()));
            }
            Some(_) | None => {
                report.push(plan_diagnostics::problem(problem, (name, declared.name()), lines, sources));
            }
        }
    }
    let Some(config) = declared.declaration.config() else { return };
    let fields = config.as_struct();
    let (values, unknown) = (evaluated.values(), evaluated.unknown());
    let rules = || config.rules().list().iter().map(|rule| rule.ready(fields));
    let default_places = declared.default_places();
    let mut broken = |origins: &OriginsOfPlan<'_>, sources: &mut Sources| {
        let mut found = Report::new();
        report_broken(
            rules().map(|rule| rule.broken_among(values, unknown)),
            (BrokenBy::Values, &mut *budget),
            &mut declared.rule_sources(config, sources),
            &|steps| origins.origin_or_default(steps, (config, values), &default_places),
            &mut found,
        );
        found
    };
    let mut origins = OriginsOfPlan::of(evaluated.plan());
    let undrawn = broken(&origins, sources);
    origins.draw(lines, sources);
    let found = if undrawn.has_errors() { broken(&origins, sources) } else { undrawn };
    report.push_all(found, |diagnostic| diagnostic.note(all_from.to_owned()));
}

/// The only import that is missing, where exactly one is given that nothing reads.
fn misnamed_import(problems: &[FinishProblem]) -> Option<&Key> {
    let is_unknown = |problem: &&FinishProblem| matches!(problem.kind, ProblemKind::UnknownImport { .. });
    let mut missing = problems.iter().filter_map(|problem| {
        if let ProblemKind::ImportMissing { name } = &problem.kind { Some(name) } else { None }
    });
    let first = missing.next()?;
    let is_only = missing.all(|name| name == first) && problems.iter().filter(is_unknown).count() == 1;
    is_only.then_some(first)
}

/// Hides what is secret wherever lines are shown.
fn hide(
    plan: &ValuePlan,
    declared: &LoadedDeclaration,
    given: std::ops::Range<usize>,
    invocation: &Invocation,
) {
    if invocation.report.errors() + invocation.report.warnings() == 0 {
        return;
    }
    if declared.declaration.config().is_some_and(crate::declaration::Config::holds_sensitive) {
        declared.hide_secrets();
    }
    hide_given(plan.inputs().map(|(field, _)| field.clone()).collect(), given, invocation);
}

/// Hides what is secret in texts that give inputs.
pub(super) fn hide_given(inputs: Vec<Field>, given: std::ops::Range<usize>, invocation: &Invocation) {
    let inputs = StructType::new(inputs);
    let secrets = Secrets::of(&inputs);
    for source in invocation.sources.iter().take(given.end).skip(given.start) {
        if source.is_file() {
            let format = Format::of(source.name()).unwrap_or_default();
            let known = (&CheckedInputs::default(), secrets.is_some());
            hide_in_values(&inputs, known, (ValuesDocument::Layer, format), source);
        } else if source.name().starts_with("--") {
            hide_in_assignment(secrets.as_ref(), source);
        }
    }
}
