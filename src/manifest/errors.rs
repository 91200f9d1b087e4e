//! Errors in manifests as written, with one constructor per code.

use super::section::{OWN_SECTIONS, SCHEMA};
use super::{NameConvention, Section};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::json5::plain_comment;
use crate::syntax::{Kind, KnownObject, LookAlike, Node, TWICE, limits::MAX_SIZE};
use crate::text::Span;
use crate::text::escape::quoted;
use crate::text::suggest::nearest;
use std::io;

/// The kind of a value, with its article.
fn kind(node: Node<'_>) -> &'static str {
    match node.kind() {
        Kind::Null => "null",
        Kind::True | Kind::False => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
        Kind::Invalid => "something unreadable",
    }
}

/// Names in backticks: `a`, `b` and `c`.
fn listed(names: &[&str], last_word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name).to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {last_word} {last}", first.join(", ")),
    }
}

pub(super) fn misplaced_documentation(run: Span, key: Node<'_>) -> Diagnostic {
    let key_name = key_text(key);
    let message =
        format!("`///` documents fields, struct members, enum variants and union cases, but not {key_name}");
    Diagnostic::new(Code::W0101, message)
        .at(run, "documents nothing")
        .label(key.span(), "above this key")
        .help(Help::new(
            "write `//` for a plain comment",
            RemedyKind::Replace(plain_comment(key.document().source().slice(run))),
        ))
}

fn key_text(key: Node<'_>) -> String {
    quoted(key.text()).to_string()
}

/// The smallest manifest with a field.
const EXAMPLE: &str = "{ config: { key: { type: \"bool\" } } }";

/// The command that takes a layer of values.
const VALUES: &str = "`confc values DECL LAYER… -o OUT.cvf`";

/// The remedy for a manifest in another language.
pub(super) fn manifest_is_json5(_: LookAlike) -> [String; 2] {
    let help = format!("a manifest is JSON5: write it as `{EXAMPLE}`");
    [format!("{help}; values come after their declaration: {VALUES}"), format!("{help}; values are `layers`")]
}

/// The remedy for an included file in another language.
pub(super) fn shard_is_json5(_: LookAlike) -> [String; 2] {
    let shard = format!("a shard is JSON5: `{EXAMPLE}`");
    let layer = "remove a layer of values from `include`";
    [
        format!("{layer}: it comes after its declaration, {VALUES}; {shard}"),
        format!("{layer}, and name it in `layers`; {shard}"),
    ]
}

pub(super) fn root_not_an_object(root: Node<'_>) -> Diagnostic {
    let found = kind(root);
    Diagnostic::new(Code::E0201, format!("a manifest must be an object, found {found}"))
        .at(root.span(), "expected an object")
        .help("write the manifest as `{ … }`")
}

/// Names of other tools for the `config` section, or for an object around it.
const LIKE_CONFIG: [&str; 11] = [
    "conf",
    "cfg",
    "configuration",
    "schema",
    "fields",
    "properties",
    "settings",
    "options",
    "values",
    "params",
    "parameters",
];

/// Those of these names that hold values beside the `config` section.
const VALUES_KEYS: [&str; 3] = ["values", "settings", "options"];

/// An object of a known other kind; `key` shows which.
pub(super) fn another_object(found: KnownObject, key: Node<'_>) -> Diagnostic {
    not_a_section(format!("expected a manifest, found {}", found.name()), key.span(), "shows what it is")
        .help(found.help())
}

/// An object without any section: one error for all its keys, since no single key is wrong.
pub(super) fn no_sections(root: Node<'_>) -> Diagnostic {
    let Span { source, start, .. } = root.span();
    let brace = Span { source, start, end: start.saturating_add(1) };
    let said = "expected a manifest, found an object without any of its sections".into();
    not_a_section(said, brace, "no section here")
        .help(format!("declare fields in `config`: `{EXAMPLE}`"))
        .help_or_in_product(
            format!("if this is a layer of values, put it after its declaration: {VALUES}"),
            "if this is a layer of values, name it in `layers`",
        )
}

fn not_a_section(said: String, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0202, said).at(place, label)
}

/// Whether an unknown key is near to a section, or is a name of other tools for `config`.
pub(super) fn meant_as_section(key: Node<'_>, value: Node<'_>) -> bool {
    is_like_config(key, value) || nearest_section(key).is_some()
}

/// Whether an unknown key is near to a section, or is a name of other tools for one.
#[must_use]
pub fn names_section(key: Node<'_>) -> bool {
    LIKE_CONFIG.contains(&key.text())
        || foreign_section(key.text()).is_some()
        || nearest_section(key).is_some()
}

fn is_like_config(key: Node<'_>, value: Node<'_>) -> bool {
    value.get("type").is_some() || LIKE_CONFIG.contains(&key.text())
}

