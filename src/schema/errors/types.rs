//! Errors about objects that do not declare a type in this language.

use super::{found, names, refused_value, wrong_attribute};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::schema::attribute::{Attribute, TypeRole};
use crate::schema::foreign;
use crate::schema::named_type::referred;
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape, suggest};
use crate::types::{JsonKind, TypeForm, TypeKind};

pub(in crate::schema) use super::missing::{missing_attribute, no_parts, unknown_type};

/// The code of a value that is not a type object in place of a field, member or element.
pub(in crate::schema) const NO_FIELD: Code = Code::E0303;

/// A field, member or element that is not an object.
pub(in crate::schema) fn no_object(node: Node<'_>, owner: Span, role: TypeRole) -> Diagnostic {
    let message = format!("{} must be an object with a `type`, found {}", role.name(), found(node));
    let diagnostic = Diagnostic::new(NO_FIELD, message).at(node.span(), "expected an object");
    let is_part = role.is_part();
    let diagnostic = if is_part { diagnostic } else { diagnostic.label(owner, "declared here") };
    diagnostic.help_if(as_type_object(node, role))
}

/// The type object that a single text or value most likely means.
fn as_type_object(node: Node<'_>, role: TypeRole) -> Option<Help> {
    if referred(node).is_some() {
        return Some(Help::literal(&format!("{{ type: {} }}", escape::literal(node.text()))));
    }
    let type_kind = match node.kind() {
        Kind::String => node.text().parse().ok().or_else(|| foreign::type_kind(node.text())),
        Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => None,
        Kind::Null | Kind::Invalid => return None,
    };
    let is_field = matches!(role, TypeRole::Field | TypeRole::Member);
    if let Some(type_kind) = type_kind {
        return Some(Help::literal(&example(type_kind)));
    }
    let help: Option<String> = match node.kind() {
        Kind::True | Kind::False if is_field => {
            Some("declare the type: `{ type: \"bool\", default: … }`".into())
        }
        Kind::Number if is_field => {
            Some("declare the type: `{ type: \"int64\", default: … }`".into())
        }
        Kind::String if is_field => {
            Some("declare the type: `{ type: \"string\", max_size: 64, default: … }`".into())
        }
        Kind::Array if is_field && node.elements().any(|part| part.get("type").is_some()) => Some(
            "write the members in an object, by their names: `{ type: \"struct\", fields: { NAME: { type: … } } }`"
                .into(),
        ),
        Kind::Array if is_field => {
            let has_objects = node.elements().any(|element| element.kind() == Kind::Object);
            let element = match has_objects {
                true => "{ type: \"struct\", fields: { … } }".into(),
                false => example(TypeKind::String),
            };
            Some(format!(
                "declare the type: `{{ type: \"vector\", max_count: 16, element: {element}, default: … }}`"
            ))
        }
        Kind::Array if role != TypeRole::MapKey => Some(
            "write one type; for parts of different types write `{ type: \"struct\", fields: { … } }`".into(),
        ),
        Kind::True
        | Kind::False
        | Kind::Number
        | Kind::String
        | Kind::Array
        | Kind::Object
        | Kind::Null
        | Kind::Invalid => None,
    };
    help.map(Help::from)
}

/// An example of a type object with all needed attributes.
fn example(type_kind: TypeKind) -> String {
    object(type_kind, &[])
}

/// A type object with these attributes, and with examples of the other needed attributes.
pub(super) fn object(type_kind: TypeKind, given: &[(Attribute, String)]) -> String {
    let needed = needed(type_kind).iter().filter(|needed| given.iter().all(|(given, _)| given != *needed));
    let examples = needed.map(|needed| (*needed, example_value(*needed, None)));
    let parts = given.iter().cloned().chain(examples);
    let parts: String = parts.map(|(attribute, value)| format!(", {}: {value}", attribute.name())).collect();
    format!("{{ type: \"{}\"{parts} }}", type_kind.name())
}

/// The attributes that a type needs besides `type`.
pub(super) const fn needed(type_kind: TypeKind) -> &'static [Attribute] {
    match type_kind.form() {
        TypeForm::Bool | TypeForm::Integer(_) | TypeForm::Float(_) => &[],
        TypeForm::String | TypeForm::Json => &[Attribute::MaxSize],
        TypeForm::Enum => &[Attribute::Variants],
        TypeForm::Vector => &[Attribute::MaxCount, Attribute::Element],
        TypeForm::Array => &[Attribute::Count, Attribute::Element],
        TypeForm::Struct => &[Attribute::Fields],
        TypeForm::Map => &[Attribute::MaxCount, Attribute::Key, Attribute::Value],
        TypeForm::Union => &[Attribute::Cases],
    }
}

/// An example of an attribute that a type needs; `part` is the type of an element, key or value, if it is known.
pub(super) fn example_value(attribute: Attribute, part: Option<TypeKind>) -> String {
    let text = match (attribute, part) {
        (_, Some(part)) => return example(part),
        (Attribute::MaxSize, None) => "64",
        (Attribute::MaxCount, None) => "16",
        (Attribute::Count, None) => "2",
        (Attribute::Variants, None) => "{ off: 0, on: 1 }",
        (Attribute::Fields, None) => "{ x: { type: \"bool\" } }",
        (Attribute::Cases, None) => {
            let (text, number) = (example(TypeKind::String), example(TypeKind::Uint16));
            return format!("{{ name: {text}, number: {number} }}");
        }
        (Attribute::Key, None) => return example(TypeKind::String),
        (_, None) => return example(TypeKind::Bool),
    };
    text.to_owned()
}

