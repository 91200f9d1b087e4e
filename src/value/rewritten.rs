//! Rewrites literals of another kind in the most likely intended form: words, signs and quotes of other tools and
//! formats.

use super::block_text::{without_foreign_space, without_indicator, without_space};
use super::number_text::number_by_text;
use super::reserved::{
    APPEND, EXPRESSION, OVERRIDE, TEXT, definition_in_text, is_definition, meant_operator, operator_in_text,
    spelled_with_dollar,
};
use super::rewritten_lists::{in_brackets, listed_elements, listed_object, object_of};
use super::subject::{Subject, ValuePath, shown_key};
use crate::diagnostic::{Help, RemedyKind};
use crate::syntax::{Format, Kind, Node, number};
use crate::text::escape;
use crate::types::{EnumType, Field, StructType, Type, UnionCase, UnionType};

/// The remedy for a default that means "no value".
pub(super) fn no_default(ty: &Type, subject: &Subject<'_>) -> &'static str {
    match (subject.default_of_optional, subject.presence.nullable) {
        (true, _) => "leave `default` out",
        (false, true) => "leave `default` out; write `optional: true` if the field may have no value",
        (false, false) if ty.is_json() => {
            "leave `default` out; list `\"null\"` in `kinds` if `null` is a value, or write `optional: true` if the field may have no value"
        }
        (false, false) => {
            "leave `default` out; write `nullable: true` if `null` is a value, or `optional: true` if the field may have no value"
        }
    }
}

/// The value that the text of a literal most likely means, as a literal. Not used for secrets.
pub(super) fn rewritten_by_text(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Option<Help> {
    let text = node.text();
    let is_quoted = node.raw().starts_with(['"', '\'']);
    let is_container = |text: &str| text.starts_with('[') || text.starts_with('{');
    // Literals in manifests have no operators.
    let takes_operators = subject.aliases;
    if let Some(help) = without_indicator(ty, node).or_else(|| without_foreign_space(ty, node)) {
        return Some(help.into());
    }
    if let Some(help) = without_space(ty, node) {
        return Some(help.into());
    }
    if says_no_value(node, subject) {
        return Some(no_value(node, subject).into());
    }
    let definition = definition_in_text(text).filter(|_| takes_operators && node.kind() == Kind::String);
    if let Some((key, text)) = definition {
        let text = if text.contains(['"', '\\', '`']) { "…" } else { text };
        return Some(format!("make it the key of an object: `{{ {key}: \"{text}\" }}`").into());
    }
    let fixed = match (ty, node.kind()) {
        (_, Kind::String) if takes_operators && is_definition(text) => {
            "make it the key of an object: `{ $expr: \"…\" }`"
        }
        (_, Kind::String) if takes_operators && operator_in_text(text).is_some() => {
            let operator = operator_in_text(text)?;
            let operand = match operator {
                APPEND => "[ … ]",
                OVERRIDE => "…",
                EXPRESSION | TEXT => "\"…\"",
                _ => "true",
            };
            let help =
                format!("make the operator the key of an object, in a layer: `{{ {operator}: {operand} }}`");
            return Some(help.into());
        }
        (_, Kind::Object) if takes_operators => return operator_as_meant(ty, node),
        (Type::Bool, Kind::String) if is_quoted && matches!(text, "true" | "false") => {
            return Some(Help::unquote());
        }
        // `--set debug==true` has an `=` too many.
        (Type::Bool, Kind::String) => return Some(Help::literal(bool_for(text.trim_start_matches('='))?)),
        (Type::Bool, Kind::Number) => return Some(Help::literal(bool_for(node.numeral())?)),
        (Type::Vector(_) | Type::Array(_) | Type::Map(_) | Type::Struct(_), Kind::String)
            if is_quoted && is_container(text) =>
        {
            return Some(Help::unquote());
        }
        (Type::Vector(_) | Type::Array(_), Kind::String) => return listed_elements(ty, node),
        (Type::Integer(_) | Type::Float(_), Kind::String) => return number_by_text(ty, node, subject),
        // Without quotes, the name reads as something else.
        (Type::Enum(ty), _) if node.kind() != Kind::String && ty.by_name(node.raw()).is_some() => {
            let help = format!("write `{}`, in quotes", escape::literal(node.raw()));
            return Some(Help::new(help, RemedyKind::Quote));
        }
        (Type::Enum(ty), Kind::Number) => return Some(variant_of_number(ty, node)),
        (Type::Union(ty), _) if ty.tag().is_some() => return None,
        (Type::Union(ty), _) => {
            return ty.cases().iter().find_map(|case| rewritten_by_text(&case.ty, node, subject));
        }
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_),
            _,
        ) => return None,
    };
    Some(fixed.into())
}

/// The remedy for the number of a variant in place of its name.
fn variant_of_number(ty: &EnumType, node: Node<'_>) -> Help {
    let number = number(node.numeral()).integer().ok();
    match ty.variants().iter().find(|variant| Some(i128::from(variant.number)) == number) {
        Some(meant) => {
            let name = escape::literal(meant.name.as_str()).to_string();
            Help::new(format!("write `{name}`, the name of the variant"), RemedyKind::Replace(name))
        }
        None => "write the name of a variant, in quotes".into(),
    }
}

