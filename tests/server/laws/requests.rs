//! Requests at random positions in half-typed texts: no request fails, and all ranges are inside of the texts.

use super::copied_shop;
use crate::client::{Client, uri_of};
use crate::command::Workspace;
use crate::damage::{boundary, damaged};
use crate::positions::{is_inside, json_position, json_range, position};
use crate::random::{Random, Tally, times};
use crate::threads::on_two_threads;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The texts of the usual run.
const TEXTS: usize = 300;
/// The requests about each text.
const REQUESTS: usize = 12;

#[test]
fn requests_about_half_typed_texts_succeed() {
    let next = AtomicUsize::new(0);
    on_two_threads(|half| {
        let space = Workspace::new();
        let mut asking = Asking::new(&space, half);
        while next.fetch_add(1, Ordering::Relaxed) < times(TEXTS) {
            asking.text();
        }
        // An answer without content has no ranges.
        asking.tally.demand(10, 10);
        println!("{:?}", asking.tally);
        asking.client.end();
    });
    println!("{} texts, {} requests", times(TEXTS), times(TEXTS) * REQUESTS);
}

/// While a manifest has a syntax error, definitions do not lead to positions in its earlier text.
#[test]
fn definitions_lead_into_the_present_text() {
    let space = Workspace::new();
    let path = |name: &str| space.path(name);
    let product =
        "{ components: { a: { manifest: \"a.cml\", layers: [\"a.yaml\"] } }, environments: { e: {} } }";
    space.write("x.product.json5", product);
    let mut client = Client::start(space.folder());
    client.open(&path("a.cml"), "{\n\n\n\nconfig: { n: { type: \"uint8\" } } }");
    client.open(&path("a.yaml"), "n: 1");
    let uri = uri_of(&path("a.yaml"));
    let place = json!({ "position": { "line": 0, "character": 0 } });
    let found = client.ask("definition", &uri, place.clone());
    assert_eq!(found["range"]["start"], json!({ "line": 4, "character": 10 }));
    let broken = "{ config: { n: { type: \"uint8\" } }";
    client.change(&path("a.cml"), broken);
    client.settle();
    let found = client.ask("definition", &uri, place);
    assert!(found.is_null() || is_inside(broken, &found["range"]), "{found} is outside of the manifest");
    client.end();
}

struct Asking {
    client: Client,
    random: Random,
    originals: BTreeMap<PathBuf, String>,
    /// The texts that the server reads: the open ones, and the others on disk.
    texts: BTreeMap<String, String>,
    /// How many answers have content, and how many have none.
    tally: Tally,
}

impl Asking {
    fn new(space: &Workspace, half: usize) -> Self {
        let mut originals = copied_shop(space);
        for (name, text) in more_files() {
            space.write(name, &text);
            originals.insert(space.path(name), text);
        }
        let texts = originals.iter().map(|(path, text)| (uri_of(path), text.clone())).collect();
        let mut client = Client::start(space.folder());
        client.configure(json!({ "inlayHints": true }));
        let random = Random::stream(50 + half as u64);
        Self { client, random, originals, texts, tally: Tally::default() }
    }

    /// Asks about a new version of a text.
    fn text(&mut self) {
        let paths: Vec<_> = self.originals.keys().cloned().collect();
        let path = self.random.one_of(&paths).clone();
        let original = self.originals[&path].clone();
        let text = if self.random.once_in(6) { original } else { damaged(&original, &mut self.random) };
        let uri = uri_of(&path);
        if self.client.open.contains_key(&path) {
            self.client.change(&path, &text)
        } else {
            self.client.open(&path, &text)
        }
        self.texts.insert(uri.clone(), text.clone());
        for _ in 0..REQUESTS {
            self.ask(&uri, &text);
        }
        if self.random.once_in(4) {
            let published = self.client.published();
            for (uri, found) in &published {
                self.assert_inside(uri, &json!(found));
            }
        }
        if self.random.once_in(3) {
            self.client.close(&path);
            self.texts.insert(uri, self.originals[&path].clone());
        }
    }

    fn ask(&mut self, uri: &str, text: &str) {
        if self.random.once_in(10) {
            let query = *self.random.one_of(&["", "p", "port", "m.sink", "a é", "log level", "shop.", "the"]);
            let found = self.client.search(query);
            self.tally.count(found.as_array().is_some_and(|found| !found.is_empty()));
            return self.assert_inside("", &found);
        }
        let methods = [
            "hover",
            "completion",
            "completion",
            "definition",
            "codeAction",
            "formatting",
            "documentSymbol",
            "foldingRange",
            "references",
            "prepareRename",
            "rename",
            "inlayHint",
        ];
        let method = *self.random.one_of(&methods);
        let (one, other) = (boundary(text, &mut self.random), boundary(text, &mut self.random));
        let mut more = json!({
            "position": json_position(position(text, one)),
            "range": json_range(text, one.min(other), one.max(other)),
            "options": { "tabSize": 2, "insertSpaces": true },
            "newName": "another_name",
        });
        match method {
            "codeAction" => more["context"] = json!({ "diagnostics": [] }),
            "references" => more["context"] = json!({ "includeDeclaration": true }),
            _ => {}
        }
        let mut answer = match method {
            "rename" => self.client.ask_for(method, uri, more).unwrap_or_default(),
            _ => self.client.ask(method, uri, more),
        };
        if method == "foldingRange" {
            assert_nested(&answer, text);
        }
        answer.as_array_mut().into_iter().flatten().for_each(add_range);
        let is_empty = answer.as_array().map_or(answer.is_null(), Vec::is_empty);
        self.tally.count(!is_empty);
        self.assert_inside(uri, &answer);
    }

