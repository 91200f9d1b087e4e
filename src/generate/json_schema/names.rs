//! Names of fields and titles of their types.

use super::context::SchemaPointer;
use crate::generate::facts::name_code;
use crate::types::{Field, Type};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::json;

/// An old name, which accepts the values of its field.
pub(super) struct Alias<'a> {
    pub(super) field: &'a Field,
    pub(super) at: &'a SchemaPointer<'a>,
}

impl Serialize for Alias<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = name_code(self.field.native_name());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("description", &format!("An old name of {name}."))?;
        map.serialize_entry("deprecated", &true)?;
        map.serialize_entry("deprecationMessage", &format!("Write {name}."))?;
        map.serialize_entry("$ref", self.at)?;
        map.end()
    }
}

/// Requires at most one of the names of a field with aliases, or exactly one.
pub(super) fn one_name(field: &Field, required: bool) -> serde_json::Value {
    if let ([alias], false) = (field.names.aliases(), required) {
        return json!({ "not": { "required": [field.native_name(), alias.as_str()] } });
    }
    let names = field.names_in_literals();
    let mut choices: Vec<_> = names.map(|name| json!({ "required": [name] })).collect();
    if !required {
        choices.push(json!({ "not": { "anyOf": choices } }));
    }
    json!({ "oneOf": choices })
}

/// The title of a type. The text of a type with members would be as long as the rest.
pub(super) fn title(ty: &Type) -> String {
    if ty.members().is_empty() { ty.to_string() } else { type_kinds(ty) }
}

/// The kind of a type with those of its elements: `vector<struct>`.
pub(super) fn type_kinds(ty: &Type) -> String {
    let type_kind = ty.kind().name();
    if let Type::Map(map) = ty {
        return format!("{type_kind}<{},{}>", map.key(), type_kinds(map.value()));
    }
    ty.element().map_or_else(|| type_kind.into(), |element| format!("{type_kind}<{}>", type_kinds(element)))
}
