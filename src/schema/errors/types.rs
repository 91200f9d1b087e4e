//! Errors about the type of a field, member or element, and about what the type needs.

use super::{found, names};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::attributes::{Attribute, Attributes, TypeRole};
use crate::schema::foreign;
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape, suggest};
use crate::types::{Key, TypeKind};

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
        (None, Kind::Array) if is_field && node.elements().any(|part| part.get("type").is_some()) => Some(
            "write the members in an object, by their names: `{ type: \"struct\", fields: { NAME: { type: … } } }`"
                .into(),
        ),
        (None, Kind::Array) if is_field => {
            let has_objects = node.elements().any(|element| element.kind() == Kind::Object);
            let element = match has_objects {
                true => "{ type: \"struct\", fields: { … } }".into(),
                false => example(TypeKind::String),
            };
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

/// An object of a type with the attributes that it needs.
fn example(type_kind: TypeKind) -> String {
    object(type_kind, &[])
}

/// An object of a type with these attributes, and examples for the others that it needs.
fn object(type_kind: TypeKind, given: &[(Attribute, String)]) -> String {
    let needed = needed(type_kind).iter().filter(|needed| given.iter().all(|(given, _)| given != *needed));
    let examples = needed.map(|needed| (*needed, example_value(*needed, None)));
    let parts = given.iter().cloned().chain(examples);
    let parts: String = parts.map(|(attribute, value)| format!(", {}: {value}", attribute.name())).collect();
    format!("{{ type: \"{}\"{parts} }}", type_kind.name())
}

/// The attributes that a type needs besides `type`.
const fn needed(type_kind: TypeKind) -> &'static [Attribute] {
    match type_kind {
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
        | TypeKind::Float64 => &[],
        TypeKind::String => &[Attribute::MaxSize],
        TypeKind::Enum => &[Attribute::Variants],
        TypeKind::Vector => &[Attribute::MaxCount, Attribute::Element],
        TypeKind::Array => &[Attribute::Count, Attribute::Element],
        TypeKind::Struct => &[Attribute::Fields],
        TypeKind::Map => &[Attribute::MaxCount, Attribute::Key, Attribute::Value],
    }
}

/// An example of an attribute that a type needs; `part` is the type of an element, key or value, if it is known.
fn example_value(attribute: Attribute, part: Option<TypeKind>) -> String {
    let text = match (attribute, part) {
        (_, Some(part)) => return example(part),
        (Attribute::MaxSize, None) => "64",
        (Attribute::MaxCount, None) => "16",
        (Attribute::Count, None) => "2",
        (Attribute::Variants, None) => "{ off: 0, on: 1 }",
        (Attribute::Fields, None) => "{ x: { type: \"bool\" } }",
        (Attribute::Key, None) => return example(TypeKind::String),
        (_, None) => return example(TypeKind::Bool),
    };
    text.to_owned()
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
pub(in crate::schema) fn unknown_type(node: Node<'_>, attributes: &Attributes<'_>) -> Diagnostic {
    let type_kinds = || TypeKind::ALL.iter().map(|type_kind| type_kind.name());
    let message = format!("expected the name of a type, found {}", found(node));
    let diagnostic = Diagnostic::new(Code::E0305, message).at(node.span(), "no type of this name");
    let near = || Some(format!("did you mean `{}`?", suggest::nearest(node.text(), type_kinds())?));
    let hint = match node.kind() {
        Kind::String => {
            foreign::type_hint(node.text()).or_else(|| composed(node.text(), attributes)).or_else(near)
        }
        Kind::Array => Some("write one type, with `optional: true` where there may be no value".into()),
        Kind::Object => Some("write the name of the type, and its parts as attributes beside it".into()),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => None,
    };
    match hint {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic.note(format!("the types are {}", names(type_kinds()))),
    }
}

/// Signs of a list in the types of other languages.
const LISTS: [&str; 10] =
    ["[]", "list<", "vector<", "array<", "seq<", "vec<", "list[", "list(", "set(", "repeated "];

/// The beginnings of optional types in other languages.
const OPTIONALS: [&str; 4] = ["optional", "option<", "option[", "maybe"];

/// The help for a type that is written with its parts in one string, as in `string[]`, `map<string, int>`, `string:10`.
/// Attributes that are written already stay, or move into the part that they belong to.
fn composed(text: &str, attributes: &Attributes<'_>) -> Option<String> {
    if let Some((one, other)) = text.split_once('|') {
        let is_no_value = |part: &str| matches!(part.trim(), "null" | "None" | "nil" | "undefined");
        return Some(match is_no_value(one) || is_no_value(other) {
            true => "write one type, with `optional: true` where there may be no value".into(),
            false => "write one type: a value has the type of its field, and no other".into(),
        });
    }
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let known = |word: &str| word.parse().ok().or_else(|| foreign::type_kind(word));
    let size = words.clone().find_map(|word| word.parse::<u32>().ok());
    let mut type_kinds = words.clone().filter_map(known);
    let first = type_kinds.clone().next();
    let is_optional = lower.ends_with('?') || OPTIONALS.iter().any(|name| lower.starts_with(name));
    let is_list = first != Some(TypeKind::Map) && LISTS.iter().any(|part| lower.contains(part));
    let type_kind = match is_list {
        true => TypeKind::Vector,
        false if is_optional || text.contains([':', '(', '<', '[']) => type_kinds.next()?,
        false => return None,
    };
    let is_one = |part: &TypeKind| !is_list || !matches!(part, TypeKind::Vector | TypeKind::Array);
    let mut parts = type_kinds.filter(is_one);
    let (mut written, mut moved) = (format!("type: \"{}\"", type_kind.name()), vec!["type"]);
    for attribute in needed(type_kind) {
        let part = match (attribute, type_kind) {
            (Attribute::Element, _) => Some(parts.next().unwrap_or(TypeKind::String)),
            (_, TypeKind::Map) if *attribute != Attribute::MaxCount => parts.next(),
            (_, _) => None,
        };
        if attributes.entry(*attribute).is_some() {
            continue;
        }
        let value = match (attribute, part) {
            (Attribute::Element, Some(part)) => {
                let given = attributes.numbers_of(part, TypeRole::Element, type_kind);
                moved.extend(given.iter().map(|(attribute, _)| attribute.name()));
                object(part, &given)
            }
            (Attribute::MaxSize | Attribute::Count, _) if size.is_some() => {
                size.unwrap_or_default().to_string()
            }
            (Attribute::Variants, _) => {
                numbered(words.clone().skip(1)).unwrap_or_else(|| example_value(*attribute, None))
            }
            (_, part) => example_value(*attribute, part),
        };
        written += &format!(", {}: {value}", attribute.name());
    }
    if is_optional {
        written += ", optional: true";
    }
    Some(match moved.len() {
        1 => format!("write `{written}`"),
        _ => format!("write `{written}` in place of {}", names(moved)),
    })
}

/// How many variants a help lists.
pub(in crate::schema) const SHOWN_VARIANTS: usize = 4;

/// The attribute `variants` with these names, numbered from 0. `None` if a name is not valid, or if there are no names.
pub(in crate::schema) fn numbered<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut parts = Vec::new();
    for (number, name) in names.enumerate() {
        Key::check(name).ok()?;
        match number {
            0..SHOWN_VARIANTS => parts.push(format!("{name}: {number}")),
            SHOWN_VARIANTS => parts.push("…".into()),
            _ => {}
        }
    }
    (!parts.is_empty()).then(|| format!("{{ {} }}", parts.join(", ")))
}

