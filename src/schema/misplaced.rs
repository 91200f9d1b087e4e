//! Entries among fields that belong elsewhere: sections in `config`, and attributes outside their field.

use super::attribute::{TypeRole, fits_type, is_attribute};
use super::errors::types::NO_FIELD;
use crate::diagnostic::Diagnostic;
use crate::manifest::Section;
use crate::syntax::{Kind, Node};
use crate::text::escape;
use crate::types::TypeKind;

/// An entry that is not a field.
pub(super) enum MisplacedEntry {
    /// The error that reports it.
    Error(Box<Diagnostic>),
    /// The error of an earlier entry covers it.
    Reported,
}

/// Whether an entry of `config` belongs elsewhere, as a section or as an attribute.
pub(super) fn in_config(key: Node<'_>, value: Node<'_>) -> Option<MisplacedEntry> {
    if is_typed(value) || value.kind() == Kind::Invalid {
        return None;
    }
    let root = key.document().root()?;
    if is_section(key.text(), value) {
        return Some(MisplacedEntry::Error(section(key, root).into()));
    }
    in_fields(key, value, root.get("config")?, TypeRole::Field)
}

/// Whether an entry of `config`, or of the `fields` of a struct, is an attribute. `fields` is the object that holds it.
pub(super) fn in_fields(
    key: Node<'_>,
    value: Node<'_>,
    fields: Node<'_>,
    role: TypeRole,
) -> Option<MisplacedEntry> {
    if !is_attribute_with_value(key, value) {
        return None;
    }
    let attributes = || fields.members().filter(|(key, value)| is_attribute_with_value(*key, *value));
    if fields.get("type").is_some_and(|name| name.kind() == Kind::String) && attributes().nth(1).is_some() {
        let is_first = attributes().next().is_some_and(|(first, _)| first.id() == key.id());
        return Some(if is_first {
            MisplacedEntry::Error(type_of_fields(key, role).into())
        } else {
            MisplacedEntry::Reported
        });
    }
    let before = || fields.members().take_while(|(other, _)| other.id() != key.id());
    let (owner, object) = before().filter(|(_, value)| is_typed(*value)).last()?;
    let type_kind: TypeKind = object.get("type")?.text().parse().ok()?;
    let belongs = |(key, value): (Node<'_>, Node<'_>)| {
        let is_new = object.get(key.text()).is_none();
        is_new && is_attribute_with_value(key, value) && fits_type(key.text(), type_kind, role)
    };
    if !belongs((key, value)) {
        return None;
    }
    let behind = || fields.members().skip_while(|(other, _)| other.id() != owner.id()).skip(1);
    let run: Vec<Node<'_>> = behind().take_while(|entry| belongs(*entry)).map(|(key, _)| key).collect();
    match run.first() {
        Some(first) if first.id() == key.id() => {
            Some(MisplacedEntry::Error(beside_field(&run, owner).into()))
        }
        Some(_) if run.iter().any(|other| other.id() == key.id()) => Some(MisplacedEntry::Reported),
        Some(_) | None => None,
    }
}

/// Whether a value is an object that declares a type.
fn is_typed(value: Node<'_>) -> bool {
    value.get("type").is_some()
}

/// Whether an entry is an attribute with its value, instead of a field of this name or the name of a type.
fn is_attribute_with_value(key: Node<'_>, value: Node<'_>) -> bool {
    let names_type = value.kind() == Kind::String && value.text().parse::<TypeKind>().is_ok();
    is_attribute(key.text())
        && value.kind() != Kind::Invalid
        && !is_typed(value)
        && (!names_type || key.text() == "type")
}

/// Whether an entry of `config` has the name and the shape of a section.
fn is_section(name: &str, value: Node<'_>) -> bool {
    let has_members = value.members().next().is_some();
    // An entry with such members is a struct without its `type`.
    let is_struct = || value.members().any(|(key, value)| is_typed(value) || is_attribute(key.text()));
    match name {
        "$schema" => true,
        "config" => has_members && !value.members().any(|(key, _)| is_attribute(key.text())),
        "config_types" => has_members && !value.members().any(|(key, _)| is_attribute(key.text())),
        "include" => matches!(value.kind(), Kind::String | Kind::Array),
        "config_rules" | "rules" => value.kind() == Kind::Array,
        name if name.starts_with("x-") => true,
        name => match Section::named(name) {
            Some(section) if section.is_list() => {
                let mut items = value.elements().peekable();
                items.peek().is_some() && items.all(|item| item.kind() == Kind::Object)
            }
            Some(_) => has_members && !is_struct(),
            None => false,
        },
    }
}

/// A section that is an entry of `config`.
fn section(key: Node<'_>, root: Node<'_>) -> Diagnostic {
    let is_rules = key.text() == "rules";
    let name = if is_rules { "config_rules" } else { key.text() };
    let quoted = escape::quoted(name);
    let found = if is_rules { "rules".into() } else { format!("the section {quoted}") };
    let diagnostic =
        Diagnostic::new(NO_FIELD, format!("expected a field, found {found}")).quoting(key.span(), key.text());
    if name == "config" {
        return diagnostic.at(key.span(), "`config` in `config`").help(
            "write the fields in the outer `config`; for a struct write `type: \"struct\"` and `fields: { … }`",
        );
    }
    let help = if root.get(name).is_some() {
        format!("remove it, and add what is missing to the {quoted} beside `config`")
    } else {
        format!("write {quoted} beside `config`, not in it")
    };
    diagnostic.at(key.span(), "belongs beside `config`").help(help)
}

/// The attributes of one type in an object that holds fields.
fn type_of_fields(key: Node<'_>, role: TypeRole) -> Diagnostic {
    let (holder, part) = match role {
        TypeRole::Field => ("config", "field"),
        TypeRole::NamedType => ("config_types", "type"),
        TypeRole::Member
        | TypeRole::Element
        | TypeRole::MapKey
        | TypeRole::MapValue
        | TypeRole::Case
        | TypeRole::TaggedCase
        | TypeRole::Use
        | TypeRole::Capability => ("fields", "member"),
    };
    let attribute = escape::quoted(key.text());
    Diagnostic::new(NO_FIELD, format!("expected a {part} of `{holder}`, found the attribute {attribute}"))
        .at(key.span(), format!("the key of a {part} is missing around it"))
        .help(format!("name the {part}: `{holder}: {{ key: {{ type: … }} }}`"))
}

/// Attributes that follow the object of the field that they belong to.
fn beside_field(attributes: &[Node<'_>], owner: Node<'_>) -> Diagnostic {
    let names = super::errors::names(attributes.iter().map(|key| key.text()));
    let noun = if attributes.len() > 1 { "attributes" } else { "attribute" };
    let place = attributes.first().map_or(owner, |key| *key).span();
    let owner_name = escape::quoted(owner.text());
    Diagnostic::new(NO_FIELD, format!("expected a field, found the {noun} {names}"))
        .at(place, "outside of the braces of its field")
        .label(owner.span(), "its field")
        .quoting(owner.span(), owner.text())
        .help(format!("move {names} into the braces of {owner_name}"))
}
