//! What is most likely meant by arguments that clap refuses: words of other tools, and flags of other commands.

use super::CommandLine;
use super::file_kind::FileKind;
use crate::text::escape::quoted;
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// A tip that clap does not give.
#[derive(Debug)]
pub(super) struct UsageTip {
    pub(super) text: String,
    /// Whether names that are only near say less than this.
    pub(super) replaces_nearest: bool,
}

impl UsageTip {
    fn instead(text: impl Into<String>) -> Self {
        Self { text: text.into(), replaces_nearest: true }
    }

    fn besides(text: impl Into<String>) -> Self {
        Self { text: text.into(), replaces_nearest: false }
    }
}

/// The tip for what clap refuses, if there is one.
pub(super) fn tip(error: &clap::Error, arguments: &[OsString]) -> Option<UsageTip> {
    // A kind for which there is nothing to say says so itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds need no tip; clap may add more")]
    match error.kind() {
        ErrorKind::InvalidSubcommand => subcommand(error, arguments),
        ErrorKind::UnknownArgument => {
            let flag = refused_argument(error)?;
            let command = arguments.get(1)?.to_str()?;
            meant(command, flag).map(UsageTip::instead).or_else(|| of_others(command, flag))
        }
        ErrorKind::MissingRequiredArgument => unnamed_output(arguments).map(UsageTip::besides),
        _ => None,
    }
}

/// The argument that clap does not know.
pub(super) fn refused_argument(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) => Some(flag),
        Some(_) | None => None,
    }
}

/// Whether a text is like the name of a flag, and no number, expression or name of a file that begins with `-`.
pub(super) fn is_like_flag(text: &str) -> bool {
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or_default();
    let name = name.split('=').next().unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// What other tools call what commands do here, with what to write.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["validate", "lint", "vet", "test"],
        "`confc check` checks manifests, `confc values` values, and `confc assemble --check` a product",
    ),
    (
        &["build", "make"],
        "`confc compile` makes declarations, `confc values` value files, and `confc assemble` all of a product",
    ),
    (
        &["render", "template", "convert"],
        "`confc export` writes values as JSON, YAML, TOML, an environment file or an object of Kubernetes",
    ),
    (
        &["apply", "deploy", "install", "upgrade"],
        "confc deploys nothing: `confc assemble` writes what a deployment takes",
    ),
    (&["merge", "resolve"], "`confc values` puts layers together to a value file"),
    (
        &["plan"],
        "`confc diff` shows what a change does, and `confc values --plan` leaves a part of the values open",
    ),
    (
        &["get", "query", "describe"],
        "`confc explain KEY DECL LAYER…` shows a value, `confc list PRODUCT` those of a product",
    ),
    (&["ls"], "`confc list PRODUCT` lists the fields of a product with their values"),
    (&["format"], "`confc fmt` lays out manifests and layers"),
    (
        &["new", "create", "import"],
        "`confc init` writes a first manifest, and with --from a draft from values",
    ),
    (&["codegen", "gen"], "`confc generate` makes clients, JSON Schemas and pages"),
    (&["docs", "doc"], "`confc generate markdown` makes a page of a declaration"),
    (&["set", "edit"], "`confc patch --set` changes a file, and `confc values --set` a value"),
    (&["version"], "`confc --version` tells the version"),
];

/// What is allowed in the place of an unknown subcommand.
fn subcommand(error: &clap::Error, arguments: &[OsString]) -> Option<UsageTip> {
    let command_line = CommandLine::command();
    let is_group = |name: &&clap::Command| name.has_subcommands();
    let named = |argument: &OsString| command_line.find_subcommand(argument);
    let group = arguments.iter().skip(1).filter_map(named).find(is_group);
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let known = COMMANDS.iter().find(|(words, _)| words.contains(&word.as_str()));
    if let (None, Some((_, said))) = (group, known) {
        return Some(UsageTip::instead(*said));
    }
    let (what, all) = group.map_or(("commands", &command_line), |group| ("targets", group));
    let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    let said = format!("the {what} are {}", names.join(", "));
    Some(match FileKind::of(word) {
        // A file stands where the command is missing.
        Some(_) if group.is_some() => UsageTip::instead(format!("name the target before the file: {said}")),
        Some(_) => UsageTip::instead(format!("name the command before the file: {said}")),
        None => UsageTip::besides(said),
    })
}

