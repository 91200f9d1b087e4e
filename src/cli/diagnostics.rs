//! Diagnostics about files and usage, with one constructor for each message.

use super::depfile::Inexpressible;
pub(super) use super::git_diagnostics::{not_in_git, not_read_from_git, outside_git};
pub(super) use super::init_diagnostics::no_object_at;
pub(super) use super::job_diagnostics::{
    bad_job, bad_job_line, bad_request, broken_requests, output_not_text,
};
use super::response::{self, ResponseFileError, ResponseFileErrorKind, ResponseFileLine};
use crate::compare::{Change, CompareMode, Exemption};
use crate::declaration::Checksum;
pub(super) use crate::declaration::errors::no_schema;
use crate::declaration::show::NotShown;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::disk::errors::reason;
pub(super) use crate::disk::errors::{
    cannot_create_folder, cannot_list_folder, cannot_read_file, cannot_read_one_of_many, cannot_write_file,
    document_too_large, two_outputs_with_one_name,
};
use crate::disk::input_name;
pub(super) use crate::layers::errors::not_encoded;
use crate::layers::setting_errors::invalid_setting;
use crate::syntax::Format;
use crate::text::escape::{plain, quoted};
use crate::text::suggest::nearest;
use crate::text::{Sources, Span, narrow};
use crate::types::Key;
pub(super) use crate::workspace::{KINDS, bad_declaration, product_in_place_of, refused, wrong_kind};
use confc_core::values::{EmbeddedSchemaError, FieldDifference, FieldDifferences, LoadError, OverrideError};

/// Invalid arguments. `message` is already escaped.
pub(super) fn bad_usage(message: String) -> Diagnostic {
    Diagnostic::new(Code::E0903, message)
}

/// A layer in a string of a file, whose JSON Pointer is not valid.
pub(super) fn bad_pointer(path: &str) -> Diagnostic {
    let said = format!("expected a file, `#` and a JSON Pointer, found {}", quoted(path));
    bad_usage(said).help("write `~0` for `~`, and `~1` for a `/` that belongs to a key")
}

/// A layer embedded in a string of a format that cannot hold one.
pub(super) fn not_embedded_in(format: Format, path: &str) -> Diagnostic {
    let (found, path) = (format.name(), quoted(path));
    bad_usage(format!("a layer can be embedded in a string of JSON or YAML, found {found} in {path}"))
}

/// An input of an unknown kind.
pub(super) fn unknown_kind(name: &str, help: String) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("cannot tell what kind of file {} is", quoted(name)))
        .in_file(plain(name).to_string())
        .note(KINDS)
        .help(help)
}

/// A text to patch in an unknown format.
pub(super) fn unknown_syntax(name: &str) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("cannot tell whether {} is JSON, JSON5 or YAML", quoted(name)))
        .in_file(plain(name).to_string())
        .note("the known extensions are `.json`, `.json5`, `.yaml` and `.yml`")
        .help("name the format with --input-format")
}

/// A text to patch in a format that `patch` does not support.
pub(super) fn not_patched(format: Format, name: &str) -> Diagnostic {
    let (found, name_shown) = (format.name(), quoted(name));
    Diagnostic::new(Code::E0903, format!("expected JSON, JSON5 or YAML, found {found} in {name_shown}"))
        .in_file(plain(name).to_string())
        .note("confc patches JSON, JSON5 and YAML")
        .help("change the file by hand, or convert it to JSON5 or YAML")
}

/// A file that `fmt` has no layout for. `found` is its kind.
pub(super) fn nothing_to_format(name: &str, found: &str) -> Diagnostic {
    Diagnostic::new(
        Code::E0903,
        format!("expected a manifest, JSON5 or JSON, found {found} in {}", quoted(name)),
    )
    .in_file(plain(name).to_string())
    .note("`confc fmt` lays out manifests, shards, and layers in JSON5 or JSON")
}

