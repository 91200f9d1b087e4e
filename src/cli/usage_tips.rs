//! Tips about refused arguments: words of other tools, and flags of other commands.

use super::usage_missing;
use super::usage_words::{COMMANDS, about_diagnostics, meant, of_target};
use crate::export::{ExportFormat, meant_formats};
use crate::text::escape::{plain, quoted};
use crate::text::suggest;
use crate::workspace::{FileKind, is_product};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// A tip that confc adds to the text of clap.
#[derive(Debug)]
pub(super) struct UsageTip {
    pub(super) text: String,
    /// Whether it replaces clap's tips about similar names.
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

/// The tip for an error of clap, if there is one.
pub(super) fn tip(
    error: &clap::Error,
    arguments: &[OsString],
    command_line: &clap::Command,
) -> Option<UsageTip> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds need no tip; clap may add more")]
    match error.kind() {
        ErrorKind::InvalidSubcommand => subcommand(error, arguments, command_line),
        ErrorKind::UnknownArgument => {
            let flag = written_argument(refused_argument(error)?, arguments);
            let command = arguments.get(1)?.to_str()?;
            let operand =
                (!flag.starts_with('-')).then(|| surplus_operand(command, flag, arguments)).flatten();
            operand
                .or_else(|| of_protoc(flag, command_line))
                .or_else(|| two_dashes(command, flag, command_line))
                .or_else(|| meant(command, flag).or_else(|| about_diagnostics(command, flag)).map(Into::into))
                .map(UsageTip::instead)
                .or_else(|| of_others(command, flag, command_line))
                .or_else(|| as_setting(command, flag, arguments, command_line).map(UsageTip::instead))
                .or_else(|| {
                    let is_expression = command == "eval" && !flag.starts_with("--");
                    let help = "put an expression that begins with `-` in parentheses and quotes: `'(-1)'`";
                    is_expression.then(|| UsageTip::instead(help))
                })
        }
        ErrorKind::MissingRequiredArgument => usage_missing::tip(arguments).map(UsageTip::besides),
        ErrorKind::ArgumentConflict if arguments.iter().any(|argument| argument == "--index") => {
            Some(UsageTip::besides("an index names its files: with `--index` name no others"))
        }
        ErrorKind::ArgumentConflict => beside_product(arguments).map(UsageTip::besides),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => value(error).map(UsageTip::instead),
        _ => None,
    }
}

/// The argument that clap refuses.
pub(super) fn refused_argument(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) => Some(flag),
        Some(_) | None => None,
    }
}

/// The argument as the user wrote it: all of `-var`, which clap reads as the flags `v`, `a` and `r`.
pub(super) fn written_argument<'a>(refused: &'a str, arguments: &'a [OsString]) -> &'a str {
    let letter = refused.strip_prefix('-').filter(|rest| rest.len() == 1);
    let is_written = |argument: &&str| {
        let word =
            argument.strip_prefix('-').filter(|word| word.starts_with(|c: char| c.is_ascii_alphanumeric()));
        word.is_some_and(|word| word.len() > 1 && letter.is_some_and(|letter| word.contains(letter)))
    };
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    if words.clone().any(|argument| argument == refused) {
        return refused;
    }
    words.find(is_written).unwrap_or(refused)
}

/// The tip for a flag with one dash that exists with two.
fn two_dashes(command: &str, flag: &str, command_line: &clap::Command) -> Option<String> {
    let name = flag.strip_prefix('-').filter(|name| name.len() > 1 && !name.starts_with('-'))?;
    let name = name.split('=').next()?;
    let of_command = command_line.find_subcommand(command).into_iter().flat_map(clap::Command::get_arguments);
    let mut flags = command_line.get_arguments().chain(of_command).filter_map(clap::Arg::get_long);
    let exists = matches!(name, "version" | "help") || flags.any(|long| long == name);
    exists.then(|| format!("write `--{name}`, with two dashes"))
}

/// The tip for `--server.port=80`, as in Spring, for a command that sets fields.
fn as_setting(
    command: &str,
    flag: &str,
    arguments: &[OsString],
    command_line: &clap::Command,
) -> Option<String> {
    let path = flag.strip_prefix("--")?;
    let has_value = |word: &str| word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='));
    arguments.iter().filter_map(|argument| argument.to_str()).find(|word| has_value(word))?;
    let options = command_line.find_subcommand(command)?.get_arguments();
    let flags: Vec<&str> = options.filter_map(clap::Arg::get_long).collect();
    let sets = command != "patch" && flags.contains(&"set");
    (sets && suggest::nearest(path, flags).is_none())
        .then(|| format!("write `--set {}=…` to set a field", plain(path)))
}

/// A required option as the user writes it: ` --package NAME`.
fn required_option(argument: &clap::Arg) -> Option<String> {
    let name = argument.get_value_names()?.first()?;
    argument.get_long().filter(|_| argument.is_required_set()).map(|flag| format!(" --{flag} {name}"))
}

