//! JSON values: the kinds of each field, and operators where they are none of the data.

use super::{Subject, check_every_change};
use confc::generate::SchemaDocument;

const STANZA: &str = r#"{
    any: { type: "json", max_size: 1000, kinds: ["bool", "number", "string", "array", "object", "null"] },
    some: { type: "json", max_size: 1000, default: 1 },
    list: { type: "json", max_size: 1000, kinds: ["array", "number"], optional: true },
    null: { type: "json", max_size: 1000, kinds: ["number", "null"], optional: true },
    vector: { type: "vector", max_count: 2, element: { type: "json", max_size: 1000, kinds: ["string"] }, default: [] },
    map: {
        type: "map", max_count: 4, key: { type: "string", max_size: 9 }, default: {},
        value: { type: "json", max_size: 1000, kinds: ["number"] },
    },
    struct: { type: "struct", fields: { list: { type: "json", max_size: 1000, kinds: ["array"], default: [] } } },
    structs: { type: "vector", max_count: 2, default: [], element: {
        type: "struct", fields: { list: { type: "json", max_size: 1000, kinds: ["array"], optional: true } },
    } },
}"#;

const VALUES: &str = r#"{
    "any": { "a": [1, 2.5, null] }, "some": "x", "list": [{}], "null": null, "vector": ["a", "b"], "map": { "k": 1 },
    "struct": { "list": [1] }, "structs": [{ "list": [1] }]
}"#;

#[test]
fn both_say_the_same_about_every_single_change_of_json() {
    check_every_change(STANZA, VALUES, [100, 100]);
}

#[test]
fn data_and_operators_are_told_apart() {
    let subject = Subject::of_stanza(STANZA);
    for values in [
        "{ some: { $ref: '#/x' } }",
        "{ some: { $append: [1] } }",
        "{ some: { $text: 'a' } }",
        "{ some: { $override: 1, $unset: true } }",
        "{ some: { $override: { $override: 1 } } }",
        "{ some: { a: { $override: 1 } } }",
        "{ list: { $override: [{ $expr: 1 }] } }",
        "{ list: { $override: null } }",
        "{ list: { $unset: true } }",
        "{ list: { $absent: true } }",
        "{ list: { $expr: 'some' } }",
        "{ null: { $absent: true } }",
        "{ null: { $override: null } }",
        "{ null: { $expr: 'some' } }",
        "{ vector: { $append: ['a'] } }",
        "{ map: { a: { $expr: 'some' } } }",
        "{ map: { a: { $override: 1 }, b: { $unset: true } } }",
        "{ map: { $override: { a: { $expr: 'some' } } } }",
        "{ struct: { list: { $override: [] } } }",
        "{ struct: { $override: { list: { $override: [] } } } }",
        "{ struct: { $override: { list: { $expr: 'some' } } } }",
    ] {
        assert_eq!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
        assert_eq!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new(), "{values}");
    }
    for values in [
        "{ some: null }",
        "{ list: { $ref: '#/x' } }",
        "{ list: { $text: 'a' } }",
        "{ list: { $append: [1] } }",
        "{ list: { $override: { $expr: 'some' } } }",
        "{ list: { $override: { $absent: true } } }",
        "{ list: { $override: 'a' } }",
        "{ list: { $unset: false } }",
        "{ vector: [{ $expr: 'some' }] }",
        "{ vector: { $append: [{ $expr: 'some' }] } }",
        "{ vector: { $append: [1] } }",
        "{ map: { a: 'a' } }",
        "{ map: { a: { $override: 'a' } } }",
        "{ map: { a: { $ref: 1 } } }",
        "{ struct: { list: { $override: 1 } } }",
    ] {
        assert_ne!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
        assert_ne!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new(), "{values}");
    }
}