/// A text to format in an unknown format.
pub(super) fn unknown_format(name: &str) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("cannot tell whether {} is JSON5 or JSON", quoted(name)))
        .in_file(plain(name).to_string())
        .note("the known extensions are `.cml`, `.json5` and `.json`")
        .help("name the format with --input-format")
}

/// A text that is not in the layout of `confc fmt`.
pub(super) fn not_formatted(path: &str) -> Diagnostic {
    let name = input_name(path);
    let command = if path == name { format!("confc fmt {}", plain(path)) } else { "confc fmt".into() };
    Diagnostic::new(Code::E0830, format!("expected the canonical layout in {}, found another", quoted(name)))
        .in_file(plain(name).to_string())
        .help(format!("run `{command}`"))
}

/// A text that its indentation makes too large.
pub(super) fn formatted_too_large(name: &str, limit: usize) -> Diagnostic {
    Diagnostic::new(
        Code::E0102,
        format!("{} would be larger than {limit} bytes in the canonical layout", quoted(name)),
    )
    .in_file(plain(name).to_string())
    .note("each level of nesting is indented further")
    .help("break fewer lists that lie in others directly after their opening brackets")
}

/// A layer in place of the declaration. `declaration` is an operand among the layers that may be meant.
pub(super) fn layer_before_declaration(path: &str, declaration: Option<&str>) -> Diagnostic {
    let said = format!("expected a declaration first, found {}, which is named like a layer", quoted(path));
    let order = match declaration {
        Some(declaration) => format!("write `{} {}`", plain(declaration), plain(path)),
        None => "name the declaration, a `.cm` or `.cml`, before the layers".into(),
    };
    Diagnostic::new(Code::E0903, said)
        .in_file(plain(path).to_string())
        .help(order)
        .help(format!("if {} is a manifest, pass `--input-format manifest`", quoted(path)))
}

/// An output with the extension of another kind of file. Both kinds are given by name.
pub(super) fn output_named_otherwise([own, named]: [&str; 2], ending: &str, path: &str) -> Diagnostic {
    let said = format!("the output is a {own}, and {} is named like a {named}", quoted(path));
    Diagnostic::new(Code::E0903, said)
        .in_file(plain(path).to_string())
        .note("nothing was written")
        .help(format!("give it the extension `{ending}`"))
}

/// An output that confc does not read, with the extension of a kind that it reads. `own` is the output with its
/// article, `named` is that kind.
pub(super) fn output_named_like_input([own, named]: [&str; 2], path: &str) -> Diagnostic {
    let said = format!("the output is {own}, and {} is named like a {named}", quoted(path));
    Diagnostic::new(Code::E0903, said)
        .in_file(plain(path).to_string())
        .note("nothing was written")
        .help("give it another extension")
}

/// A value file or plan before the declaration that a command takes with it: its kind and path, and the next operand.
pub(super) fn values_before_declaration((kind, first): (&str, &str), second: &str) -> Diagnostic {
    Diagnostic::new(Code::E0903, format!("expected a declaration first, found the {kind} {}", quoted(first)))
        .in_file(plain(first).to_string())
        .help(format!("write the declaration before it: `{} {}`", plain(second), plain(first)))
}

/// Values of sensitive fields that an export omits without `--sensitive`.
pub(super) fn left_out(name: &str, count: usize) -> Diagnostic {
    let what = if count == 1 { "1 sensitive value is" } else { &format!("{count} sensitive values are") };
    Diagnostic::new(Code::W0840, format!("{what} left out"))
        .in_file(plain(name).to_string())
        .help("pass `--sensitive omit` if that is meant; `--sensitive only` writes the fields that are left out here")
}

/// An export of only sensitive fields, of a declaration without any. `of` is the export, escaped.
pub(super) fn lacks_sensitive(of: &str) -> Diagnostic {
    Diagnostic::new(Code::W0841, format!("{of} is empty: there are no sensitive fields"))
}

/// The code of overrides that a component framework would refuse.
const BAD_OVERRIDE: Code = Code::E0511;

