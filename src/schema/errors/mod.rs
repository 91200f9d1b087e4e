//! The diagnostics of schemas: one constructor for each code.

pub(super) mod bounds;
pub(super) mod capabilities;
pub(super) mod inputs;
mod missing;
pub(super) mod named_types;
pub(super) mod names;
pub(super) mod null;
pub(super) mod patterns;
pub(super) mod rest;
mod rewritten;
pub(super) mod types;

use super::attribute::{Attribute, TypeRole};
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::{Kind, Node};
use crate::text::{Span, escape};
use crate::types::limits::{MAX_FIELDS, MAX_KEY_SIZE, MAX_LEVELS, MAX_VARIANT_SIZE};
use crate::types::{Field, IntegerKind, Key, KeyError, TypeKind, VariantNameError};

/// A value in words: its kind, and its text if that is short and not secret.
fn found(node: Node<'_>) -> String {
    match node.kind() {
        Kind::Null => "`null`".into(),
        Kind::True => "`true`".into(),
        Kind::False => "`false`".into(),
        Kind::Number => format!("the number {}", escape::quoted(node.raw())),
        Kind::String => format!("the string {}", escape::quoted(node.raw())),
        Kind::Array => "an array".into(),
        Kind::Object => "an object".into(),
        Kind::Invalid => "something else".into(),
    }
}

pub(super) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The code of a text that is not a key.
const NOT_A_KEY: Code = Code::E0301;

/// The name of a variant that breaks a rule.
pub(super) fn bad_variant(node: Node<'_>, what: &str, error: VariantNameError) -> Diagnostic {
    match error {
        VariantNameError::TooLong { size } => too_long(node, what, (MAX_VARIANT_SIZE, size)).help(SHORTEN),
        VariantNameError::Control { at } => {
            let quoted = escape::quoted(node.text());
            let message = format!("{what} {quoted} is not valid: expected no control characters");
            let character = node.text().get(at..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
            let label = format!("{} is a control character", escape::quoted(&character.to_string()));
            Diagnostic::new(NOT_A_KEY, message).at(node.span(), label)
        }
    }
}

const SHORTEN: &str = "shorten it; documentation (`///`) can say the rest";

/// A key, native name, alias or variant with more bytes than are allowed.
fn too_long(node: Node<'_>, what: &str, (most, size): (usize, usize)) -> Diagnostic {
    let quoted = escape::quoted(node.text());
    let message = format!("{what} {quoted} is too long: expected at most {most} bytes, found {size}");
    Diagnostic::new(Code::E0302, message).at(node.span(), format!("{size} bytes"))
}

/// The name of a variant that layers would read as an operator, in an enum of keys.
pub(super) fn variant_as_operator(node: Node<'_>) -> Diagnostic {
    let message = format!("variant {} is not valid as the key of a map", escape::quoted(node.text()));
    Diagnostic::new(NOT_A_KEY, message)
        .at(node.span(), "begins with `$`, as operators of layers do")
        .help("write a name without `$`, or use the enum for values instead of keys")
}

/// A key, or a name with the grammar of keys, that breaks the grammar or the limit. `what` is the word for it.
pub(super) fn bad_key(node: Node<'_>, what: &str, error: KeyError) -> Diagnostic {
    let quoted = escape::quoted(node.text());
    match error {
        KeyError::TooLong { size } => too_long(node, what, (MAX_KEY_SIZE, size)).help(SHORTEN),
        KeyError::Empty => {
            let message = format!("{what} is empty: expected `[a-z]([a-z0-9_]*[a-z0-9])?`");
            Diagnostic::new(NOT_A_KEY, message).at(node.span(), "an empty key")
        }
        KeyError::Character { at } => {
            let message = format!("{what} {quoted} is not valid: expected `[a-z]([a-z0-9_]*[a-z0-9])?`");
            let character = node.text().get(at..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
            let label = format!("{} {}", escape::quoted(&character.to_string()), misplaced(node.text(), at));
            let diagnostic = Diagnostic::new(NOT_A_KEY, message).at(node.span(), label);
            let Some(usual) = usual_key(node.text()) else { return diagnostic };
            let help =
                Help::new(format!("a valid {what} would be `{usual}`"), RemedyKind::Rename(usual.clone()));
            diagnostic.quoting(node.span(), &usual).help(help)
        }
    }
}

fn misplaced(key: &str, at: usize) -> &'static str {
    match key.as_bytes().get(at) {
        Some(b'0'..=b'9') => "may not be the first character",
        Some(b'_') if at == 0 => "may not be the first character",
        Some(b'_') => "may not be the last character",
        Some(_) | None => "is not allowed in a key",
    }
}

/// The nearest valid key: the words in lower case, with underscores between them. `None` if letters would be lost.
pub(super) fn usual_key(key: &str) -> Option<String> {
    let mut usual = String::new();
    let mut chars = key.chars().peekable();
    let mut previous = '_';
    while let Some(c) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(char::is_ascii_lowercase);
        let starts_word = c.is_ascii_uppercase() && (!previous.is_ascii_uppercase() || next_is_lower);
        let is_apart = !c.is_alphanumeric();
        if (starts_word || is_apart) && !usual.ends_with('_') {
            usual.push('_');
        }
        if !is_apart {
            usual.push(c.to_ascii_lowercase());
        }
        previous = c;
    }
    let usual = usual.trim_matches('_').to_owned();
    Key::check(&usual).is_ok().then_some(usual)
}

