//! Answers to arguments without a command to run: help, the version, bad usage.

use super::command_reader::Commands;
use super::files::DiskFiles;
use super::options::GlobalOptions;
use super::response::ResponseFileError;
use super::{ExitStatus, Invocation, diagnostics, usage_tips, version};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::DiagnosticFormat;
use crate::text::{Source, Span, escape, narrow};
use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Prints the text of clap: help and the version on stdout, errors on stderr in the requested format. `options` are
/// used if the arguments have no options of their own.
pub(super) fn answer(
    error: &clap::Error,
    arguments: &[OsString],
    (commands, options): (&dyn Commands, &GlobalOptions),
    files: DiskFiles,
) -> Invocation {
    let options = with_options_of(arguments, options);
    let mut invocation = Invocation::new(&options, files);
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let mut text = error.render().to_string();
        if error.kind() == ErrorKind::DisplayVersion && version::is_verbose(arguments) {
            text += &version::details();
        }
        invocation.print(text);
        return invocation;
    }
    let text = told(error, arguments, &commands.definition());
    if DiagnosticFormat::from(options.message_format) == DiagnosticFormat::Text {
        invocation.say(&text);
        invocation.raise(ExitStatus::CouldNotRun);
        return invocation;
    }
    let message = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // The text of clap is the whole help.
        "a command is missing".into()
    } else {
        first_paragraph(&text)
    };
    let tips = text.lines().filter_map(|line| line.trim_start().strip_prefix("tip: "));
    invocation.report.push(tips.fold(diagnostics::bad_usage(message), Diagnostic::help));
    invocation
}

/// The diagnostic of a line of a batch that clap refuses.
pub(super) fn bad_job(
    error: &clap::Error,
    (arguments, definition): (&[OsString], &clap::Command),
    place: Span,
    jobs: &Source,
) -> Diagnostic {
    let wants_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if wants_help || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return diagnostics::bad_job("expected a command with its arguments".into(), (place, "in this line"));
    }
    let mut text = told(error, arguments, definition);
    // If a key of a layer is in place of the command, the text after it may be a secret value and is not shown.
    let word = arguments
        .get(1)
        .and_then(|word| word.to_str())
        .filter(|_| error.kind() == ErrorKind::InvalidSubcommand);
    if let Some((word, sign)) = word.and_then(|word| Some((word, word.find([':', '='])?))) {
        text = text.replace(word, word.get(..sign).unwrap_or_default());
    }
    let tips = text.lines().filter_map(|line| line.trim_start().strip_prefix("tip: "));
    let first = arguments.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let found = match refused_word(error, place, jobs) {
        Some(word) => diagnostics::bad_job(first_paragraph(&text), (word, "here")),
        None => diagnostics::bad_job(first_paragraph(&text), (place, "in this line")),
    };
    match first {
        "confc" | "./confc" | "$" | "%" | "-" => {
            found.help(format!("leave out `{first}`: a line begins with its command"))
        }
        _ => tips.fold(found, Diagnostic::help),
    }
}

/// The place of the refused argument in a line, if the line contains it literally.
fn refused_word(error: &clap::Error, place: Span, jobs: &Source) -> Option<Span> {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let refused = kinds.into_iter().find_map(|kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(_) | None => None,
    })?;
    // clap adds the value to the name of a missing or misused argument.
    let refused = refused.split([' ', '=']).next().filter(|word| !word.is_empty())?;
    let line = jobs.slice(place);
    let is_word = |at: usize| {
        let before = line.get(..at).is_some_and(|head| head.is_empty() || head.ends_with([' ', '\t']));
        let behind = line.get(at + refused.len()..);
        before && behind.is_some_and(|tail| tail.is_empty() || tail.starts_with([' ', '\t', '=']))
    };
    let at = line.match_indices(refused).map(|(at, _)| at).find(|at| is_word(*at))?;
    let start = place.start + narrow(at);
    Some(jobs.span(start, start + narrow(refused.len())))
}

/// Reports a response file that cannot be expanded, in the format that the arguments request.
pub(super) fn refuse_expansion(
    refused: &ResponseFileError,
    arguments: &[OsString],
    options: &GlobalOptions,
    files: DiskFiles,
) -> Invocation {
    let mut invocation = Invocation::new(&with_options_of(arguments, options), files);
    let diagnostic = diagnostics::bad_response_file(refused, &mut invocation.sources);
    invocation.report.push(diagnostic);
    invocation
}

