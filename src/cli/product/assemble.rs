//! `confc assemble`.

use super::super::path_values;
use super::commands::CommandPrinter;
use super::made::{EnvironmentMade, MAX_OUTPUTS_SIZE, Made, Maker, check_paths};
use super::output::{OutputFolder, counted};
use super::product_files::ProductFiles;
use super::{earlier, errors, view};
use crate::cli::Invocation;
use crate::cli::files::RunKind;
use crate::cli::in_order::{NextResult, in_order_on};
use crate::cli::outputs::DepfileArguments;
use crate::product::{Assembly, Product, ProductReport, check_exports};
use crate::text::Sources;
use crate::workspace::{assembly, declarations, value_texts};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

/// Compile all components of a product, with their values in each environment
///
/// PRODUCT names the components, the environments, and the layers of both. The output folder gets COMPONENT.cm,
/// ENVIRONMENT/COMPONENT.cvf, the exports that the product asks for, and indexes of all that. Everything is evaluated
/// before anything is written. A mistake in a component keeps back the component, all components that a broken or
/// unchecked rule reads, and components that import any of these. Outputs whose bytes would not change are not written.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AssembleArguments {
    /// The product file
    #[arg(value_name = "PRODUCT")]
    product: String,
    /// The folder to write to; it is created if it is missing
    #[arg(long, value_name = "DIR", value_parser = path_values::folder, required_unless_present = "check")]
    out_dir: Option<String>,
    /// Build only this environment, and do not write the index of the product; repeat for more
    #[arg(long, value_name = "NAME")]
    environment: Vec<String>,
    /// Evaluate everything and write nothing
    #[arg(long, conflicts_with_all = ["out_dir", "depfile", "prune", "print_commands"])]
    check: bool,
    /// A value for an input that environments leave open, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// Defer values that depend on inputs without a value to plans, COMPONENT.cvp, for `confc finish --index`
    #[arg(long, conflicts_with = "print_commands")]
    plan: bool,
    /// Remove outputs of earlier runs from DIR that this run has not written, unless they have changed or an output has
    /// failed
    #[arg(long)]
    prune: bool,
    /// Print the commands that write the same value files, declarations and exports, and write nothing
    #[arg(long, conflicts_with_all = ["depfile", "prune"])]
    print_commands: bool,
    /// Write where each value came from, as ENVIRONMENT/COMPONENT.provenance.json, without the values of sensitive fields
    #[arg(long, conflicts_with = "print_commands")]
    provenance: bool,
    /// How many environments to evaluate at the same time; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<u16>,
    #[command(flatten)]
    depfile: DepfileArguments,
}

/// Assembles the product. Fails if there is any mistake.
pub(in crate::cli) fn run(arguments: &AssembleArguments, invocation: &mut Invocation) {
    let place = ProductFiles::Disk;
    let Some(text) = place.product_text(&arguments.product, invocation) else { return };
    let Some(product) = text.product(&mut invocation.report) else {
        return invocation.conclude(nothing(arguments).into());
    };
    let Some(environments) = view::chosen(&product, &arguments.environment, invocation) else { return };
    let name = text.name();
    let names: Vec<&str> =
        environments.iter().filter_map(|at| Some(product.environments.get(*at)?.name)).collect();
    let is_whole = environments.len() == product.built().count();
    if let (Some(folder), false) = (&arguments.out_dir, arguments.print_commands)
        && !may_write_to(folder, name, (&names, is_whole), invocation)
    {
        return product.hide_unasked();
    }
    let mut found = ProductReport::default();
    check_exports(&product, &environments, &mut found);
    check_paths(&product, &environments, arguments.provenance, &mut invocation.report);
    // A component that cannot be read fails only with those that import it.
    let is_refused = invocation.report.has_errors();
    let files = declarations(&product, &mut place.reader(invocation));
    let texts = value_texts(&product, &environments, &mut place.reader(invocation));
    let read = (&product, environments.as_slice(), files.as_slice(), &texts);
    let (assembly, given) = assembly(read, &arguments.input, &mut found, &mut invocation.sources);
    let keeps_outputs = arguments.out_dir.is_some() && !arguments.print_commands;
    if arguments.plan {
        // Plans contain lines of layers.
        assembly.hide_secrets(invocation.sources.iter().take(given.end).skip(given.start));
    }
    let (leaves_unknown, with_provenance) = (arguments.plan, arguments.provenance);
    let maker = Maker {
        product: &product,
        assembly: &assembly,
        files: &files,
        name,
        keeps_outputs,
        leaves_unknown,
        with_provenance,
        size: AtomicU64::new(0),
    };
    let mut made = Made::default();
    let threads = threads(arguments, invocation);
    let each = |mut of: EnvironmentMade| {
        of.outcome.tell(&mut found);
        let environment = of.outcome.environment;
        found.add(std::mem::take(&mut of.report), &[], &[environment]);
        made.add(of, product.environments.get(environment).map_or("", |environment| environment.name));
    };
    make(&maker, &environments, threads, &invocation.sources, each);
    let is_too_large = maker.is_too_large() && !arguments.print_commands;
    let is_broken = is_refused || found.is_broken() || is_too_large;
    if is_too_large {
        invocation.report.push(product.outputs_too_large(MAX_OUTPUTS_SIZE));
    }
    finish(found, &assembly, &product, given, invocation);
    let is_denied = invocation.options().deny_warnings && invocation.objections() > 0;
    if is_broken || is_denied {
        return invocation.conclude(nothing(arguments).into());
    }
    // This is also done if nothing is written, so that the totals are those of a run that writes.
    made.complete(&maker, is_whole);
    match &arguments.out_dir {
        Some(folder) if arguments.print_commands => {
            let (assembly, folder, made) = (&assembly, folder.trim_end_matches('/'), &made.with_values);
            let (product, files, texts, path) = (&product, &*files, &texts, text.path.as_str());
            let given = &arguments.input;
            let printer = CommandPrinter { product, assembly, files, texts, made, given, path, folder };
            print_commands(printer, &environments, invocation);
        }
        Some(folder) => {
            let (prune, depfile) = (arguments.prune, &arguments.depfile);
            let folder = OutputFolder { folder, environments: &names, is_whole, prune, depfile };
            folder.write(made.outputs, made.failed, invocation);
        }
        None => {
            let (outputs, failed) = (made.outputs.len() + made.failed, made.failed);
            invocation.conclude(format!("{}: {failed} failed", counted(outputs)));
        }
    }
}

