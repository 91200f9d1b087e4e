//! What is optional: `null`, and the object that says the same, where they may stand and nowhere else.

use super::{Subject, check_every_change};
use confc::generate::SchemaDocument;

const STANZA: &str = r#"{
    byte: { type: "uint8" },
    server: { type: "struct", fields: { port: { type: "uint16", default: 80 } } },
    maybe: { type: "uint8", max: 9, optional: true },
    mode: { type: "enum", variants: { plain: 0, tls: 1 }, optional: true, default: "plain" },
    names: { type: "vector", max_count: 2, element: { type: "string", max_size: 3 }, optional: true },
    proxy: { type: "struct", optional: true, fields: {
        host: { type: "string", max_size: 20, aliases: ["h"] }, port: { type: "uint16", optional: true },
    } },
    proxies: { type: "vector", max_count: 2, default: [], element: { type: "struct", fields: {
        host: { type: "string", max_size: 20, optional: true, default: "h" },
    } } },
}"#;

const VALUES: &str = r#"{
    "byte": 1, "server": { "port": 1 }, "maybe": 3, "mode": "tls", "names": ["a"],
    "proxy": { "host": "h", "port": 1 }, "proxies": [{ "host": "a" }]
}"#;

#[test]
fn both_say_the_same_about_every_single_change_of_what_is_optional() {
    check_every_change(STANZA, VALUES, [30, 200]);
}

#[test]
fn what_is_optional_may_be_absent_in_either_way_and_nothing_else_may() {
    let subject = Subject::of_stanza(STANZA);
    let complete = |values: &str| values.replacen('{', "{ byte: 1, ", 1);
    for values in [
        "{ maybe: null, mode: null, names: null, proxy: null }",
        "{ maybe: { $absent: true }, mode: { $absent: true }, names: { $absent: true }, proxy: { $absent: true } }",
        "{ proxy: { host: 'h', port: null } }",
        "{ proxy: { h: 'h', port: { $absent: true } } }",
        "{ proxies: [{ host: null }, { host: { $absent: true } }] }",
        "{}",
    ] {
        for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
            let values = complete(values);
            assert_eq!(subject.compiler(&values, document), [], "{values}");
            assert_eq!(subject.schema(&values, document), Vec::<String>::new(), "{values}");
        }
    }
    for values in [
        "{ maybe: { $override: null } }",
        "{ maybe: { $override: { $absent: true } } }",
        "{ proxy: { $override: null } }",
        "{ proxy: { $override: { $absent: true } } }",
        "{ proxy: { port: { $unset: true } } }",
    ] {
        assert_eq!(subject.compiler(values, SchemaDocument::Layer), [], "{values}");
        assert_eq!(subject.schema(values, SchemaDocument::Layer), Vec::<String>::new(), "{values}");
        assert_ne!(
            subject.schema(&complete(values), SchemaDocument::Complete),
            Vec::<String>::new(),
            "{values}"
        );
    }
    for values in [
        "{ byte: null }",
        "{ byte: { $absent: true } }",
        "{ server: null }",
        "{ server: { $absent: true } }",
        "{ maybe: { $absent: false } }",
        "{ maybe: { $absent: true, $unset: true } }",
        "{ maybe: { $override: { $absent: false } } }",
        "{ proxy: { host: null } }",
        "{ proxy: { host: 'h', h: 'h' } }",
        "{ names: [null] }",
        "{ names: { $append: null } }",
        "{ names: { $append: { $absent: true } } }",
        "{ proxies: [null] }",
        "{ $absent: true }",
    ] {
        for document in [SchemaDocument::Layer, SchemaDocument::Complete] {
            assert_ne!(subject.compiler(values, document), [], "{values}");
            assert_ne!(subject.schema(values, document), Vec::<String>::new(), "{values}");
        }
    }
}
