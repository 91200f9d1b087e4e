//! Fixes: each removes its diagnostic, a safe one adds none, and the text is what a person would write.

use crate::support::cases::Cases;
use crate::support::command::Workspace;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const MANIFEST: &str = r#"{
    config_names: "camelCase",
    config: {
        port: { type: "uint16", aliases: ["oldPort"], default: 1 },
        name: { type: "string", max_size: 40, default: "a" },
        mode: { type: "enum", variants: { safe: 0, "two words": 1, on: 2 }, default: "safe" },
        ratio: { type: "float64", default: 1 },
        debug: { type: "bool", default: true },
        ports: { type: "vector", max_count: 4, element: { type: "uint16" }, default: [] },
        wait: { type: "uint32", unit: "s", default: 1 },
        cache: { type: "uint32", unit: "MiB", default: 1 },
        max_conns: { type: "uint32", default: 1 },
        tags: { type: "vector", max_count: 4, element: { type: "string", max_size: 10 }, default: [] },
        server: { type: "struct", fields: {
            host: { type: "string", max_size: 40 },
            nice: { type: "bool", default: true },
        }, default: { host: "h" } },
        list: { type: "vector", max_count: 4, element: { type: "struct", fields: {
            host: { type: "string", max_size: 40 },
            nice: { type: "bool", default: true },
        } }, default: [] },
    },
}"#;

/// The diagnostics in JSON that a command writes.
fn found(space: &Workspace, arguments: &[&str]) -> Vec<Json> {
    let arguments = [arguments, &["--message-format", "json", "--error-limit", "0"]].concat();
    let answer = space.confc(&arguments);
    let lines = answer.stderr.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A text with the edits of a fix.
fn applied(text: &str, fix: &Json) -> String {
    let (mut new, mut at) = (String::new(), 0);
    for edit in fix["edits"].as_array().unwrap() {
        let offset = |name: &str| usize::try_from(edit[name].as_u64().unwrap()).unwrap();
        let (start, end) = (offset("byte_start"), offset("byte_end"));
        assert!(at <= start && start <= end, "edits are in order, and apart: {fix}");
        new += &text[at..start];
        new += edit["text"].as_str().unwrap();
        at = end;
    }
    new + &text[at..]
}

/// How often each diagnostic was found, by code and message.
fn counted(found: &[Json]) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for one in found {
        let text = |name: &str| one[name].as_str().unwrap().to_owned();
        *counts.entry((text("code"), text("message"))).or_default() += 1;
    }
    counts
}

