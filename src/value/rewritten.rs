//! How a literal of another kind would be written, where that is most likely meant: words, signs and quotes of other
//! tools and formats.

use super::errors::{TEXT, is_definition, meant_operator, spelled_with_dollar};
use super::{Subject, ValuePath};
use crate::syntax::{Format, Kind, Node, is_numeral, number};
use crate::text::escape;
use crate::types::{Type, Unit, float_literal};

/// How a default is written that says that there is no value.
pub(super) const NO_DEFAULT: &str =
    "leave `default` out; write `optional: true` if the field may have no value";

/// How a literal would be written that is most likely meant by what its text says: that is not told of a secret.
pub(super) fn rewritten_by_text(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Option<String> {
    let text = node.text();
    let is_quoted = node.raw().starts_with(['"', '\'']);
    // A manifest's own literals are no layer's.
    let takes_operators = subject.aliases;
    let fixed = match (ty, node.kind()) {
        (_, Kind::String) if takes_operators && is_definition(text) => {
            "make it the key of an object: `{ $expr: \"…\" }`"
        }
        (_, Kind::String) if takes_operators && meant_operator(text).is_some_and(|meant| meant == text) => {
            "make an operator the key of an object: `{ $append: [ … ] }`"
        }
        (_, Kind::Object) if takes_operators => {
            let mut meant = node.members().filter_map(|(key, _)| meant_operator(key.text()));
            // Only a string can be a text.
            return meant
                .find(|meant| *meant != TEXT || matches!(ty, Type::String(_)))
                .map(spelled_with_dollar);
        }
        (Type::Bool, Kind::String) if is_quoted && matches!(text, "true" | "false") => "remove the quotes",
        (Type::Bool, Kind::String) => bool_for(text)?,
        (Type::Bool, Kind::Number) => bool_for(node.numeral())?,
        (Type::Vector(_) | Type::Array(_), Kind::String) => return listed_elements(ty, node),
        (Type::Integer(_) | Type::Float(_), Kind::String) if is_literal(ty, text.trim()) => {
            "remove the quotes"
        }
        (Type::Integer(_) | Type::Float(_), Kind::String)
            if let Some(help) = around_number(ty, text, is_quoted) =>
        {
            help
        }
        (Type::Integer(_) | Type::Float(_), Kind::String)
            if has_unit(text) && spelled_otherwise(ty, node).is_none() =>
        {
            match subject.what {
                "default" => return Some(with_unit(text)),
                _ => "write the number alone, without a unit",
            }
        }
        (Type::Enum(ty), Kind::Number) => {
            let number = number(node.numeral()).integer().ok();
            let meant = ty.variants().iter().find(|variant| Some(i128::from(variant.number)) == number);
            return Some(match meant {
                Some(meant) => format!("write `\"{}\"`, the name of the variant", meant.name.as_str()),
                None => "write the name of a variant, in quotes".into(),
            });
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
            | Type::Map(_),
            _,
        ) => return None,
    };
    Some(fixed.into())
}

/// How a literal of another kind would be written, where that is most likely meant.
pub(super) fn rewritten(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> Option<&'static str> {
    match (ty, node.kind()) {
        (Type::String(_), Kind::Number | Kind::True | Kind::False) => Some("put it in quotes"),
        (Type::Vector(_) | Type::Array(_), Kind::String | Kind::Number | Kind::True | Kind::False) => {
            Some("put the elements in brackets, even a single one: `[…]`")
        }
        (Type::Struct(_), Kind::String) => Some("write an object, member → value: `{ … }`"),
        (Type::Struct(_), Kind::Array) => Some(match node.document().format() {
            Format::Toml if node.raw().starts_with("[[") => {
                "write the header once, with one pair of brackets: `[name]`"
            }
            Format::Yaml if !node.raw().starts_with('[') => "remove the `- ` in front of its members",
            Format::Json | Format::Json5 | Format::Yaml | Format::Toml | Format::Env => {
                "remove the brackets around the object: this is no list"
            }
        }),
        (Type::Vector(_) | Type::Array(_), Kind::Object) => {
            Some("list the elements in brackets, without keys: `[…]`")
        }
        (_, Kind::Null) if matches!(subject.path, ValuePath::Element(..)) => Some("leave the element out"),
        (Type::Map(_), Kind::String | Kind::Array) => Some("write an object, key → value: `{ … }`"),
        // Only YAML has a null without a text: what was meant to be in it most likely stands beside it.
        (Type::Map(_), Kind::Null) if node.raw().is_empty() => {
            Some("indent its entries further than its own key, or leave the key out; there is no null")
        }
        (Type::Struct(_), Kind::Null) if node.raw().is_empty() => {
            Some("indent its members further than its own key, or leave the key out")
        }
        (_, Kind::Null) if subject.what == "default" => Some(NO_DEFAULT),
        (_, Kind::Null) if matches!(subject.path, ValuePath::Entry(..)) => {
            Some("leave the entry out: only an optional field or member takes `null`")
        }
        (_, Kind::Null) => {
            Some("leave the key out to use the default: only an optional field or member takes `null`")
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
            | Type::Map(_),
            _,
        ) => None,
    }
}

/// What helps where a text is a number with something around it.
fn around_number(ty: &Type, text: &str, is_quoted: bool) -> Option<&'static str> {
    let number = text.trim_end_matches([',', ';']);
    if number.len() < text.len() && is_literal(ty, number) {
        return Some("remove the sign after the number");
    }
    if text.contains(',') && is_literal(ty, &text.replace(',', "")) {
        return Some("write the digits without `,` between them");
    }
    if matches!(ty, Type::Float(_)) && is_literal(ty, &text.replace(',', ".")) {
        return Some("write `.` in front of the fraction");
    }
    let starts = |sign: &str| text.split_once(sign).is_some_and(|(number, _)| is_literal(ty, number.trim()));
    match is_quoted {
        false if starts("//") || starts("/*") => Some("start a comment with `#`"),
        false if starts("#") => Some("write a space in front of the `#` of a comment"),
        true | false => None,
    }
}

