//! Defaults of a schema as literals of a manifest.

use super::bounds::integer;
use crate::draft::model::{DraftField, DraftString, DraftType};
use crate::draft::write::literal;
use crate::syntax::{Kind, Node};
use crate::types::{JsonKind, Pattern, write_json_number};
use crate::value::{kind_of, secret_names};
use std::collections::BTreeSet;

/// The deepest default that is drafted.
const MAX_DEPTH: usize = 8;

/// The most values in a default that is drafted: each is looked up among others.
const MAX_VALUES: usize = 256;

/// Returns the literal of a default if the type has exactly this value.
pub(super) fn default_literal(ty: &DraftType, nullable: bool, default: Node<'_>) -> Option<String> {
    match default.kind() == Kind::Null && nullable {
        true => Some("null".into()),
        false if has_more(default, &mut { MAX_VALUES }) => None,
        false => of_type(ty, default, 0),
    }
}

/// Whether a literal has more values than `left`, which it takes away.
fn has_more(node: Node<'_>, left: &mut usize) -> bool {
    if *left == 0 {
        return true;
    }
    *left -= 1;
    node.elements().any(|element| has_more(element, left))
        || node.members().any(|(_, value)| has_more(value, left))
}

/// Whether a default is an object without members, which a struct without required members has anyway.
pub(super) fn is_given_anyway(ty: &DraftType, default: Node<'_>) -> bool {
    default.kind() == Kind::Object && default.members().next().is_none() && may_be_unset(ty)
}

/// Whether an object of this type needs no members.
fn may_be_unset(ty: &DraftType) -> bool {
    match ty {
        DraftType::Struct(fields) => fields.iter().all(is_optional),
        DraftType::Bool
        | DraftType::Integer { .. }
        | DraftType::Float { .. }
        | DraftType::String(_)
        | DraftType::Enum(_)
        | DraftType::Vector { .. }
        | DraftType::Map { .. }
        | DraftType::Json { .. }
        | DraftType::Union(_)
        | DraftType::Tagged(..) => false,
    }
}

fn of_type(ty: &DraftType, node: Node<'_>, depth: usize) -> Option<String> {
    if node.is_disputed() || depth > MAX_DEPTH {
        return None;
    }
    match (ty, node.kind()) {
        (DraftType::Bool, Kind::True) => Some("true".into()),
        (DraftType::Bool, Kind::False) => Some("false".into()),
        (DraftType::Integer { is_unsigned, min, max }, Kind::Number) => {
            let value = integer(node)?;
            let fits = if *is_unsigned { u64::try_from(value).is_ok() } else { i64::try_from(value).is_ok() };
            let is_inside = min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max);
            (fits && is_inside).then(|| value.to_string())
        }
        (DraftType::Float { min, max }, Kind::Number) => {
            let value: f64 = node.numeral().parse().ok().filter(|value: &f64| value.is_finite())?;
            let is_past = |bound: &Option<String>, is_past: fn(&f64, &f64) -> bool| {
                let bound = bound.as_ref().and_then(|bound| bound.parse().ok());
                bound.is_some_and(|bound| is_past(&value, &bound))
            };
            (!is_past(min, f64::lt) && !is_past(max, f64::gt)).then(|| node.numeral().to_owned())
        }
        (DraftType::String(ty), Kind::String) => fits(ty, node.text()).then(|| literal(node.text())),
        (DraftType::Enum(names), Kind::String) => {
            names.iter().any(|name| name.as_str() == node.text()).then(|| literal(node.text()))
        }
        (DraftType::Vector { count, min_count, is_unique, element }, Kind::Array) => {
            let elements: Option<Vec<_>> =
                node.elements().map(|node| of_type(element, node, depth + 1)).collect();
            let elements = elements?;
            let found = elements.len() as u64;
            let is_sized = min_count.unwrap_or_default() <= found && found <= count.max;
            let is_distinct = !is_unique || elements.iter().collect::<BTreeSet<_>>().len() == elements.len();
            (is_sized && is_distinct).then(|| format!("[{}]", elements.join(", ")))
        }
        (DraftType::Map { count, key, value, .. }, Kind::Object) => {
            let entries: Option<Vec<_>> = node
                .members()
                .map(|(name, node)| {
                    let is_open = is_data(name.text()) && fits(key, name.text());
                    let value = of_type(value, node, depth + 1).filter(|_| is_open)?;
                    Some(format!("{}: {value}", literal(name.text())))
                })
                .collect();
            let entries = entries.filter(|entries| entries.len() as u64 <= count.max)?;
            Some(object(&entries))
        }
        (DraftType::Struct(fields), Kind::Object) => structure(fields, Vec::new(), node, depth),
        (DraftType::Tagged(tag, cases), Kind::Object) => {
            let text = node.get(tag.as_str()).filter(|text| text.kind() == Kind::String)?;
            let case = cases.iter().find(|case| case.text.as_str() == text.text())?;
            let tag = format!("{}: {}", literal(tag.as_str()), literal(text.text()));
            structure(&case.fields, vec![tag], node, depth + 1).filter(|_| !text.is_disputed())
        }
        (DraftType::Json { size, kinds, .. }, _) => {
            let text =
                json(node, depth).filter(|_| kind_of(node).is_some_and(|kind| kinds.contains(kind)))?;
            // Without the white space between its parts, the text is no longer.
            (text.len() as u64 <= size.max).then_some(text)
        }
        (DraftType::Union(cases), _) => {
            let kind = kind_of(node)?;
            let takes = |(named, ty): &&(JsonKind, DraftType)| {
                let is_json = matches!(ty, DraftType::Json { kinds, .. } if kinds.contains(kind));
                *named == kind || is_json
            };
            cases.iter().find(takes).and_then(|(_, ty)| of_type(ty, node, depth + 1))
        }
        (_, _) => None,
    }
}