/// The operator that the keys of an object most likely mean.
fn operator_as_meant(ty: &Type, node: Node<'_>) -> Option<Help> {
    if ty.takes_json_objects() {
        node.get(APPEND)?;
        return Some("a json has no `$append`: write the whole array, or add elements with a patch".into());
    }
    let mut meant = node.members().filter_map(|(key, _)| Some((key, meant_operator(key.text())?)));
    // Only a string can be a text.
    let (key, meant) = meant.find(|(_, meant)| *meant != TEXT || matches!(ty, Type::String(_)))?;
    let written = RemedyKind::Rename(meant.into());
    Some(Help::new(spelled_with_dollar(meant), written).at(key.span()))
}

/// The most likely intended form of a literal of another kind.
pub(super) fn rewritten(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Option<Help> {
    let fixed = match (ty, node.kind()) {
        (_, Kind::String) if is_left_empty(node, subject) => {
            "write a value after the `=`, or remove the line"
        }
        _ if means_no_value(node, subject) => no_value(node, subject),
        (Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_), Kind::Object)
            if subject.aliases && node.members().any(|(key, _)| reads_elsewhere(key.text())) =>
        {
            READ_INPUT
        }
        (_, Kind::Null) => return Some(instead_of_null(ty, node, subject)),
        (Type::String(ty), Kind::Number | Kind::True | Kind::False) if ty.check(node.raw()).is_ok() => {
            return Some(Help::quote());
        }
        (Type::Vector(_) | Type::Array(_), Kind::String | Kind::Number | Kind::True | Kind::False) => {
            return Some(in_brackets(node));
        }
        (Type::Struct(ty), Kind::String | Kind::Number | Kind::True | Kind::False) => {
            return Some(format!("write an object with its members: `{}`", object_of(ty, node)).into());
        }
        (Type::Struct(_), Kind::Array) => match node.document().format() {
            Format::Toml if node.raw().starts_with("[[") => {
                "write the header once, with one pair of brackets: `[name]`"
            }
            Format::Yaml if !node.raw().starts_with('[') => "remove the `- ` in front of its members",
            Format::Json | Format::Json5 | Format::Yaml | Format::Toml | Format::Env => {
                "remove the brackets around the object: this is no list"
            }
        },
        (Type::Vector(_) | Type::Array(_), Kind::Object) => return Some(listed_object(ty, node).into()),
        (Type::Map(_), Kind::Array) if node.elements().any(|element| element.kind() == Kind::Object) => {
            "write an object with one entry per element, its name as the key: `{ name: value }`"
        }
        (Type::Map(_), Kind::String | Kind::Number | Kind::True | Kind::False | Kind::Array) => {
            "write an object, key → value: `{ … }`"
        }
        (Type::Union(ty), Kind::Array) if ty.tag().is_some() => {
            return rewritten(&ty.case(0)?.ty, node, subject);
        }
        (Type::Union(ty), _) if ty.tag().is_some() => {
            return Some(with_tag(ty, Some(node.text()).filter(|_| !subject.sensitive))?.into());
        }
        (Type::Union(ty), _) => {
            return ty.cases().iter().find_map(|case| rewritten(&case.ty, node, subject));
        }
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_),
            _,
        ) => return None,
    };
    Some(fixed.into())
}

/// The case with this text or this name.
pub(super) fn meant_case<'t>(of: &'t UnionType, text: &str) -> Option<&'t UnionCase> {
    let named = || of.case(of.position(text)?);
    of.case_tagged(text).map(|(_, case)| case).or_else(named)
}

/// The remedy for a literal without the object or the tag of a union: an object with the tag of the case that is meant.
pub(super) fn with_tag(of: &UnionType, meant: Option<&str>) -> Option<String> {
    let tag = shown_key(of.tag()?.as_str());
    let case = meant.and_then(|meant| meant_case(of, meant));
    let text = case.map_or("\"…\"".into(), |case| escape::literal(case.tag_text()).to_string());
    Some(format!("write an object with the tag: `{{ {tag}: {text}, … }}`"))
}