/// Mistakes in layers, and the text with the first fix.
const FIXED: &[(&str, &str, &str)] = &[
    ("json5", "{ prot: 2 }", "{ port: 2 }"),
    ("json5", "{ 'prot': 2 }", "{ 'port': 2 }"),
    ("json5", "{ \"prot\": 2 } // ü", "{ \"port\": 2 } // ü"),
    ("json5", "{ oldPort: 2 }", "{ port: 2 }"),
    ("json5", "{ max_conns: 2 }", "{ maxConns: 2 }"),
    ("json5", "{ debug: 'true' }", "{ debug: true }"),
    ("json5", "{ debug: \"yes\" }", "{ debug: true }"),
    ("json5", "{ name: 12 }", "{ name: \"12\" }"),
    ("json5", "{ name: abc }", "{ name: \"abc\" }"),
    ("json5", "{ port: \"80\" }", "{ port: 80 }"),
    ("json5", "{ port: 80.0 }", "{ port: 80 }"),
    ("json5", "{ mode: 'saef' }", "{ mode: 'safe' }"),
    ("json5", "{ mode: 'two  words' }", "{ mode: 'two words' }"),
    ("json5", "{ server: { hots: 'x' } }", "{ server: { host: 'x' } }"),
    ("json5", "{\n  port: 2\n  name: 'x',\n}", "{\n  port: 2,\n  name: 'x',\n}"),
    ("json5", "{\n  port: 2 // two\n  name: 'x',\n}", "{\n  port: 2, // two\n  name: 'x',\n}"),
    ("json5", "{\n  port: 2 /* two */\n  name: 'x',\n}", "{\n  port: 2, /* two */\n  name: 'x',\n}"),
    ("json5", "{ name: my host }", "{ name: \"my host\" }"),
    ("json5", "{ name: my-host, port: 2 }", "{ name: \"my-host\", port: 2 }"),
    ("json5", "{ debug: flase }", "{ debug: false }"),
    ("json5", "{ port = 2 }", "{ port : 2 }"),
    ("json5", "{ port: 2; name: 'x' }", "{ port: 2, name: 'x' }"),
    ("json5", "{ port: 2,, name: 'x' }", "{ port: 2, name: 'x' }"),
    ("json5", "{ # note\n port: 2 }", "{ // note\n port: 2 }"),
    ("json5", "{ port: 2", "{ port: 2\n}"),
    ("json5", "{ port: 2\n", "{ port: 2\n}\n"),
    ("json5", "{ tags: ['a' }", "{ tags: ['a' ]}"),
    ("json5", "{\n  name: 'x\n}\n", "{\n  name: 'x'\n}\n"),
    ("json5", "{ port: 1_000 }", "{ port: 1000 }"),
    ("json5", "{ port: { $overide: 2 } }", "{ port: { $override: 2 } }"),
    ("json5", "{ port: { $set: 2 } }", "{ port: { $override: 2 } }"),
    ("json5", "{ port: { $expr: 'maxConn' } }", "{ port: { $expr: 'max_conns' } }"),
    ("json5", "{ port: { $expr: 'max_conn + 1' } }", "{ port: { $expr: 'max_conns + 1' } }"),
    ("json", "{ \"prot\": 2 }", "{ \"port\": 2 }"),
    ("json", "{ \"debug\": \"no\" }", "{ \"debug\": false }"),
    ("yaml", "prot: 2\n", "port: 2\n"),
    ("yaml", "\"prot\": 2\n", "\"port\": 2\n"),
    ("yaml", "oldPort: 2 # why\n", "port: 2 # why\n"),
    ("yaml", "mode: saef\n", "mode: safe\n"),
    ("yaml", "mode: onn\n", "mode: \"on\"\n"),
    ("yaml", "mode: two  words\n", "mode: two words\n"),
    ("yaml", "name: 12\n", "name: \"12\"\n"),
    ("yaml", "tags: [a, b\nport: 3\n", "tags: [a, b]\nport: 3\n"),
    ("yaml", "debug: yes\n", "debug: true\n"),
    ("yaml", "server:\n  hots: x\n", "server:\n  host: x\n"),
    ("yaml", "server: { hots: x }\n", "server: { host: x }\n"),
    ("yaml", "list:\n  - nice: true\n", "list:\n  - nice: true\n    host: \"\"\n"),
    ("json5", "{ list: [{ nice: true }] }", "{ list: [{ nice: true, host: \"\" }] }"),
    ("toml", "prot = 2\n", "port = 2\n"),
    ("toml", "\"prot\" = 2\n", "\"port\" = 2\n"),
    ("toml", "mode = \"saef\"\n", "mode = \"safe\"\n"),
    ("toml", "debug = \"true\"\n", "debug = true\n"),
    ("toml", "[server]\nhots = \"x\"\n", "[server]\nhost = \"x\"\n"),
    ("env", "PROT=2\n", "PORT=2\n"),
    // Brackets and quotes.
    ("json5", "{ port: 2 }}", "{ port: 2 }"),
    ("json5", "{ tags: ['a'} }", "{ tags: ['a'] }"),
    ("json5", "{ name: “abc” }", "{ name: \"abc\" }"),
    ("json5", "{ maxConns: 60,000 }", "{ maxConns: 60000 }"),
    ("yaml", "name: \"abc\nport: 2\n", "name: \"abc\"\nport: 2\n"),
    ("yaml", "server: { host: \"x }\n", "server: { host: \"x\" }\n"),
    ("yaml", "server: { host: x nice: true }\n", "server: { host: x, nice: true }\n"),
    ("yaml", "tags: [https://a, b\nport: 2\n", "tags: [https://a, b]\nport: 2\n"),
    ("yaml", "name: @ops\n", "name: \"@ops\"\n"),
    ("toml", "tags = [\"a\" \"b\"]\n", "tags = [\"a\", \"b\"]\n"),
    // Signs and spaces.
    ("yaml", "port:2\nname: x\n", "port: 2\nname: x\n"),
    ("yaml", "port = 2\nname: x\n", "port: 2\nname: x\n"),
    ("yaml", "mode: safe\n port: 2\n", "mode: safe\nport: 2\n"),
    ("yaml", "server:\n   host: x\n  nice: true\n", "server:\n   host: x\n   nice: true\n"),
    ("toml", "port: 2\nname = \"x\"\n", "port= 2\nname = \"x\"\n"),
    ("toml", "debug = True\n", "debug = true\n"),
    ("toml", "name = my host\n", "name = \"my host\"\n"),
    ("toml", "port = { $expr = \"max_conns\" }\n", "port = { \"$expr\" = \"max_conns\" }\n"),
    ("env", "DEBUG=true\nPORT: 2\n", "DEBUG=true\nPORT=2\n"),
    ("env", "PORT = 2\n", "PORT=2\n"),
    // Values of another kind.
    ("json5", "{ tags: 'a b' }", "{ tags: [\"a b\"] }"),
    ("yaml", "tags: https://a\n", "tags: [\"https://a\"]\n"),
    ("yaml", "ports: 80\n", "ports: [80]\n"),
    ("yaml", "tags: a, b\n", "tags: [\"a\", \"b\"]\n"),
    ("toml", "tags = \"a\"\n", "tags = [\"a\"]\n"),
    ("json5", "{ port: null, debug: true }", "{ debug: true }"),
    ("yaml", "port: ~\ndebug: true\n", "debug: true\n"),
    ("json5", "{ port: { expr: 'max_conns' } }", "{ port: { $expr: 'max_conns' } }"),
    ("yaml", "wait: \"60\"\n", "wait: 60\n"),
    ("yaml", "cache: 64MB\n", "cache: 64MiB\n"),
    ("yaml", "name: { $text: \"{mode}\" }\n", "name: { $text: \"${mode}\" }\n"),
];