/// Prints commands, and reports how many value files have no command.
fn print_commands(printer: CommandPrinter<'_, '_>, environments: &[usize], invocation: &mut Invocation) {
    let (commands, without) = printer.print(environments);
    invocation.print(commands);
    if without > 0 {
        let files =
            if without == 1 { "1 value file has".into() } else { format!("{without} value files have") };
        invocation.conclude(format!("{files} no command"));
    }
}

/// The line for a run in which a mistake prevents all outputs.
fn nothing(arguments: &AssembleArguments) -> &'static str {
    match (arguments.check, arguments.print_commands) {
        (true, _) => "nothing would be written",
        (_, true) => "nothing was printed",
        (false, false) => "nothing was written",
    }
}

fn thread_count(text: &str) -> Result<u16, &'static str> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or("expected a whole number, 1 or more; without the flag all cores are used")
}

/// The number of environments that are evaluated at the same time.
fn threads(arguments: &AssembleArguments, invocation: &Invocation) -> usize {
    match (invocation.kind(), arguments.threads) {
        // A batch or a worker already runs jobs on several threads.
        (RunKind::Job | RunKind::Request, _) => 1,
        (RunKind::Process, Some(threads)) => threads.into(),
        (RunKind::Process, None) => thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Makes the outputs of all environments, and hands them out in the order of the product file.
fn make(
    maker: &Maker<'_, '_, '_>,
    environments: &[usize],
    threads: usize,
    sources: &Sources,
    mut each: impl FnMut(EnvironmentMade),
) {
    if threads == 1 || environments.len() == 1 {
        return environments.iter().for_each(|environment| each(maker.environment(*environment, sources)));
    }
    let work = |at: usize| environments.get(at).map(|environment| maker.environment(*environment, sources));
    let size = |made: &Option<EnvironmentMade>| made.as_ref().map_or(0, EnvironmentMade::size);
    let is_stopped = AtomicBool::new(false);
    in_order_on(threads, environments.len(), &is_stopped, &work, size, |next| match next {
        NextResult::Result(made) => made.into_iter().for_each(&mut each),
        NextResult::Waiting => {}
    });
}

/// Whether outputs of a product may be written to a folder. Reports outputs of other products there.
fn may_write_to(
    folder: &str,
    name: &str,
    (environments, is_whole): (&[&str], bool),
    invocation: &mut Invocation,
) -> bool {
    if let Some(other) = earlier::other_product(folder, name, invocation) {
        invocation.report.push(errors::other_product(folder, &other));
        return false;
    }
    !earlier::refuses_foreign(folder, environments, is_whole, invocation)
}

/// Reports the diagnostics, and hides secrets.
fn finish(
    found: ProductReport,
    assembly: &Assembly<'_, '_>,
    product: &Product<'_>,
    given: std::ops::Range<usize>,
    invocation: &mut Invocation,
) {
    found.finish(product, &mut invocation.report);
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        assembly.hide_secrets(invocation.sources.iter().take(given.end).skip(given.start));
    }
}
