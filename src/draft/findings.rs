//! Messages about drafts. They name keys and kinds, but no values.

use super::json_schema::keywords::TYPES;
use crate::diagnostic::{KnownName, Quote, Words, findings};
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::Span;
use crate::text::escape::plain;
use crate::text::suggest::nearest;
use crate::types::limits::MAX_JSON_LEVELS;

findings! {
    E0850 NotAKey { name: Quote }
        "{name} cannot be the name of a field",
        at name "not a name",
        note "a name is not empty, has at most 256 bytes without control characters, and does not begin with `$`",
        help "rename it";

    E0850 TornKey { name: Quote }
        "{name} cannot be the name of a field: it seems to include a value",
        at name "not a name",
        help "write `key: value`, each key on its own line";

    E0850 NotAVariableName { name: Quote, upper: Option<KnownName> }
        "{name} cannot name a field in an environment file",
        at name "not the name of a field",
        note "such a name has upper-case letters, digits and `_`, begins with a letter, and has at most 64 bytes",
        help_if upper "rename it to {upper}, or let `--rename` do that for all names";

    E0851 TwoBecomeOne { first: Quote, again: Quote, key: Quote }
        "{first} and {again} would both be the key {key}",
        at again "would be {key} too",
        also first "would be {key}",
        help "rename one of the two by hand";

    E0853 NoType { place: Span, what: Words }
        "there is no type for {what}",
        at place "has no type",
        help "put it in quotes if the program takes a text, or leave it out";

    W0804 DraftedAsJson { count: Words, first: Span }
        "{count} drafted as `json`, which is checked for its size and its kind alone",
        at first "drafted as `json`",
        help "in the draft, a comment after each `json` says why: write a type there if you know it";

    E0854 NothingToDraft { place: Span, why: &'static str, label: &'static str }
        "there is nothing to draft from: {why}",
        at place "{label}",
        help "give at least one key a value, or leave `--from` out, for a manifest to start from";

    E0854 RootNotAnObject { root: Span, found: &'static str, help: &'static str }
        "expected an object of keys and values, found {found}",
        at root "not an object",
        help "{help}";

    E0854 ResourceAsValues { place: Span, kind: Quote, help: Words }
        "expected values, found a resource of Kubernetes: {kind}",
        at place "a resource",
        help "{help}";

    E0854 SchemaAsValues { place: Span, file: Words, component: Words }
        "expected values, found a schema",
        at place "a schema",
        help "draft its manifest alone, `confc init --from {file} -o {component}.cml`, and name it in the product";

    E0855 NotRenamed { snake: Quote, help: Words }
        "this key cannot be renamed in its place",
        at snake "to be renamed",
        note "`--rename` changes keys of JSON and YAML that are written without escapes",
        help "{help} by hand, or leave `--rename` out, which keeps the names";

    E0856 NotDrafted { place: Span, what: Words }
        "a manifest cannot be drafted from {what}",
        at place "not supported";

    E0856 SchemaWithOthers { place: Span, what: &'static str, help: Words }
        "a manifest cannot be drafted from {what}",
        at place "not supported",
        help "{help}";

    E0856 RequiredNowhere { name: Quote, near: Quote }
        "`required` names {name}, which `properties` does not have",
        at name "no such property",
        meant near;

    E0856 UnknownSchemaType { name: Quote, help: Words }
        "there is no type {name} in JSON Schema",
        at name "not a type",
        help "{help}";

    E0856 BrokenReference { reference: Quote, near: Quote }
        "{reference} names nothing in this file",
        at reference "names nothing",
        meant near;
}

/// The text of a key or string, at its place.
pub(super) fn quote(node: Node<'_>) -> Quote {
    Quote { at: node.span(), said: node.text().into() }
}

/// The help for a key that needs another name. It does not show the snake case of a part of a secret.
fn rename_to(snake: &str, is_secret: bool) -> String {
    if is_secret { "rename it".into() } else { format!("rename it to `{snake}`") }
}

impl TwoBecomeOne {
    /// Both names become `key`.
    pub(super) fn of(key: &str, [first, again]: [Quote; 2]) -> Self {
        let key = Quote { at: again.at, said: key.into() };
        Self { first, again, key }
    }
}

impl NoType {
    pub(super) fn of(place: Span, what: &str) -> Self {
        Self { place, what: Words(what.into()) }
    }

    pub(super) fn too_deep(place: Span) -> Self {
        Self { place, what: Words(format!("lists and objects inside {MAX_JSON_LEVELS} others")) }
    }
}

impl NothingToDraft {
    /// A document without members.
    pub(super) fn in_object(place: Span) -> Self {
        Self { place, why: "the object is empty", label: "empty" }
    }

    /// A text without values.
    pub(crate) fn in_file(place: Span) -> Self {
        Self { place, why: "the file has no values", label: "no values here" }
    }
}

impl RootNotAnObject {
    pub(super) fn of(root: Node<'_>) -> Self {
        let found = match root.kind() {
            Kind::Array => "a list",
            Kind::String => "a string",
            Kind::Number => "a number",
            Kind::True | Kind::False => "a bool",
            Kind::Null => "null",
            Kind::Object | Kind::Invalid => "something else",
        };
        let help = match root.kind() == Kind::Array {
            true => "put the list under a key: `items: […]`",
            false => "write `key: value`, a key for each value",
        };
        Self { root: root.span(), found, help }
    }
}

impl ResourceAsValues {
    pub(super) fn of(root: Node<'_>, kind: Node<'_>) -> Self {
        let help = match embedded_text(root).filter(|_| kind.text() == "ConfigMap") {
            Some(key) => format!(
                "name the text with the values: `--from {}#/data/{}`",
                plain(root.document().source().name()),
                plain(key.text())
            ),
            None => "write the values that the component takes to a file of their own".into(),
        };
        let place = root.get("apiVersion").map_or(root.span(), Node::span);
        Self { place, kind: quote(kind), help: Words(help) }
    }
}

impl SchemaAsValues {
    /// A schema in place of the values of a component.
    pub(crate) fn of(schema: &Document, component: &str) -> Self {
        let file = Words(plain(schema.source().name()).to_string());
        Self { place: schema.source().span(0, 0), file, component: Words(component.into()) }
    }
}

/// The key of the first text of a ConfigMap that may hold values.
fn embedded_text(root: Node<'_>) -> Option<Node<'_>> {
    let has_values = |(key, value): &(Node<'_>, Node<'_>)| {
        // Kubernetes allows no other key. A text that is not a key is not repeated: it may be a secret.
        let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        value.kind() == Kind::String && Format::of(key.text()).is_some() && key.text().bytes().all(is_key)
    };
    root.get("data")?.members().find(has_values).map(|(key, _)| key)
}

impl DraftedAsJson {
    /// `places` are the places of the values; `None` without any.
    pub(super) fn of(places: &[Span]) -> Option<Self> {
        let (first, others) = places.split_first()?;
        let count = Words(match others.len() {
            0 => "1 value is".into(),
            others => format!("{} values are", others + 1),
        });
        Some(Self { count, first: *first })
    }
}

impl NotRenamed {
    /// A key that cannot be replaced by its snake case at its place.
    pub(super) fn of(place: Span, snake: &str, is_secret: bool) -> Self {
        Self { snake: Quote { at: place, said: snake.into() }, help: Words(rename_to(snake, is_secret)) }
    }
}

impl NotDrafted {
    pub(super) fn of(place: Span, what: impl Into<String>) -> Self {
        Self { place, what: Words(what.into()) }
    }
}

impl SchemaWithOthers {
    /// A schema among files of values. `what` names both.
    pub(super) fn among_values(schema: &Document, what: &'static str) -> Self {
        let help = format!("draft from the schema alone: `--from {}`", plain(schema.source().name()));
        Self { place: schema.source().span(0, 0), what, help: Words(help) }
    }

    /// A schema, and decisions that only values need.
    pub(super) fn with_decisions(schema: &Document) -> Self {
        Self {
            place: schema.source().span(0, 0),
            what: "a schema with `--map` or `--struct`",
            help: Words("leave `--map` and `--struct` out: the schema says which objects are maps".into()),
        }
    }

    /// A file to which no reference of the schema leads.
    pub(super) fn unused(file: &Document) -> Self {
        let file_name = plain(file.source().name());
        let help =
            format!("leave `{file_name}` out: a draft from a schema takes only the files that it refers to");
        Self {
            place: file.source().span(0, 0),
            what: "a schema together with a file that it does not refer to",
            help: Words(help),
        }
    }
}

/// Names of types in other languages, by the name in JSON Schema.
const OTHER_TYPES: [(&str, &[&str]); 6] = [
    ("string", &["str", "text", "char"]),
    ("integer", &["int", "int32", "int64", "uint", "long"]),
    ("number", &["float", "double", "decimal", "float64"]),
    ("boolean", &["bool"]),
    ("array", &["list", "vector", "slice"]),
    ("object", &["dict", "map", "struct", "hash"]),
];

impl UnknownSchemaType {
    pub(super) fn of(schema: Node<'_>, name: &str) -> Self {
        let lower = name.to_lowercase();
        let other = OTHER_TYPES.iter().find(|(_, others)| others.contains(&&*lower)).map(|(known, _)| *known);
        let help = match other.or_else(|| nearest(&lower, TYPES)) {
            Some(meant) => format!("write `\"{meant}\"`"),
            None => format!("write one of {}", TYPES.map(|name| format!("`{name}`")).join(", ")),
        };
        let at = schema.get("type").map_or(schema.span(), Node::span);
        Self { name: Quote { at, said: name.into() }, help: Words(help) }
    }
}

impl BrokenReference {
    /// `near` is a reference to a schema of the same name.
    pub(super) fn of(reference: Node<'_>, near: String) -> Self {
        let near = Quote { at: reference.span(), said: near.into() };
        Self { reference: quote(reference), near }
    }
}
