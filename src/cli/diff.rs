//! `confc diff`.

use super::declarations::LoadedDeclaration;
use super::files::{self, Output};
use super::manifests::{FileKind, ManifestArguments};
use super::outputs::StampArguments;
use super::{Invocation, diagnostics};
use crate::compare::{
    self, Change, ChangeKind, CompareMode, Comparison, Exemption, FieldPath, Location, Outcome, compare,
    judge,
};
use crate::text::json::to_json;
use crate::text::{Sources, Span};
use std::collections::BTreeSet;

/// Compare two declarations: what changed, what it breaks and who is affected
///
/// A change breaks if it refuses a layer or a parent override that was valid. Compiled value files are bound to the
/// checksum: whenever it changes, compile the values again. Does not check whether layers that agree still agree.
#[derive(Debug, clap::Args)]
pub(super) struct DiffArguments {
    /// The old declaration, compiled or as a manifest, `-` for stdin
    old: String,
    /// The new one
    new: String,
    /// What OLD and NEW are, if their endings do not show it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    /// What must not break
    #[arg(long, value_name = "MODE", default_value = "backward")]
    mode: DiffMode,
    /// Allow a change that would break the mode, as in `field-removed:server.port`; repeat for more. An exemption
    /// that is not needed is a warning
    #[arg(long, value_name = "CHANGE:FIELD", value_parser = exemption)]
    allow: Vec<Exemption>,
    /// The output format
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: DiffFormat,
    /// The file to write the report to, `-` for stdout. If a change breaks the mode, the file is left alone and the
    /// report goes to stdout
    #[arg(short, long, value_name = "FILE", default_value = files::STDIO, hide_default_value = true)]
    output: String,
    #[command(flatten)]
    stamp: StampArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DiffMode {
    /// Every layer or parent override that is valid for OLD is valid for NEW
    Backward,
    /// Every layer or parent override that is valid for NEW is valid for OLD
    Forward,
    /// Both
    Full,
    /// The checksums are equal
    Exact,
}

impl From<DiffMode> for CompareMode {
    fn from(mode: DiffMode) -> Self {
        match mode {
            DiffMode::Backward => Self::Backward,
            DiffMode::Forward => Self::Forward,
            DiffMode::Full => Self::Full,
            DiffMode::Exact => Self::Exact,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DiffFormat {
    /// A block of lines for each change; nothing if nothing has changed
    Text,
    /// One JSON object, for tools
    Json,
}

fn exemption(text: &str) -> Result<Exemption, String> {
    text.parse().map_err(|error: compare::ExemptionError| error.to_string())
}

/// Prints the changes. The answer is no where one of them breaks the mode and is not exempt.
pub(super) fn run(arguments: &DiffArguments, invocation: &mut Invocation) {
    if !arguments.stamp.has_target(Some(&arguments.output), invocation) {
        return;
    }
    // Both are read first, so that all errors are reported at once.
    let [old, new] = [&arguments.old, &arguments.new].map(|path| {
        // The ending first: the one may come compiled, the other as a manifest on stdin.
        let kind = FileKind::of(path).or(arguments.input_format);
        LoadedDeclaration::read(path, kind, &arguments.manifest, invocation)
    });
    let (Some(old), Some(new)) = (old, new) else { return };
    let mode = CompareMode::from(arguments.mode);
    let changes = compare(&old.declaration, &new.declaration);
    let verdict = judge(&changes, mode, &arguments.allow);
    let places = places(&changes, [&old, &new], &invocation.sources);
    let checksum =
        |declared: &LoadedDeclaration| declared.declaration.config().map(|config| config.checksum());
    let names = [&arguments.old, &arguments.new].map(|path| files::input_name(path));
    let comparison = Comparison {
        mode,
        names,
        checksums: [checksum(&old), checksum(&new)],
        changes: &changes,
        verdict: &verdict,
        places: &places,
    };
    let text = match arguments.format {
        DiffFormat::Text => compare::text(&comparison),
        DiffFormat::Json => to_json(&compare::json(&comparison)) + "\n",
    };
    let breaches =
        changes.iter().zip(&verdict.outcomes).filter(|(_, standing)| **standing == Outcome::Breach);
    let breaches: Vec<&Change<'_>> = breaches.map(|(change, _)| change).collect();
    let broken = diagnostics::mode_is_broken(mode, names, &breaches);
    let unused = verdict.unused.iter().filter_map(|at| arguments.allow.get(*at));
    let subjects: BTreeSet<(ChangeKind, &str)> =
        changes.iter().map(|change| (change.kind, change.subject.as_str())).collect();
    let there_is = |exemption: &Exemption| subjects.contains(&(exemption.kind, exemption.field.as_str()));
    let unused =
        unused.map(|exemption| diagnostics::unused_exemption(names[1], exemption, mode, there_is(exemption)));
    for found in unused.chain(broken) {
        invocation.report.push(found);
    }
    if invocation.objections() > 0 {
        return invocation.print(text);
    }
    arguments.stamp.write(Some(Output::new("-o", &arguments.output, text)), invocation);
}

/// Where each change is declared, on either side.
fn places<'s>(
    changes: &[Change<'_>],
    [old, new]: [&LoadedDeclaration; 2],
    sources: &'s Sources,
) -> Vec<[Option<Location<'s>>; 2]> {
    let (in_old, in_new) = (old.places(), new.places());
    let spans: Vec<[Option<Span>; 2]> = changes
        .iter()
        .map(|change| {
            let place =
                |path: &Option<FieldPath<'_>>,
                 places: &dyn Fn(&crate::value::ValuePath<'_>) -> Option<Span>| {
                    path.as_ref().and_then(|path| path.with(|path| places(path)))
                };
            [place(&change.old.path, &in_old), place(&change.new.path, &in_new)]
        })
        .collect();
    let located = sources.locate(spans.iter().flatten().copied().flatten());
    let location = |span: Span| {
        let (source, place) = (sources.of(span)?, located.get(&span)?);
        Some(Location {
            file: source.name(),
            line: place.line,
            column: place.column,
            byte_start: span.start,
            byte_end: span.end,
        })
    };
    spans.into_iter().map(|pair| pair.map(|span| span.and_then(location))).collect()
}