/// An object whose members have their values in it, or need none, after these members. A rest has no entries.
fn structure(
    fields: &[DraftField],
    mut members: Vec<String>,
    node: Node<'_>,
    depth: usize,
) -> Option<String> {
    for field in fields {
        let name = field.native.as_ref().unwrap_or(&field.key);
        match node.get(name).filter(|_| !field.is_rest) {
            Some(value) if !(field.sensitive || field.optional && takes_null(field)) => {
                let is_null = value.kind() == Kind::Null && field.nullable;
                let value = if is_null { "null".into() } else { of_type(&field.ty, value, depth + 1)? };
                members.push(format!("{}: {value}", literal(name)));
            }
            None if is_optional(field) => {}
            Some(_) | None => return None,
        }
    }
    (members.len() == node.members().count()).then(|| object(&members))
}

/// Whether a member has null as a value, so that null does not mean absent.
fn takes_null(field: &DraftField) -> bool {
    field.nullable || matches!(&field.ty, DraftType::Json { kinds, .. } if kinds.contains(JsonKind::Null))
}

/// Whether an object may lack a member.
fn is_optional(field: &DraftField) -> bool {
    field.optional || field.is_rest || field.default.is_some() || may_be_unset(&field.ty)
}

/// Whether a default may have an entry of this name. Operators and names of secrets are left out.
fn is_data(name: &str) -> bool {
    !name.starts_with('$') && !secret_names::is_secret_text(name)
}

fn fits(ty: &DraftString, text: &str) -> bool {
    let size = text.len() as u64;
    let matches = |pattern: &String| Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(text));
    ty.min_size.unwrap_or_default() <= size && size <= ty.size.max && ty.pattern.as_ref().is_none_or(matches)
}

fn json(node: Node<'_>, depth: usize) -> Option<String> {
    if node.is_disputed() || depth > MAX_DEPTH {
        return None;
    }
    Some(match node.kind() {
        Kind::Null => "null".into(),
        Kind::True => "true".into(),
        Kind::False => "false".into(),
        Kind::Number => {
            let mut text = String::new();
            write_json_number(node.numeral(), &mut text).ok()?;
            text
        }
        Kind::String => literal(node.text()),
        Kind::Array => {
            let elements: Option<Vec<_>> = node.elements().map(|node| json(node, depth + 1)).collect();
            format!("[{}]", elements?.join(", "))
        }
        Kind::Object => {
            let members: Option<Vec<_>> = node
                .members()
                .map(|(name, node)| {
                    let value = json(node, depth + 1).filter(|_| is_data(name.text()))?;
                    Some(format!("{}: {value}", literal(name.text())))
                })
                .collect();
            object(&members?)
        }
        Kind::Invalid => return None,
    })
}

fn object(members: &[String]) -> String {
    if members.is_empty() { "{}".into() } else { format!("{{ {} }}", members.join(", ")) }
}