#[test]
fn fixes_are_in_the_spelling_of_the_text() {
    let space = Workspace::new().with("m.cml", MANIFEST);
    for (format, wrong, right) in FIXED {
        let file = format!("l.{format}");
        space.write(&file, wrong);
        let values = ["values", "m.cml", &file, "-o", "out.cvf"];
        let first = found(&space, &values);
        let fix =
            first.iter().find_map(|one| one.get("fixes")).unwrap_or_else(|| panic!("{wrong}: {first:#?}"));
        let text = applied(wrong, &fix[0]);
        assert_eq!(text, *right, "{format}: {wrong}");
        space.write(&file, &text);
        let left = found(&space, &values);
        assert!(left.is_empty(), "{text}: {left:#?}");
    }
}

/// Applies each fix of a command that edits one file, and checks what remains. Returns the number of fixes.
fn try_fixes(space: &Workspace, command: &[&str]) -> usize {
    let found_first = found(space, command);
    let before = counted(&found_first);
    let mut tried = 0;
    for one in &found_first {
        let key = (one["code"].as_str().unwrap().to_owned(), one["message"].as_str().unwrap().to_owned());
        for fix in one["fixes"].as_array().into_iter().flatten() {
            let edits = fix["edits"].as_array().unwrap();
            let files: BTreeSet<&str> = edits.iter().filter_map(|edit| edit["file"].as_str()).collect();
            let Some(file) = files.first().filter(|file| files.len() == 1 && space.exists(file)) else {
                continue;
            };
            // Hidden text makes several diagnostics alike.
            if key.1.contains('…') {
                continue;
            }
            tried += 1;
            let text = space.text(file);
            let new = applied(&text, fix);
            space.write(file, &new);
            let found_after = found(space, command);
            let after = counted(&found_after);
            space.write(file, &text);
            let rest = after.get(&key).copied().unwrap_or(0);
            // The same mistake may then be reported at another place.
            let is_same = |other: &&Json| ["code", "message"].iter().all(|of| other[of] == one[of]);
            let place = |of: &Json| ["file", "line", "column"].map(|member| of["primary"][member].clone());
            let is_there = found_after.iter().filter(is_same).any(|other| place(other) == place(one));
            // Another bracket may be missing, or a third layer may disagree.
            let is_gone = rest < before[&key] || !is_there || matches!(&*key.0, "E0105" | "E0415");
            assert!(is_gone, "{command:?}: {key:?} stays after {fix}:\n{new}");
            if fix["applicability"] == "safe" && !key.0.starts_with("E01") {
                let is_new = |key: &&(String, String)| after[*key] > before.get(*key).copied().unwrap_or(0);
                let added: Vec<_> = after.keys().filter(is_new).collect();
                assert!(added.is_empty(), "{command:?}: {fix} adds {added:?}");
            }
        }
    }
    tried
}