/// `kinds` without a kind of JSON.
pub(in crate::schema) fn no_json_kinds(node: Node<'_>) -> Diagnostic {
    let expected = "an array of kinds of JSON, such as `[\"object\", \"array\"]`";
    if node.kind() != Kind::Array {
        return wrong_attribute(node, Attribute::Kinds, expected);
    }
    let message = format!("`kinds` must be {expected}, found an empty array");
    refused_value(node, message, "expected at least one kind")
}

/// An element of `kinds` that is no kind of JSON.
pub(in crate::schema) fn unknown_json_kind(element: Node<'_>) -> Diagnostic {
    let names = || JsonKind::ALL.iter().map(|kind| kind.name());
    let listed = names().map(|name| format!("`\"{name}\"`")).collect::<Vec<_>>().join(", ");
    let message = format!("expected a kind of JSON in `kinds`, found {}", found(element));
    refused_value(element, message, "no kind of JSON").note(format!("the kinds are {listed}")).help_if(
        meant_json_kind(element).map(|name| {
            Help::new(format!("did you mean `\"{name}\"`?"), RemedyKind::Replace(format!("\"{name}\"")))
        }),
    )
}

/// The kind of JSON that a misspelled name, `null`, or the name of a type most likely means.
fn meant_json_kind(element: Node<'_>) -> Option<&'static str> {
    let kind = match element.kind() {
        Kind::String => {
            let name = element.text().to_ascii_lowercase();
            let near = suggest::nearest(&name, JsonKind::ALL.iter().map(|kind| kind.name()));
            return near.or_else(|| of_type(name.parse().ok().or_else(|| foreign::type_kind(&name))?));
        }
        Kind::Null => JsonKind::Null,
        Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object | Kind::Invalid => return None,
    };
    return Some(kind.name());

    fn of_type(type_kind: TypeKind) -> Option<&'static str> {
        let kind = match type_kind.form() {
            TypeForm::Bool => JsonKind::Bool,
            TypeForm::Integer(_) | TypeForm::Float(_) => JsonKind::Number,
            TypeForm::String | TypeForm::Enum => JsonKind::String,
            TypeForm::Vector | TypeForm::Array => JsonKind::Array,
            TypeForm::Struct | TypeForm::Map => JsonKind::Object,
            TypeForm::Json | TypeForm::Union => return None,
        };
        Some(kind.name())
    }
}

/// A kind that `kinds` names twice.
pub(in crate::schema) fn repeated_json_kind(element: Node<'_>) -> Diagnostic {
    let message = format!("`kinds` names {} twice", escape::quoted(element.raw()));
    refused_value(element, message, "named before").help("remove it")
}

/// An attribute of another language, and its attribute here.
#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct ForeignPart<'d> {
    pub(in crate::schema) key: Node<'d>,
    pub(in crate::schema) value: Node<'d>,
    pub(in crate::schema) meant: Attribute,
}

/// A map, struct or array in the form of another language. `parts` are the attributes that only that language has, each
/// with its attribute here. `absent` are the missing attributes.
pub(in crate::schema) fn other_form(
    type_kind: TypeKind,
    owner: Span,
    parts: &[ForeignPart<'_>],
    absent: &[Attribute],
) -> Diagnostic {
    let keys: Vec<Node<'_>> = parts.iter().map(|part| part.key).collect();
    let found = names(keys.iter().map(|key| key.text()));
    let (needed, place) =
        (names(absent.iter().map(|absent| absent.name())), keys.first().map_or(owner, |key| key.span()));
    let found = if found.is_empty() { "none".into() } else { found };
    let message = format!("type `{}` needs {needed}, found {}", type_kind.name(), escape::plain(&found));
    let diagnostic = Diagnostic::new(Code::E0306, message);
    let diagnostic =
        keys.iter().fold(diagnostic, |diagnostic, key| diagnostic.quoting(key.span(), key.text()));
    let is_renamed = |attribute: &&Attribute| parts.iter().any(|part| part.meant == **attribute);
    let are_typed = parts.iter().all(|part| part.value.get(Attribute::Type.name()).is_some());
    let (renamed, added): (Vec<_>, Vec<_>) = absent.iter().partition(|name| are_typed && is_renamed(name));
    let form = |(attribute, value): (&Attribute, String)| format!("{}: {value}", attribute.name());
    let forms = added.into_iter().map(|attribute| form((attribute, example_value(*attribute, None))));
    let form = forms.collect::<Vec<_>>().join(", ");
    let (label, help) = if type_kind == TypeKind::Struct {
        ("a member belongs in `fields`", format!("put {found} in `fields: {{ … }}`"))
    } else if type_kind == TypeKind::Array {
        let help = "write `type: \"vector\"` with `max_count` and `element`; an `array` has exactly `count` elements";
        ("a list of any length is a vector", help.into())
    } else if keys.is_empty() {
        ("incomplete", format!("add `{form}`"))
    } else {
        let renamed = names(renamed.into_iter().map(|attribute| attribute.name()));
        let help = match (renamed.is_empty(), form.is_empty()) {
            (true, _) => format!("write `{form}` instead"),
            (false, true) => format!("write {renamed}"),
            (false, false) => format!("write {renamed}, and add `{form}`"),
        };
        ("not an attribute of a map", help)
    };
    diagnostic.at(place, label).help(help)
}
