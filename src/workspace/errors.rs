//! Diagnostics of files that cannot be read, or that are of the wrong kind.

use crate::declaration::{DecodeError, DecodeErrorKind, OpenError};
use crate::diagnostic::{Code, Diagnostic, Help, Report};
use crate::disk::errors::{pointed, reason};
use crate::manifest::normalized_path;
use crate::product::ProductPath;
use crate::syntax::{Format, KnownObject, Node, READ_INPUT};
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::text::files::Files;
use crate::types::PackagePath;
use std::io;

/// The extensions of the files that confc writes and reads.
pub(crate) const KINDS: &str =
    "`.cml` is a manifest, `.cm` a declaration, `.cvf` a value file, `.cvp` a value plan";

/// A file of another kind than the expected one.
pub(crate) fn wrong_kind(expected: &str, found: &str, path: &str) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("expected a {expected}, found the {found} {}", quoted(path)))
        .in_file(plain(path).to_string())
        .note(format!("{KINDS}; `confc show` shows all of them"))
}

/// A product where a file of another kind is expected.
pub(crate) fn product_in_place_of(expected: &str, path: &str) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("expected a {expected}, found the product {}", quoted(path)))
        .in_file(plain(path).to_string())
        .help(KnownObject::Product.help())
}

/// A file with content of another kind than the expected one.
pub(crate) fn another_kind(expected: &str, found: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::E0520, format!("expected a {expected} in {}, found {found}", quoted(name)))
        .in_file(plain(name).to_string())
        .note(KINDS)
}

/// Bytes that are not a declaration.
pub(crate) fn bad_declaration(name: &str, error: &OpenError) -> Diagnostic {
    let refused = match error {
        OpenError::Bytes(error) => refused(name, "declaration", Code::E0503, error),
        OpenError::Carried { .. } => {
            let message = format!("the declaration is refused: {error}");
            Diagnostic::new(Code::E0503, message).in_file(plain(name).to_string())
        }
    };
    refused.help("compile the file again with `confc compile`")
}

/// Bytes that do not decode. `other` is the code of errors without their own code.
pub(crate) fn refused(name: &str, what: &str, other: Code, error: &DecodeError) -> Diagnostic {
    // The messages of all other kinds name the broken rule.
    #[expect(clippy::wildcard_enum_match_arm, reason = "three kinds have a code of their own")]
    let code = match error.kind() {
        DecodeErrorKind::Damaged | DecodeErrorKind::NoIntegrity | DecodeErrorKind::IntegrityNotLast => {
            Code::E0501
        }
        DecodeErrorKind::TooLarge { .. } => Code::E0502,
        DecodeErrorKind::Checksum { .. } => Code::E0504,
        _ => other,
    };
    Diagnostic::new(code, format!("the {what} is refused: {error}")).in_file(plain(name).to_string())
}

/// E0883: a file that a product names, but that cannot be read. `file` is its path, and its name in messages.
pub(crate) fn cannot_read(
    (file, name): (&str, &str),
    named: &ProductPath,
    error: &io::Error,
    files: &dyn Files,
    report: &mut Report,
) -> Diagnostic {
    let unread = unreadable(name, named.place, &plain(&reason(error)).to_string());
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    if let Some(help) = pointed(&named.relative).filter(|_| is_missing) {
        return unread.without_help().help(help);
    }
    let listed = if is_missing { report.suggestions().list_folder() } else { None };
    match listed.and_then(|()| files.near(file)) {
        Some(near) => {
            let relative = named.relative.split('#').next().unwrap_or_default();
            let folder = relative.rfind('/').and_then(|at| relative.get(..=at)).unwrap_or_default();
            let near = format!("{folder}{near}");
            // A pointer after the path stays.
            let has_pointer = named.relative.contains('#');
            unread.without_help().help(match has_pointer {
                true => format!("did you mean {}?", quoted(&near)).into(),
                false => Help::meant(&near),
            })
        }
        None => unread,
    }
}

/// E0883, too: a file that a product names and that is a pipe or a device.
pub(crate) fn not_regular(file: &str, named: Span) -> Diagnostic {
    unreadable(file, named, "it is no regular file")
}

/// Replaces the help to read an input, which is no use in a product file.
pub(crate) fn in_product_file(found: Diagnostic) -> Diagnostic {
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
pub(crate) fn bad_pointer(place: Span) -> Diagnostic {
    bad_layer_pointer(place, "has no JSON Pointer after its `#`")
}

/// E0884: a format whose strings cannot contain layers.
pub(crate) fn not_embedded_in(format: Format, place: Span) -> Diagnostic {
    bad_layer_pointer(place, &format!("leads into {}, which holds no other layers", format.name()))
}

/// E0884: a file whose extension shows that it is not a layer or patch.
pub(crate) fn no_layer_by_name(found: &str, place: Span) -> Diagnostic {
    no_layer(format!("expected a layer or patch, found the name of a {found}"), place, "no layer")
        .help("name a text in JSON, JSON5, YAML or TOML, or an environment file")
}

/// E0885: an invalid path of a value file in its package.
pub(crate) fn bad_package_path(path: Node<'_>, why: &str) -> Diagnostic {
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