/// The subcommands of `generate` that take a declaration.
fn targets(generate: &clap::Command) -> Vec<&clap::Command> {
    let takes_declaration = |target: &&clap::Command| {
        target.get_arguments().any(|argument| argument.get_id().as_str() == "declaration")
    };
    generate.get_subcommands().filter(takes_declaration).collect()
}

/// The tip for `--python_out`, as in protoc.
fn of_protoc(flag: &str, command_line: &clap::Command) -> Option<String> {
    let name = flag.strip_prefix("--")?.split('=').next()?;
    let language = name.strip_suffix("_out").or_else(|| name.strip_suffix("-out"))?;
    let targets = targets(command_line.find_subcommand("generate")?);
    Some(match targets.iter().find(|target| target.get_name() == language) {
        Some(target) => {
            let options: String = target.get_arguments().filter_map(required_option).collect();
            format!("`confc generate {language} DECL{options} -o FILE` makes it")
        }
        None => {
            let names: Vec<&str> = targets.into_iter().map(clap::Command::get_name).collect();
            format!(
                "`confc generate TARGET DECL -o FILE` makes clients; the targets are {}",
                names.join(", ")
            )
        }
    })
}

/// The tip for a surplus operand, such as a format for `export`.
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
        "export" if at > 2 && FileKind::declares(format) && operand.contains('.') => {
            Some(format!("write `-o {}` for the file to write", plain(operand)))
        }
        "export" if ExportFormat::names().iter().any(|name| name == format) => {
            Some(format!("write `--format {format}` for the format"))
        }
        "finish" if FileKind::of(operand).is_none() && operand.contains('.') => {
            Some("a plan has its layers: give them to `confc values --plan`".into())
        }
        "assemble" if is_product(operand) => Some(match arguments.get(at - 1)?.to_str()? {
            first if is_product(first) => "`confc assemble` takes one product: run it for each".into(),
            first if first.starts_with('-') || first == command => return None,
            name => format!("write `confc assemble {} --environment {}`", plain(operand), plain(name)),
        }),
        "catalogue" if !has_flag(arguments, &["--out-dir"]) => {
            Some(format!("write `--out-dir {}` for the folder of the site", plain(operand)))
        }
        "assemble" if !has_flag(arguments, &["--out-dir", "--check"]) => Some(format!(
            "write `--out-dir {0}` if it is the folder of the outputs, `--environment {0}` if an environment",
            plain(operand)
        )),
        "assemble" | "catalogue" | "finish" if !operand.contains(['.', '/']) => {
            Some("`--environment NAME` picks an environment".into())
        }
        "list" => Some("a listing has one pattern, in which `*` matches any text: run it for each".into()),
        "batch" => Some("write the command lines in a file, or on stdin: `confc batch -`".into()),
        "patch" if !operand.contains('=') && is_second_file(arguments, operand) => {
            Some("`confc patch` changes one file: run it for each".into())
        }
        "patch" if format.contains('=') && !format.starts_with('-') => {
            Some("the first operand is the file: write a change as `--set POINTER=LITERAL`".into())
        }
        "patch" => Some("write `--set POINTER=LITERAL` as one argument".into()),
        _ => None,
    }
}

/// The tip for a flag of a single draft beside `init --product`.
fn beside_product(arguments: &[OsString]) -> Option<&'static str> {
    let has = |flags: &[&str]| has_flag(arguments, flags);
    match () {
        () if !has(&["--product"]) => None,
        () if has(&["--from", "--overlay"]) => {
            Some("name the files of a product with their component: `NAME=BASE,ENV=OVERLAY`")
        }
        () if has(&["--rename"]) => {
            Some("leave out `--rename`: a product names the files as they are, and their names stay")
        }
        () if has(&["--input-format"]) => {
            Some("leave out `--input-format`: the extensions of a product's files show their formats")
        }
        () => Some("leave out `-o`: `--product` names the file to write, with the manifests beside it"),
    }
}

/// Whether one of these flags is given.
fn has_flag(arguments: &[OsString], flags: &[&str]) -> bool {
    let mut names = arguments.iter().filter_map(|argument| argument.to_str()?.split('=').next());
    names.any(|name| flags.contains(&name))
}

/// Whether another file than `operand` is named before it.
fn is_second_file(arguments: &[OsString], operand: &str) -> bool {
    let is_value = |before: &str| before.starts_with("--") && !before.contains('=') && before != "--in-place";
    let words: Vec<&str> = arguments.iter().skip(1).map_while(|word| word.to_str()).collect();
    let mut pairs = words.iter().zip(words.iter().skip(1)).take_while(|(_, word)| **word != operand);
    pairs.any(|(before, word)| !is_value(before) && word.contains('.') && !word.contains('='))
}