fn nearest_section(key: Node<'_>) -> Option<&'static str> {
    let known = Section::ALL.iter().map(|section| section.name());
    let known = known.chain(OWN_SECTIONS.iter().copied()).chain([SCHEMA]);
    nearest(key.text(), known)
}

pub(super) fn unknown_section(key: Node<'_>, value: Node<'_>) -> Diagnostic {
    let declares = key.document().root().is_some_and(|root| root.get("config").is_some());
    if declares && VALUES_KEYS.contains(&key.text()) {
        return not_a_section(no_section(key), key.span(), "expected a section's name").help_or_in_product(
            format!("put values in a layer, after the declaration: {VALUES}"),
            "put values in a layer, and name it in `layers`",
        );
    }
    if is_like_config(key, value) {
        return not_a_section(no_section(key), key.span(), "expected a section's name").help(Help::new(
            format!("declare fields in `config`: `{EXAMPLE}`"),
            RemedyKind::Rename("config".into()),
        ));
    }
    let diagnostic = not_a_section(no_section(key), key.span(), "expected a section's name")
        .quoting(key.span(), key.text());
    // A key that means a section must not become an extension.
    if let Some(help) = foreign_section(key.text()) {
        let is_list_of_rules = help == WRITE_RULES && value.kind() == Kind::Array;
        return diagnostic.help(match is_list_of_rules {
            true => Help::new(help, RemedyKind::Rename("config_rules".into())),
            false => help.into(),
        });
    }
    match nearest_section(key) {
        Some(name) => diagnostic.help(Help::meant(name)),
        None => diagnostic.help("if it is for other tools, start the key with `x-`, and put it in quotes"),
    }
}

/// The help for rules in another section.
const WRITE_RULES: &str = "write rules as `config_rules: [ { check: \"…\" } ]`";

/// The remedy for a section of other tools.
fn foreign_section(name: &str) -> Option<&'static str> {
    const SECTIONS: [(&[&str], &str); 9] = [
        (
            &[
                "rules",
                "rule",
                "constraints",
                "validation",
                "validations",
                "validate",
                "validators",
                "check",
                "checks",
                "asserts",
                "assertions",
                "invariants",
            ],
            WRITE_RULES,
        ),
        (&["inputs", "$inputs", "input"], "declare inputs in a layer, in `$inputs`"),
        (
            &["imports", "import", "requires", "extends", "inherits", "uses", "$import"],
            "include other manifests with `include: [ \"path.shard.cml\" ]`",
        ),
        (
            &["description", "desc", "doc", "docs", "title", "summary", "comment"],
            "write it as a `//` comment",
        ),
        (&["defaults", "default"], "write `default` beside the type of each field"),
        (&["required"], "remove it: a field without a `default` is required"),
        (
            &["definitions", "$defs", "types", "typedefs", "enums"],
            "write `config_types: { NAME: { type: … } }`, and refer to a type as `type: \"types.NAME\"`",
        ),
        (&["layers", "overrides", "patches"], "remove it: values come after their declaration, not in it"),
        (&["secrets", "sensitive"], "write `sensitive: true` beside the type of each field"),
    ];
    let plain: String = name.chars().filter(|c| !matches!(c, '_' | '-')).collect::<String>().to_lowercase();
    let known = |(names, _): &&(&[&str], &'static str)| names.contains(&plain.as_str());
    SECTIONS.iter().find(known).map(|(_, help)| *help)
}

fn no_section(key: Node<'_>) -> String {
    format!("a manifest has no section {}", key_text(key))
}

/// A section that occurs twice in one manifest.
pub(super) fn duplicate_section(first: Node<'_>, again: Node<'_>) -> Diagnostic {
    let name = key_text(again);
    Diagnostic::new(TWICE, format!("expected each section once, found {name} twice"))
        .at(again.span(), "here again")
        .label(first.span(), "first here")
        .help(format!("put what is in both into one {name}"))
}

pub(super) fn duplicate_field(first: Node<'_>, again: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0203, format!("field {} is declared twice", key_text(again)))
        .at(again.span(), "declared again here")
        .label(first.span(), "first declared here")
        .help("remove one of the two, or give it another key")
}

/// The part of a section with the wrong shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SectionPart {
    Whole,
    Element,
}