    /// Asserts that all ranges in an answer are inside of their texts.
    fn assert_inside(&self, uri: &str, value: &Value) {
        match value {
            Value::Object(members) => {
                let own = members.get("uri").and_then(Value::as_str);
                let own = own.or_else(|| members.get("textDocument").and_then(|of| of["uri"].as_str()));
                let uri = own.unwrap_or(uri);
                for (key, member) in members {
                    let is_range = key == "range" || key == "selectionRange";
                    let known = self.texts.get(uri).filter(|_| is_range);
                    assert!(
                        known.is_none_or(|text| is_inside(text, member)),
                        "{key} {member} of {value} is outside of {uri}:\n{:?}",
                        self.texts[uri]
                    );
                    self.assert_inside(uri, member);
                }
            }
            Value::Array(elements) => elements.iter().for_each(|element| self.assert_inside(uri, element)),
            _ => {}
        }
    }
}

/// Asserts that folding ranges are nested or apart: no two of them overlap.
fn assert_nested(parts: &Value, text: &str) {
    let place = |part: &Value, end: &str| {
        let character = part[format!("{end}Character")].as_u64().unwrap_or(u64::MAX);
        (part[format!("{end}Line")].as_u64().unwrap(), character)
    };
    let mut around: Vec<(u64, u64)> = Vec::new();
    for part in parts.as_array().into_iter().flatten() {
        let (start, end) = (place(part, "start"), place(part, "end"));
        assert!(start.0 < end.0, "{part} is one line");
        around.retain(|outer| *outer > start);
        assert!(around.iter().all(|outer| *outer >= end), "{part} crosses another range of\n{text}");
        around.push(end);
    }
}

/// Adds the range of a part to fold, or of a hint.
fn add_range(part: &mut Value) {
    let place = |line: &Value, character: &Value| json!({ "line": line, "character": character.as_u64().unwrap_or(0) });
    if !part["startLine"].is_null() {
        let start = place(&part["startLine"], &part["startCharacter"]);
        let end = place(&part["endLine"], &part["endCharacter"]);
        part["range"] = json!({ "start": start, "end": end });
    } else if !part["position"].is_null() {
        part["range"] = json!({ "start": part["position"], "end": part["position"] });
    }
}

/// Files with features that the shop lacks: unions, JSON, open structs, native names, anchors, lone CR and CRLF.
pub(super) fn more_files() -> Vec<(&'static str, String)> {
    let manifest = r#"{
    config_names: "camelCase",
    config_types: { /// A port é𐐀.
        port: { type: "uint16", min: 1 } },
    config: {
        log_level: { type: "enum", variants: { debug: 0, "Very Loud": 1 }, default: "debug" },
        token: { type: "string", max_size: 64, sensitive: true, default: "" },
        sink: { type: "union", tag: "type", optional: true, cases: {
            console: { type: "struct", fields: { on: { type: "bool", default: true } } },
            s3: { name: "aws_s3", type: "struct", fields: { bucket: { type: "string", max_size: 9 } } } } },
        target: { type: "union", optional: true, cases: { number: { type: "types.port" }, name: { type: "string", max_size: 9 } } },
        rest_of: { type: "struct", fields: { a: { type: "bool", nullable: true, default: null },
            others: { type: "map", max_count: 9, key: { type: "string", max_size: 9 }, value: { type: "json", max_size: 99 }, rest: true } } },
        list: { type: "vector", max_count: 9, default: [], element: { type: "struct", fields: { "x": { type: "types.port" } } } },
    },
    config_rules: [{ check: "log_level == 'debug' || has(target)" }],
}
"#;
    let json5 = "{ /* é𐐀 */ logLevel: 'Very Loud', sink: { type: \"aws_s3\", bucket: 'é' },\r// c\rtarget: 8, list: [{ x: 1 }, { x: 2 }] }\n";
    let yaml = "# é𐐀\r\nsink: &s { type: console, on: false }\r\nrestOf:\r\n  a: null\r\n  é: { b: [1, *s] }\r\nlist:\r\n- x: 3\r\n";
    let toml = "logLevel = \"debug\"\n[restOf]\na = true\n\"𐐀\" = { b = 1 }\n[[list]]\nx = 4\n[[list]]\nx = 5\n[sink]\ntype = \"console\"\n";
    let product = "{ components: { m: { manifest: \"more.cml\", layers: [\"more.json5\"] } }, environments: { \
        a: { components: { m: { overrides: [\"more.yaml\"] } } }, b: { components: { m: { overrides: [\"more.toml\"] } } } } }";
    let lone = format!("// confc: more.cml\n{json5}");
    [
        ("more.cml", manifest),
        ("more.json5", json5),
        ("more.yaml", yaml),
        ("more.toml", toml),
        ("more.product.json5", product),
        ("lone.json5", &lone),
    ]
    .map(|(name, text)| (name, text.to_owned()))
    .into()
}
