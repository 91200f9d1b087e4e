//! Errors about the type of a field, member or element, and about what the type needs.

use super::{found, names};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::attributes::{Attribute, Attributes, TypeRole};
use crate::schema::foreign;
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape, suggest};
use crate::types::TypeKind;

/// The code of a value in the place of a field, member or element that is no type object.
pub(in crate::schema) const NO_FIELD: Code = Code::E0303;

/// A field, member or element that is no object.
pub(in crate::schema) fn no_object(node: Node<'_>, owner: Span, role: TypeRole) -> Diagnostic {
    let message = format!("{} must be an object with a `type`, found {}", role.name(), found(node));
    let diagnostic = Diagnostic::new(NO_FIELD, message).at(node.span(), "expected an object");
    let is_part = matches!(role, TypeRole::Element | TypeRole::MapKey | TypeRole::MapValue);
    let diagnostic = if is_part { diagnostic } else { diagnostic.label(owner, "declared here") };
    diagnostic.help_if(as_type_object(node, role))
}

/// The type object that is most likely meant by a text or a value alone.
fn as_type_object(node: Node<'_>, role: TypeRole) -> Option<String> {
    let type_kind = match node.kind() {
        Kind::String => node.text().parse().ok().or_else(|| foreign::type_kind(node.text())),
        Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => None,
        Kind::Null | Kind::Invalid => return None,
    };
    let is_field = matches!(role, TypeRole::Field | TypeRole::Member);
    match (type_kind, node.kind()) {
        (Some(type_kind), _) => Some(format!("write `{}`", example(type_kind))),
        (None, Kind::True | Kind::False) if is_field => {
            Some("declare the type: `{ type: \"bool\", default: … }`".into())
        }
        (None, Kind::Number) if is_field => {
            Some("declare the type: `{ type: \"int64\", default: … }`".into())
        }
        (None, Kind::String) if is_field => {
            Some("declare the type: `{ type: \"string\", max_size: 64, default: … }`".into())
        }
        (None, Kind::Array) if is_field => {
            let element = example(TypeKind::String);
            Some(format!(
                "declare the type: `{{ type: \"vector\", max_count: 16, element: {element}, default: … }}`"
            ))
        }
        (None, Kind::Array) if role != TypeRole::MapKey => Some(
            "write one type; for parts of different types write `{ type: \"struct\", fields: { … } }`".into(),
        ),
        (None, _) => None,
    }
}

/// The least that an object of a type says, with the attributes that it needs.
fn example(type_kind: TypeKind) -> String {
    let name = type_kind.name();
    let needed = match type_kind {
        TypeKind::Bool
        | TypeKind::Uint8
        | TypeKind::Uint16
        | TypeKind::Uint32
        | TypeKind::Uint64
        | TypeKind::Int8
        | TypeKind::Int16
        | TypeKind::Int32
        | TypeKind::Int64
        | TypeKind::Float32
        | TypeKind::Float64 => "",
        TypeKind::String => ", max_size: 64",
        TypeKind::Enum => ", variants: { off: 0, on: 1 }",
        TypeKind::Vector => ", max_count: 16, element: { type: \"bool\" }",
        TypeKind::Array => ", count: 2, element: { type: \"bool\" }",
        TypeKind::Struct => ", fields: { x: { type: \"bool\" } }",
        TypeKind::Map => {
            ", max_count: 16, key: { type: \"string\", max_size: 64 }, value: { type: \"bool\" }"
        }
    };
    format!("{{ type: \"{name}\"{needed} }}")
}

/// A type object without `type`.
fn missing_type(attributes: &Attributes<'_>) -> Diagnostic {
    let message = format!("{} needs a `type`, found none", attributes.role.name());
    let diagnostic = Diagnostic::new(Code::E0304, message).at(attributes.owner, "`type` is missing");
    if attributes.holds_members {
        return diagnostic.help("write `type: \"struct\"`, and the members in `fields: { … }`");
    }
    diagnostic
        .help(format!("add `type`: one of {}", names(TypeKind::ALL.iter().map(|type_kind| type_kind.name()))))
}