/// An override of a field that its parent may not override.
pub(super) fn not_overridden(key: &Key, place: Span) -> Diagnostic {
    Diagnostic::new(BAD_OVERRIDE, OverrideError::Immutable { key: key.clone() }.to_string())
        .at(place, "overridden here")
        .note("a parent can override only fields with `mutability: [\"parent\"]`")
}

/// A second override of a field.
pub(super) fn overridden_twice(key: &Key, [first, again]: [Span; 2]) -> Diagnostic {
    Diagnostic::new(BAD_OVERRIDE, OverrideError::Twice { key: key.clone() }.to_string())
        .at(again, "given again")
        .label(first, "first given here")
        .help("remove one of the two")
}

/// A value file that a component framework would refuse. `declaration` is the name of the declaration that it is loaded
/// for.
pub(super) fn not_loaded(name: &str, declaration: &str, error: &LoadError) -> Diagnostic {
    let remade = "compile the file again with `confc values`";
    let code = match error {
        LoadError::NoSchema => return no_schema(declaration),
        LoadError::Decode(error) => {
            return refused(name, "value file", Code::E0507, error).help(remade);
        }
        LoadError::ChecksumMismatch { expected, found, differing } => {
            return checksum_mismatch([name, declaration], *expected, *found, differing.as_ref());
        }
        LoadError::Count { .. } => Code::E0509,
        LoadError::ConstraintViolation { .. } => Code::E0510,
        // Commands that report on values load them without rules, and report all broken rules.
        LoadError::Rule(_) => Code::E0510,
        // Commands check overrides before they load the file.
        LoadError::Override(_) => BAD_OVERRIDE,
    };
    Diagnostic::new(code, format!("the value file is refused: {error}"))
        .in_file(plain(name).to_string())
        .help(remade)
}

/// The keys of a value file that its declaration lacks, after a colon; empty if the file names none.
fn fields_of_values(differing: &FieldDifferences) -> String {
    let keys = differing.named().iter().filter_map(|difference| match difference {
        FieldDifference::Removed { key, .. } => Some(key.to_string()),
        FieldDifference::Added { .. }
        | FieldDifference::Retyped { .. }
        | FieldDifference::RuleAdded { .. }
        | FieldDifference::RuleRemoved { .. } => None,
    });
    let keys: Vec<String> = keys.collect();
    let more = if differing.others() > 0 { ", …" } else { "" };
    if keys.is_empty() { String::new() } else { format!(": {}{more}", keys.join(", ")) }
}

/// A value file that was compiled for another interface.
fn checksum_mismatch(
    [name, declaration]: [&str; 2],
    expected: Checksum,
    found: Checksum,
    differing: Option<&FieldDifferences>,
) -> Diagnostic {
    let refused = |of: &str| {
        Diagnostic::new(Code::E0508, format!("the value file is refused: it was compiled for another {of}"))
            .in_file(plain(name).to_string())
            .note(format!("expected {expected}, by {}", quoted(declaration)))
            .note(format!("   found {found}"))
    };
    /// With fewer differing fields, the values may be of the same component with renamed fields.
    const LEAST_OF_ANOTHER: usize = 4;
    let is_another = |differing: &&FieldDifferences| {
        !differing.has_common_field() && differing.named().len() >= LEAST_OF_ANOTHER
    };
    if let Some(differing) = differing.filter(is_another) {
        let common = format!("{} lacks all fields of the values", quoted(declaration));
        let diagnostic = refused("component").note(common + &fields_of_values(differing));
        return diagnostic.help("give the declaration that the values were compiled for");
    }
    let mut diagnostic =
        refused("interface").help("compile the values again, against this declaration, with `confc values`");
    for difference in differing.map(FieldDifferences::named).unwrap_or_default() {
        diagnostic = diagnostic.note(difference.to_string());
    }
    match differing.map(FieldDifferences::others) {
        Some(others) if others > 0 => diagnostic.note(format!("{others} more differ")),
        Some(_) => diagnostic,
        None => {
            diagnostic.note("the value file has no embedded schema, so the fields that differ are unknown")
        }
    }
}

