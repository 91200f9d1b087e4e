//! After any slip, hovers, completions, definitions, symbols, inlay hints, code actions, diagnostics and the log contain
//! no part of a secret.

use crate::client::{Client, Options, uri_of};
use crate::command::Workspace;
use crate::damage::{boundary, slipped};
use crate::positions::{json_position, json_range, position};
use crate::random::{Random, Tally, times};
use crate::threads::on_two_threads;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Values of sensitive fields. No other text contains a part of them.
const SECRETS: [&str; 3] = ["Qx7Wz9KvJ4", "7391846205", "Gh2Yp8Ub5N"];
/// The length of the parts that must not appear.
const PART: usize = 4;
/// The slips of the usual run.
const SLIPS: usize = 150;
/// The slips of one session.
const OF_SESSION: usize = 25;
/// The requests about each text.
const REQUESTS: usize = 8;

const MANIFEST: &str = r#"{
    config_names: "camelCase",
    config: {
        low: { type: "uint8", default: 5 },
        open_text: { type: "string", max_size: 40, default: "shown" },
        pass_word: { type: "string", max_size: 12, sensitive: true, default: "Gh2Yp8Ub5N", aliases: ["passwd"] },
        pin: { type: "uint64", sensitive: true, default: 7391846205 },
        old_pin: { type: "string", max_size: 20, sensitive: true, default: "", deprecated: "use `pin`" },
        pins: { type: "vector", max_count: 3, sensitive: true, default: [], element: { type: "string", max_size: 20 } },
        doors: { type: "vector", max_count: 3, default: [], element: { type: "struct", fields: {
            id: { type: "uint8" }, key: { type: "string", max_size: 20, sensitive: true } } } },
        vault: { type: "struct", sensitive: true, fields: { code: { type: "string", max_size: 20, default: "Gh2Yp8Ub5N" } } },
        sink: { type: "union", tag: "type", optional: true, cases: {
            http: { type: "struct", fields: { token: { type: "string", max_size: 20, sensitive: true } } },
            none: { type: "struct", fields: {} } } },
        port: { type: "union", sensitive: true, optional: true, cases: { number: { type: "uint64" }, name: { type: "string", max_size: 20 } } },
        extra: { type: "json", max_size: 90, sensitive: true, optional: true },
        mode: { type: "enum", sensitive: true, optional: true, variants: { a: 0, b: 1 } },
        copy: { type: "string", max_size: 20, sensitive: true, default: "" },
    },
    config_rules: [{ check: "low < 250 && pass_word != 'x'", message: "low is ${low}" }],
}
"#;

const JSON5: &str = r#"{
    passWord: "Qx7Wz9KvJ4", pin: 7391846205, // Qx7Wz9KvJ4
    pins: ["Qx7Wz9KvJ4", "Gh2Yp8Ub5N"], doors: [{ id: 1, key: "Qx7Wz9KvJ4" }],
    vault: { code: "Qx7Wz9KvJ4" }, sink: { type: "http", token: "Qx7Wz9KvJ4" },
    port: 7391846205, extra: { a: ["Qx7Wz9KvJ4", 7391846205] }, copy: { $text: "${pass_word}" },
}
"#;

const JSON: &str = r#"{ "passWord": "Qx7Wz9KvJ4", "pin": 7391846205, "vault": { "code": "Qx7Wz9KvJ4" }, "port": "Qx7Wz9KvJ4" }
"#;

const YAML: &str = r#"openText: é
passWord: Qx7Wz9KvJ4 # Gh2Yp8Ub5N
pin: 7391846205
pins:
- Qx7Wz9KvJ4
doors:
- id: 1
  key: Qx7Wz9KvJ4
vault: &v
  code: Gh2Yp8Ub5N
sink: { type: http, token: Qx7Wz9KvJ4 }
extra:
  a: [Qx7Wz9KvJ4]
copy: { $expr: "input('key')" }
"#;

const TOML: &str = r#"passWord = "Qx7Wz9KvJ4" # Gh2Yp8Ub5N
pin = 7391846205
pins = ["Qx7Wz9KvJ4"]
port = "Qx7Wz9KvJ4"
[vault]
code = "Gh2Yp8Ub5N"
[sink]
type = "http"
token = "Qx7Wz9KvJ4"
[[doors]]
id = 1
key = "Qx7Wz9KvJ4"
"#;

