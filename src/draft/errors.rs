//! One constructor for each code of drafts. They name keys and kinds, and no values.

use super::observed::ObservedConflict;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::text::suggest::nearest;

/// The code of a key that no field can have.
const NOT_A_KEY: Code = Code::E0850;

/// The help for a key that gets another name. A part of a secret does not show its snake case.
fn rename_to(snake: &str, is_secret: bool) -> String {
    if is_secret { "rename it".into() } else { format!("rename it to `{snake}`") }
}

/// A key that no field can have. `is_secret` says that it is a part of a secret, `can_rename` that `--rename` can change it.
pub(super) fn not_a_key(
    (name, place): (&str, Span),
    snake: Option<&str>,
    is_secret: bool,
    can_rename: bool,
) -> Diagnostic {
    let or_all = if can_rename { ", or let `--rename` do that for all keys" } else { "" };
    let diagnostic = Diagnostic::new(NOT_A_KEY, format!("{} cannot be the key of a field", quoted(name)))
        .at(place, "not a key")
        .note("a key has lower-case letters, digits and `_`, begins with a letter, and has at most 64 bytes")
        .help_if(snake.map(|snake| format!("{}{or_all}", rename_to(snake, is_secret))));
    // The text at the place may spell both otherwise: a key may go over several lines.
    let quoted = std::iter::once(name).chain(snake);
    quoted.fold(diagnostic, |diagnostic, part| diagnostic.quoting(place, part))
}

/// A name in an environment file that no field can have.
pub(super) fn not_a_variable_name(name: Node<'_>, upper: Option<&str>) -> Diagnostic {
    Diagnostic::new(
        NOT_A_KEY,
        format!("{} cannot name a field in an environment file", quoted(name.text())),
    )
    .at(name.span(), "not the name of a field")
    .quoting(name.span(), name.text())
    .note(
        "such a name has upper-case letters, digits and `_`, begins with a letter, and has at most 64 bytes",
    )
    .help_if(upper.map(|upper| format!("rename it to `{upper}`, or let `--rename` do that for all names")))
}

/// Two keys that would be the same one.
pub(super) fn two_become_one(key: &str, names: [&str; 2], [first, again]: [Span; 2]) -> Diagnostic {
    let [one, other] = names.map(quoted);
    Diagnostic::new(Code::E0851, format!("{one} and {other} would both be the key {}", quoted(key)))
        .at(again, format!("would be {} too", quoted(key)))
        .label(first, format!("would be {}", quoted(key)))
        .help("rename one of the two by hand")
}

/// Two values of one key, or of one list, that no type holds.
pub(super) fn values_differ(conflict: &ObservedConflict) -> Diagnostic {
    let ObservedConflict { first: (first, one), again: (again, other) } = conflict;
    let help = match (*one, *other) {
        ("a bool", "a string") | ("a string", "a bool") => {
            Some("write `true` or `false` without quotes in both: a word like `yes` is a string")
        }
        ("an integer" | "a number", "a string") | ("a string", "an integer" | "a number") => {
            Some("put both in quotes; if both are numbers, remove the quotes instead")
        }
        ("a list", "an object") | ("an object", "a list") => None,
        ("a list", _) | (_, "a list") => Some("write a list in both, with one element where there is one"),
        (_, _) => None,
    };
    Diagnostic::new(Code::E0852, format!("expected {one} as before, found {other}: no type holds both"))
        .at(*again, (*other).to_owned())
        .label(*first, (*one).to_owned())
        .help_if(help)
}

/// What no type of a field holds.
pub(super) fn no_type(place: Span, what: &str) -> Diagnostic {
    Diagnostic::new(Code::E0853, format!("there is no type for {what}")).at(place, "has no type")
}

/// A list that is an element of a list, or the value of an entry.
pub(super) fn nested(place: Span) -> Diagnostic {
    no_type(place, "a list in a list or map").help("put an object in between: `{ items: … }`")
}