/// An unknown attribute, with its help.
pub(super) fn unknown_attribute(key: Node<'_>, of: &str, hint: Option<Help>) -> Diagnostic {
    let message = format!("{of} has no attribute {}", escape::quoted(key.text()));
    Diagnostic::new(Code::E0307, message)
        .at(key.span(), "unknown attribute")
        .quoting(key.span(), key.text())
        .help_if(hint)
}

/// Variants with their numbers as keys, and their names as values.
pub(super) fn swapped_variants(key: Node<'_>) -> Diagnostic {
    let message = format!("expected the name of a variant as the key, found {}", escape::quoted(key.text()));
    Diagnostic::new(NOT_A_KEY, message)
        .at(key.span(), "not a name")
        .quoting(key.span(), key.text())
        .help("write the name first, then the number: `off: 0, on: 1`")
}

/// An attribute that the type does not have. `meant` is a similar attribute of the type, `part` is the part of it that
/// has the attribute.
pub(super) fn does_not_fit_type(
    key: Node<'_>,
    type_kind: TypeKind,
    meant: Option<Attribute>,
    part: Option<Attribute>,
) -> Diagnostic {
    let message = format!("{} does not fit type `{}`", escape::quoted(key.text()), type_kind.name());
    let diagnostic = Diagnostic::new(Code::E0308, message)
        .at(key.span(), "not an attribute of this type")
        .quoting(key.span(), key.text());
    // A tag constrains no value.
    let kinds = if type_kind == TypeKind::Union { &[] } else { type_kind.constraints() };
    let note = match kinds {
        [] => format!("`{}` has no constraints", type_kind.name()),
        kinds => {
            format!("the constraints of `{}` are {}", type_kind.name(), names(kinds.iter().map(|k| k.name())))
        }
    };
    let diagnostic = diagnostic.note(note);
    let (name, meant) = (escape::quoted(key.text()), meant.map(Attribute::name));
    let Some(part) = part.map(Attribute::name) else {
        if let Some(help) = type_with_part(key.text(), type_kind).filter(|_| meant.is_none()) {
            return diagnostic.help(help);
        }
        return diagnostic.help(match meant {
            Some(meant) => Help::meant(meant),
            None => Help::new(format!("remove {name}"), RemedyKind::Remove),
        });
    };
    diagnostic.help(match meant {
        Some(meant) => format!("write {name} in `{part}`, or `{meant}` for the number of them"),
        None => format!("write {name} in `{part}`"),
    })
}

