//! The command line: the arguments of the process, and its output.
//!
//! The rooms of lower rank, except `disk`, have no side effects. This one uses the terminal, the environment (only the
//! variables for colour), the exit status and, through `disk`, files. A run has four steps: it expands response files,
//! clap reads the arguments, the command fills an `Invocation`, and finishing that renders the report to stderr and
//! returns the status.
//!
//! # To add a command
//! Write `src/cli/NAME.rs` with
//! ```text
//! /// What the command does: the first line is its line in `confc --help`.
//! #[derive(Debug, clap::Args)]
//! pub(super) struct NameArguments { /* its own flags and operands */ }
//!
//! /// What the command does. Fails if …
//! pub(super) fn run(arguments: &NameArguments, invocation: &mut Invocation) { … }
//! ```
//! and add its line to `commands!` below. `run` pushes what it finds to `invocation.report`, reads its
//! operands with `Invocation::read`, and writes with `Invocation::write` or `Invocation::print`, once. It neither
//! prints diagnostics nor picks an exit status: what was found decides. Then add a case to `testdata/cli/`.

mod batch;
mod check;
mod color;
mod command_reader;
mod compile;
mod declarations;
mod depfile;
mod diagnostics;
mod diff;
mod draft_source;
mod eval;
mod exit;
mod expand;
mod explain;
mod export;
mod file_kind;
mod finish;
mod fix;
mod fmt;
mod generate;
mod git_diagnostics;
mod given_inputs;
mod imports;
mod in_order;
mod init;
mod init_diagnostics;
mod inputs;
mod invocation;
mod job_diagnostics;
mod job_list;
mod loaded_values;
mod lsp;
mod manifests;
mod operands;
mod options;
mod outputs;
mod patch;
mod path_values;
mod plan_diagnostics;
mod plan_origins;
mod plan_report;
mod plan_sources;
mod product;
mod progress;
mod read_layer;
mod response;
mod run_line;
mod show;
mod show_plan;
mod show_plan_json;
mod source_format;
mod usage;
mod usage_missing;
mod usage_tips;
mod usage_words;
mod values;
mod values_file;
mod verify;
mod version;
mod worker;

use command_reader::{Commands, ReadLine, RunCommand, command_name};
pub use exit::ExitStatus;
use invocation::Invocation;
use options::GlobalOptions;
use product::{assemble, catalogue, list};
use run_line::run_line;

use crate::disk::{self as files, DiskFiles};
use clap::{Args as _, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Defines the commands: variant, module and arguments, in the order of `confc --help`.
macro_rules! commands {
    ($($variant:ident($module:ident::$arguments:ident $(, $commands:expr)?),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($variant($module::$arguments),)*
        }

        impl Command {
            /// Adds only the command with the name of this module.
            fn augment_one(command_line: clap::Command, name: &str) -> Option<clap::Command> {
                $(if name == stringify!($module) {
                    let command = clap::Command::new(stringify!($module));
                    let command = $module::$arguments::augment_args(command);
                    return Some(command_line.subcommand(command));
                })*
                None
            }

            /// Whether a command has this name.
            fn is_name(name: &str) -> bool {
                [$(stringify!($module)),*].contains(&name)
            }

            /// The command with this name as a command line of its own, without the name.
            fn alone(command_line: clap::Command, name: &str) -> Option<clap::Command> {
                $(if name == stringify!($module) {
                    return Some($module::$arguments::augment_args(command_line));
                })*
                None
            }

            /// The command from arguments that the definition of [`alone`](Self::alone) has parsed.
            fn from_alone(name: &str, matches: &mut clap::ArgMatches) -> Option<Self> {
                $(if name == stringify!($module) {
                    return $module::$arguments::from_arg_matches_mut(matches).ok().map(Self::$variant);
                })*
                None
            }
        }

        impl RunCommand for Command {
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => stringify!($module),)*
                }
            }

            fn run(&self, invocation: &mut Invocation) {
                match self {
                    $(Self::$variant(arguments) => $module::run(arguments $(, $commands)?, invocation),)*
                }
            }
        }
    };
}

commands! {
    Init(init::InitArguments),
    Compile(compile::CompileArguments),
    Check(check::CheckArguments),
    Expand(expand::ExpandArguments),
    Fmt(fmt::FmtArguments),
    Fix(fix::FixArguments),
    Values(values::ValuesArguments),
    Finish(finish::FinishArguments),
    Assemble(assemble::AssembleArguments),
    List(list::ListArguments),
    Catalogue(catalogue::CatalogueArguments),
    Verify(verify::VerifyArguments),
    Show(show::ShowArguments),
    Diff(diff::DiffArguments),
    Generate(generate::GenerateArguments),
    Export(export::ExportArguments),
    Patch(patch::PatchArguments),
    Explain(explain::ExplainArguments),
    Eval(eval::EvalArguments),
    Batch(batch::BatchArguments, &AllCommands),
    Worker(worker::WorkerArguments, &AllCommands),
    Lsp(lsp::LspArguments),
}