/// `expected` is a noun with its article.
pub(super) fn wrong_shape(key: Node<'_>, part: SectionPart, value: Node<'_>, expected: &str) -> Diagnostic {
    let subject = match part {
        SectionPart::Whole => key_text(key),
        SectionPart::Element => format!("every element of {}", key_text(key)),
    };
    let is_list_of_fields = key.text() == "config" && value.kind() == Kind::Array;
    Diagnostic::new(Code::E0204, format!("{subject} must be {expected}, found {}", kind(value)))
        .at(value.span(), format!("expected {expected}"))
        .label(key.span(), "in this section")
        .help_if(
            is_list_of_fields
                .then_some("write an object, key → field: `config: { key: { type: \"bool\" } }`"),
        )
        .help_if(
            (key.text() == "config_types")
                .then_some("write an object, name → type: `config_types: { port: { type: \"uint16\" } }`"),
        )
        .help_if((key.text() == "config_rules").then_some("write `config_rules: [ { check: \"…\" } ]`"))
}

/// A `config` without fields, or `config_types` without types.
pub(super) fn empty_section(key: Node<'_>, value: Node<'_>, what: &str) -> Diagnostic {
    let name = key_text(key);
    Diagnostic::new(Code::E0205, format!("{name} must hold at least one {what}, found none"))
        .at(value.span(), format!("no {what} here"))
        .label(key.span(), "in this section")
        .help(format!("declare a {what}, or remove {name}"))
}

/// A `config_names` that is not the name of a convention.
pub(super) fn unknown_convention(key: Node<'_>, value: Node<'_>) -> Diagnostic {
    let known: Vec<&str> = NameConvention::names().collect();
    let known = listed(&known, "or");
    let found = if value.kind() == Kind::String { key_text(value) } else { kind(value).into() };
    let meant = match value.text() {
        "camel" | "lowerCamelCase" => Some("camelCase"),
        "pascal" | "UpperCamelCase" => Some("PascalCase"),
        "kebab" | "dash-case" => Some("kebab-case"),
        other => nearest(other, NameConvention::names()),
    };
    let is_text = value.kind() == Kind::String;
    let is_of_keys = matches!(value.text(), "snake_case" | "snake");
    Diagnostic::new(Code::E0204, format!("`config_names` must be {known}, found {found}"))
        .at(value.span(), "not a convention")
        .label(key.span(), "in this section")
        .help_if(meant.filter(|_| is_text && !is_of_keys).map(Help::meant))
        .help_if((!is_text).then_some("write it as a string: `config_names: \"camelCase\"`"))
        .help_if(is_of_keys.then_some("remove it: without `config_names`, each key is the native name"))
}

/// `value` is the whole list or an entry of it, `expected` a noun with its article.
pub(super) fn invalid_include(value: Node<'_>, expected: &str) -> Diagnostic {
    let found =
        if value.kind() == Kind::String && value.text().is_empty() { "an empty string" } else { kind(value) };
    Diagnostic::new(Code::E0207, format!("expected {expected} in `include`, found {found}"))
        .at(value.span(), format!("expected {expected}"))
        .help(match found {
            "a string" => {
                let list = format!("[{}]", value.raw());
                Help::new("put `[` and `]` around it", RemedyKind::Replace(list))
            }
            _ => "write `include: [ \"path.shard.cml\" ]`".into(),
        })
}

/// `tried` are the places that were searched, `refused` those outside every folder of includes; `near` is the path that
/// is most likely meant.
pub(super) fn missing_include(
    text: &str,
    span: Span,
    tried: &[&str],
    refused: &[&str],
    near: Option<&str>,
) -> Diagnostic {
    let beside = text.strip_prefix("./").unwrap_or(text);
    let [flag, key] = if let Some(help) = instead_of_path(text, near) {
        return not_found(text, span, tried, refused).help(help);
    } else if text.starts_with("//") {
        [
            "`//` is the folder named with `--include-root`".into(),
            "`//` is the folder of `include_root` of the product".into(),
        ]
    } else if let Some((folder, _)) =
        beside.split_once('/').filter(|(folder, _)| !matches!(*folder, "" | ".."))
    {
        let holder = format!("name the folder that holds {}", quoted(&format!("{folder}/")));
        [format!("{holder} with `--include-path`"), format!("{holder} in `include_path` of the product")]
    } else {
        ["name the folder that holds it with `--include-path`".into(), INCLUDE_PATH_IN_PRODUCT.into()]
    };
    not_found(text, span, tried, refused).help_or_in_product(flag, key)
}

/// The remedy for an include that is not the path of a file, or is a misspelled one.
fn instead_of_path(text: &str, near: Option<&str>) -> Option<Help> {
    if text.contains("://") {
        return Some("copy the file beside the manifest, and include that: nothing is downloaded".into());
    }
    if text.contains(['*', '?']) {
        return Some("list each file: an include is a path, not a pattern".into());
    }
    if text.contains('\\') {
        return Some("write `/` between folders".into());
    }
    near.map(Help::meant)
}

/// The code for an included file that exists and is not read.
const UNREADABLE: Code = Code::E0212;