const ENV: &str = "LOW=3\nPASS_WORD=Qx7Wz9KvJ4\nPIN=7391846205\nVAULT_CODE=Gh2Yp8Ub5N\n";

const SECTIONS: &str = "j: { passWord: Qx7Wz9KvJ4 }\ny:\n  vault: { code: Gh2Yp8Ub5N }\n";

const PRODUCT: &str = r#"{
    inputs: { key: { type: "string", max_size: 20, sensitive: true } },
    components: {
        j: { manifest: "a.cml", layers: ["a.json5"] },
        n: { manifest: "a.cml", layers: ["a.json"] },
        y: { manifest: "a.cml", layers: ["a.yaml"] },
        t: { manifest: "a.cml", layers: ["a.toml"] },
        e: { manifest: "a.cml", layers: ["a.env"], set: { pin: 7391846205, "vault.code": "Qx7Wz9KvJ4" } },
    },
    environments: {
        dev: { inputs: { key: "Qx7Wz9KvJ4" } },
        prod: { section_overrides: ["sections.yaml"], inputs: { key: "Gh2Yp8Ub5N" },
            components: { t: { set: { pass_word: "Gh2Yp8Ub5N" } } } },
    },
}
"#;

const FILES: [(&str, &str); 9] = [
    ("a.cml", MANIFEST),
    ("a.json5", JSON5),
    ("a.json", JSON),
    ("a.yaml", YAML),
    ("a.toml", TOML),
    ("a.env", ENV),
    ("sections.yaml", SECTIONS),
    ("x.product.json5", PRODUCT),
    ("lone.yaml", "# confc: a.cml\npassWord: Qx7Wz9KvJ4\npins: [Gh2Yp8Ub5N]\n"),
];

#[test]
fn no_part_of_a_secret_leaves_the_server() {
    let next = AtomicUsize::new(0);
    on_two_threads(|_| {
        loop {
            let at = next.fetch_add(OF_SESSION, Ordering::Relaxed);
            if at >= times(SLIPS) {
                return;
            }
            Leaking::run(at as u64);
        }
    });
    println!("{} slips, {} requests", times(SLIPS), times(SLIPS) * REQUESTS);
}

/// Without slips the texts have no diagnostics, and the server knows their values.
#[test]
fn the_texts_are_right() {
    let mut leaking = Leaking::new(0);
    assert!(leaking.client.published().is_empty(), "{:#?}", leaking.client.published());
    let uri = uri_of(&leaking.space.path("a.yaml"));
    let place = json_position(position(YAML, YAML.find("passWord").unwrap()));
    let hover = leaking.client.ask("hover", &uri, json!({ "position": place })).to_string();
    assert!(hover.contains("Sensitive") && hover.contains("set"), "{hover}");
    assert_eq!(part_in(&hover), None);
    assert_eq!(part_in("x: Wz9K"), Some("Wz9K"));
    leaking.client.end();
}

/// Only the owner may read the log, and a log that is not a file is refused.
#[test]
fn the_log_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let space = Workspace::new();
    let log = space.path("log");
    Client::with(space.folder(), Options { log: Some(&log), ..Options::default() }).end();
    assert_eq!(fs::metadata(&log).unwrap().permissions().mode() & 0o777, 0o600);
    let mut process = crate::wire::Process::start(Some(space.folder()));
    assert!(!process.wait().success());
}

/// A session with secrets in all files.
struct Leaking {
    space: Workspace,
    client: Client,
    random: Random,
    /// How many answers have content, and how many have none.
    tally: Tally,
}

impl Leaking {
    fn new(stream: u64) -> Self {
        let space = Workspace::new();
        for (name, text) in FILES {
            space.write(name, text);
        }
        let log = space.path("log");
        let settings = json!({ "inlayHints": true });
        let mut client =
            Client::with(space.folder(), Options { settings, log: Some(&log), ..Options::default() });
        for (name, text) in FILES {
            client.open(&space.path(name), text);
        }
        Self { space, client, random: Random::stream(9000 + stream), tally: Tally::default() }
    }