/// The remedy for a `null` that the type does not take.
fn instead_of_null(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Help {
    let left_out = |help: &'static str| Help::new(help, RemedyKind::Remove);
    match ty {
        Type::Struct(ty)
            if matches!(subject.path, ValuePath::Field(_) | ValuePath::Member(..))
                && subject.aliases
                && !node.raw().is_empty()
                && needs_members(ty) =>
        {
            format!("write an object with its members: `{}`", object_of(ty, node)).into()
        }
        _ if matches!(subject.path, ValuePath::Element(..)) => "leave the element out".into(),
        Type::String(_) if is_before_comment(node) => {
            "put a text that begins with `#` in quotes: ` #` begins a comment".into()
        }
        // Only YAML has a null without a text. Its contents are most likely beside it, with too little indentation.
        Type::Map(_) if node.raw().is_empty() => {
            "indent its entries further than its own key, or leave the key out; there is no null".into()
        }
        Type::Struct(ty) if node.raw().is_empty() && needs_members(ty) => {
            "indent its members further than its own key".into()
        }
        Type::Struct(_) if node.raw().is_empty() => {
            "indent its members further than its own key, or leave the key out".into()
        }
        _ if subject.what == "default" && !matches!(subject.path, ValuePath::Entry(..)) => {
            left_out(no_default(ty, subject))
        }
        _ if subject.is_in_patch() && subject.field.is_some_and(Field::needs_value) => "write a value".into(),
        _ if subject.is_in_patch() => "write a value, or use `remove`".into(),
        _ if matches!(subject.path, ValuePath::Entry(_, Some(key)) if key.contains('='))
            && node.raw().is_empty() =>
        {
            "write `: ` in place of the `=`".into()
        }
        _ if matches!(subject.path, ValuePath::Entry(map, _) if subject.aliases && !map.is_in_whole_value()) => {
            "leave the entry out, or write `{ $unset: true }` to remove the entry of an earlier layer".into()
        }
        _ if matches!(subject.path, ValuePath::Entry(..)) => {
            "leave the entry out: only an optional or nullable field or member takes `null`".into()
        }
        _ if subject.field.is_some_and(Field::needs_value) && subject.path.is_in_whole_value() => {
            match ty.is_json() {
                true => "write a value, or list `\"null\"` in the `kinds` of the member".into(),
                false => "write a value, or declare the member as `nullable: true`".into(),
            }
        }
        _ if subject.field.is_some_and(Field::needs_value) => {
            "write a value, or leave the key out if another layer sets it".into()
        }
        Type::Map(_) => left_out("leave the key out to use the default, or write `{}` for no entries"),
        Type::Vector(_) if ty.check_count(0).is_ok() => {
            left_out("leave the key out to use the default, or write `[]` for no elements")
        }
        _ if subject.aliases && !subject.path.is_in_whole_value() => left_out(
            "leave the key out to use the default, or write `{ $unset: true }` to drop what an earlier layer sets",
        ),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Json(_)
        | Type::Union(_) => left_out(
            "leave the key out to use the default: only an optional or nullable field or member takes `null`",
        ),
    }
}

/// The remedy for a value that comes from outside.
pub(crate) const READ_INPUT: &str =
    "declare an input under `$inputs`, and read it: `{ $expr: \"input('NAME')\" }`";

/// Whether other tools use this key to name the place of a value.
fn reads_elsewhere(key: &str) -> bool {
    const KEYS: [&str; 9] = [
        "valueFrom",
        "secretKeyRef",
        "configMapKeyRef",
        "fromEnv",
        "from_env",
        "env",
        "secret",
        "vault",
        "file",
    ];
    KEYS.contains(&key)
}

/// Whether a struct has a required member.
fn needs_members(ty: &StructType) -> bool {
    ty.members().iter().any(Field::needs_value)
}

/// Whether the text after the `=` is missing in a line of an environment file.
pub(super) fn is_left_empty(node: Node<'_>, subject: &Subject<'_>) -> bool {
    !subject.moved && node.kind() == Kind::String && node.raw().trim().is_empty()
}

/// Whether `false` or an empty text most likely means that an optional field has no value.
fn means_no_value(node: Node<'_>, subject: &Subject<'_>) -> bool {
    let is_empty = node.kind() == Kind::String && node.text().is_empty();
    may_have_none(subject) && (is_empty || node.kind() == Kind::False)
}

/// Whether the text for an optional field is a word for "no value": `none`.
fn says_no_value(node: Node<'_>, subject: &Subject<'_>) -> bool {
    const WORDS: [&str; 6] = ["none", "null", "nil", "undefined", "unset", "n/a"];
    let is_word = WORDS.iter().any(|word| word.eq_ignore_ascii_case(node.text()));
    may_have_none(subject) && node.kind() == Kind::String && is_word
}

/// Whether the field may be without a value.
fn may_have_none(subject: &Subject<'_>) -> bool {
    subject.presence.may_lack_value() && subject.what != "default"
}

/// The remedy that writes "no value" in the format of the document.
fn no_value(node: Node<'_>, subject: &Subject<'_>) -> &'static str {
    match node.document().format() {
        Format::Toml if subject.presence.optional => "write `{ \"$absent\" = true }` for no value",
        Format::Toml => "for no value, give `null` in a layer of another format, since TOML has none",
        Format::Json | Format::Json5 | Format::Yaml | Format::Env => "write `null` for no value",
    }
}

/// Whether a value of YAML is empty because its text begins a comment: `color: #ff0000`.
fn is_before_comment(node: Node<'_>) -> bool {
    let behind = node.document().source().text().get(node.span().end as usize..).unwrap_or_default();
    let comment = behind.trim_start_matches(' ').strip_prefix('#');
    node.raw().is_empty() && comment.is_some_and(|text| text.starts_with(|c: char| !c.is_whitespace()))
}

/// The bool that a word of other formats means.
fn bool_for(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "t" | "1" | "enabled" => Some("true"),
        "false" | "no" | "off" | "n" | "f" | "0" | "disabled" => Some("false"),
        _ => None,
    }
}