/// A `type` that is not the name of a type.
pub(in crate::schema) fn unknown_type(node: Node<'_>) -> Diagnostic {
    let type_kinds = || TypeKind::ALL.iter().map(|type_kind| type_kind.name());
    let message = format!("expected the name of a type, found {}", found(node));
    let diagnostic = Diagnostic::new(Code::E0305, message).at(node.span(), "no type of this name");
    let near = || Some(format!("did you mean `{}`?", suggest::nearest(node.text(), type_kinds())?));
    let hint = match node.kind() {
        Kind::String => foreign::type_hint(node.text()).or_else(|| composed(node.text())).or_else(near),
        Kind::Array => Some("write one type, with `optional: true` where there may be no value".into()),
        Kind::Object => Some("write the name of the type, and its parts as attributes beside it".into()),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => None,
    };
    match hint {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic.note(format!("the types are {}", names(type_kinds()))),
    }
}

/// The help for a type that is written with its parts in one string, as in `string[]`, `list<string>`, `string:10`.
fn composed(text: &str) -> Option<String> {
    if let Some((one, other)) = text.split_once('|') {
        let is_no_value = |part: &str| matches!(part.trim(), "null" | "None" | "nil" | "undefined");
        return Some(match is_no_value(one) || is_no_value(other) {
            true => "write one type, with `optional: true` where there may be no value".into(),
            false => "write one type: a value has the type of its field, and no other".into(),
        });
    }
    let list = ["[]", "list<", "vector<", "array<", "seq<", "vec<", "list[", "list(", "set(", "repeated "];
    let lower = text.to_ascii_lowercase();
    if list.iter().any(|part| lower.contains(part)) {
        let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
        let element = words.find_map(|word| {
            let known = word.parse().ok().or_else(|| foreign::type_kind(word));
            known.filter(|found| !matches!(found, TypeKind::Vector | TypeKind::Array | TypeKind::Map))
        });
        let element = example(element.unwrap_or(TypeKind::String));
        return Some(format!("write `type: \"vector\"` with a `max_count` and `element: {element}`"));
    }
    if lower.starts_with("optional") || lower.ends_with('?') {
        let name = lower.trim_start_matches("optional").trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let type_kind = name.parse().ok().or_else(|| foreign::type_kind(name))?;
        let object = example(type_kind);
        let inner = object.trim_matches(['{', '}', ' ']);
        let (name, needed) = inner.split_once(", ").unwrap_or((inner, ""));
        return Some(match needed.split_once(':') {
            Some((needed, _)) => format!("write `{name}, optional: true`, with `{needed}` beside it"),
            None => format!("write `{name}, optional: true`"),
        });
    }
    let (name, size) = text.split_once([':', '(', '<', '['])?;
    let type_kind: TypeKind = name.trim().parse().ok().or_else(|| foreign::type_kind(name.trim()))?;
    if let (TypeKind::String, Ok(size)) = (type_kind, size.trim_end_matches([')', '>', ']']).parse::<u32>()) {
        return Some(format!("write `type: \"string\"` with `max_size: {size}`"));
    }
    let object = example(type_kind);
    Some(format!("write each part as an attribute: `{object}`"))
}

