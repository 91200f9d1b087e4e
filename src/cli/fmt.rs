//! `confc fmt`.

use super::files::{self, Access, Output};
use super::options::MessageFormat;
use super::outputs::StampArguments;
use super::{Invocation, diagnostics};
use crate::diagnostic::Report;
use crate::edit::{Formatted, NotFormatted, format};
use crate::secrets;
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::{self, Document, Format, Kind};
use crate::text::Source;
use crate::workspace::FileKind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rewrite manifests, shards and JSON5 layers in the canonical layout
///
/// Only the layout changes: 4 spaces, one item per line unless all of them fit into 100 columns, commas after last
/// items (not in JSON), at most one empty line. Comments, literals, quotes and the order of keys do not change. A list
/// or object that is broken directly after its opening bracket stays broken. A file that already has this layout, or
/// has syntax errors, is not written.
#[derive(Debug, clap::Args)]
pub(super) struct FmtArguments {
    /// The files, which are rewritten in place; `-` for stdin, which is written to stdout
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print the changes as a unified diff, with exit status 1 if there are any, and write no file except a stamp;
    /// --stamp and --depfile need this
    #[arg(long)]
    check: bool,
    /// The kind of all files, whatever their extensions; stdin is JSON5 by default
    #[arg(long, value_name = "FORMAT")]
    input_format: Option<FmtInputFormat>,
    #[command(flatten)]
    stamp: StampArguments,
}

/// The kind of a file to format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FmtInputFormat {
    /// A manifest or shard
    Manifest,
    /// JSON5
    Json5,
    /// JSON, which has no comma after the last item
    Json,
}

impl FmtInputFormat {
    /// The kind that the extension of a path means.
    fn of(path: &str) -> Option<Self> {
        match (FileKind::of(path), Format::of(path)) {
            (Some(FileKind::Manifest), _) => Some(Self::Manifest),
            (None, Some(Format::Json5)) => Some(Self::Json5),
            (None, Some(Format::Json)) => Some(Self::Json),
            (None, None) if path == files::STDIO => Some(Self::Json5),
            (Some(FileKind::Declaration | FileKind::Values | FileKind::Plan), _)
            | (None, Some(Format::Yaml | Format::Toml | Format::Env) | None) => None,
        }
    }

    fn syntax(self) -> Format {
        match self {
            Self::Manifest | Self::Json5 => Format::Json5,
            Self::Json => Format::Json,
        }
    }
}

/// Formats each file. Writes all changed files at the end, when all inputs are known. With `--check`, fails if a file
/// would change.
pub(super) fn run(arguments: &FmtArguments, invocation: &mut Invocation) {
    if arguments.stamp.is_given() && !arguments.check {
        let usage = "--stamp and --depfile are for `fmt --check`, which asks whether files are laid out";
        let found = diagnostics::bad_usage(usage.into());
        return invocation.report.push(found.help("write `--check --stamp FILE`"));
    }
    if !arguments.stamp.has_target(None, invocation) {
        return;
    }
    let formats: Vec<_> = arguments.files.iter().map(|path| tell(path, arguments, invocation)).collect();
    let Some(formats) = formats.into_iter().collect::<Option<Vec<_>>>() else { return };
    let (mut outputs, mut diffs, mut met) = (Vec::new(), String::new(), BTreeSet::new());
    for (path, input_format) in arguments.files.iter().zip(formats) {
        let identity = if path == files::STDIO { None } else { invocation.files.identity(path) };
        if identity.is_some_and(|identity| !met.insert(identity)) {
            // A file that is named twice is formatted once.
            continue;
        }
        let Some(source) = invocation.source_up_to(path, MAX_EDITED_SIZE) else { continue };
        let Some(document) = read(input_format, &source, invocation) else { continue };
        let formatted = match format(&document) {
            Ok(formatted) => formatted,
            Err(why) => {
                refuse(&source, why, invocation);
                continue;
            }
        };
        if !arguments.check {
            outputs.extend(output(path, &formatted));
        } else if formatted.is_changed() {
            let found = diagnostics::not_formatted(path);
            if invocation.options().message_format == MessageFormat::Github {
                // GitHub Actions could execute a line of the diff as a command.
                let help = "`confc fmt --check` in another form than `github` prints the difference";
                invocation.report.push(found.help(help));
                continue;
            }
            let diff = formatted.unified_diff(source.name());
            // Avoids a copy: usually there is only one diff, and it may be large.
            diffs = if diffs.is_empty() { diff } else { diffs + &diff };
            invocation.report.push(found);
        }
    }
    if arguments.check && invocation.objections() == 0 {
        return arguments.stamp.write(None, invocation);
    }
    if !diffs.is_empty() {
        outputs.push(Output::new("", files::STDIO, diffs, None));
    }
    invocation.write(&outputs);
}

/// The kind of a file. `None` if it is unknown or has no layout, which is reported.
fn tell(path: &str, arguments: &FmtArguments, invocation: &mut Invocation) -> Option<FmtInputFormat> {
    let told = arguments.input_format.or_else(|| FmtInputFormat::of(path));
    if told.is_none() && invocation.finds(path) {
        let kind = FileKind::of(path).map(|kind| format!("a {}", kind.name()));
        let found = kind.or_else(|| Format::of(path).map(|format| format.name().into()));
        invocation.report.push(match found {
            Some(found) => diagnostics::nothing_to_format(path, &found),
            None => diagnostics::unknown_format(path),
        });
    }
    told
}

/// Reads a text. `None` if it has syntax errors, which are reported. Its meaning is not checked: there are no warnings,
/// and repeated keys stay.
fn read(input_format: FmtInputFormat, source: &Arc<Source>, invocation: &mut Invocation) -> Option<Document> {
    let mut found = Report::new();
    let help = "`confc fmt` lays out JSON5 and JSON, in which manifests and layers are written";
    let advice = |_| [help.into(), help.into()];
    let document = syntax::json5::parse_or_advise(input_format.syntax(), source, &advice, &mut found);
    if document.is_complete() {
        return Some(document);
    }
    let damaged = syntax::json5::parse_damaged(source, &mut Report::new());
    let is_manifest = input_format == FmtInputFormat::Manifest
        || damaged
            .root()
            .and_then(|root| root.get("config"))
            .is_some_and(|config| config.kind() == Kind::Object);
    if is_manifest {
        secrets::hide_in_manifests([source]);
    } else {
        // All values are hidden, since only the declaration shows which fields of a layer are sensitive.
        secrets::hide_values(input_format.syntax(), source);
    }
    invocation.report.push_all(found, |diagnostic| diagnostic);
    None
}

/// Reports why a document is not formatted.
fn refuse(source: &Source, why: NotFormatted, invocation: &mut Invocation) {
    match why {
        NotFormatted::TooLarge { limit } => {
            invocation.report.push(diagnostics::formatted_too_large(source.name(), limit));
        }
        NotFormatted::Changed | NotFormatted::Language | NotFormatted::Incomplete => {
            invocation.bug(format!(
                "the layout of {} would change its meaning; the file is unchanged",
                source.name()
            ));
        }
    }
}

/// The output of a formatted text. `None` if the file already has it.
fn output(path: &str, formatted: &Formatted<'_>) -> Option<Output> {
    let access = if path == files::STDIO { Access::Umask } else { Access::InPlace };
    let is_written = path == files::STDIO || formatted.is_changed();
    is_written.then(|| Output::new("", path, formatted.text(), None).with_access(access))
}