/// A list or map of a schema in a list or map.
pub(super) fn nested_in_schema(place: Span) -> Diagnostic {
    unsupported(place, "a list or map in a list or map")
        .help("put an object with one property in between, in a copy of the schema")
}

/// What lies too deep.
pub(super) fn too_deep(place: Span) -> Diagnostic {
    no_type(place, "a value more than 8 levels deep")
}

/// A document that has no members.
pub(super) fn nothing_to_draft(place: Span) -> Diagnostic {
    no_object(place, "there is nothing to draft from: the object is empty", "empty")
        .help("give at least one key a value, or leave `--from` out, for a manifest to start from")
}

/// A text without values.
pub(crate) fn no_values(place: Span) -> Diagnostic {
    no_object(place, "there is nothing to draft from: the file has no values", "no values here")
        .help("give at least one key a value, or leave `--from` out, for a manifest to start from")
}

/// A document that is no object.
pub(super) fn root_not_an_object(root: Node<'_>) -> Diagnostic {
    let found = match root.kind() {
        Kind::Array => "a list",
        Kind::String => "a string",
        Kind::Number => "a number",
        Kind::True | Kind::False => "a bool",
        Kind::Null => "null",
        Kind::Object | Kind::Invalid => "something else",
    };
    let diagnostic = no_object(
        root.span(),
        &format!("expected an object of keys and values, found {found}"),
        "not an object",
    );
    diagnostic.help(match root.kind() {
        Kind::Array => "put the list under a key: `items: […]`",
        Kind::Object
        | Kind::String
        | Kind::Number
        | Kind::True
        | Kind::False
        | Kind::Null
        | Kind::Invalid => "write `key: value`, a key for each value",
    })
}

/// A resource of Kubernetes where values are expected.
pub(super) fn a_resource(root: Node<'_>, kind: Node<'_>) -> Diagnostic {
    let said = format!("expected values, found a resource of Kubernetes: {}", quoted(kind.text()));
    let found = no_object(root.get("apiVersion").map_or(root.span(), Node::span), &said, "a resource");
    match embedded_text(root).filter(|_| kind.text() == "ConfigMap") {
        Some(key) => found.help(format!(
            "name the text with the values: `--from {}#/data/{}`",
            plain(root.document().source().name()),
            plain(key.text())
        )),
        None => found.help("write the values that the component takes to a file of their own"),
    }
}