/// The tip for a value that another tool has for a flag.
fn value(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(_) | None => None,
    };
    let (flag, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    // This error means that an empty value was given. Other errors have an empty value if the flag comes last.
    if value.is_empty() && error.kind() == ErrorKind::ValueValidation {
        return Some("a variable without a value may have made the argument empty".into());
    }
    let lower = value.to_ascii_lowercase();
    let known = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => known.as_slice(),
        Some(_) | None => &[],
    };
    if known.contains(&lower) {
        return Some(format!("write `{lower}`"));
    }
    let flag = flag.split(' ').next()?;
    let is_known = |format: &&&str| known.iter().any(|known| known == **format);
    let formats: Vec<String> =
        meant_formats(value).iter().filter(is_known).map(|format| format!("`{format}`")).collect();
    if !formats.is_empty() {
        return Some(format!("write {}", formats.join(" or ")));
    }
    if let Some(target) = of_target(value).filter(|target| known.iter().any(|known| known == target)) {
        return Some(format!("write `{target}`"));
    }
    match (flag, value) {
        ("<LANGUAGE>", "rust") => Some("clients in Rust share the crate `confc-loader`".into()),
        ("--message-format", "gcc" | "clang" | "unix" | "line") => Some("write `short`".into()),
        ("--format", value) if value.contains('=') => {
            let (format, file) = value.split_once('=')?;
            Some(format!("write `--format {} -o {}`", plain(format), plain(file)))
        }
        ("--color", "yes" | "true" | "on" | "1") => Some("write `always`".into()),
        ("--color", "no" | "false" | "off" | "0" | "none") => Some("write `never`".into()),
        ("--error-limit", "none" | "all" | "unlimited" | "-1") => Some("write 0 for no limit".into()),
        ("--input-format", "ini" | "properties" | "hcl" | "xml") => {
            Some("write the values in JSON5, JSON, YAML or TOML".into())
        }
        ("--against", value) => {
            let revision =
                value.split(':').next().filter(|revision| *revision != "git").unwrap_or("REVISION");
            Some(format!("write `--against git:{}`", plain(revision)))
        }
        ("--mode", "strict" | "both" | "all") => Some("write `full`, or `exact` for no change at all".into()),
        (_, _) => None,
    }
}

/// Whether a text looks like a flag, not like a number, an expression or a file name that begins with `-`.
pub(super) fn is_like_flag(text: &str) -> bool {
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or_default();
    let name = name.split('=').next().unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// The tip for an unknown subcommand.
fn subcommand(error: &clap::Error, arguments: &[OsString], command_line: &clap::Command) -> Option<UsageTip> {
    let is_group = |name: &&clap::Command| name.has_subcommands();
    let named = |argument: &OsString| command_line.find_subcommand(argument);
    let group = arguments.iter().skip(1).filter_map(named).find(is_group);
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    if let (None, Some(tip)) = (group, no_command(word, command_line)) {
        return Some(UsageTip::instead(tip));
    }
    let known = COMMANDS.iter().find(|(words, _)| words.contains(&word.as_str()));
    if let (None, Some((_, said))) = (group, known) {
        return Some(UsageTip::instead(*said));
    }
    let (what, all): (_, Vec<&clap::Command>) = match group {
        None => ("commands", command_line.get_subcommands().collect()),
        Some(generate) => ("targets", generate.get_subcommands().collect()),
    };
    let names: Vec<&str> = all.into_iter().map(clap::Command::get_name).collect();
    if let Some(target) = group.and_then(|_| of_target(word)) {
        return Some(UsageTip::instead(format!("write `{target}`")));
    }
    let is_near = error.get(ContextKind::SuggestedSubcommand).is_some();
    if is_near && FileKind::of(word).is_none() {
        return None;
    }
    let said = format!("the {what} are {}", names.join(", "));
    Some(match FileKind::of(word) {
        // The command is missing before a file.
        Some(_) if group.is_some() => UsageTip::instead(format!("name the target before the file: {said}")),
        Some(_) => UsageTip::instead(format!("name the command before the file: {said}")),
        None => UsageTip::besides(said),
    })
}

/// The tip for a word in the place of the command that cannot be a misspelled command.
fn no_command(word: &str, command_line: &clap::Command) -> Option<&'static str> {
    let is_variable = |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if matches!(word, "confc" | "./confc") {
        return Some("leave out `confc`: the first argument is the command");
    }
    if word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && is_variable(name)) {
        return Some("leave it out: only a shell sets variables before a command");
    }
    let first = word.split_once(' ').map(|(first, _)| first)?;
    command_line.find_subcommand(first)?;
    Some("write each argument on its own: a response file has one on each line")
}

/// The tip for a flag that other commands have.
fn of_others(command: &str, flag: &str, command_line: &clap::Command) -> Option<UsageTip> {
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
    let of_command = command_line.find_subcommand(command)?;
    if command == "batch" && command_line.get_subcommands().any(has) {
        return Some(UsageTip::instead(format!("write {} in the lines of the batch", quoted(name))));
    }
    let targets = of_command.get_subcommands().filter(|target| has(target));
    let mut names: Vec<String> = targets.map(|target| format!("{command} {}", target.get_name())).collect();
    if names.is_empty() {
        let others = command_line.get_subcommands().filter(|other| has(other));
        names = others.map(|other| other.get_name().to_owned()).collect();
    }
    let names = match names.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(UsageTip::besides(format!("{} is a flag of {names}", quoted(name))))
}