/// The kind of output with the extension of this file.
pub(super) fn output_kind(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "cm" => Some("declaration"),
        "cvf" => Some("value file"),
        "cvp" => Some("value plan"),
        _ => None,
    }
}

/// An include of an output of confc of this kind.
pub(super) fn include_of_output(path: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::new(UNREADABLE, format!("expected a manifest, found the {kind} {}", quoted(path)))
        .at(span, "not a manifest")
        .help(match kind {
            "declaration" => "include the `.cml` file that it was made from",
            _ => "remove it: values come after their declaration, not in it",
        })
}

fn not_found(text: &str, span: Span, tried: &[&str], refused: &[&str]) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::new(Code::E0208, format!("included file {} does not exist", quoted(text)))
            .at(span, "no such file")
            .note(format!("looked for {}", listed(tried, "and")));
    if !refused.is_empty() {
        let refused = listed(refused, "and");
        diagnostic = diagnostic.note(format!("did not look for {refused}: outside the allowed folders"));
    }
    diagnostic
}

/// The remedy that names a folder of includes in a product.
const INCLUDE_PATH_IN_PRODUCT: &str = "name the folder that holds it in `include_path` of the product";

/// `allowed` are the folders of includes.
pub(super) fn include_outside(text: &str, span: Span, allowed: &[&str]) -> Diagnostic {
    let mut folders: Vec<&str> = Vec::new();
    for folder in allowed {
        if !folders.contains(folder) {
            folders.push(folder);
        }
    }
    let message = format!("include {} is outside the folders that files may be included from", quoted(text));
    let diagnostic = Diagnostic::new(Code::E0209, message);
    let diagnostic = match text.strip_prefix('/').filter(|path| !path.starts_with('/')) {
        Some(path) => diagnostic.help(format!(
            "write {} for a path below the include root, or {} for one beside this file",
            quoted(&format!("//{path}")),
            quoted(path)
        )),
        None => diagnostic,
    };
    diagnostic
        .at(span, format!("expected a path inside {}", listed(&folders, "or")))
        .note("these are the include root, the manifest's own folder and the include paths")
        .help_or_in_product(
            "name the folder that holds the file with `--include-path`",
            INCLUDE_PATH_IN_PRODUCT,
        )
}

/// `chain` are the files from the one included again to the one that includes it.
pub(super) fn include_cycle(chain: &[&str], span: Span) -> Diagnostic {
    let first = chain.first().copied().unwrap_or_default();
    let steps: Vec<String> = chain.iter().chain([&first]).map(|name| quoted(name).to_string()).collect();
    Diagnostic::new(Code::E0210, format!("includes form a cycle: {}", steps.join(" → ")))
        .at(span, format!("{} is being read already", quoted(first)))
        .help(match chain {
            [_] => "remove it: a file cannot include itself",
            _ => "move what both files need into a third one, and include that",
        })
}

pub(super) fn include_too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(Code::E0211, format!("includes are nested too deeply: expected at most {limit} levels"))
        .at(span, format!("this include would be level {}", limit + 1))
        .help("include the file from one nearer to the main manifest")
}

pub(super) fn unreadable_include(path: &str, span: Span, error: &io::Error) -> Diagnostic {
    let reason = if error.kind() == io::ErrorKind::FileTooLarge {
        format!("expected at most {MAX_SIZE} bytes (64 MiB), found more")
    } else if error.kind() == io::ErrorKind::IsADirectory {
        "it is a folder".into()
    } else {
        // The text of the kind is lower case and the same on every system.
        error.kind().to_string()
    };
    Diagnostic::new(UNREADABLE, format!("cannot read included file {}: {reason}", quoted(path)))
        .at(span, "included here")
        .help("include a file that can be read")
}

/// `path` is the position of the value: its keys joined by points.
pub(super) fn conflict(path: &str, first: Node<'_>, later: Node<'_>) -> Diagnostic {
    let path = quoted(path);
    let (expected, found) = (kind(first), kind(later));
    let diagnostic = if expected == found {
        Diagnostic::new(Code::E0213, format!("expected one value for {path}, found two that differ"))
            .at(later.span(), "differs from the first")
            .label(first.span(), "first given here")
    } else {
        let message = format!("expected {expected} for {path} in every file, found {found}");
        Diagnostic::new(Code::E0213, message)
            .at(later.span(), format!("{found} here"))
            .label(first.span(), format!("{expected} here first"))
    };
    diagnostic.help("remove one of the two, or make them equal")
}

pub(super) fn number_too_large(number: Node<'_>) -> Diagnostic {
    let message = format!("expected a hexadecimal number of at most 64 bits, found {}", quoted(number.raw()));
    Diagnostic::new(Code::E0214, message)
        .at(number.span(), "more than 64 bits")
        .help("write it in decimal, or as a string if it is not a number")
}