/// A value file that cannot be shown without its declaration.
pub(super) fn not_shown(name: &str, error: &EmbeddedSchemaError) -> Diagnostic {
    match error {
        EmbeddedSchemaError::Load(error) => not_loaded(name, name, error),
        EmbeddedSchemaError::NoEmbeddedSchema
        | EmbeddedSchemaError::Type { .. }
        | EmbeddedSchemaError::Schema(_) => {
            Diagnostic::new(Code::E0512, format!("the value file cannot be shown alone: {error}"))
                .in_file(plain(name).to_string())
                .help("name its declaration before it: `confc show DECL VALUES`")
        }
    }
}

/// A declaration, or values, without an equivalent JSON5 text. `what` is `default` or `value`.
pub(super) fn no_json5(name: &str, what: &str, why: &NotShown) -> Diagnostic {
    let (said, note) = match why {
        NotShown::Sensitive { path } => (
            format!("the {what} of `{path}` is sensitive"),
            "the values of sensitive fields are never printed",
        ),
        NotShown::NotUsed { key } => (
            format!("`{key}` comes from a capability that is not in `use`"),
            "`confc compile` does not write such a declaration",
        ),
    };
    Diagnostic::new(Code::E0505, format!("{said}, so there is no JSON5 that means the same"))
        .in_file(plain(name).to_string())
        .note(note)
        .help("use `--format text` or `--format json`, which leave them out")
}