/// Compiles component configuration: typed schemas, checksummed declarations, values verified at load time.
#[derive(Debug, Parser)]
// The name and the width are fixed, so that the same arguments give the same text everywhere.
#[command(name = "confc", bin_name = "confc", version, term_width = 100, disable_help_subcommand = true)]
#[command(
    after_help = "Exit status: 0 success, 1 something is wrong with an input, 2 could not run, 101 a bug in confc. \
    An argument @FILE stands for the arguments in FILE, one per line; @@x is a literal @x. \
    An output must not be a file that is read, except for fmt and patch --in-place."
)]
// This struct has no other members, since a command line that begins with a command is read without it.
#[command(arg = version::verbose())]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: GlobalOptions,
}

/// The commands of confc.
struct AllCommands;

impl Commands for AllCommands {
    fn definition(&self) -> clap::Command {
        CommandLine::command()
    }

    fn is_name(&self, name: &str) -> bool {
        Command::is_name(name)
    }

    fn alone(&self, name: &str) -> Option<clap::Command> {
        Command::alone(GlobalOptions::augment_args(clap::Command::new("confc")), name)
    }

    fn read_alone(&self, alone: &mut clap::Command, arguments: &[OsString]) -> Option<ReadLine> {
        let (program, behind) = (arguments.first()?, arguments.get(2..)?);
        let mut matches = alone.try_get_matches_from_mut([program].into_iter().chain(behind)).ok()?;
        let given = GlobalOptions::given(&matches);
        let options = GlobalOptions::from_arg_matches_mut(&mut matches).ok()?;
        let command = Command::from_alone(command_name(arguments), &mut matches)?;
        Some(ReadLine { command: Box::new(command), options, given })
    }

    fn of_command(&self, name: &str) -> Option<clap::Command> {
        Command::augment_one(GlobalOptions::augment_args(clap::Command::new("confc")), name)
    }

    fn read(&self, definition: &mut clap::Command, arguments: &[OsString]) -> Result<ReadLine, clap::Error> {
        let matches = definition.try_get_matches_from_mut(arguments)?;
        let given = GlobalOptions::given(&matches);
        let CommandLine { command, options } = CommandLine::from_arg_matches(&matches)?;
        Ok(ReadLine { command: Box::new(command), options, given })
    }
}

/// Reads the arguments of a process. `--help`, `--version` and mistakes in the arguments are errors.
///
/// Most runs name the command first and have no mistake. Then only that command is set up in clap, since setting up all
/// commands takes a tenth of the time of a whole run.
fn read(arguments: &[OsString]) -> Result<ReadLine, clap::Error> {
    if let Some(version) = version::asked_alone(arguments) {
        return Err(version);
    }
    AllCommands
        .alone(command_name(arguments))
        .and_then(|mut alone| AllCommands.read_alone(&mut alone, arguments))
        .map_or_else(|| AllCommands.read(&mut CommandLine::command(), arguments), Ok)
}

/// The definition of the command line, for completions and man pages.
#[must_use]
pub fn command_line() -> clap::Command {
    CommandLine::command()
}

/// Runs the process: reads the arguments from the system, and reports a panic as a bug.
#[must_use]
pub fn main() -> ExitCode {
    exit::report_bugs();
    run(std::env::args_os()).into()
}

/// Runs one command line, with the name of the program first.
///
/// Reads and writes the files in it, stdin, stdout and stderr, and reads the environment variables for colours.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let arguments = worker::without_worker_flag(arguments.into_iter().collect());
    run_line(arguments, &GlobalOptions::USUAL, DiskFiles::default(), &AllCommands, read).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_told_as_by_the_whole_command_line() {
        for flag in ["--version", "-V"] {
            let arguments: Vec<OsString> = ["confc", flag].map(Into::into).into();
            let alone = version::asked_alone(&arguments).unwrap();
            let whole = CommandLine::try_parse_from(&arguments).unwrap_err();
            assert_eq!((alone.kind(), alone.to_string()), (whole.kind(), whole.to_string()));
        }
        for line in [&["confc"][..], &["confc", "--version", "--verbose"], &["confc", "check"]] {
            let arguments: Vec<OsString> = line.iter().map(Into::into).collect();
            assert!(version::asked_alone(&arguments).is_none());
        }
    }

    #[test]
    fn a_command_alone_reads_what_all_together_read() {
        for line in [
            "compile a.cml -o a.cm --include-path x --features ranges,enums --color never",
            "check --deny-warnings a.cml b.cml",
            "expand a.cml --error-limit=3",
            "show --message-format short a.cm",
            "explain E0203",
            "values a.cm b.json5 --set x=1 --set y=2 -o a.cvf --message-format=json --error-limit 0",
            "generate rust a.cm -o a.rs --color always",
            "compile --deny-warnings -o a.cm -- a.cml",
            "batch -",
        ] {
            let arguments: Vec<OsString> =
                ["confc"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            let name = line.split(' ').next().unwrap_or_default();
            assert!(Command::augment_one(clap::Command::new("confc"), name).is_some(), "{line}");
            let alone = AllCommands.read_alone(&mut AllCommands.alone(name).unwrap(), &arguments).unwrap();
            let all = AllCommands.read(&mut CommandLine::command(), &arguments).unwrap();
            assert_eq!(format!("{alone:?}"), format!("{all:?}"));
        }
        for line in ["compile", "check --help", "check a.cml --version", "generate help", "show --nope"] {
            let arguments: Vec<OsString> =
                ["confc"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            let mut alone = AllCommands.alone(command_name(&arguments)).unwrap();
            assert!(AllCommands.read_alone(&mut alone, &arguments).is_none(), "{line}");
        }
    }
}