/// Turns `confc help generate rust` into `confc generate rust --help`, since the `help` command of clap would list
/// every command again.
pub(super) fn without_help_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_help = |argument: Option<&OsString>| argument.is_some_and(|argument| argument == "help");
    let at = match arguments.get(1) {
        command if is_help(command) => 1,
        Some(command) if command == "generate" && is_help(arguments.get(2)) => 2,
        Some(_) | None => return arguments,
    };
    arguments.remove(at);
    arguments.push("--help".into());
    arguments
}

/// The text of clap, with a tip if confc has one, and without misleading tips.
fn told(error: &clap::Error, arguments: &[OsString], definition: &clap::Command) -> String {
    let text = as_written(safe_text(error, arguments, definition), error, arguments);
    let tip = usage_tips::tip(error, arguments, definition);
    // The tip to pass the flag as a value would mislead.
    let is_flag = usage_tips::refused_argument(error).is_some_and(usage_tips::is_like_flag);
    let misleads = |paragraph: &&str| {
        let tip_of_clap = paragraph.trim_start().strip_prefix("tip: ");
        let is_escape = tip_of_clap.is_some_and(|tip| tip.starts_with("to pass '"));
        let is_near =
            tip_of_clap.is_some_and(|tip| tip.starts_with("some similar") || tip.starts_with("a similar"));
        let is_replaced = tip.as_ref().is_some_and(|tip| tip.replaces_nearest);
        (is_escape && (is_flag || is_replaced)) || (is_near && is_replaced)
    };
    let mut paragraphs: Vec<&str> = text.split("\n\n").filter(|paragraph| !misleads(paragraph)).collect();
    let said = tip.as_ref().map(|tip| format!("  tip: {}", tip.text));
    if let Some(said) = &said {
        paragraphs.insert(1.min(paragraphs.len()), said);
    }
    paragraphs.join("\n\n")
}

/// The text of clap with the refused argument as written. Clap names only a letter of a word after a single dash.
fn as_written(text: String, error: &clap::Error, arguments: &[OsString]) -> String {
    let Some(refused) = usage_tips::refused_argument(error) else { return text };
    match usage_tips::written_argument(refused, arguments) {
        written if written == refused => text,
        written => text.replacen(&format!("'{refused}'"), &format!("'{}'", escape::plain(written)), 1),
    }
}

/// The text of clap with user text escaped.
///
/// An argument with a line feed could forge a line. The text of clap has line feeds itself, so it cannot be escaped as
/// a whole. Therefore clap reads the arguments again, escaped, and gives the same error for those.
fn safe_text(error: &clap::Error, arguments: &[OsString], definition: &clap::Command) -> String {
    let escaped = arguments.iter().map(|argument| escape::plain(&argument.to_string_lossy()).to_string());
    let text = match definition.clone().try_get_matches_from(escaped) {
        // This text does not quote the argument. The escaped arguments are UTF-8 and would give another error.
        _ if error.kind() == ErrorKind::InvalidUtf8 => error.render().to_string(),
        Err(safe) if safe.kind() == error.kind() => safe.render().to_string(),
        // Escaping has changed the error. Then the whole text is escaped, which loses the line breaks.
        Err(_) | Ok(_) => format!("{}\n", escape::plain(error.render().to_string().trim_end())),
    };
    text.split_inclusive('\n')
        .flat_map(|line| [escape::plain(line.trim_end_matches('\n')).to_string(), "\n".to_owned()])
        .collect()
}

/// The first paragraph of the text of clap, on one line.
fn first_paragraph(text: &str) -> String {
    let words = text.lines().take_while(|line| !line.is_empty()).flat_map(str::split_whitespace);
    let sentence = words.collect::<Vec<_>>().join(" ");
    sentence.strip_prefix("error: ").unwrap_or(&sentence).to_owned()
}

/// The options about the format of diagnostics that can be found in refused arguments, or else those in `options`.
fn with_options_of(arguments: &[OsString], options: &GlobalOptions) -> GlobalOptions {
    GlobalOptions {
        message_format: value_of("--message-format", arguments).unwrap_or(options.message_format),
        color: value_of("--color", arguments).unwrap_or(options.color),
        ..GlobalOptions::USUAL
    }
}

/// The value of the last `--name value` or `--name=value`.
fn value_of<T: ValueEnum>(name: &str, arguments: &[OsString]) -> Option<T> {
    let mut found = None;
    let mut behind_name = false;
    for argument in arguments.iter().filter_map(|argument| argument.to_str()) {
        let joined = argument.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        if let Some(value) = joined.or(behind_name.then_some(argument)) {
            found = T::from_str(value, false).ok().or(found);
        }
        behind_name = argument == name;
    }
    found
}
