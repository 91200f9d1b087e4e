//! The kinds of values in the `type` of a schema.

use crate::syntax::{Kind, Node};
use crate::types::{JsonKind, JsonKinds};

/// The kinds that the `type` of a schema lists.
pub(super) struct ListedKinds {
    pub(super) kinds: JsonKinds,
    /// Whether numbers have no fraction.
    pub(super) is_integer: bool,
}

/// The kinds that a schema gives types.
///
/// # Errors
/// The name of a type that does not exist.
pub(super) fn listed_kinds(schema: Node<'_>) -> Result<Option<ListedKinds>, Node<'_>> {
    let has =
        |key: &str| schema.get(key).is_some_and(|value| matches!(value.kind(), Kind::Object | Kind::Array));
    let Some(ty) = schema.get("type") else {
        let kind = match () {
            () if has("properties") || has("additionalProperties") || has("patternProperties") => {
                JsonKind::Object
            }
            () if has("items") || has("prefixItems") => JsonKind::Array,
            () => return Ok(None),
        };
        return Ok(Some(ListedKinds { kinds: JsonKinds::only(kind), is_integer: false }));
    };
    let names = std::iter::once(ty).filter(|ty| ty.kind() == Kind::String).chain(ty.elements());
    let (mut kinds, mut is_integer, mut is_number) = (None::<JsonKinds>, false, false);
    for name in names {
        let kind = match name.text() {
            "boolean" => JsonKind::Bool,
            "integer" => {
                is_integer = true;
                JsonKind::Number
            }
            "number" => {
                is_number = true;
                JsonKind::Number
            }
            "string" => JsonKind::String,
            "array" => JsonKind::Array,
            "object" => JsonKind::Object,
            "null" => JsonKind::Null,
            _ => return Err(name),
        };
        let kind = JsonKinds::only(kind);
        kinds = Some(kinds.map_or(kind, |kinds| kinds.with(kind)));
    }
    Ok(kinds.map(|kinds| ListedKinds { kinds, is_integer: is_integer && !is_number }))
}
