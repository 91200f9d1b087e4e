//! What is most likely meant by arguments that clap refuses: words of other tools, and flags of other commands.

use super::CommandLine;
use super::file_kind::{FileKind, is_product};
use crate::text::escape::{plain, quoted};
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
            let flag = written_argument(refused_argument(error)?, arguments);
            let command = arguments.get(1)?.to_str()?;
            let operand =
                (!flag.starts_with('-')).then(|| surplus_operand(command, flag, arguments)).flatten();
            operand
                .or_else(|| of_protoc(flag))
                .or_else(|| two_dashes(command, flag))
                .or_else(|| meant(command, flag).or_else(|| about_diagnostics(command, flag)).map(Into::into))
                .map(UsageTip::instead)
                .or_else(|| of_others(command, flag))
                .or_else(|| {
                    let is_expression = command == "eval" && !flag.starts_with("--");
                    is_expression
                        .then(|| UsageTip::instead("write `--` before an expression that begins with `-`"))
                })
        }
        ErrorKind::MissingRequiredArgument => unnamed_output(arguments)
            .or_else(|| lone_product_or_index(arguments))
            .or_else(|| lone_values(arguments))
            .map(UsageTip::besides),
        ErrorKind::ArgumentConflict if arguments.iter().any(|argument| argument == "--index") => {
            Some(UsageTip::besides("an index names its files: with `--index` name no others"))
        }
        ErrorKind::InvalidValue => value(error).map(UsageTip::instead),
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

/// The argument as it was written: of `-var`, which clap takes for the letters `v`, `a` and `r`, all of it.
pub(super) fn written_argument<'a>(refused: &'a str, arguments: &'a [OsString]) -> &'a str {
    let letter = refused.strip_prefix('-').filter(|rest| rest.len() == 1);
    let is_written = |argument: &&str| {
        let word =
            argument.strip_prefix('-').filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
        word.is_some_and(|word| word.len() > 1 && letter.is_some_and(|letter| word.contains(letter)))
    };
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    if words.clone().any(|argument| argument == refused) {
        return refused;
    }
    words.find(is_written).unwrap_or(refused)
}

/// A flag with one dash that exists with two.
fn two_dashes(command: &str, flag: &str) -> Option<String> {
    let name = flag.strip_prefix('-').filter(|name| name.len() > 1 && !name.starts_with('-'))?;
    let name = name.split('=').next()?;
    let command_line = CommandLine::command();
    let of_command = command_line.find_subcommand(command).into_iter().flat_map(clap::Command::get_arguments);
    let mut flags = command_line.get_arguments().chain(of_command).filter_map(clap::Arg::get_long);
    let exists = matches!(name, "version" | "help") || flags.any(|long| long == name);
    exists.then(|| format!("write `--{name}`, with two dashes"))
}

/// `--python_out`, as protoc has it.
fn of_protoc(flag: &str) -> Option<String> {
    let name = flag.strip_prefix("--")?.split('=').next()?;
    let language = name.strip_suffix("_out").or_else(|| name.strip_suffix("-out"))?;
    let command_line = CommandLine::command();
    let generate = command_line.find_subcommand("generate")?;
    Some(match generate.find_subcommand(language) {
        Some(_) => format!("`confc generate {language} DECL -o FILE` makes it"),
        None => {
            let names: Vec<&str> = generate.get_subcommands().map(clap::Command::get_name).collect();
            format!(
                "`confc generate TARGET DECL -o FILE` makes clients; the targets are {}",
                names.join(", ")
            )
        }
    })
}

