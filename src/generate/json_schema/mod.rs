//! A JSON Schema of documents with values.
//!
//! It accepts everything that the compiler accepts. This holds for validators that represent integers exactly or as
//! float64, and other numbers as float64. It accepts more if a JSON Schema cannot express a check of the compiler.
//! `tests/suite/generate/values_schema.rs` compares both and lists the differences.

mod context;
mod literals;
mod names;
mod operators;
mod rest;
mod scalars;
mod written;

use crate::declaration::Config;
use crate::text::json::to_indented_json;
use crate::types::Field;
use crate::value::{ABSENT, EXPRESSION, TEXT, UNSET};
use context::{Context, LiteralPlace, SchemaPointer};
use literals::MemberSchemas;
use operators::{OperatorSchema, Single};
use scalars::JsonTypes;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;
use written::WrittenSchemas;

/// The documents that a JSON Schema is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaDocument {
    /// Any layer: it may omit values that other layers set, and use operators on values of earlier layers.
    Layer,
    /// A complete document: every field without a default is required. Operators are not allowed, since there is no
    /// earlier layer.
    Complete,
}

/// Returns the JSON Schema of documents for this schema, indented, with a line feed at its end.
pub(super) fn generate(config: &Config, document: SchemaDocument) -> String {
    to_indented_json(&Root { config, document }) + "\n"
}

struct Root<'a> {
    config: &'a Config,
    document: SchemaDocument,
}

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let checksum = self.config.checksum();
        let (what, place) = match self.document {
            SchemaDocument::Layer => ("A layer of values", LiteralPlace::Layer),
            SchemaDocument::Complete => ("All values", LiteralPlace::Complete),
        };
        let written = &WrittenSchemas::default();
        let context = Context { place, at: &SchemaPointer::Root, secret: false, written };
        let fields = MemberSchemas { fields: self.config.fields(), defaults: None, tag: None, context };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("$schema", "https://json-schema.org/draft/2020-12/schema")?;
        map.serialize_entry("title", "Configuration values")?;
        let mut description =
            format!("{what} for the component whose configuration has the checksum {checksum}.");
        if !self.config.rules().is_empty() {
            description += " Rules are not in this schema: a document that it accepts may break one.";
        }
        map.serialize_entry("description", &description)?;
        fields.entries(&mut map, JsonTypes { null: false })?;
        let definitions = Definitions {
            of_layers: self.document == SchemaDocument::Layer,
            absent: self.config.fields().iter().any(has_optional),
        };
        if definitions.of_layers || definitions.absent {
            map.serialize_entry("$defs", &definitions)?;
        }
        map.end()
    }
}

/// Whether a field, or a member in it, may be absent.
fn has_optional(field: &Field) -> bool {
    field.optional || field.ty.any_member(&has_optional)
}

/// Schemas that several places refer to.
struct Definitions {
    /// Whether they include operators and expressions.
    of_layers: bool,
    absent: bool,
}

impl Serialize for Definitions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unset = OperatorSchema {
            name: UNSET,
            description: "Discard what earlier layers set, so that the default applies again.",
            operand: json!({ "const": true }),
        };
        let absent = OperatorSchema {
            name: ABSENT,
            description: "No value. `null` means the same, unless it is a value itself.",
            operand: json!({ "const": true }),
        };
        let expression = OperatorSchema {
            name: EXPRESSION,
            description: "The value of an expression over other fields, inputs and other components.",
            operand: json!({ "type": "string" }),
        };
        let text = OperatorSchema {
            name: TEXT,
            description: "A string with `${expression}` in it.",
            operand: json!({ "type": "string" }),
        };
        let mut map = serializer.serialize_map(None)?;
        if self.absent {
            map.serialize_entry("absent", &absent)?;
        }
        if self.of_layers {
            map.serialize_entry("computed", &Single("anyOf", &[expression, text]))?;
            map.serialize_entry("unset", &unset)?;
        }
        map.end()
    }
}