/// The help for an attribute that makes another type.
fn type_with_part(name: &str, type_kind: TypeKind) -> Option<&'static str> {
    match name {
        "variants" if type_kind == TypeKind::Union => Some("write `cases`, an object of types"),
        "variants" => Some(
            "for one of these values write `type: \"enum\", variants: { debug: 0, info: 1 }`, and no other constraint",
        ),
        "unit" => Some("for a quantity write `type: \"uint64\"` beside the `unit`, and no other constraint"),
        "fields" => Some("for members write `type: \"struct\"`, and no constraint"),
        "cases" => Some("for values of several types write `type: \"union\"`, and no constraint"),
        "tag" => Some("for objects whose shape a property decides write `type: \"union\"` with its `cases`"),
        "element" => Some("for a list write `type: \"vector\"` with a `max_count`"),
        _ => None,
    }
}

/// An attribute that this role does not have.
pub(super) fn does_not_fit_role(key: Node<'_>, role: TypeRole) -> Diagnostic {
    let message = format!("{} is not allowed on {}", escape::quoted(key.text()), role.name());
    let is_part = role.is_part();
    let help = match (role, key.text()) {
        (
            TypeRole::NamedType,
            "default" | "sensitive" | "optional" | "nullable" | "deprecated" | "aliases" | "mutability"
            | "name",
        ) => Some("write it on the fields that refer to this type"),
        (TypeRole::Member, "mutability") => {
            Some("write it on the field itself: its parent then overrides all of the struct")
        }
        (TypeRole::Use, "optional") => Some("declare the field in `config`, with `optional: true`"),
        (TypeRole::Use, "nullable") => Some("declare the field in `config`, with `nullable: true`"),
        (_, "default") if is_part => Some("remove it: only fields and members have defaults"),
        (_, "optional") if is_part => Some("remove it: only fields and members may have no value"),
        (TypeRole::Element | TypeRole::MapValue, "nullable") => {
            Some("remove it: only fields, members and values of type `json` may be null")
        }
        (TypeRole::TaggedCase, "aliases") => Some("remove it: a case has one text, its `name`"),
        (TypeRole::Case | TypeRole::TaggedCase, "nullable") => Some("write it on the field itself"),
        (TypeRole::Case, "name") => Some("remove it, or give the union a `tag`, whose text it then is"),
        (_, "nullable") if is_part => Some("remove it: a key is never null"),
        (_, "sensitive" | "deprecated" | "aliases" | "mutability") if is_part => {
            Some("write it on the field itself")
        }
        (_, _) => None,
    };
    Diagnostic::new(Code::E0308, message)
        .at(key.span(), "not allowed here")
        .quoting(key.span(), key.text())
        .help_if(help)
}

/// An attribute whose value is of another kind.
pub(super) fn wrong_attribute(node: Node<'_>, attribute: Attribute, expected: &str) -> Diagnostic {
    wrong_value(node, attribute.name(), expected).help_if(rewritten::rewritten(node, attribute))
}

/// As [`wrong_attribute`], for an attribute by its name.
pub(super) fn wrong_value(node: Node<'_>, attribute: &str, expected: &str) -> Diagnostic {
    let message = format!("`{attribute}` must be {expected}, found {}", found(node));
    refused_value(node, message, format!("expected {expected}"))
}

/// A value of an attribute, or a part of one, that the attribute does not take.
pub(super) fn refused_value(
    node: Node<'_>,
    message: impl Into<String>,
    label: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(Code::E0309, message).at(node.span(), label)
}

/// Documentation in these lines with a control character, which could control a terminal.
pub(super) fn control_documentation(key: Node<'_>, lines: Span, found: char) -> Diagnostic {
    let text = key.document().source().slice(lines);
    let (at, size) = (text.find(found).unwrap_or_default(), found.len_utf8());
    let offset = |at: usize| lines.start + u32::try_from(at).unwrap_or_default();
    let place = Span { start: offset(at), end: offset(at + size), ..lines };
    let code = u32::from(found);
    let message = format!("the documentation contains the control character U+{code:04X}");
    Diagnostic::new(Code::E0333, message).at(place, "here").help("remove it: documentation has no escapes")
}