/// An operand that the command does not take: for `init` a file, for `export` a format.
fn surplus_operand(command: &str, operand: &str, arguments: &[OsString]) -> Option<String> {
    let at = arguments.iter().position(|argument| argument == operand)?;
    let before = |distance| arguments.get(at.checked_sub(distance)?)?.to_str();
    if before(2) == Some("--input") && before(1).is_some_and(|name| !name.contains('=')) {
        return Some("write `--input name=literal` as one argument".into());
    }
    if command == "assemble" && before(1) == Some("--provenance") {
        return Some("leave out the file: `assemble --provenance` writes one for each value file".into());
    }
    let format = arguments.get(2)?.to_str()?;
    match command {
        "init" if FileKind::of(operand) == Some(FileKind::Manifest) => {
            Some(format!("write `-o {}` for the manifest to write", plain(operand)))
        }
        "init" if operand.contains('.') && operand.len() > 1 => {
            let has_output = arguments.iter().any(|argument| argument == "-o" || argument == "--output");
            let output = if has_output { "" } else { " -o NAME.cml" };
            Some(format!("write `--from {}{output}` to draft from values", plain(operand)))
        }
        "init" => Some("write `-o NAME.cml` for the manifest to write".into()),
        "export" if EXPORT_FORMATS.contains(&format) => {
            Some(format!("write `--format {format}` for the format"))
        }
        "finish" if FileKind::of(operand).is_none() && operand.contains('.') => {
            Some("a plan has its layers: give them to `confc values --plan`".into())
        }
        "assemble" | "finish" if !operand.contains(['.', '/']) => {
            Some("`--environment NAME` picks an environment".into())
        }
        "batch" => Some("write the command lines in a file, or on stdin: `confc batch -`".into()),
        "patch" if format.contains('=') => {
            Some("the first operand is the file: write a change as `--set POINTER=LITERAL`".into())
        }
        "patch" => Some("write `--set POINTER=LITERAL` as one argument".into()),
        _ => None,
    }
}

/// Values that another tool has for a flag.
fn value(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(_) | None => None,
    };
    let (flag, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let lower = value.to_ascii_lowercase();
    if let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue)
        && known.contains(&lower)
    {
        return Some(format!("write `{lower}`"));
    }
    match (flag.split(' ').next()?, value) {
        ("--message-format", "gcc" | "clang" | "unix" | "line") => Some("write `short`".into()),
        ("--format", "k8s" | "kubernetes" | "manifest") => Some("write `configmap` or `secret`".into()),
        ("--format", "dotenv" | "environment" | "sh") => Some("write `env`".into()),
        ("--format", "yml") => Some("write `yaml`".into()),
        ("--format", value) if value.contains('=') => {
            let (format, file) = value.split_once('=')?;
            Some(format!("write `--format {} -o {}`", plain(format), plain(file)))
        }
        ("--color", "yes" | "true" | "on" | "1") => Some("write `always`".into()),
        ("--color", "no" | "false" | "off" | "0" | "none") => Some("write `never`".into()),
        ("--error-limit", "none" | "all" | "unlimited") => Some("write 0 for no limit".into()),
        ("--input-format", "ini" | "properties" | "hcl" | "xml") => {
            Some("write the values in JSON5, JSON, YAML or TOML".into())
        }
        ("--mode", "strict" | "both" | "all") => Some("write `full`, or `exact` for no change at all".into()),
        (_, _) => None,
    }
}

/// A product or an index where a command takes a declaration with values.
fn lone_product_or_index(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let mut operands = arguments.iter().skip(2).filter_map(|argument| argument.to_str());
    if command == "export" && operands.clone().any(is_product) {
        return Some(
            "`confc assemble` writes the values of a product, in the forms that its `exports` list".into(),
        );
    }
    if operands.clone().any(|operand| operand.starts_with("--index")) {
        return None;
    }
    let index = operands.find(|path| path.rsplit('/').next() == Some("index.json"))?;
    matches!(command, "verify" | "finish").then(|| format!("write `--index {}`", plain(index)))
}

/// Values without the declaration before them.
fn lone_values(arguments: &[OsString]) -> Option<String> {
    let command = arguments.get(1)?.to_str()?;
    let mut operands = arguments.iter().skip(2).filter_map(|argument| argument.to_str());
    if operands.clone().any(FileKind::declares) {
        return None;
    }
    let values = operands.find(|path| FileKind::of(path) == Some(FileKind::Values))?;
    matches!(command, "verify" | "export")
        .then(|| format!("write the declaration before the value file: `DECL {}`", plain(values)))
}

