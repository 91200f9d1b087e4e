//! Keywords of JSON Schema, by their treatment in a draft.

use super::bounds::BOUNDS;

/// The names of types in JSON Schema.
pub(super) const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Keywords that no type can express.
pub(super) const REFUSED: [&str; 12] = [
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "patternProperties",
    "dependentSchemas",
    "prefixItems",
    "unevaluatedProperties",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
];

/// Keywords that do not constrain values, or only repeat a reference.
pub(super) const BESIDE_REFERENCES: [&str; 9] = [
    "$ref",
    "$comment",
    "title",
    "description",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "nullable",
];

/// Keywords that a draft lists in a comment. `enum` and `const` are here for values that no enum type can express.
pub(super) const UNTOLD: [&str; 19] = [
    "enum",
    "const",
    "multipleOf",
    "minLength",
    "pattern",
    "minItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "additionalItems",
    "minProperties",
    "propertyNames",
    "dependentRequired",
    "dependencies",
    "contentEncoding",
    "contentMediaType",
    "default",
    "x-kubernetes-validations",
];

/// Keywords that are drafted, or do not constrain values.
const OTHERS: [&str; 28] = [
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$vocabulary",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$defs",
    "definitions",
    "type",
    "format",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "uniqueItems",
    "maxLength",
    "maxItems",
    "maxProperties",
    "then",
    "else",
    "example",
    "externalDocs",
    "xml",
    "discriminator",
    "contentSchema",
    "markdownDescription",
    "errorMessage",
];

/// Whether a keyword is one of JSON Schema or `OpenAPI`, or an extension of a vendor.
pub(super) fn is_known(key: &str) -> bool {
    key.starts_with("x-")
        || OTHERS.contains(&key)
        || REFUSED.contains(&key)
        || BESIDE_REFERENCES.contains(&key)
        || UNTOLD.contains(&key)
        || BOUNDS.contains(&key)
}