/// A type that the key of a map or a capability may not have.
pub(super) fn part_not_allowed(place: Span, type_kind: TypeKind, role: TypeRole) -> Diagnostic {
    let name = type_kind.name();
    let is_key = role == TypeRole::MapKey;
    let (message, label) = match is_key {
        true => (format!("expected a key of type `string` or `enum`, found `{name}`"), "a key"),
        false => (format!("{} may not be of type `{name}` itself", role.name()), "the type of a capability"),
    };
    let diagnostic = Diagnostic::new(Code::E0315, message).at(place, format!("not allowed as {label}"));
    if is_key {
        return diagnostic.help("write `{ type: \"string\", max_size: 64 }`: keys are texts in every format");
    }
    diagnostic.note("`key` and `value` mean something else here, so they cannot describe a map").help(format!(
        "put a struct in between: `{{ type: \"struct\", fields: {{ items: {{ type: \"{name}\", … }} }} }}`"
    ))
}

/// Types nested too deep.
pub(super) fn too_many_levels(place: Span) -> Diagnostic {
    let message = format!("types are nested too deeply: expected at most {MAX_LEVELS} levels");
    Diagnostic::new(Code::E0316, message)
        .at(place, format!("level {}", MAX_LEVELS + 1))
        .help("move an inner part to a separate field")
}

/// A variant whose number is not valid.
pub(super) fn bad_variant_number(node: Node<'_>) -> Diagnostic {
    let (min, max) = IntegerKind::Int64.range();
    let message = format!("a variant's number must be an integer from {min} to {max}, found {}", found(node));
    let help = "give each variant a number of its own: `off: 0, on: 1`";
    let help = match node.text().parse::<i64>() {
        Ok(_) => Help::unquote(),
        Err(_) => help.into(),
    };
    Diagnostic::new(Code::E0318, message)
        .at(node.span(), "not a number for a variant")
        .help_if((node.kind() == Kind::String).then_some(help))
}

/// A number that two variants have.
pub(super) fn variant_number_taken(node: Node<'_>, number: i64, first: Span) -> Diagnostic {
    Diagnostic::new(Code::E0319, format!("two variants have the number {number}"))
        .at(node.span(), "the same number again")
        .label(first, "first used here")
        .help("give one of them another number")
}

/// An unknown entry of `mutability`.
pub(super) fn unknown_mutability(node: Node<'_>) -> Diagnostic {
    let message = format!("expected `\"parent\"`, the only entry of `mutability`, found {}", found(node));
    let is_text = node.kind() == Kind::String;
    Diagnostic::new(Code::E0320, message)
        .at(node.span(), "unknown entry")
        .help_if(is_text.then(|| Help::new("write `\"parent\"`", RemedyKind::Rename("parent".into()))))
}

/// A repeated entry of `mutability`.
pub(super) fn repeated_mutability(node: Node<'_>) -> Diagnostic {
    let message = "`mutability` names `\"parent\"` twice";
    Diagnostic::new(Code::E0320, message).at(node.span(), "named again").help("remove one of the two")
}

/// A deprecated field that must still be set.
pub(super) fn deprecated_without_default(node: Node<'_>, key: Node<'_>) -> Diagnostic {
    let message =
        format!("{} is deprecated, so it needs a `default` or `optional: true`", escape::quoted(key.text()));
    Diagnostic::new(Code::E0321, message)
        .at(node.span(), "deprecated here")
        .help("add a `default` or `optional: true`, so that layers can stop setting it")
}

/// More fields than a schema may hold.
pub(super) fn too_many_fields(place: Span) -> Diagnostic {
    let message =
        format!("the schema has too many fields: expected at most {MAX_FIELDS}, members of structs included");
    Diagnostic::new(Code::E0323, message).at(place, format!("field {}", MAX_FIELDS + 1))
}

/// A feature that this manifest may not use. `manifest` is its path under the include root; a policy cannot name a
/// manifest outside.
pub(super) fn restricted(
    (feature, what): (&str, &str),
    place: Span,
    (policy, manifest): (&str, Option<&str>),
) -> Diagnostic {
    let file = escape::quoted(policy);
    let allow = manifest.map_or(String::new(), |manifest| {
        let entry = escape::literal(&format!("//{manifest}")).to_string();
        format!("add `{entry}` to `allow` of `{feature}` in {file}, or ")
    });
    Diagnostic::new(Code::E0324, format!("feature `{feature}` is restricted by {file}"))
        .at(place, format!("{what} used here"))
        .help_or_in_product(
            format!("{allow}pass `--features {feature}`"),
            format!("{allow}add {feature:?} to `features` of the product"),
        )
}

