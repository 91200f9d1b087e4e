//! The entries of a rest, beside the properties of its struct.

use super::context::{Context, LiteralPlace, SchemaPointer};
use super::operators::{computed, replaced_value};
use super::scalars::EntryKeySchema;
use crate::types::{Field, MapType};
use crate::value::{INPUTS, SCHEMA};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::json;

/// An entry of a rest. In a layer it may be an operator.
pub(super) struct RestEntrySchema<'a, T> {
    pub(super) field: &'a Field,
    pub(super) map: &'a MapType,
    /// The place of the struct.
    pub(super) place: LiteralPlace,
    /// The schema of a value of an entry.
    pub(super) value: T,
    /// The place of that schema.
    pub(super) at: &'a SchemaPointer<'a>,
}

impl<T: Serialize> Serialize for RestEntrySchema<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, map: ty, place, value, at } = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some(doc) = &field.doc {
            map.serialize_entry("description", doc)?;
        }
        if field.sensitive {
            map.serialize_entry("writeOnly", &true)?;
        }
        match place {
            LiteralPlace::Layer => {
                let replaced = replaced_value(json!({ "$ref": at }))?;
                let unset = json!({ "$ref": "#/$defs/unset" });
                map.serialize_entry("anyOf", &(value, replaced, computed(ty.value()), unset))?;
            }
            LiteralPlace::Override
            | LiteralPlace::Complete
            | LiteralPlace::Element
            | LiteralPlace::LayerElement => map.serialize_entry("anyOf", &[value])?,
        }
        map.end()
    }
}

/// The names of the properties of an open struct: those of its fields, the tag of its union, and the keys of its rest.
pub(super) struct OpenNamesSchema<'a> {
    pub(super) fields: &'a [Field],
    pub(super) tag: Option<&'a str>,
    pub(super) map: &'a MapType,
    /// The context of the struct.
    pub(super) context: Context<'a>,
}

impl Serialize for OpenNamesSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of_layer = [INPUTS].into_iter().filter(|_| self.context.place == LiteralPlace::Layer);
        let of_root = [SCHEMA].into_iter().chain(of_layer);
        let of_root = of_root.filter(|_| matches!(self.context.at, SchemaPointer::Root));
        let of_fields = self.fields.iter().flat_map(Field::names_in_literals);
        let names: Vec<&str> = of_root.chain(self.tag).chain(of_fields).collect();
        let mut map = serializer.serialize_map(None)?;
        if names.is_empty() {
            map.serialize_entry("anyOf", &[EntryKeySchema(self.map)])?;
        } else {
            map.serialize_entry("anyOf", &(json!({ "enum": names }), EntryKeySchema(self.map)))?;
        }
        map.end()
    }
}