/// How the elements would be listed that a text holds.
fn listed_elements(ty: &Type, node: Node<'_>) -> Option<String> {
    const SHOWN: usize = 4;
    let is_plain = !node.raw().starts_with(['"', '\'', '|', '>']);
    // Plain text of YAML may go on in further lines.
    let text = if is_plain { node.raw() } else { node.text() };
    if is_plain && text.starts_with('-') && text.len() > 1 {
        return Some("write a space after each `-`".into());
    }
    if is_plain && text.ends_with(']') && !text.contains('[') {
        return Some("write `[` in front of the first element".into());
    }
    let quote = if matches!(ty.element(), Some(Type::String(_) | Type::Enum(_))) { "\"" } else { "" };
    let parts: Vec<&str> = text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let is_simple = |part: &&str| part.len() <= 20 && !part.contains(['"', '\\', '`']);
    if parts.is_empty() || parts.len() > SHOWN || !parts.iter().all(is_simple) {
        return None;
    }
    let parts: Vec<String> =
        parts.iter().map(|part| format!("{quote}{}{quote}", escape::plain(part))).collect();
    Some(format!("write a list: `[{}]`", parts.join(", ")))
}

/// The bool that a word of other formats stands for.
fn bool_for(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "t" | "1" | "enabled" => Some("write `true`"),
        "false" | "no" | "off" | "n" | "f" | "0" | "disabled" => Some("write `false`"),
        _ => None,
    }
}

/// Whether a text is a literal of a type of numbers, in every format.
fn is_literal(ty: &Type, text: &str) -> bool {
    is_numeral(text)
        && match ty {
            Type::Integer(ty) => number(text).integer().is_ok_and(|value| ty.check(value).is_ok()),
            Type::Float(ty) => float_literal(ty.kind, text).is_some_and(|value| ty.check(value).is_ok()),
            Type::Bool
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_) => false,
        }
}

/// What helps where a default has a unit that its field does not declare.
fn with_unit(text: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | ' ');
    match text.trim_start_matches(is_number).parse::<Unit>() {
        Ok(unit) => format!("declare `unit: \"{unit}\"` beside its type, or write the number alone"),
        Err(_) => "write the number alone, without a unit".into(),
    }
}

/// Whether a text is a number and then the name of what it counts: `30s`, `1.5 GiB`, `50%`.
fn has_unit(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | '_'));
    let unit_starts = |c: char| c.is_alphabetic() || matches!(c, '%' | '°' | ' ');
    let is_counted = text.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit());
    is_counted && unit.starts_with(unit_starts) && !is_numeral(text)
}

/// What helps where plain text of YAML is meant as a number: one that only other readers take for one.
pub(super) fn spelled_otherwise(ty: &Type, node: Node<'_>) -> Option<&'static str> {
    let is_plain = node.kind() == Kind::String && node.raw() == node.text();
    let magnitude = node.text().trim_start_matches(['+', '-']);
    let is_meant = matches!(ty, Type::Integer(_) | Type::Float(_))
        && magnitude.starts_with(|c: char| c.is_ascii_digit())
        && magnitude.chars().all(|c| c.is_ascii_hexdigit() || "_:.xXoObB".contains(c));
    (is_plain && is_meant)
        .then_some("write the number with decimal digits only, or as `0x` and hexadecimal digits")
}
