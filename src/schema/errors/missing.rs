//! Errors about the name of a type, and about attributes that a type needs.

use super::types::{example_value, needed, object};
use super::{found, names};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::schema::attributes::{Attribute, Attributes, TypeRole};
use crate::schema::foreign::{self, ONE_TYPE_OR_NULL, is_null_word, numbered};
use crate::syntax::{Kind, Node};
use crate::text::suggest;
use crate::types::TypeKind;
use crate::types::limits::MAX_LEVELS;

/// A type object without `type`.
fn missing_type(attributes: &Attributes<'_>) -> Diagnostic {
    let message = format!("{} needs a `type`, found none", attributes.role.name());
    let diagnostic = Diagnostic::new(Code::E0304, message).at(attributes.owner, "`type` is missing");
    if attributes.holds_members {
        return diagnostic.help("write `type: \"struct\"`, and the members in `fields: { … }`");
    }
    let help =
        format!("add `type`: one of {}", names(TypeKind::ALL.iter().map(|type_kind| type_kind.name())));
    diagnostic.help(attributes.adding(help, Attribute::Type, "\"bool\"".into()))
}

/// A `type` that is not the name of a type.
pub(in crate::schema) fn unknown_type(node: Node<'_>, attributes: &Attributes<'_>) -> Diagnostic {
    let type_kinds = || TypeKind::ALL.iter().map(|type_kind| type_kind.name());
    let message = format!("expected the name of a type, found {}", found(node));
    let diagnostic = Diagnostic::new(Code::E0305, message).at(node.span(), "no type of this name");
    let near = || suggest::nearest(node.text(), type_kinds()).map(Help::meant);
    let hint = match node.kind() {
        Kind::String => foreign::type_hint(node.text())
            .or_else(|| Some(composed(node.text(), attributes)?.into()))
            .or_else(near),
        Kind::Array if node.elements().any(|name| is_null_word(name.text())) => Some(ONE_TYPE_OR_NULL.into()),
        Kind::Array => Some(ONE_TYPE.into()),
        Kind::Object => Some("write the name of the type, and its parts as attributes beside it".into()),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => None,
    };
    match hint {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic.note(format!("the types are {}", names(type_kinds()))),
    }
}

/// The help for a choice of types.
const ONE_TYPE: &str = "write one type, or `union` with its `cases`";

/// Signs of a list in the types of other languages.
const LISTS: [&str; 10] =
    ["[]", "list<", "vector<", "array<", "seq<", "vec<", "list[", "list(", "set(", "repeated "];

/// The beginnings of optional types in other languages.
const OPTIONALS: [&str; 4] = ["optional", "option<", "option[", "maybe"];

/// The help for a type with its parts in one string, as in `string[]`, `map<string, int>`, `string:10`. Existing
/// attributes stay, or move into the part to which they belong.
fn composed(text: &str, attributes: &Attributes<'_>) -> Option<String> {
    if let Some((one, other)) = text.split_once('|') {
        let is_absent = |part: &str| part.trim() == "undefined";
        let help = match is_absent(one) || is_absent(other) {
            true => "write one type, with `optional: true` if the field may have no value",
            false if is_null_word(one) || is_null_word(other) => ONE_TYPE_OR_NULL,
            false => ONE_TYPE,
        };
        return Some(help.into());
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
        if attributes.has(*attribute) {
            continue;
        }
        let value = match (attribute, part) {
            (Attribute::Element, Some(part)) => {
                let given = attributes.numbers_of(part, TypeRole::Element, type_kind);
                moved.extend(given.iter().map(|(attribute, _)| attribute.name()));
                let levels: usize = LISTS.iter().map(|list| lower.matches(list).count()).sum();
                // No type nests deeper.
                (1..levels.min(MAX_LEVELS)).fold(object(part, &given), |element, _| vector_of(element))
            }
            (Attribute::Value, Some(list)) if list.is_list() => {
                vector_of(object(parts.next().unwrap_or(TypeKind::String), &[]))
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

/// A vector of elements of this type.
fn vector_of(element: String) -> String {
    let max_count = example_value(Attribute::MaxCount, None);
    object(TypeKind::Vector, &[(Attribute::MaxCount, max_count), (Attribute::Element, element)])
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
        .help(attributes.adding(help.unwrap_or("add it"), attribute, placeholder(attribute)))
}

/// A value for an attribute that a type needs: for a bound the one that allows most, else an example.
fn placeholder(attribute: Attribute) -> String {
    match is_largest_bound(attribute) {
        true => "\"MAX\"".into(),
        false => example_value(attribute, None),
    }
}

/// Whether `"MAX"` is a value of the attribute.
fn is_largest_bound(attribute: Attribute) -> bool {
    matches!(attribute, Attribute::MaxSize | Attribute::MaxCount)
}

impl Attributes<'_> {
    /// The help to add an attribute, with this value in its place.
    fn adding(&self, help: impl Into<String>, attribute: Attribute, value: String) -> Help {
        let text = help.into();
        match self.place() {
            Some(place) => {
                let is_placeholder = !is_largest_bound(attribute);
                let key = attribute.name().to_owned();
                Help::new(text, RemedyKind::Add { key, value, is_placeholder }).at(place)
            }
            None => text.into(),
        }
    }
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

/// A struct without members, an enum without variants or a union without cases.
pub(in super::super) fn no_parts(node: Node<'_>, attribute: Attribute, has_tag: bool) -> Diagnostic {
    let (expected, added, example) = if attribute == Attribute::Fields {
        ("at least one member", "a member", "x: { type: \"bool\" }")
    } else if has_tag {
        (
            "2 to 256 cases",
            "cases",
            "file: { type: \"struct\", fields: { … } }, http: { type: \"struct\", fields: { … } }",
        )
    } else if attribute == Attribute::Cases {
        ("2 to 5 cases", "cases", "off: { type: \"bool\" }, size: { type: \"uint16\" }")
    } else {
        ("at least one variant", "a variant", "off: 0, on: 1")
    };
    let name = attribute.name();
    Diagnostic::new(Code::E0317, format!("`{name}` must hold {expected}, found none"))
        .at(node.span(), "empty")
        .help(format!("add {added}: `{name}: {{ {example} }}`"))
}
