//! Unions whose cases differ in the text of a tag.

use super::{Subject, check_every_change};
use confc::generate::SchemaDocument;

const STANZA: &str = r#"{
    sink: { type: "union", tag: "type", cases: {
        a: { type: "struct", fields: { x: { type: "uint8", default: 1 } } },
        b: { type: "struct", fields: { x: { type: "uint8" } } },
        c: { type: "struct", fields: { z: { type: "bool" } } },
        d: { type: "struct", fields: { x: { type: "string", max_size: 3 } } },
        e: { type: "struct", fields: { x: { type: "bool", optional: true } } },
        s3: { name: "aws_s3", type: "struct", fields: {
            bucket: { type: "string", max_size: 9, aliases: ["old"] },
        } },
    } },
    sources: { type: "map", max_count: 3, key: { type: "string", max_size: 3 }, value: {
        type: "union", tag: "a \"tag\"/~", cases: {
            none: { name: "", type: "struct", fields: { x: { type: "uint8" } } },
            open: { type: "struct", fields: {
                w: { type: "uint8" },
                more: { type: "map", rest: true, max_count: 2, key: { type: "string", max_size: 3 },
                    value: { type: "bool" } },
            } },
        },
    } },
    spare: { type: "union", tag: "type", optional: true, nullable: true, cases: {
        low: { type: "struct", fields: { x: { type: "uint8" } } },
        x: { type: "struct", fields: { x: { type: "uint8" } } },
    } },
}"#;

const VALUES: &str = r#"{
    "sink": { "type": "aws_s3", "bucket": "logs" },
    "sources": { "a": { "a \"tag\"/~": "", "x": 1 }, "b": { "w": 4, "a \"tag\"/~": "open", "z": true } },
    "spare": { "type": "x", "x": 1 }
}"#;

#[test]
fn both_say_the_same_about_every_single_change_of_tagged_unions() {
    check_every_change(STANZA, VALUES, [30, 400]);
}

#[test]
fn the_text_of_the_tag_tells_the_members() {
    let subject = Subject::of_stanza(STANZA);
    let complete = |sink: &str| format!("{{ sink: {sink}, sources: {{}}, spare: null }}");
    for sink in [
        "{ type: 'a' }",
        "{ type: 'a', x: 2 }",
        "{ x: 2, type: 'b' }",
        "{ type: 'd', x: 'abc' }",
        "{ type: 'e', x: { $absent: true } }",
        "{ type: 'aws_s3', bucket: 'logs' }",
        "{ type: 'aws_s3', old: 'logs' }",
    ] {
        for (values, document) in [
            (format!("{{ sink: {sink} }}"), SchemaDocument::Layer),
            (format!("{{ sink: {{ $override: {sink} }} }}"), SchemaDocument::Layer),
            (complete(sink), SchemaDocument::Complete),
        ] {
            assert_eq!(subject.compiler(&values, document), [], "{values}");
            assert_eq!(subject.schema(&values, document), Vec::<String>::new(), "{values}");
        }
    }
    for sink in [
        "{}",
        "{ x: 2 }",
        "{ type: 'b' }",
        "{ type: 'd', x: 2 }",
        "{ type: 'c', x: 2 }",
        "{ type: 's3', bucket: 'logs' }",
        "{ type: 'aws_s3' }",
        "{ type: 'unknown', x: 2 }",
        "{ type: 1, x: 2 }",
        "{ type: null }",
        "{ type: { $expr: 'inputs.t' } }",
        "{ type: { $override: 'a' } }",
        "'a'",
    ] {
        for (values, document) in [
            (format!("{{ sink: {sink} }}"), SchemaDocument::Layer),
            (complete(sink), SchemaDocument::Complete),
        ] {
            assert_ne!(subject.compiler(&values, document), [], "{values}");
            assert_ne!(subject.schema(&values, document), Vec::<String>::new(), "{values}");
        }
    }
}