/// The key of the first text of a ConfigMap that may hold values.
fn embedded_text(root: Node<'_>) -> Option<Node<'_>> {
    let has_values = |(key, value): &(Node<'_>, Node<'_>)| {
        value.kind() == Kind::String && Format::of(key.text()).is_some() && !key.text().contains(['/', '~'])
    };
    root.get("data")?.members().find(has_values).map(|(key, _)| key)
}

/// The `kind` of a resource of Kubernetes.
pub(super) fn resource_kind(root: Node<'_>) -> Option<Node<'_>> {
    let text = |key| root.get(key).filter(|value| value.kind() == Kind::String);
    text("apiVersion").and(text("kind"))
}

fn no_object(place: Span, message: &str, label: &str) -> Diagnostic {
    Diagnostic::new(Code::E0854, message).at(place, label)
}

/// A key that is written so that no other can take its place.
pub(super) fn not_renamed(place: Span, snake: &str, is_secret: bool) -> Diagnostic {
    Diagnostic::new(Code::E0855, "this key cannot be renamed in its place")
        .at(place, "to be renamed")
        .note("`--rename` changes keys of JSON and YAML that are written without escapes")
        .help(format!("{} by hand, and draft again", rename_to(snake, is_secret)))
        .quoting(place, snake)
}

/// A schema beside other files.
pub(super) fn schema_not_alone(document: &Document) -> Diagnostic {
    unsupported(document.source().span(0, 0), "a schema together with other files")
}

/// The code of a part of a schema that no manifest can express.
const NOT_DRAFTED: Code = Code::E0856;

/// What a schema says that a manifest cannot.
pub(super) fn unsupported(place: Span, what: &str) -> Diagnostic {
    Diagnostic::new(NOT_DRAFTED, format!("a manifest cannot be drafted from {what}"))
        .at(place, "not supported")
}

/// A keyword of a schema that no type can express.
pub(super) fn unsupported_keyword(key: Node<'_>) -> Diagnostic {
    unsupported(key.span(), &quoted(key.text()).to_string())
        .help("describe the value with one `type` in a copy of the schema, or draft from a file of values")
}

/// A name in `required` that no property has, and the property that it is near to.
pub(super) fn required_nowhere(name: Node<'_>, near: &str) -> Diagnostic {
    let said = format!("`required` names {}, which `properties` does not have", quoted(name.text()));
    Diagnostic::new(NOT_DRAFTED, said)
        .at(name.span(), "no such property")
        .quoting(name.span(), name.text())
        .help(format!("did you mean {}?", quoted(near)))
}

/// The names of types in JSON Schema.
pub(super) const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Names of types in other languages, by the name in JSON Schema.
const OTHER_TYPES: [(&str, &[&str]); 6] = [
    ("string", &["str", "text", "char"]),
    ("integer", &["int", "int32", "int64", "uint", "long"]),
    ("number", &["float", "double", "decimal", "float64"]),
    ("boolean", &["bool"]),
    ("array", &["list", "vector", "slice"]),
    ("object", &["dict", "map", "struct", "hash"]),
];

/// A type that JSON Schema does not know.
pub(super) fn unknown_type(schema: Node<'_>, name: &str) -> Diagnostic {
    let lower = name.to_lowercase();
    let other = OTHER_TYPES.iter().find(|(_, others)| others.contains(&&*lower)).map(|(known, _)| *known);
    let meant = other.or_else(|| nearest(&lower, TYPES));
    let known = TYPES.map(|name| format!("`{name}`")).join(", ");
    let place = schema.get("type").map_or(schema.span(), Node::span);
    let unknown = Diagnostic::new(NOT_DRAFTED, format!("there is no type {} in JSON Schema", quoted(name)));
    unknown.at(place, "not a type").quoting(place, name).help(match meant {
        Some(meant) => format!("write `\"{meant}\"`"),
        None => format!("write one of {known}"),
    })
}

/// A schema with several types, or without any.
pub(super) fn not_one_type(schema: Node<'_>) -> Diagnostic {
    let Some(types) = schema.get("type").filter(|types| types.kind() == Kind::Array) else {
        return unsupported(schema.span(), "a schema without a `type`").help("give it a `type`");
    };
    let known = TYPES.into_iter().filter(|name| types.elements().any(|found| found.text() == *name));
    let names: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let what = match names.split_last() {
        Some((last, first)) if !first.is_empty() => {
            format!("a schema with the types {} and {last}", first.join(", "))
        }
        Some(_) | None => "a schema without one `type`".into(),
    };
    unsupported(types.span(), &what).help("keep one of the types in a copy of the schema")
}

/// A reference that leads nowhere in its file; `near` leads to a schema of the same name.
pub(super) fn broken_reference(reference: Node<'_>, near: Option<&str>) -> Diagnostic {
    let path = reference.text();
    let is_elsewhere = !path.starts_with('#');
    let said = format!("{} names nothing in this file", quoted(path));
    let diagnostic = Diagnostic::new(NOT_DRAFTED, said).at(reference.span(), "names nothing");
    let diagnostic = match near {
        Some(near) => {
            diagnostic.help(format!("did you mean {}?", quoted(near))).quoting(reference.span(), near)
        }
        None => diagnostic,
    };
    diagnostic.help_if(is_elsewhere.then_some("copy the schema that it names into this file"))
}