/// What is meant by a flag that another tool has for the same, or a command for something else.
fn meant(command: &str, flag: &str) -> Option<&'static str> {
    let name = flag.split('=').next().unwrap_or(flag);
    match (command, name) {
        ("fmt", "-w" | "--write" | "-i" | "--in-place") => {
            Some("`confc fmt` rewrites its files without a flag")
        }
        ("fmt", "-d" | "--diff") => Some("`confc fmt --check` prints the difference"),
        ("verify" | "check", "-o" | "--output") => {
            Some("`--stamp FILE` writes a file if the command succeeds")
        }
        ("assemble", "-o" | "--output" | "--outdir" | "--output-dir") => {
            Some("`--out-dir DIR` names the folder of all outputs")
        }
        ("assemble" | "list", "--var" | "--define" | "-D" | "--set") => {
            Some("`--input name=literal` sets an input; other values stand in layers")
        }
        ("assemble", "-f" | "--file" | "--filename" | "--values" | "--values-file" | "--var-file") => {
            Some("the product file is named without a flag, and names its layers itself")
        }
        ("assemble" | "list" | "finish", "-e" | "--env") => Some("`--environment NAME` picks an environment"),
        ("batch", "-j" | "--jobs") => Some("a batch runs on all cores without a flag"),
        ("patch", "-i") => Some("`--in-place` changes the file itself"),
        ("assemble", "--dry-run" | "-n") => Some("`--check` writes nothing"),
        ("compile", "--dry-run" | "-n") => Some("`confc check` does the same and writes nothing"),
        (
            "values" | "explain" | "eval",
            "-f" | "--file" | "--filename" | "--layer" | "--layers" | "--values" | "--values-file"
            | "--var-file",
        ) => Some("layers are named without a flag, behind the declaration: `DECL LAYER…`"),
        ("values" | "explain" | "eval", "--var" | "--define" | "-D" | "-e") => {
            Some("`--set key=literal` sets a field, `--input name=literal` an input")
        }
        ("show" | "list" | "diff", "--json") => Some("write `--format json`"),
        ("show" | "list" | "diff", "--yaml") => Some("`confc export --format yaml` writes values as YAML"),
        ("export", "--json" | "--yaml" | "--toml" | "--env") => Some("write `--format` before the name"),
        (_, "--json") => Some("`--message-format json` prints diagnostics as JSON"),
        (_, "-q" | "--quiet" | "--silent") => {
            Some("a command that finds nothing wrong prints no diagnostics")
        }
        (_, "--no-color" | "--no-colour") => Some("write `--color never`"),
        (_, "--strict" | "-W" | "-Werror" | "--werror") => Some("write `--deny-warnings`"),
        _ => None,
    }
}

/// The other commands that have a flag of this name.
fn of_others(command: &str, flag: &str) -> Option<UsageTip> {
    let name = flag.split('=').next().unwrap_or(flag);
    let has = |other: &clap::Command| {
        other.get_arguments().any(|argument| match name.strip_prefix("--") {
            Some(name) => argument.get_long() == Some(name),
            None => {
                let mut letters = name.chars().skip(1);
                letters.next().is_some_and(|letter| argument.get_short() == Some(letter))
                    && letters.next().is_none()
            }
        })
    };
    let command_line = CommandLine::command();
    command_line.find_subcommand(command)?;
    let names: Vec<&str> =
        command_line.get_subcommands().filter(|other| has(other)).map(clap::Command::get_name).collect();
    let names = match names.as_slice() {
        [] => return None,
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(UsageTip::besides(format!("{} is a flag of {names}", quoted(name))))
}

/// What to write where an output stands among the inputs, as other compilers take it.
fn unnamed_output(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let last = arguments.get(3..)?.last()?.to_str()?;
    let is_output = matches!(
        (command, FileKind::of(last)),
        ("compile", Some(FileKind::Declaration)) | ("values", Some(FileKind::Values))
    );
    let has_output = arguments.iter().any(|argument| argument == "-o" || argument == "--output");
    (is_output && !has_output).then(|| format!("if {} is the output, write `-o` before it", quoted(last)))
}