/// Tries the fixes of all commands of the cases in a folder of `testdata` that read manifests, layers or products.
fn try_fixes_of_cases(folder: &str) -> usize {
    let space = Workspace::new();
    let cases = Cases::copied(folder, &space);
    let mut tried = 0;
    for case in cases.names() {
        if case.ends_with(".cml") && std::str::from_utf8(&space.read(case)).is_ok() {
            tried += try_fixes(&space, &["check", case]);
        }
        for command in cases.commands(case) {
            let command: Vec<&str> = command.iter().map(String::as_str).collect();
            if matches!(command[0], "check" | "compile" | "values" | "assemble" | "finish") {
                tried += try_fixes(&space, &command);
            } else {
                // A later command may need its output.
                space.confc(&command);
            }
        }
    }
    tried
}

#[test]
fn fixes_of_cases_remove_their_diagnostics() {
    let tried: usize = ["codes", "schema", "slips"].into_iter().map(try_fixes_of_cases).sum();
    assert!(tried > 400, "{tried}");
}

#[test]
#[ignore = "slow: runs thousands of commands"]
fn fixes_of_layers_and_products_remove_their_diagnostics() {
    let tried: usize = ["values", "product", "rules"].into_iter().map(try_fixes_of_cases).sum();
    assert!(tried > 400, "{tried}");
}

