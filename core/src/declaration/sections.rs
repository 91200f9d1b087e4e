//! The check of the sections of a declaration, which were made in memory or read from bytes.

use crate::types::limits::MAX_JSON_DEPTH;
use crate::types::{Component, JsonValue, is_canonical_number};
use crate::wire::{DecodeErrorKind as Kind, first_repeated};

/// The shape of a section in every manifest.
#[derive(Debug, Clone, Copy)]
enum SectionShape {
    List,
    Map,
}

impl SectionShape {
    /// The shape of the section with this name.
    fn of(section: &str) -> Self {
        match section {
            "program" | "facets" | "disable" => Self::Map,
            // Any other section is a list of capabilities that a component uses or offers.
            _ => Self::List,
        }
    }
}

/// Checks that a section has the shape that it has in every manifest.
pub(super) fn check_shape(section: &'static str, json: &JsonValue) -> Result<(), Kind> {
    let expected = match (json, SectionShape::of(section)) {
        (JsonValue::List(items), SectionShape::List)
            if !items.iter().all(|item| matches!(item, JsonValue::Map(_))) =>
        {
            "a list of maps"
        }
        (JsonValue::List(_), SectionShape::List) | (JsonValue::Map(_), SectionShape::Map) => return Ok(()),
        (_, SectionShape::List) => "a list",
        (_, SectionShape::Map) => "a map",
    };
    Err(Kind::Section { section, expected })
}

/// Checks everything about sections except configuration capabilities.
pub(super) fn check(component: &Component) -> Result<(), Kind> {
    for (section, json) in component.named() {
        check_json(json, 0)?;
        check_shape(section, json)?;
    }
    let extensions = &component.extensions;
    extensions.iter().try_for_each(|(_, json)| check_json(json, 0))?;
    check_extensions(extensions)
}

/// Checks the keys of the extensions.
pub(super) fn check_extensions(extensions: &[(Box<str>, JsonValue)]) -> Result<(), Kind> {
    let is_unnamed = |key: &str| key.strip_prefix("x-").is_none_or(str::is_empty);
    if let Some((key, _)) = extensions.iter().find(|(key, _)| is_unnamed(key)) {
        return Err(Kind::Extension { key: (&**key).into() });
    }
    check_repeated(extensions)
}

fn check_repeated(members: &[(Box<str>, JsonValue)]) -> Result<(), Kind> {
    match first_repeated(members) {
        Some(key) => Err(Kind::MemberTwice { key: key.into() }),
        None => Ok(()),
    }
}

/// Checks a value inside this many lists and maps.
fn check_json(json: &JsonValue, depth: usize) -> Result<(), Kind> {
    match json {
        JsonValue::List(_) | JsonValue::Map(_) if depth == MAX_JSON_DEPTH => Err(Kind::JsonTooDeep),
        JsonValue::List(items) => items.iter().try_for_each(|item| check_json(item, depth + 1)),
        JsonValue::Map(members) => {
            members.iter().try_for_each(|(_, value)| check_json(value, depth + 1))?;
            check_repeated(members)
        }
        JsonValue::Negative(found) if *found >= 0 => Err(Kind::NotNegative { found: *found }),
        JsonValue::Number(text) if !is_canonical_number(text) => Err(Kind::Number { text: (&**text).into() }),
        JsonValue::Null
        | JsonValue::Bool(_)
        | JsonValue::Unsigned(_)
        | JsonValue::Negative(_)
        | JsonValue::Number(_)
        | JsonValue::String(_) => Ok(()),
    }
}
