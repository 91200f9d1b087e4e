//! Keywords of JSON Schema, by their treatment in a draft.

use crate::types::JsonKind;

/// The names of types in JSON Schema.
pub(in crate::draft) const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Keywords that bound numbers.
pub(super) const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Keywords that a draft lists in a comment.
const UNTOLD: [&str; 20] = [
    "not",
    "if",
    "multipleOf",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "minProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "contentEncoding",
    "contentMediaType",
    "x-kubernetes-validations",
    "$dynamicRef",
    "$recursiveRef",
    "extends",
    "disallow",
];

/// Keywords that constrain values of one kind. A draft lists them in a comment if that kind has no type.
const CONSTRAINTS: [(&str, JsonKind); 12] = [
    ("minimum", JsonKind::Number),
    ("maximum", JsonKind::Number),
    ("exclusiveMinimum", JsonKind::Number),
    ("exclusiveMaximum", JsonKind::Number),
    ("minLength", JsonKind::String),
    ("maxLength", JsonKind::String),
    ("pattern", JsonKind::String),
    ("minItems", JsonKind::Array),
    ("maxItems", JsonKind::Array),
    ("uniqueItems", JsonKind::Array),
    ("maxProperties", JsonKind::Object),
    ("propertyNames", JsonKind::Object),
];

/// Constraints of strings and numbers that a draft leaves out for secrets.
pub(super) const NOT_OF_SECRETS: [&str; 8] =
    ["enum", "const", "pattern", "minLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Keywords that are drafted, or do not constrain values.
const OTHERS: [&str; 48] = [
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$vocabulary",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$defs",
    "definitions",
    "$ref",
    "$comment",
    "oneOf",
    "anyOf",
    "allOf",
    "enum",
    "const",
    "type",
    "format",
    "properties",
    "patternProperties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "default",
    "then",
    "else",
    "title",
    "description",
    "example",
    "examples",
    "enumNames",
    "enumDescriptions",
    "deprecated",
    "deprecationMessage",
    "readOnly",
    "writeOnly",
    "nullable",
    "externalDocs",
    "xml",
    "discriminator",
    "contentSchema",
    "markdownDescription",
    "markdownEnumDescriptions",
    "defaultSnippets",
    "errorMessage",
    "doNotSuggest",
    "version",
];

/// The form of a keyword that a comment lists: `None` if the keyword is drafted or constrains nothing.
pub(super) fn untold(key: &str) -> Option<Untaken<'_>> {
    if let Some(key) = UNTOLD.into_iter().find(|untold| *untold == key) {
        return Some(Untaken::Always(key));
    }
    if let Some((key, kind)) = CONSTRAINTS.into_iter().find(|(constraint, _)| *constraint == key) {
        return Some(Untaken::Without(kind, key));
    }
    let is_known = key.starts_with("x-") || OTHERS.contains(&key);
    (!is_known).then_some(Untaken::Unknown(key))
}

/// Why a draft does not have a keyword.
#[derive(Debug, Clone, Copy)]
pub(super) enum Untaken<'k> {
    /// No type expresses it.
    Always(&'static str),
    /// Only a type of this kind expresses it.
    Without(JsonKind, &'static str),
    /// It is not a keyword of JSON Schema or `OpenAPI`, nor an extension of a vendor.
    Unknown(&'k str),
}
