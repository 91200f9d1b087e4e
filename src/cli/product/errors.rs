//! Diagnostics about the files that a product names, and about its outputs.

use crate::cli::diagnostics;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::disk::errors::{near, pointed};
use crate::manifest::normalized_path;
use crate::product::{ProductPath, known_names};
use crate::syntax::{Format, Node, READ_INPUT};
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::text::suggest::Suggestions;
use crate::types::PackagePath;
use std::collections::BTreeSet;
use std::io;

/// E0883: a file that a product names, but that cannot be read.
pub(super) fn cannot_read(
    file: &str,
    named: &ProductPath,
    error: &io::Error,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let unread = unreadable(file, named.place, &plain(&crate::disk::errors::reason(error)).to_string());
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    if let Some(help) = pointed(&named.relative).filter(|_| is_missing) {
        return unread.without_help().help(help);
    }
    let listed = if is_missing { suggestions.list_folder() } else { None };
    match listed.and_then(|()| near(file)) {
        Some(near) => {
            let relative = named.relative.split('#').next().unwrap_or_default();
            let folder = relative.rfind('/').and_then(|at| relative.get(..=at)).unwrap_or_default();
            unread.without_help().help(format!("did you mean {}?", quoted(&format!("{folder}{near}"))))
        }
        None => unread,
    }
}

/// E0883, too: a file that a product names and that is a pipe or a device.
pub(super) fn not_regular(file: &str, named: Span) -> Diagnostic {
    unreadable(file, named, "it is no regular file")
}

/// A pipe or a device in place of a product file.
pub(super) fn special_product(path: &str) -> Diagnostic {
    diagnostics::bad_usage(format!("expected a product file, and {} is no regular file", quoted(path)))
        .help("give a file: paths in a product file are relative to its folder")
}

/// Replaces the help to read an input, which is no use in a product file.
pub(super) fn in_product_file(found: Diagnostic) -> Diagnostic {
    if !found.helps().iter().any(|help| help == READ_INPUT) {
        return found;
    }
    found.without_help().help("leave it out here, and give the value with `--input NAME=literal`")
}

fn unreadable(file: &str, named: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::E0883, format!("cannot read {}: {why}", quoted(file)))
        .at(named, "named here")
        .help(instead_of_unreadable(file))
}

/// The help for a file that cannot be read.
fn instead_of_unreadable(file: &str) -> &'static str {
    if file.contains("{component}") {
        "list the file of each component in that component: `components: { NAME: { layers: [\"FILE\"] } }`"
    } else if ["{environment}", "${", "$(", "{{"].iter().any(|placeholder| file.contains(placeholder)) {
        "list the file of each environment in that environment: `environments: { NAME: { shared: [\"FILE\"] } }`"
    } else if file.contains('*') {
        "name each file: a product has no patterns for names of files"
    } else {
        "paths in a product file are relative to it; `//` is the include root"
    }
}

/// E0884: a path that does not refer to a layer. `label` is the text of the label.
fn no_layer(said: String, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0884, said).at(place, label.to_owned())
}

/// E0884: a path with an invalid `#/…`, or in a format that cannot contain layers.
fn bad_layer_pointer(place: Span, why: &str) -> Diagnostic {
    no_layer(format!("the path of the layer {why}"), place, "does not lead to a layer")
        .help("write the file, `#` and a JSON Pointer: `values.yaml#/payments`")
}

/// E0884: the text after `#` is not a JSON Pointer.
pub(super) fn bad_pointer(place: Span) -> Diagnostic {
    bad_layer_pointer(place, "has no JSON Pointer after its `#`")
}

/// E0884: a format whose strings cannot contain layers.
pub(super) fn not_embedded_in(format: Format, place: Span) -> Diagnostic {
    bad_layer_pointer(place, &format!("leads into {}, which holds no other layers", format.name()))
}

/// E0884: a file whose extension shows that it is not a layer or patch.
pub(super) fn another_kind(found: &str, place: Span) -> Diagnostic {
    no_layer(format!("expected a layer or patch, found the name of a {found}"), place, "no layer")
        .help("name a text in JSON, JSON5, YAML or TOML, or an environment file")
}

/// E0885: an invalid path of a value file in its package.
pub(super) fn bad_package_path(path: Node<'_>, why: &str) -> Diagnostic {
    let refused = Diagnostic::new(Code::E0885, format!("{} is no path in a package", quoted(path.text())))
        .at(path.span(), "not allowed here")
        .quoting(path.span(), path.text())
        .note(plain(why).to_string());
    let normalized = normalized_path(&path.text().replace('\\', "/"));
    let near = normalized.trim_start_matches("../").trim_start_matches('/');
    match near.parse::<PackagePath>() {
        Ok(_) => refused.help(Help::write(near)).quoting(path.span(), near),
        Err(_) => refused,
    }
}

/// E0886: an export that is not possible.
pub(super) fn bad_export(place: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::E0886, message).at(place, "in this export")
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