/// The formats of `confc export`.
const EXPORT_FORMATS: &[&str] = &["json", "yaml", "toml", "env", "properties", "configmap", "secret"];

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
    (
        &["compare", "changes", "check-compat", "breaking"],
        "`confc diff OLD NEW` compares declarations, manifests or products",
    ),
    (
        &["cat", "print", "dump", "inspect", "view", "info"],
        "`confc show FILE` shows a declaration or value file, and `confc export` writes values for other tools",
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
    if let (None, Some(tip)) = (group, no_command(word)) {
        return Some(UsageTip::instead(tip));
    }
    let known = COMMANDS.iter().find(|(words, _)| words.contains(&word.as_str()));
    if let (None, Some((_, said))) = (group, known) {
        return Some(UsageTip::instead(*said));
    }
    let (what, all) = group.map_or(("commands", &command_line), |group| ("targets", group));
    let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    if let Some(target) = group.and_then(|_| of_target(word)) {
        return Some(UsageTip::instead(format!("write `{target}`")));
    }
    let is_near = error.get(ContextKind::SuggestedSubcommand).is_some();
    if is_near && FileKind::of(word).is_none() {
        return None;
    }
    let said = format!("the {what} are {}", names.join(", "));
    Some(match FileKind::of(word) {
        // A file stands where the command is missing.
        Some(_) if group.is_some() => UsageTip::instead(format!("name the target before the file: {said}")),
        Some(_) => UsageTip::instead(format!("name the command before the file: {said}")),
        None => UsageTip::besides(said),
    })
}

/// The tip for a word in the place of the command that cannot be a misspelled command.
fn no_command(word: &str) -> Option<&'static str> {
    let is_variable = |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if matches!(word, "confc" | "./confc") {
        return Some("leave out `confc`: the first argument is the command");
    }
    if word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && is_variable(name)) {
        return Some("leave it out: only a shell sets variables before a command");
    }
    let command_line = CommandLine::command();
    let first = word.split_once(' ').map(|(first, _)| first)?;
    command_line.find_subcommand(first)?;
    Some("write each argument on its own: a response file has one on each line")
}