/// An attribute of another language, and the one that it means here.
#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct ForeignPart<'d> {
    pub(in crate::schema) key: Node<'d>,
    pub(in crate::schema) value: Node<'d>,
    pub(in crate::schema) meant: Attribute,
}

/// A map, struct or array in the form of another language. `parts` are the attributes that only that language has, each
/// with the one that it means here, `absent` those that are needed here.
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

/// An attribute that the type needs.
pub(in crate::schema) fn missing_attribute(attributes: &Attributes<'_>, attribute: Attribute) -> Diagnostic {
    if attribute == Attribute::Type {
        return missing_type(attributes);
    }
    let name = attribute.name();
    let ty = attributes.value(Attribute::Type).map(Node::text).and_then(|name| name.parse::<TypeKind>().ok());
    let of_role = match (attributes.role, attribute) {
        (TypeRole::Use, Attribute::Key) => Some("add `key`, the key of the field that the capability sets"),
        (TypeRole::Capability, Attribute::Value) => {
            Some("add `value`, the value that the capability provides")
        }
        (_, _) => None,
    };
    let what = match (of_role, ty) {
        (None, Some(type_kind)) => format!("type `{}`", type_kind.name()),
        (_, _) => attributes.role.name().to_owned(),
    };
    let of_type = |(known, _): &&(Attribute, &str)| *known == attribute;
    let help = of_role.or_else(|| PURPOSES.iter().find(of_type).map(|(_, purpose)| *purpose));
    let is_count_of_map = attribute == Attribute::MaxCount && ty == Some(TypeKind::Map);
    let help = if is_count_of_map { Some(ENTRIES_OF_MAP) } else { help };
    Diagnostic::new(Code::E0306, format!("{what} needs `{name}`, found none"))
        .at(attributes.owner, format!("`{name}` is missing"))
        .help(help.unwrap_or("add it"))
}

/// The help for each attribute that a type needs.
const PURPOSES: [(Attribute, &str); 8] = [
    (Attribute::MaxSize, "add `max_size`, the largest size in bytes, or `max_size: \"MAX\"`"),
    (Attribute::MaxCount, "add `max_count`, the largest number of elements, or `max_count: \"MAX\"`"),
    (Attribute::Count, "add `count`, the number of elements"),
    (Attribute::Element, "add `element`, the type of an element: `element: { type: \"bool\" }`"),
    (Attribute::Fields, "add `fields`, an object of members: `fields: { x: { type: \"bool\" } }`"),
    (Attribute::Variants, "add `variants`, an object of names and numbers: `variants: { off: 0, on: 1 }`"),
    (Attribute::Key, "add `key`, the type of a key: `key: { type: \"string\", max_size: 64 }`"),
    (Attribute::Value, "add `value`, the type of a value: `value: { type: \"bool\" }`"),
];

const ENTRIES_OF_MAP: &str = "add `max_count`, the largest number of entries, or `max_count: \"MAX\"`";