/// A policy file that cannot be read. `message` is the text of the reader, which ends with the place.
pub(super) fn invalid_policy(
    name: &str,
    (line, column): (usize, usize),
    message: &str,
    text: &str,
) -> Diagnostic {
    let is_override = text.contains("OverridePolicy");
    let message = message.split(" at line ").next().unwrap_or_default();
    Diagnostic::new(Code::E0325, format!("the policy is not valid: {}", escape::plain(message)))
        .in_file(format!("{}:{line}:{column}", escape::plain(name)))
        .note("this policy says which features are restricted, in JSON5: `{ restricted_features: { structs: { allow: [\"//src/net/**\"] } } }`")
        .help_if(is_override.then_some("apply a policy of Karmada with `confc patch --override-policy`"))
}

/// The code of a field that two files declare differently.
const DECLARED_AGAIN: Code = Code::E0326;

/// A key that two files declare differently.
pub(super) fn declared_differently(
    what: &str,
    (kept, first): (Node<'_>, &Field),
    (again, second): (Node<'_>, &Field),
) -> Diagnostic {
    let message = format!("{what} `{}` is declared in two ways", first.key);
    let diagnostic =
        Diagnostic::new(DECLARED_AGAIN, message).help("remove one of the two, or make them equal");
    if first.presence() == second.presence() && first.ty.is_same_interface(&second.ty) {
        let differing = differing_attributes(first, second);
        // The files may not show the names: a convention makes them from the key.
        let [kept_label, again_label] = if first.native_name() == second.native_name() {
            ["first declared here", "declared again here"].map(str::to_owned)
        } else {
            [first, second].map(|field| format!("native name {} here", escape::quoted(field.native_name())))
        };
        return diagnostic
            .at(again.span(), again_label)
            .label(kept.span(), kept_label)
            .note(format!("both are [{}], but they differ in {differing}", first.type_text()));
    }
    diagnostic
        .at(again.span(), format!("[{}] here", second.type_text()))
        .label(kept.span(), format!("[{}] here", first.type_text()))
}

/// A field without a type, which another file declares.
pub(super) fn changes_declared(declared: Node<'_>, again: Node<'_>) -> Diagnostic {
    let key = escape::quoted(again.text());
    Diagnostic::new(
        DECLARED_AGAIN,
        format!("field {key} is declared in another file, and cannot be changed here"),
    )
    .at(again.span(), "changes a part of it")
    .label(declared.span(), "declared here")
    .help("change it where it is declared, or set its value in a layer")
}

fn differing_attributes(first: &Field, second: &Field) -> String {
    let differing = [
        ("default", first.default != second.default),
        ("mutability", first.mutability != second.mutability),
        ("sensitive", first.sensitive != second.sensitive),
        ("deprecated", first.deprecated != second.deprecated),
        ("aliases", first.names.aliases() != second.names.aliases()),
        ("name", first.names.native() != second.names.native()),
        ("rest", first.is_rest() != second.is_rest()),
    ];
    let differing: Vec<&str> =
        differing.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name).collect();
    if differing.is_empty() { "attributes of members".into() } else { names(differing) }
}

/// A field that looks like a secret by its name: its path or its native name.
pub(super) fn not_sensitive(name: &str, place: Span, field: Option<Span>) -> Diagnostic {
    let name = escape::quoted(name);
    let saying = |help: &str, value: &str| match field {
        Some(field) => {
            let (key, value) = (Attribute::Sensitive.name().to_owned(), value.to_owned());
            Help::new(help, RemedyKind::Add { key, value, is_placeholder: false }).at(field)
        }
        None => help.into(),
    };
    Diagnostic::new(
        Code::W0305,
        format!("{name} looks like a secret by its name, but is not declared `sensitive`"),
    )
    .at(place, "not sensitive")
    .help(saying("write `sensitive: true`, so that its value is never shown", "true"))
    .help(saying("if it is no secret, write `sensitive: false`", "false"))
}
