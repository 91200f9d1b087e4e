//! Remedies work: each mistake is one message, its help says what to do, and the text that follows the help is
//! accepted.

use crate::support::pipeline::Compiled;
use confc::declaration::Config;
use confc::diagnostic::{Diagnostic, Report, Severity};
use confc::layers::{Layer, MergeStrategy};
use confc::syntax::{self, Format};
use confc::text::Sources;

const MANIFEST: &str = r#"{
    config: {
        name: { type: "string", max_size: 40, default: "a" },
        host: { type: "string", max_size: 40, pattern: "[a-z.]+", default: "a" },
        port: { type: "uint16", default: 1 },
        ratio: { type: "float64", default: 1 },
        debug: { type: "bool", default: true },
        tags: { type: "vector", max_count: 4, element: { type: "string", max_size: 10 }, default: [] },
        timeout: { type: "uint32", unit: "ms", default: 1 },
        max_conns: { type: "uint32", default: 1 },
        server: { type: "struct", fields: {
            host: { type: "string", max_size: 40, default: "x" },
            tls: { type: "struct", fields: { cert: { type: "string", max_size: 40, default: "x" } } },
        } },
    },
}"#;

fn errors(report: &Report) -> Vec<&Diagnostic> {
    report.sorted().into_iter().filter(|found| found.code().severity() == Severity::Error).collect()
}

fn layer(config: &Config, format: Format, text: &str) -> Report {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let source = sources.add("layer".into(), text.into(), None);
    let document = syntax::parse(format, &source, &mut report);
    Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report);
    report
}

/// A mistake, a part of its help, and the text that follows the help.
type Remedy<'t> = (&'t str, &'t str, &'t str);