    fn run(stream: u64) {
        let mut leaking = Self::new(stream);
        for _ in 0..OF_SESSION {
            let (name, text) = *leaking.random.one_of(&FILES);
            let slipped = slipped(text, &mut leaking.random);
            let path = leaking.space.path(name);
            leaking.client.change(&path, &slipped);
            leaking.check(&path, &slipped);
            leaking.client.change(&path, text);
        }
        let log = leaking.space.text("log");
        assert!(log.lines().count() > OF_SESSION);
        // The log has times and sizes, which may contain the same digits as a part.
        let letters = log.replace(|c: char| c.is_ascii_digit(), "");
        assert!(
            part_in(&letters).is_none() && !SECRETS.iter().any(|secret| log.contains(secret)),
            "the log:\n{log}"
        );
        // An answer without content hides everything.
        println!("{:?}", leaking.tally);
        leaking.tally.demand(15, 10);
        leaking.client.end();
    }

    /// Asks about a text, and looks for secrets in all answers.
    fn check(&mut self, path: &Path, text: &str) {
        let uri = uri_of(path);
        for _ in 0..REQUESTS {
            if self.random.once_in(8) {
                let query = *self.random.one_of(&["", "pass", "pin", "code", SECRETS[0], SECRETS[2]]);
                let found = self.client.search(query);
                self.tally.count(found.as_array().is_some_and(|found| !found.is_empty()));
                assert_hidden(&found, "the search", path, text);
                continue;
            }
            let methods = [
                "hover",
                "completion",
                "definition",
                "references",
                "prepareRename",
                "rename",
                "codeAction",
                "documentSymbol",
                "foldingRange",
                "inlayHint",
                "inlayHint",
            ];
            let method = *self.random.one_of(&methods);
            let at = self.place(text);
            let is_whole = self.random.once_in(2);
            let (start, end) = if is_whole { (0, text.len()) } else { (at, at) };
            let mut more = json!({ "position": json_position(position(text, at)), "range": json_range(text, start, end) });
            if method == "codeAction" {
                let only = if self.random.once_in(2) { json!(["source.fixAll"]) } else { Value::Null };
                more["context"] = json!({ "diagnostics": [], "only": only });
            }
            match method {
                "references" => more["context"] = json!({ "includeDeclaration": true }),
                "rename" => more["newName"] = json!(*self.random.one_of(&["other", "port", "in"])),
                _ => {}
            }
            let answer = self.client.ask_for(method, &uri, more);
            let mut answer = answer.unwrap_or_else(|refusal| json!([refusal]));
            if method == "documentSymbol" {
                // A slip makes a secret a key of the user's own text.
                without_names(&mut answer);
            }
            let is_empty = answer.as_array().map_or(answer.is_null(), Vec::is_empty);
            self.tally.count(!is_empty);
            assert_hidden(&answer, method, path, text);
        }
        for (uri, found) in self.client.published() {
            assert_hidden(&json!(found), &format!("diagnostics of {uri}"), path, text);
        }
    }

    /// A random offset, often near a secret.
    fn place(&mut self, text: &str) -> usize {
        let secret = *self.random.one_of(&SECRETS);
        match text.find(secret) {
            Some(at) if self.random.once_in(2) => {
                text.floor_char_boundary((at + self.random.below(20)).saturating_sub(8).min(text.len()))
            }
            _ => boundary(text, &mut self.random),
        }
    }
}

fn assert_hidden(answer: &Value, request: &str, path: &Path, text: &str) {
    let answer = answer.to_string();
    assert_eq!(
        part_in(&answer),
        None,
        "{request} with this text of {}:\n{text}\n---\n{answer}",
        path.display()
    );
}

/// The first part of a secret that a text contains.
fn part_in(text: &str) -> Option<&'static str> {
    let mut parts =
        SECRETS.iter().flat_map(|secret| (0..=secret.len() - PART).map(move |at| &secret[at..at + PART]));
    parts.find(|part| text.contains(part))
}

/// Removes the names of symbols.
fn without_names(symbols: &mut Value) {
    for symbol in symbols.as_array_mut().into_iter().flatten() {
        symbol["name"] = Value::Null;
        without_names(&mut symbol["children"]);
    }
}
