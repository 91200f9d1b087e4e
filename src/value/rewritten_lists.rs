//! Rewrites values where lists and structs belong in the most likely intended form.

use super::quantity::is_literal;
use super::subject::shown_key;
use crate::diagnostic::{Help, RemedyKind};
use crate::syntax::{Format, Kind, Node, begins_with_joined_dash};
use crate::text::escape;
use crate::types::{Field, StructType, Type};

/// An example of a struct: its required members, and the first member that takes the value given for the
/// struct.
pub(super) fn object_of(ty: &StructType, node: Node<'_>) -> String {
    const SHOWN: usize = 4;
    let sign = if node.document().format() == Format::Toml { " =" } else { ":" };
    let takes = |member: &Field| match node.kind() {
        Kind::Number => matches!(member.ty, Type::Integer(_) | Type::Float(_)),
        Kind::True | Kind::False => matches!(member.ty, Type::Bool),
        Kind::String => matches!(member.ty, Type::String(_) | Type::Enum(_)),
        Kind::Null | Kind::Array | Kind::Object | Kind::Invalid => false,
    };
    let members = ty.members();
    let taking = members.iter().position(takes);
    let named = members.iter().enumerate().filter(|(at, member)| Some(*at) == taking || member.needs_value());
    let named: Vec<&Field> = named.map(|(_, member)| member).collect();
    let shown = if named.is_empty() { members.iter().take(1).collect() } else { named };
    let more = if shown.len() > SHOWN { ", …" } else { "" };
    let shown: Vec<String> = shown
        .iter()
        .take(SHOWN)
        .map(|member| format!("{}{sign} …", shown_key(member.native_name())))
        .collect();
    format!("{{ {}{more} }}", shown.join(", "))
}

/// The first key of a block mapping where a list of objects belongs, if it begins with the dash of an
/// element: `-key: a`.
pub(super) fn key_with_dash<'d>(ty: &Type, node: Node<'d>) -> Option<Node<'d>> {
    let (key, _) = node.members().next()?;
    let is_in_lines = node.document().format() == Format::Yaml && !node.raw().starts_with('{');
    let of_objects = matches!(ty.element()?, Type::Struct(_) | Type::Map(_) | Type::Union(_));
    (of_objects && is_in_lines && begins_with_joined_dash(key.raw())).then_some(key)
}

/// The remedy for an object where a list belongs.
pub(super) fn listed_object(ty: &Type, node: Node<'_>) -> String {
    if node.members().next().is_none() && ty.check_count(0).is_ok() {
        return "write `[]` for no elements".into();
    }
    if key_with_dash(ty, node).is_some() {
        return "write a space after the `-`".into();
    }
    if let Some(Type::Map(_)) = ty.element() {
        return "put the object in brackets: `[{ … }]`".into();
    }
    let Some(Type::Struct(element)) = ty.element() else {
        return "list the elements in brackets, without keys: `[…]`".into();
    };
    let is_element = node.members().any(|(key, _)| element.position_in_literal(key.text()).is_some());
    let help = match node.document().format() {
        _ if !is_element => {
            // The key of each object is most likely the value of the member that the object lacks.
            let is_left_out = |member: &&Field| {
                let mut values = node.members();
                member.needs_value()
                    && matches!(member.ty, Type::String(_))
                    && values.all(|(_, value)| value.get(member.native_name()).is_none())
            };
            return match element.members().iter().find(is_left_out) {
                Some(member) => {
                    let name = shown_key(member.native_name());
                    format!(
                        "list the objects in brackets, the key of each as its `{name}`: `[{{ {name}: … }}]`"
                    )
                }
                None => "list the objects in brackets, without keys: `[{ … }]`".into(),
            };
        }
        Format::Toml if node.raw().starts_with('[') => {
            "write the header of each element with two pairs of brackets: `[[…]]`"
        }
        Format::Yaml if !node.raw().starts_with('{') => {
            "write `- ` in front of its first member, and indent the others like that one"
        }
        Format::Json | Format::Json5 | Format::Yaml | Format::Toml | Format::Env => {
            "put the object in brackets: `[{ … }]`"
        }
    };
    help.into()
}

/// Whether only spaces precede a value in its line.
fn begins_line(node: Node<'_>) -> bool {
    let before = node.document().source().text().get(..node.span().start as usize).unwrap_or_default();
    before.trim_end_matches(' ').ends_with(['\n', '\r'])
}

/// The help to write a text that lists elements as a list of literals.
pub(super) fn listed_elements(ty: &Type, node: Node<'_>) -> Option<Help> {
    const SHOWN: usize = 4;
    let is_plain = !node.raw().starts_with(['"', '\'', '|', '>']);
    // Plain text of YAML may continue on the next lines.
    let text = if is_plain { node.raw() } else { node.text() };
    if is_plain && begins_with_joined_dash(text) && begins_line(node) {
        return Some("write a space after each `-`".into());
    }
    if is_plain && text.ends_with(']') && !text.contains('[') {
        return Some("write `[` in front of the first element".into());
    }
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let element = ty.element()?;
    if let Type::Struct(element) = element {
        return Some(format!("write a list of objects: `[{}]`", object_of(element, node)).into());
    }
    let is_text = matches!(element, Type::String(_) | Type::Enum(_));
    let quote = if is_text { "\"" } else { "" };
    let split = |signs: &[char]| -> Vec<&str> {
        text.split(signs).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let mut parts = split(&[',', '\n']);
    // Spaces separate the elements if commas and lines give too few of them.
    if parts.len() == 1 && ty.check_count(1).is_err() {
        parts = split(&[' ']);
    }
    let is_simple = |part: &&str| {
        let fits = is_text || is_literal(element, part) || matches!(*part, "true" | "false");
        part.len() <= 20 && !part.contains(['"', '\\', '`']) && fits
    };
    if parts.is_empty() || parts.len() > SHOWN || !parts.iter().all(is_simple) {
        return None;
    }
    let parts: Vec<String> =
        parts.iter().map(|part| format!("{quote}{}{quote}", escape::plain(part))).collect();
    let list = format!("[{}]", parts.join(", "));
    // The source of a flag is named after the flag and its path.
    let source = node.document().source();
    let flag =
        source.name().split_once(' ').filter(|(flag, _)| flag.starts_with("--") && !list.contains('\''));
    Some(match flag {
        Some((flag, path)) => format!("write a list: `{flag} '{}={list}'`", escape::plain(path)).into(),
        None => Help::new(format!("write a list: `{list}`"), RemedyKind::Replace(list)),
    })
}

/// The help to put a single element in brackets.
pub(super) fn in_brackets(node: Node<'_>) -> Help {
    let help = "put the elements in brackets, even a single one: `[…]`";
    let raw = node.raw();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+./ ".contains(c);
    let may_stand_in_brackets = match node.document().format() {
        _ if raw.starts_with(['"', '\'']) => true,
        Format::Json | Format::Json5 | Format::Toml => node.kind() != Kind::String,
        // Some characters of plain text have a meaning in brackets. The `://` of a URL has none.
        Format::Yaml => raw.replacen("://", "", 1).chars().all(is_plain),
        Format::Env => false,
    };
    // A comma may separate elements, and a text of several lines may be a block.
    match may_stand_in_brackets && !raw.is_empty() && !raw.contains(['\n', ',']) {
        true => Help::new(help, RemedyKind::Replace(format!("[{raw}]"))),
        false => help.into(),
    }
}