fn follow(format: Format, remedies: &[Remedy<'_>]) {
    let compiled = Compiled::of(MANIFEST);
    let config = compiled.declaration().config().expect("a schema");
    for (wrong, help, right) in remedies {
        let report = layer(config, format, wrong);
        let found = errors(&report);
        let [error] = found.as_slice() else { panic!("{wrong}: {found:?}") };
        assert!(error.helps().iter().any(|said| said.contains(help)), "{wrong}: {error:?}");
        let report = layer(config, format, right);
        assert!(errors(&report).is_empty(), "{right}: {:?}", report.sorted());
    }
}

#[test]
fn remedies_work_in_json5() {
    follow(
        Format::Json5,
        &[
            ("{ debug: yes }", "write `true`", "{ debug: true }"),
            ("{ name: None }", "put a text in quotes", "{ name: 'None' }"),
            ("{ timeout: 30s }", "in quotes: `\"30s\"`", "{ timeout: \"30s\" }"),
            ("{ timeout: 5 seconds }", "in quotes", "{ timeout: \"5s\" }"),
            ("{ timeout: \"5 seconds\" }", "write `5s`", "{ timeout: \"5s\" }"),
            ("{ timeout: \"1m30s\" }", "write `90s`", "{ timeout: \"90s\" }"),
            ("{ timeout: \"1h 5 minutes\" }", "write `65min`", "{ timeout: \"65min\" }"),
            ("{ port: 2; name: 'x' }", "write `,` here", "{ port: 2, name: 'x' }"),
            ("{ max-conns: 3 }", "`_` instead of `-`", "{ max_conns: 3 }"),
            ("{ server.host: 'a' }", "in it", "{ server: { host: 'a' } }"),
            ("{ server_host: 'a' }", "`server.host`", "{ server: { host: 'a' } }"),
            ("{ cert: 'a' }", "`server.tls.cert`", "{ server: { tls: { cert: 'a' } } }"),
            ("{ server: { port: 2 } }", "outside of `server`", "{ server: {}, port: 2 }"),
            ("{ app: { port: 2, name: 'b' } }", "without `app`", "{ port: 2, name: 'b' }"),
            ("[{ port: 2 }]", "remove the brackets", "{ port: 2 }"),
            ("{ server: [{ host: 'a' }] }", "remove the brackets", "{ server: { host: 'a' } }"),
            ("{ tags: 'a,b' }", "[\"a\", \"b\"]", "{ tags: [\"a\", \"b\"] }"),
            ("{ tags: ['a', null] }", "leave the element out", "{ tags: ['a'] }"),
            ("{ ratio: '0,5' }", "write `0.5`", "{ ratio: 0.5 }"),
            ("{ port: ' 8080' }", "remove the quotes", "{ port: 8080 }"),
            ("{ name: x\", port: 2 }", "write `\"` in front", "{ name: \"x\", port: 2 }"),
            ("{ name\": \"x\" }", "write `\"` in front", "{ \"name\": \"x\" }"),
            ("{ \"name: \"x\" }", "close it", "{ \"name\": \"x\" }"),
            ("{ name: '''x''' }", "one pair of quotes", "{ name: 'x' }"),
            ("{ port: }", "write a value", "{ port: 1 }"),
            ("{ port: 2", "write `}` at the end of the text", "{ port: 2 }"),
            (
                "{\n  server: {\n    host: 'a',\n  port: 2,\n}\n",
                "write `},` above this line",
                "{\n  server: {\n    host: 'a',\n  },\n  port: 2,\n}\n",
            ),
            ("{ port: 2.0 }", "write `2`", "{ port: 2 }"),
            ("port: 2 }", "write the `{`", "{ port: 2 }"),
            ("{ tags: ['a' }", "write `]` in front of the `}`", "{ tags: ['a'] }"),
            ("{ tags: ['a'}, port: 2 }", "write `]`", "{ tags: ['a'], port: 2 }"),
        ],
    );
}

#[test]
fn remedies_work_in_toml() {
    follow(
        Format::Toml,
        &[
            ("port = null\n", "leave the key out", ""),
            ("debug = True\n", "write `true`", "debug = true\n"),
            ("// note\nport = 2\n", "comment with `#`", "# note\nport = 2\n"),
            ("port = 2 // note\n", "comment with `#`", "port = 2 # note\n"),
            ("-- note\nport = 2\n", "comment with `#`", "# note\nport = 2\n"),
            ("timeout = 30s\n", "in quotes: `\"30s\"`", "timeout = \"30s\"\n"),
            ("name = \"x\"\nport: 2\n", "write `=`", "name = \"x\"\nport = 2\n"),
            ("server = { host: \"a\" }\n", "write `=`", "server = { host = \"a\" }\n"),
            ("[[server]]\nhost = \"a\"\n", "one pair of brackets", "[server]\nhost = \"a\"\n"),
            ("[server]\nport = 2\n", "above the first header", "port = 2\n[server]\n"),
            ("[app]\nport = 2\n", "without `app`", "port = 2\n"),
            ("max.conns = 3\n", "`max_conns`", "max_conns = 3\n"),
            ("port = 2,\n", "remove it", "port = 2\n"),
            ("port = 2;\n", "remove the `;`", "port = 2\n"),
            ("port = 1,000\n", "without `,`", "port = 1000\n"),
            ("ratio = .5\n", "`0.5`", "ratio = 0.5\n"),
            ("port =\n", "write a value", "port = 1\n"),
            ("port == 2\n", "remove the extra `=`", "port = 2\n"),
            ("port = 2 name = \"x\"\n", "on its own line", "port = 2\nname = \"x\"\n"),
            ("name = 'it's'\n", "double quotes", "name = \"it's\"\n"),
            ("name = \"C:\\dir\"\n", "single quotes", "name = 'C:\\dir'\n"),
            ("tags = [\"a\" \"b\"]\n", "write `,`", "tags = [\"a\", \"b\"]\n"),
            (
                "tags = [\"a\"\nport = 2\n",
                "write `]` at the end of the line above",
                "tags = [\"a\"]\nport = 2\n",
            ),
            ("[server\nhost = \"a\"\n", "write `]` at the end of the line above", "[server]\nhost = \"a\"\n"),
            ("name = \"\"\"\na\n", "after its last line", "name = \"\"\"\na\n\"\"\"\n"),
            ("port\u{a0}= 2\n", "space bar", "port = 2\n"),
        ],
    );
}

#[test]
fn remedies_work_in_yaml() {
    follow(
        Format::Yaml,
        &[
            ("port=8080\n", "instead of `=`", "port: 8080\n"),
            ("port:\u{a0}2\n", "ordinary space", "port: 2\n"),
            ("- port: 2\n", "remove each `- `", "port: 2\n"),
            ("port: 2 // note\n", "comment with `#`", "port: 2 # note\n"),
            ("port: 2#note\n", "space in front", "port: 2 #note\n"),
            ("port: 2,\n", "remove the `,`", "port: 2\n"),
            ("port: 1,000\n", "write `1000`", "port: 1000\n"),
            ("tags: a, b\n", "[\"a\", \"b\"]", "tags: [\"a\", \"b\"]\n"),
            ("tags: a, b]\n", "write `[`", "tags: [a, b]\n"),
            ("tags:\n  -a\n  -b\n", "after each `-`", "tags:\n  - a\n  - b\n"),
            ("tags: - a\n", "in brackets", "tags: [a]\n"),
            ("host: |\n  abc\n", "write `|-`", "host: |-\n  abc\n"),
            ("server:\n  - host: a\n", "remove the `- `", "server:\n    host: a\n"),
            ("port: |\n  2\n", "remove the `|`", "port:\n  2\n"),
            ("tags: |\n  - a\n", "remove the `|`", "tags:\n  - a\n"),
            ("tags: [a, b\nport: 2\n", "write `]` at the end of the line above", "tags: [a, b]\nport: 2\n"),
            ("server: { host: a }}\n", "remove it", "server: { host: a }\n"),
            (" port: 2\nname: x\n", "indent it", " port: 2\n name: x\n"),
        ],
    );
}

#[test]
fn remedies_work_in_manifests() {
    for (wrong, help, right) in [
        ("a: { type: 'string', max-size: 3 }", "`_` instead of `-`", "a: { type: 'string', max_size: 3 }"),
        (
            "a: { type: 'string[]' }",
            "max_count: 16, element: { type: \"string\", max_size: 64 }`",
            "a: { type: \"vector\", max_count: 16, element: { type: \"string\", max_size: 64 } }",
        ),
        ("a: 'string'", "{ type: \"string\", max_size: 64 }", "a: { type: \"string\", max_size: 64 }"),
        ("a: 5", "{ type: \"int64\", default: … }", "a: { type: \"int64\", default: 5 }"),
        ("a: { x: { type: 'bool' } }", "`fields", "a: { type: 'struct', fields: { x: { type: 'bool' } } }"),
        ("a: { type: 'string?' }", "optional: true", "a: { type: \"string\", max_size: 64, optional: true }"),
        ("a: { kind: 'uint8' }", "`type`", "a: { type: 'uint8' }"),
        ("a: { enum: ['x', 'y'] }", "variants", "a: { type: 'enum', variants: { x: 0, y: 1 } }"),
        (
            "a: { type: 'array', element: { type: 'bool' }, size: 2 }",
            "`count`",
            "a: { type: 'array', element: { type: 'bool' }, count: 2 }",
        ),
        ("a: { type: 'uint8', range: [1, 9] }", "`min` and `max`", "a: { type: 'uint8', min: 1, max: 9 }"),
        ("a: { type: 'bool', sensitive: 'yes' }", "write `true`", "a: { type: 'bool', sensitive: true }"),
        ("a: { type: 'bool' }, rules: [{ check: 'a' }]", "beside `config`", "a: { type: 'bool' }"),
        ("a: { type: 'uint8', min: 5, max: 2, default: 3 }", "", "a: { type: 'uint8', default: 3 }"),
    ] {
        let [wrong, right] = [wrong, right].map(|fields| format!("{{ config: {{ {fields} }} }}"));
        let compiled = Compiled::of(wrong.clone());
        let found = errors(&compiled.report);
        let [error] = found.as_slice() else { panic!("{wrong}: {found:?}") };
        let is_said = help.is_empty() || error.helps().iter().any(|said| said.contains(help));
        assert!(is_said, "{wrong}: {error:?}");
        let compiled = Compiled::of(right.clone());
        assert!(errors(&compiled.report).is_empty(), "{right}: {:?}", compiled.report.sorted());
    }
}

#[test]
fn words_of_neighbours_lead_to_sections() {
    for (key, help) in [
        ("rules", "config_rules"),
        ("configRules", "config_rules"),
        ("constraints", "config_rules"),
        ("imports", "include"),
        ("inputs", "$inputs"),
        ("definitions", "config_types"),
        ("values", "layer"),
        ("layers", "after their declaration"),
    ] {
        let compiled = Compiled::of(format!("{{ config: {{ a: {{ type: 'bool' }} }}, {key}: [] }}"));
        let found = errors(&compiled.report);
        let [error] = found.as_slice() else { panic!("{key}: {found:?}") };
        assert!(error.helps().iter().any(|said| said.contains(help)), "{key}: {error:?}");
        assert!(!error.helps().iter().any(|said| said.contains("x-")), "{key}: {error:?}");
    }
}
