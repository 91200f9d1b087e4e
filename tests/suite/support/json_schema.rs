//! A JSON Schema to draft from.

/// The schema.
pub(crate) const SCHEMA: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["name", "tls"],
    "properties": {
        "name": { "type": "string", "maxLength": 10, "description": "Who it is." },
        "level": { "enum": ["low", "high"] },
        "max_conns": { "type": "integer", "minimum": 1, "maximum": 100 },
        "large": { "type": "integer", "minimum": 0, "maximum": 18446744073709551615 },
        "ratio": { "type": ["number", "null"] },
        "tls": { "$ref": "#/$defs/tls" },
        "labels": { "type": "object", "additionalProperties": { "type": "string" }, "maxProperties": 3 },
        "ports": { "type": "array", "items": { "type": "integer" }, "maxItems": 2, "uniqueItems": true }
    },
    "$defs": { "tls": { "type": "object", "properties": { "key": { "type": "string", "writeOnly": true } } } }
}"##;

/// Documents that it accepts.
pub(crate) const DOCUMENTS: [&str; 3] = [
    r#"{ "name": "ääääääääää", "tls": { "key": "x" } }"#,
    r#"{ "name": "", "tls": {}, "level": "high", "max_conns": 100, "large": 18446744073709551615, "ratio": null }"#,
    r#"{ "name": "a", "tls": {}, "labels": { "a.b/c": "x" }, "ports": [1, 2], "ratio": 0.5 }"#,
];