#[test]
fn fixing_twice_is_fixing_once() {
    let mistakes = "{ config: {
        a: { type: \"uint8\", min: 0, max: 255, optional: false },
        b: { type: \"strng\", max_sise: 4, default: \"x\" }
        c: { type: \"enum\", variants: { one: 0, two: 1 }, defualt: \"tow\" },
        d: { type: \"vector\", element: { type: \"bol\" }, max_count: \"7\" },
        e: \"uint8\",
        f: { type: \"float64\", min: \"0.5\", max: 2 },
    } }\n";
    let space = Workspace::new().with("m.cml", mistakes);
    let safe = space.confc(&["fix", "m.cml"]);
    let once = space.text("m.cml");
    assert_eq!(safe, Workspace::new().with("m.cml", mistakes).confc(&["fix", "m.cml"]));
    space.confc(&["fix", "m.cml"]);
    assert_eq!(space.text("m.cml"), once);
    space.confc(&["fix", "--unsafe", "m.cml"]).with_status(0);
    let all = space.text("m.cml");
    space.confc(&["fix", "--unsafe", "m.cml"]).silent();
    assert_eq!(space.text("m.cml"), all);
    space.confc(&["check", "--deny-warnings", "m.cml"]).silent();
}

/// What `fix --unsafe` makes of a manifest.
fn fixed_unsafely(manifest: &str) -> (String, Option<i32>) {
    let space = Workspace::new().with("m.cml", manifest);
    let answer = space.confc(&["fix", "--unsafe", "m.cml"]);
    (space.text("m.cml"), answer.status)
}

#[test]
fn a_mistake_behind_another_one_is_fixed_too() {
    for (wrong, right) in [
        (
            "{ confg: { a: { type: 'uint8', defualt: 1 } } }",
            "{ config: { a: { type: 'uint8', default: 1 } } }",
        ),
        ("{ config: { a: { tpye: 'strng' } } }", "{ config: { a: { type: 'string', max_size: \"MAX\" } } }"),
        (
            "{ config: { b: { type: 'bool' }, c: { type: 'bool' } }, config_rules: [{ check: 'not b and not c' }] }",
            "{ config: { b: { type: 'bool' }, c: { type: 'bool' } }, config_rules: [{ check: '!(b) && !c' }] }",
        ),
    ] {
        assert_eq!(fixed_unsafely(wrong), (right.into(), Some(0)));
    }
}

/// Mistakes in manifests, and the manifests after `fix --unsafe`.
const FIXED_MANIFESTS: &[(&str, &str)] = &[
    ("{ configuration: { a: { type: 'bool' } } }", "{ config: { a: { type: 'bool' } } }"),
    (
        "{ config: { a: { type: 'bool' } }, rules: [{ check: 'a' }] }",
        "{ config: { a: { type: 'bool' } }, config_rules: [{ check: 'a' }] }",
    ),
    ("{ config: { pool-size: { type: 'uint8' } } }", "{ config: { pool_size: { type: 'uint8' } } }"),
    ("{ config: { a: { type: 'number' } } }", "{ config: { a: { type: 'float64' } } }"),
    (
        "{ config: { a: { type: 'enum', variants: ['x', 'y'] } } }",
        "{ config: { a: { type: 'enum', variants: { x: 0, y: 1 } } } }",
    ),
    (
        "{ config: { a: { type: 'enum', variants: { x: 0, y: '1' } } } }",
        "{ config: { a: { type: 'enum', variants: { x: 0, y: 1 } } } }",
    ),
    (
        "{ config: { a: { type: 'bool', aliases: 'b' } } }",
        "{ config: { a: { type: 'bool', aliases: ['b'] } } }",
    ),
    (
        "{ config: { a: { type: 'bool', alias: ['b'] } } }",
        "{ config: { a: { type: 'bool', aliases: ['b'] } } }",
    ),
    (
        "{ config: { a: { type: 'bool', secret: true } } }",
        "{ config: { a: { type: 'bool', sensitive: true } } }",
    ),
    ("{ config: { a: { type: 'bool', required: true } } }", "{ config: { a: { type: 'bool' } } }"),
    ("{ config: { a: { type: 'bool', default: null } } }", "{ config: { a: { type: 'bool' } } }"),
    (
        "{ config: { a: { type: 'bool', mutability: ['parents'] } } }",
        "{ config: { a: { type: 'bool', mutability: ['parent'] } } }",
    ),
    (
        "{ config: { a: { type: 'uint8', unit: 'minutes' } } }",
        "{ config: { a: { type: 'uint8', unit: 'min' } } }",
    ),
    (
        "{ config_types: { port: { type: 'uint16' } }, config: { a: { type: 'port' } } }",
        "{ config_types: { port: { type: 'uint16' } }, config: { a: { type: 'types.port' } } }",
    ),
    ("{ config: { a: { type: 'types.bool' } } }", "{ config: { a: { type: 'bool' } } }"),
    (
        "{ config: { a: { type: 'string', pattern: 'https://.*' } } }",
        "{ config: { a: { type: 'string', pattern: 'https://.*', max_size: \"MAX\" } } }",
    ),
    (
        "{ config: { a: { type: 'vector', max_count: 2, element: { type: 'uint8' } } }, config_rules: [{ for: 'a[]', check: 'selve > 1' }] }",
        "{ config: { a: { type: 'vector', max_count: 2, element: { type: 'uint8' } } }, config_rules: [{ for: 'a[]', check: 'self > 1' }] }",
    ),
    (
        "{ config: { a: { type: 'uint8' } }, config_rules: [{ check: 'a > 1', message: '{a} is low' }] }",
        "{ config: { a: { type: 'uint8' } }, config_rules: [{ check: 'a > 1', message: '${a} is low' }] }",
    ),
];

#[test]
fn mistakes_in_manifests_have_fixes() {
    for (wrong, right) in FIXED_MANIFESTS {
        let (text, status) = fixed_unsafely(wrong);
        assert_eq!((text.as_str(), status), (*right, Some(0)), "{wrong}");
    }
}

#[test]
fn mistakes_in_products_have_fixes() {
    let product = |layers: &str, prod: &str, exports: &str| {
        format!(
            "{{ components: {{ a: {{ manifest: 'm.cml', layers: {layers} }} }}, \
                environments: {{ dev: {{}}, prod: {{ extends: {prod} }} }}, exports: [{{ {exports} }}] }}"
        )
    };
    let right = product(
        "['layer.yaml']",
        "['dev']",
        "format: 'yaml', path: '{environment}/a.yaml', sensitive: 'omit'",
    );
    let space = Workspace::new().with("m.cml", MANIFEST).with("layer.yaml", "port: 2\nserver: { host: x }\n");
    for (from, to) in
        [("'layer.yaml'", "'laier.yaml'"), ("['dev']", "'dev'"), ("format: 'yaml'", "format: \"YAML\"")]
    {
        let wrong = right.replacen(from, to, 1);
        space.write("p.product.json5", &wrong);
        let answer = space.confc(&["fix", "--unsafe", "p.product.json5"]);
        let text = space.text("p.product.json5").replace('"', "'");
        assert_eq!((text, answer.status), (right.clone(), Some(0)), "{to}: {}", answer.stderr);
    }
}

/// A name of an input that an expression reads like a field.
#[test]
fn an_input_that_is_read_like_a_field_has_a_fix() {
    let layer = |read: &str| {
        format!(
            "{{ $inputs: {{ zone: {{ type: 'string', max_size: 9, default: 'eu' }} }}, name: {{ $expr: \"{read}\" }} }}"
        )
    };
    let space = Workspace::new().with("m.cml", MANIFEST).with("l.json5", layer("zone"));
    space.confc(&["fix", "--unsafe", "--declaration", "m.cml", "l.json5"]).with_status(0);
    assert_eq!(space.text("l.json5"), layer("input('zone')"));
}

#[test]
fn rules_that_fail_are_guarded_as_a_whole() {
    let manifest = |rules: &str| {
        format!(
            "{{ config: {{
                tags: {{ type: 'vector', max_count: 4, element: {{ type: 'string', max_size: 9 }}, default: [] }},
                labels: {{ type: 'map', max_count: 4, key: {{ type: 'string', max_size: 9 }}, value: {{ type: 'uint8' }}, default: {{}} }},
            }}, config_rules: [{rules}] }}"
        )
    };
    let wrong = manifest(
        "{ check: \"tags[-1] != 'a'\" }, { check: \"tags[1] == 'b'\" }, { check: \"labels['x'] == 1\" }",
    );
    let right = manifest(
        "{ check: \"size(tags) < 1 || tags[size(tags) - 1] != 'a'\" }, \
         { check: \"size(tags) <= 1 || tags[1] == 'b'\" }, { check: \"!('x' in labels) || labels['x'] == 1\" }",
    );
    assert_eq!(fixed_unsafely(&wrong), (right, Some(0)));
}

