//! Diagnostics about the files that a product names, and about its outputs.

use crate::cli::diagnostics;
use crate::diagnostic::{Code, Diagnostic};
use crate::product::{bad_export, known_names};
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::text::suggest::Suggestions;
use std::collections::BTreeSet;

/// A pipe or a device in place of a product file.
pub(super) fn special_product(path: &str) -> Diagnostic {
    diagnostics::bad_usage(format!("expected a product file, and {} is no regular file", quoted(path)))
        .help("give a file: paths in a product file are relative to its folder")
}

/// The owner of a path, for the error of a second output with the same path.
pub(super) enum TakenBy<'p> {
    /// An index.
    Index,
    /// The declaration of this component.
    Declaration(&'p str),
    /// The value file of this component.
    Values(&'p str),
    /// The provenance of this component.
    Provenance(&'p str),
    /// An export of a component in an environment, with the place of its path in the product file.
    Export { component: &'p str, environment: &'p str, place: Span },
}

impl TakenBy<'_> {
    /// The place of an export in the product file.
    pub(super) fn place(&self) -> Option<Span> {
        match self {
            Self::Export { place, .. } => Some(*place),
            Self::Index | Self::Declaration(_) | Self::Values(_) | Self::Provenance(_) => None,
        }
    }
}

/// The names that the path of an export lacks, although its outputs differ in them.
#[derive(Debug, Clone, Copy)]
pub(super) struct LackingNames {
    pub(super) environment: bool,
    pub(super) component: bool,
}

/// E0886, too: a second export with the path of another output, or with a path that differs only in case. `lacking` are
/// the names that the path needs if both outputs belong to one export.
pub(super) fn export_twice(
    path: &str,
    own: (&str, &str, Span),
    (first, other): (&str, &TakenBy<'_>),
    lacking: LackingNames,
) -> Diagnostic {
    let (component, environment, place) = own;
    if path != first {
        let said = format!("the outputs {} and {} differ in case alone", quoted(first), quoted(path));
        return bad_export(place, said)
            .note("some systems treat them as one file")
            .help("give one of them another name");
    }
    let twice = bad_export(place, format!("two outputs have the path {}", quoted(path)));
    match other {
        TakenBy::Index => twice.note("an index has this path").help("give the export another path"),
        TakenBy::Declaration(of) => twice
            .note(format!("the declaration of {} has this path", quoted(of)))
            .help("give the export another path"),
        TakenBy::Values(of) => twice
            .note(format!("the value file of {} has this path", quoted(of)))
            .help("give the export another path"),
        TakenBy::Provenance(of) => twice
            .note(format!("the provenance of {} has this path", quoted(of)))
            .help("give the export another path"),
        TakenBy::Export { component: other, environment: in_other, place: first } => {
            let of = |component: &str, environment: &str| {
                format!("{} in {}", quoted(component), quoted(environment))
            };
            let (other_one, this_one) = (of(other, in_other), of(component, environment));
            let both = match other_one == this_one {
                true => format!("{this_one} would be written to it twice"),
                false => format!("{other_one} and {this_one} would both be written to it"),
            };
            let (twice, lacking) = if *first == place {
                (twice, lacking)
            } else {
                let lacking =
                    LackingNames { environment: *in_other != environment, component: *other != component };
                (twice.label(*first, "in this export too"), lacking)
            };
            let twice = twice.note(both);
            match (lacking.environment, lacking.component) {
                (true, false) => twice.help("put `{environment}` into the path"),
                (false, true) => twice.help("put `{component}` into the path, or list `components`"),
                (true, true) => twice.help("put `{environment}` and `{component}` into the path"),
                (false, false) => twice.help("give one of the two another path"),
            }
        }
    }
}

/// E0886, too: an output below another output, which is not a folder.
pub(super) fn export_below(path: &str, outer: &str, place: Span) -> Diagnostic {
    let said = format!("the output {} is below {}, which is an output too", quoted(path), quoted(outer));
    bad_export(place, said).help("give one of them another path")
}

/// E0886, too: an export with the extension of a kind of file that confc reads.
pub(super) fn export_misnamed(path: &str, kind: &str, place: Span) -> Diagnostic {
    bad_export(place, format!("the export {} is named like a {kind}", quoted(path)))
        .help("give it another ending")
}

/// E0886, too: an export whose path is invalid after its names were inserted.
pub(super) fn export_refused(path: &str, why: &str, place: Span) -> Diagnostic {
    bad_export(place, format!("the path {} {why}", quoted(path))).help("write a shorter path")
}

/// A requested environment that is abstract.
pub(super) fn abstract_environment(name: &str) -> String {
    format!("the environment {} is abstract: others extend it, and it is never built", quoted(name))
}

/// The environments that can be requested, for errors about unknown ones.
pub(super) struct KnownEnvironments<'p> {
    /// Their names, in the order of the product.
    built: Vec<&'p str>,
    /// The same names.
    sorted: BTreeSet<&'p str>,
    /// The end of an error without a suggestion: the first few names.
    shown: String,
}

impl<'p> KnownEnvironments<'p> {
    /// `built` are the names of the environments that are not abstract.
    pub(super) fn new(built: impl Iterator<Item = &'p str>) -> Self {
        let built: Vec<&str> = built.collect();
        let sorted = built.iter().copied().collect();
        let shown = known_names("environment", built.iter().copied()).map(|known| format!(": {known}"));
        Self { built, sorted, shown: shown.unwrap_or_default() }
    }

    /// A requested environment that the product does not have.
    pub(super) fn unknown(&self, name: &str, suggestions: &mut Suggestions) -> String {
        if name.split(',').all(|part| self.sorted.contains(part)) {
            let flags: Vec<String> = name.split(',').map(|part| format!("--environment {part}")).collect();
            return format!(
                "expected one environment, found {}: repeat the flag, `{}`",
                quoted(name),
                flags.join(" ")
            );
        }
        let nearest = suggestions.nearest(name, self.built.iter().copied());
        let hint = nearest.map(|nearest| format!(", did you mean {}?", quoted(nearest)));
        let hint = hint.unwrap_or_else(|| self.shown.clone());
        format!("the product has no environment {}{hint}", quoted(name))
    }
}

/// E0903: an output folder that another product writes to.
pub(super) fn other_product(folder: &str, other: &str) -> Diagnostic {
    let said = format!("{} holds the outputs of another product, {}", quoted(folder), quoted(other));
    diagnostics::bad_usage(said)
        .help("give each product a folder of its own")
        .help("if the product file has a new name, remove the old `index.json` from the folder")
}

/// E0903, too: a file in place of an index.
pub(super) fn foreign_index(path: &str) -> Diagnostic {
    let said = format!("{} is not an index of outputs, and would be overwritten", quoted(path));
    diagnostics::bad_usage(said).help("name another folder, or remove the file if nobody needs it")
}

/// W0861, too: an index of an earlier run that cannot be read.
pub(super) fn damaged_index(path: &str) -> Diagnostic {
    of_an_earlier_run(format!("{} is damaged: the outputs that it listed are no longer known", quoted(path)))
        .help(
            "`confc verify --index` names compiled files that no index lists; remove those that nobody needs",
        )
}

/// E0903, too: an output folder with an environment that this run does not finish.
pub(super) fn other_environment(folder: &str, other: &str) -> Diagnostic {
    let said = format!(
        "{} holds the environment {} too, which the new index would not list",
        quoted(folder),
        quoted(other)
    );
    diagnostics::bad_usage(said).help("finish all environments in one run, or give each a folder of its own")
}

/// W0861: a message about outputs of an earlier run.
fn of_an_earlier_run(said: String) -> Diagnostic {
    Diagnostic::new(Code::W0861, said)
}

/// W0861: files of an earlier run that no index lists any more.
pub(super) fn orphans(first: &str, count: usize) -> Diagnostic {
    let said = match count {
        1 => format!("{} is from an earlier run, and no output of this one", quoted(first)),
        count => format!("{count} files are from an earlier run, and no outputs of this one"),
    };
    let diagnostic = of_an_earlier_run(said).help("remove them with `--prune`");
    if count > 1 { diagnostic.note(format!("the first is {}", quoted(first))) } else { diagnostic }
}

/// W0861, too: such a file that was changed since.
pub(super) fn orphan_changed(path: &str) -> Diagnostic {
    of_an_earlier_run(format!("{} was changed since it was written, and is not removed", quoted(path)))
        .help("remove it yourself if nobody needs it")
}

/// E0903, too: a folder for a catalogue that holds other files. `is_listed` says that it has a damaged list.
pub(super) fn no_catalogue(folder: &str, is_listed: bool) -> Diagnostic {
    let said = match is_listed {
        true => format!("{} has a `catalogue.json` that confc cannot read", quoted(folder)),
        false => format!("{} is not empty and has no catalogue", quoted(folder)),
    };
    diagnostics::bad_usage(said).help("name an empty folder, or one that does not exist yet")
}

/// E0903, too: a file in the folder of a catalogue that would be overwritten or removed. `is_changed` says that it is a
/// changed file of the earlier catalogue.
pub(super) fn not_of_catalogue(path: &str, is_changed: bool) -> Diagnostic {
    let said = match is_changed {
        true => format!("{} was changed since the catalogue was made", quoted(path)),
        false => format!("{} does not belong to the catalogue, and would be overwritten", quoted(path)),
    };
    diagnostics::bad_usage(said).help("name another folder, or remove the file if nobody needs it")
}

/// E0903, too: a folder in place of a file of a catalogue.
pub(super) fn folder_in_catalogue(path: &str) -> Diagnostic {
    let said = format!("{} is a folder, and the catalogue has a file with this path", quoted(path));
    diagnostics::bad_usage(said).help("name another folder, or remove this one if nobody needs it")
}

/// E0903, too: a layer in place of a product file.
pub(super) fn layer_in_place_of_product(path: &str) -> Diagnostic {
    let said = format!("expected a product file, found {}, which is named like a layer", quoted(path));
    diagnostics::bad_usage(said)
        .in_file(plain(path).to_string())
        .help("name the product file, `NAME.product.json5`, which is JSON5 and names layers as `layers: [\"FILE\"]`")
}