/// A map, struct or array in the form of another language. `keys` are the attributes that only that language has, `absent`
/// those that are needed here.
pub(in crate::schema) fn other_form(
    type_kind: TypeKind,
    owner: Span,
    keys: &[Node<'_>],
    absent: &[Attribute],
) -> Diagnostic {
    let found = names(keys.iter().map(|key| key.text()));
    let (needed, place) =
        (names(absent.iter().map(|absent| absent.name())), keys.first().map_or(owner, |key| key.span()));
    let found = if found.is_empty() { "none".into() } else { found };
    let message = format!("type `{}` needs {needed}, found {}", type_kind.name(), escape::plain(&found));
    let diagnostic = Diagnostic::new(Code::E0306, message);
    let diagnostic =
        keys.iter().fold(diagnostic, |diagnostic, key| diagnostic.quoting(key.span(), key.text()));
    let parts = [
        (Attribute::MaxCount, "max_count: 16"),
        (Attribute::Key, "key: { type: \"string\", max_size: 64 }"),
        (Attribute::Value, "value: { type: \"bool\" }"),
    ];
    let forms = parts.iter().filter(|(attribute, _)| absent.contains(attribute)).map(|(_, form)| *form);
    let form = forms.collect::<Vec<_>>().join(", ");
    let (label, help) = if type_kind == TypeKind::Struct {
        ("a member belongs in `fields`", format!("put {found} in `fields: {{ … }}`"))
    } else if type_kind == TypeKind::Array {
        let help = "write `type: \"vector\"` with `max_count` and `element`; an `array` has exactly `count` elements";
        ("a list of any length is a vector", help.into())
    } else if keys.is_empty() {
        ("incomplete", format!("add `{form}`"))
    } else {
        ("not an attribute of a map", format!("write `{form}` instead"))
    };
    diagnostic.at(place, label).help(help)
}

/// An attribute that the type needs.
pub(in crate::schema) fn missing_attribute(attributes: &Attributes<'_>, attribute: Attribute) -> Diagnostic {
    if attribute == Attribute::Type {
        return missing_type(attributes);
    }
    let name = attribute.name();
    let ty = attributes.value(Attribute::Type).map(Node::text).and_then(|name| name.parse::<TypeKind>().ok());
    let what = match (ty, attribute) {
        (_, Attribute::Key) if attributes.role == TypeRole::Use => attributes.role.name().to_owned(),
        (_, Attribute::Value) if attributes.role == TypeRole::Capability => attributes.role.name().to_owned(),
        (None, _) => attributes.role.name().to_owned(),
        (Some(type_kind), _) => format!("type `{}`", type_kind.name()),
    };
    let help = match attribute {
        Attribute::MaxSize => "add `max_size`, the largest size in bytes, or `max_size: \"MAX\"`",
        Attribute::MaxCount if ty == Some(TypeKind::Map) => {
            "add `max_count`, the largest number of entries, or `max_count: \"MAX\"`"
        }
        Attribute::MaxCount => "add `max_count`, the largest number of elements, or `max_count: \"MAX\"`",
        Attribute::Count => "add `count`, the number of elements",
        Attribute::Element => "add `element`, the type of an element: `element: { type: \"bool\" }`",
        Attribute::Fields => "add `fields`, an object of members: `fields: { x: { type: \"bool\" } }`",
        Attribute::Variants => {
            "add `variants`, an object of names and numbers: `variants: { off: 0, on: 1 }`"
        }
        Attribute::Key if attributes.role != TypeRole::Use => {
            "add `key`, the type of a key: `key: { type: \"string\", max_size: 64 }`"
        }
        Attribute::Value if attributes.role != TypeRole::Capability => {
            "add `value`, the type of a value: `value: { type: \"bool\" }`"
        }
        Attribute::Key => "add `key`, the key of the field that the capability sets",
        Attribute::Value => "add `value`, the value that the capability provides",
        Attribute::Type
        | Attribute::MinSize
        | Attribute::MinCount
        | Attribute::Min
        | Attribute::Max
        | Attribute::Pattern
        | Attribute::Unique
        | Attribute::Optional
        | Attribute::Unit
        | Attribute::Default
        | Attribute::Mutability
        | Attribute::Sensitive
        | Attribute::Deprecated
        | Attribute::Aliases
        | Attribute::Config
        | Attribute::From
        | Attribute::Availability
        | Attribute::Dependency => "add it",
    };
    Diagnostic::new(Code::E0306, format!("{what} needs `{name}`, found none"))
        .at(attributes.owner, format!("`{name}` is missing"))
        .help(help)
}