#[test]
fn a_fix_that_does_harm_is_left_out() {
    let space = Workspace::new().with("m.cml", MANIFEST);
    for (wrong, left) in [
        // The second key would be there twice.
        ("prot: 2\npotr: 3\n", "port: 2\npotr: 3\n"),
        // The quotes do not help where a number belongs.
        ("maxConns: 012\n", "maxConns: 012\n"),
        // A safe fix that does not help is not made beside unsafe ones.
        ("oldPort: 2\noldPort: 3\ndebgu: true\n", "oldPort: 2\noldPort: 3\ndebug: true\n"),
    ] {
        space.write("l.yaml", wrong);
        space.confc(&["fix", "--unsafe", "--declaration", "m.cml", "l.yaml"]).with_status(1);
        assert_eq!(space.text("l.yaml"), left);
    }
}

#[test]
fn two_layers_that_disagree_are_a_question_for_a_person() {
    let space =
        Workspace::new().with("m.cml", MANIFEST).with("a.yaml", "port: 2\n").with("b.yaml", "port: 3\n");
    let fix = ["fix", "--unsafe", "--declaration", "m.cml", "a.yaml", "b.yaml"];
    space.confc(&fix).with_status(1);
    assert_eq!(space.text("b.yaml"), "port: 3\n");
    space.confc(&[&fix[..], &["--select", "E0415"]].concat()).with_status(0);
    assert_eq!(space.text("b.yaml"), "port: { $override: 3 }\n");
}

#[test]
fn safe_fixes_keep_the_declaration_and_the_values() {
    let space = Workspace::new()
        .with("m.cml", "{ config: { a: { type: 'uint8', min: 0, aliases: ['old'], default: 2 }, b: { type: 'int8', optional: false } } }\n")
        .with("l.yaml", "old: 3\nb: 4\n");
    let outputs = || {
        space.confc(&["compile", "m.cml", "-o", "m.cm"]).with_status(0);
        space.confc(&["values", "m.cm", "l.yaml", "-o", "l.cvf"]).with_status(0);
        (space.read("m.cm"), space.read("l.cvf"))
    };
    let before = outputs();
    space.confc(&["fix", "m.cml"]).with_status(0);
    space.confc(&["fix", "--declaration", "m.cml", "l.yaml"]).with_status(0);
    assert!(!space.text("m.cml").contains("min"), "{}", space.text("m.cml"));
    assert_eq!(space.text("l.yaml"), "a: 3\nb: 4\n");
    assert_eq!(outputs(), before);
}

#[test]
fn a_file_that_changed_meanwhile_or_is_closed_is_not_written() {
    let space = Workspace::new().with("m.cml", "{ config: { a: { type: 'uint8', min: 0 } } }\n");
    let link = space.path("link.cml");
    std::os::unix::fs::symlink("m.cml", &link).unwrap();
    // One file under two names is one file.
    space.confc(&["fix", "m.cml", "link.cml", "./m.cml"]).with_status(0);
    assert_eq!(space.text("m.cml"), "{ config: { a: { type: 'uint8' } } }\n");
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
}
