//! Nullable fields: `null` alone, and beside the object for an absent value.

use super::{Subject, check_every_change};
use confc::generate::SchemaDocument;

const STANZA: &str = r#"{
    byte: { type: "uint8" },
    wait: { type: "uint8", max: 9, unit: "s", nullable: true },
    both: { type: "uint8", nullable: true, optional: true },
    mode: { type: "enum", variants: { plain: 0, tls: 1 }, nullable: true, default: null },
    names: { type: "vector", max_count: 2, element: { type: "string", max_size: 3 }, nullable: true, default: ["a"] },
    labels: { type: "map", max_count: 2, key: { type: "string", max_size: 3 }, value: { type: "uint8" }, nullable: true },
    proxy: { type: "struct", nullable: true, fields: {
        host: { type: "string", max_size: 20, aliases: ["h"] }, port: { type: "uint16", nullable: true },
    } },
    proxies: { type: "vector", max_count: 2, default: [], element: { type: "struct", fields: {
        host: { type: "string", max_size: 20, nullable: true, default: "h" },
        port: { type: "uint16", nullable: true, optional: true },
    } } },
}"#;

const VALUES: &str = r#"{
    "byte": 1, "wait": "3s", "both": 3, "mode": "tls", "names": ["a"], "labels": { "a": 1 },
    "proxy": { "host": "h", "port": 1 }, "proxies": [{ "host": "a", "port": 1 }]
}"#;

#[test]
fn both_say_the_same_about_every_single_change_of_nullable_fields() {
    check_every_change(STANZA, VALUES, [40, 200]);
}

#[test]
fn null_and_absent_have_one_spelling_each() {
    let subject = Subject::of_stanza(STANZA);
    let complete = |values: &str| {
        values.replacen('{', "{ byte: 1, wait: null, labels: null, proxy: { h: 'h', port: null }, ", 1)
    };
    for values in [
        "{ both: null, mode: null, names: null }",
        "{ both: { $absent: true } }",
        "{ proxies: [{ host: null, port: null }, { port: { $absent: true } }] }",
        "{}",
    ] {
        for (values, document) in
            [(values.to_owned(), SchemaDocument::Layer), (complete(values), SchemaDocument::Complete)]
        {
            assert_eq!(subject.compiler(&values, document), [], "{values}");
            assert_eq!(subject.schema(&values, document), Vec::<String>::new(), "{values}");
        }
    }
    for values in [
        "{ wait: { $override: null } }",
        "{ both: { $override: null } }",
        "{ both: { $override: { $absent: true } } }",
        "{ proxy: { $override: null } }",
        "{ labels: { $override: null } }",
        "{ names: { $unset: true } }",
    ] {
        assert_eq!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
        assert_eq!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new(), "{values}");
    }
    for values in [
        "{ byte: null }",
        "{ wait: { $absent: true } }",
        "{ wait: { $override: { $absent: true } } }",
        "{ mode: { $absent: true } }",
        "{ names: [null] }",
        "{ labels: { a: null } }",
        "{ proxy: { host: null } }",
        "{ proxy: { port: { $absent: true } } }",
        "{ proxies: [{ host: { $absent: true } }] }",
        "{ proxies: [null] }",
    ] {
        assert_ne!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
        assert_ne!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new(), "{values}");
    }
}