/// A target by another name.
fn of_target(word: &str) -> Option<&'static str> {
    match word {
        "docs" | "doc" | "md" | "documentation" => Some("markdown"),
        "schema" | "jsonschema" | "json_schema" => Some("json-schema"),
        "protobuf" | "pb" => Some("proto"),
        "py" | "python3" => Some("python"),
        "rs" => Some("rust"),
        _ => None,
    }
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
        ("fmt", "-o" | "--output") => {
            Some("`confc fmt` rewrites its files; `confc fmt - < FILE` writes the layout to stdout")
        }
        ("init", "--name" | "-n") => Some("write `-o NAME.cml` for the manifest to write"),
        ("init", "--force") => Some("`init` replaces no file: remove the output first, or name another one"),
        ("init" | "fmt" | "patch" | "values" | "explain" | "eval", "--format") => {
            Some("write `--input-format FORMAT` for the files, `--message-format FORMAT` for diagnostics")
        }
        ("assemble", "-o" | "--output" | "--outdir" | "--output-dir") => {
            Some("`--out-dir DIR` names the folder of all outputs")
        }
        ("assemble" | "list", "--var" | "-var" | "--define" | "-D" | "--set") => {
            Some("`--input name=literal` sets an input; other values stand in layers")
        }
        ("assemble", "-f" | "--file" | "--filename" | "--values" | "--values-file" | "--var-file") => {
            Some("the product file is named without a flag, and names its layers itself")
        }
        ("assemble" | "list" | "finish", "-e" | "--env") => Some("`--environment NAME` picks an environment"),
        ("list", "--component" | "-c" | "--filter") => {
            Some("name it without a flag, after the product: `confc list PRODUCT COMPONENT`")
        }
        ("export", "--namespace" | "-n") => {
            Some("confc writes no namespace: give it to `kubectl apply --namespace NAME`")
        }
        (_, "-MF" | "-MD" | "-MMD" | "-M" | "-MM") => Some("write `--depfile FILE`"),
        ("batch", "-j" | "--jobs") => Some("a batch runs on all cores without a flag"),
        ("patch", "-i") => Some("`--in-place` changes the file itself"),
        ("assemble", "--dry-run" | "-n") => Some("`--check` writes nothing"),
        ("compile", "--dry-run" | "-n") => Some("`confc check` does the same and writes nothing"),
        (
            "values" | "explain" | "eval",
            "-f" | "--file" | "--filename" | "--layer" | "--layers" | "--values" | "--values-file"
            | "--var-file",
        ) => Some("layers are named without a flag, behind the declaration: `DECL LAYER…`"),
        (
            "values" | "explain" | "eval",
            "--var" | "-var" | "--define" | "-D" | "-e" | "--arg" | "--param",
        ) => Some("`--set key=literal` sets a field, `--input name=literal` an input"),
        ("generate", "--lang" | "--language" | "--target" | "-l" | "-t" | "-g") => {
            Some("name the target without a flag, before the declaration: `confc generate TARGET DECL`")
        }
        ("verify", "--set" | "--override" | "--input") => {
            Some("`confc values` sets values; `--parent-override key=literal` tries what a parent would set")
        }
        ("export", "-f" | "-F" | "-t" | "--to" | "--output-format") => Some("write `--format FORMAT`"),
        ("values", "--dry-run" | "-n" | "--check") => Some("write `-o /dev/null` to keep nothing"),
        ("init", "-f" | "--file" | "--values" | "--input" | "-i") => Some("`--from FILE` drafts from values"),
        ("diff", "--old" | "--new" | "--from" | "--to") => Some("name both without flags: `OLD NEW`"),
        ("eval", "--expr" | "--expression" | "-c") => {
            Some("name the expression without a flag: `EXPR DECL LAYER…`")
        }
        ("compile" | "check" | "expand", "-I" | "--include") => Some("write `--include-path DIR`"),
        (_, "--set-string" | "--set-literal" | "--set-str") => {
            Some("write `--set`: a string needs no quotes")
        }
        (_, "--set-json") => Some("write `--set`, which takes a JSON5 literal"),
        ("values" | "explain" | "eval", "--schema" | "--declaration" | "--decl" | "--manifest") => {
            Some("name the declaration without a flag, before the layers: `DECL LAYER…`")
        }
        ("values" | "explain" | "eval", "--env" | "--environment") => {
            Some("environments are those of a product: `confc assemble` makes their values")
        }
        ("compile", "--outdir" | "--output-dir" | "-d") => Some("write `--out-dir DIR`"),
        (_, "--out" | "--outfile" | "--out-file" | "--output-file" | "-O") => Some("write `-o FILE`"),
        (_, "-?" | "-help") => Some("write `--help`"),
        ("show" | "list" | "diff", "--json") => Some("write `--format json`"),
        ("show" | "list" | "diff", "--yaml") => Some("`confc export --format yaml` writes values as YAML"),
        ("export", "--json" | "--yaml" | "--toml" | "--env") => Some("write `--format` before the name"),
        _ => None,
    }
}

/// As [`meant`], for flags about diagnostics.
fn about_diagnostics(command: &str, flag: &str) -> Option<&'static str> {
    let name = flag.split('=').next().unwrap_or(flag);
    match (command, name) {
        ("check" | "compile" | "verify" | "assemble" | "fmt" | "batch", "--format") => {
            Some("`--message-format json` prints diagnostics as JSON")
        }
        (_, "-v" | "-vv" | "--verbose" | "--debug") => {
            Some("there is one level of detail; `confc explain CODE` says more of a diagnostic")
        }
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
    if command == "batch" && command_line.get_subcommands().any(has) {
        return Some(UsageTip::instead(format!("write {} in the lines of the batch", quoted(name))));
    }
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