/// Changes that break the mode, as one diagnostic. Its labels are at the first changes, in the new manifest or else in
/// the old one; stdout has all changes with their places. `None` if there are no changes.
pub(super) fn mode_is_broken(
    mode: CompareMode,
    names: [&str; 2],
    (breaches, places): (&[&Change<'_>], &[[Option<Span>; 2]]),
) -> Option<Diagnostic> {
    /// The most changes that have a label.
    const LABELLED: usize = 6;
    let (first, [old, new]) = (breaches.first()?, names.map(quoted));
    let what = match mode {
        CompareMode::Backward => {
            format!("layers or overrides that are valid for {old} may be refused by {new}")
        }
        CompareMode::Forward => {
            format!("layers or overrides that are valid for {new} may be refused by {old}")
        }
        CompareMode::Full => format!(
            "layers or overrides that are valid for one of {old} and {new} may be refused by the other"
        ),
        CompareMode::Exact => format!("{old} and {new} have different checksums"),
    };
    let exemption = Exemption { kind: first.kind, field: first.subject.clone() }.in_shell();
    let (count, help) = match breaches.len() {
        1 => ("1 change breaks".into(), format!("undo it, or allow it with `--allow {exemption}`")),
        count => {
            (format!("{count} changes break"), format!("undo each, or allow it as in `--allow {exemption}`"))
        }
    };
    let diagnostic = Diagnostic::new(Code::E0601, format!("{what}: {count} the mode `{}`", mode.name()));
    let placed = breaches.iter().zip(places).filter_map(|(change, [old, new])| {
        let name = Exemption { kind: change.kind, field: change.subject.clone() }.to_string();
        Some(((*new).or(*old)?, plain(&name).to_string()))
    });
    let mut placed = placed.take(LABELLED);
    let diagnostic = match placed.next() {
        Some((place, name)) => diagnostic.at(place, name),
        None => diagnostic.in_file(plain(names[1]).to_string()),
    };
    Some(placed.fold(diagnostic, |diagnostic, (place, name)| diagnostic.label(place, name)).help(help))
}

/// An unused exemption. `there_is` is whether its change exists and is allowed anyway. `near` is a similar exemption
/// that would be used. `name` is the only declaration that the exemption can be about.
pub(super) fn unused_exemption(
    name: Option<&str>,
    exemption: &Exemption,
    mode: CompareMode,
    (there_is, near): (bool, Option<&str>),
) -> Diagnostic {
    let quoted = quoted(&format!("{}:{}", exemption.kind, exemption.field)).to_string();
    let why = if there_is {
        format!("that change does not break the mode `{}`", mode.name())
    } else {
        "there is no such change".into()
    };
    let help = near.map_or_else(|| "remove it".into(), |near| format!("did you mean `{}`?", plain(near)));
    let found = Diagnostic::new(Code::W0601, format!("the exemption {quoted} is not used: {why}")).help(help);
    match name {
        Some(name) => found.in_file(plain(name).to_string()),
        None => found,
    }
}

/// A path that Make or Ninja would read as another path.
pub(super) fn path_not_for_depfiles(path: &str, why: &Inexpressible) -> Diagnostic {
    Diagnostic::new(Code::E0905, format!("{} cannot be written into a depfile: {why}", quoted(path)))
        .in_file(plain(path).to_string())
        .note("Make and Ninja must both read the path as it is")
        .help("rename the file, or leave out --depfile")
}

/// A response file that cannot be expanded.
pub(super) fn bad_response_file(refused: &ResponseFileError, sources: &mut Sources) -> Diagnostic {
    const PARTS: &str = "run the command several times, each with a part of the arguments";
    let name = refused.name.as_str();
    let (why, help) = match &refused.why {
        ResponseFileErrorKind::Unreadable(error) => {
            (reason(error), "write `@@` for an argument that begins with `@`")
        }
        ResponseFileErrorKind::NotUtf8 { line } => {
            (format!("line {line} is not valid UTF-8"), "write the file in UTF-8")
        }
        ResponseFileErrorKind::TooDeep => (
            format!("response files are nested more than {} deep", response::MAX_DEPTH),
            "name no response file in itself; write `@@` for an argument that begins with `@`",
        ),
        ResponseFileErrorKind::TooMany => {
            (format!("there are more than {} arguments", response::MAX_ARGUMENTS), PARTS)
        }
        ResponseFileErrorKind::TooLarge => {
            (format!("together they are larger than {} bytes", response::MAX_BYTES), PARTS)
        }
    };
    let found =
        Diagnostic::new(Code::E0906, format!("cannot expand the response file {}: {why}", quoted(name)))
            .in_file(plain(name).to_string())
            .help(help);
    match &refused.named {
        Some(ResponseFileLine { file, text, line }) => {
            let source = sources.add(file.clone(), text.to_string(), None);
            let [start, end] = [line.start, line.end].map(narrow);
            source.mask(vec![(0, start), (end, narrow(text.len()))]);
            found.at(source.span(start, end), "named here")
        }
        None => found,
    }
}

/// A text that is not the code of a diagnostic.
pub(super) fn unknown_code(text: &str) -> Diagnostic {
    let near = nearest(text, Code::ALL.iter().map(|code| code.name()));
    Diagnostic::new(Code::E0907, format!("{} is not the code of a diagnostic", quoted(text)))
        .help_if(near.map(Help::meant))
        .note("a code is `E` or `W` and four digits, in brackets after `error` or `warning`")
        .note(
            "for the value of a field, give its declaration and layers too: `confc explain KEY DECL LAYER…`",
        )
}

/// An invalid text for `--import`. `meant` is a valid text with the same parts.
pub(super) fn not_an_import(text: &str, meant: &str) -> Diagnostic {
    invalid_setting("--import", &format!("must be `name=declaration,values`, found {}", quoted(text)))
        .help(format!("write `--import {}`", plain(meant)))
}

/// An import with an invalid name.
pub(super) fn import_has_no_name(name: &str) -> Diagnostic {
    let message = format!("cannot name a component {}", quoted(name));
    invalid_setting("--import", &message)
        .note("a name has lower-case letters, digits and `_`, begins with a letter, and ends with no `_`")
        .help("choose another name")
}

/// An import with the name of a field of the component.
pub(super) fn import_is_field(name: &str) -> Diagnostic {
    let message =
        format!("cannot name a component {}: the declaration has a field of this name", quoted(name));
    invalid_setting("--import", &message).help("choose another name")
}

/// Two imports with the same name.
pub(super) fn import_given_twice(name: &str) -> Diagnostic {
    let message = format!("names two components {}", quoted(name));
    invalid_setting("--import", &message).help("choose another name for one of them")
}
