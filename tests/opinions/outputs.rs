//! What commands print and write as JSON, against the other files of `schemas/`.

use crate::ROOT;
use crate::support::arbitrary;
use crate::support::command::{Answer, Workspace};
use crate::support::json_schema::{DOCUMENTS, SCHEMA};
use crate::support::mutations::Maker;
use crate::support::products::product;
use crate::support::random;
use crate::support::skip::has_tool;
use crate::validator::{valid, validator};
use confc::compare::{CompareMode, Comparison, compare, json, judge};
use confc::declaration::Declaration;
use confc::text::json::to_json;
use jsonschema::Validator;
use proptest::strategy::{Strategy as _, ValueTree as _};
use serde_json::json;
use std::sync::LazyLock;

static CHANGES: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../schemas/changes.schema.json")));

/// Checks the changes between two declarations.
fn check_changes(old: &Declaration, new: &Declaration, mode: CompareMode) {
    let changes = compare(old, new);
    let verdict = judge(&changes, mode, &[]);
    let checksums = [old, new].map(|declaration| declaration.config().map(|config| config.checksum()));
    let (names, changes, places) = (["old", "new"], &changes, &vec![[None, None]; changes.len()]);
    let comparison = Comparison { mode, names, checksums, changes, verdict: &verdict, places };
    valid(&CHANGES, &to_json(&json(&comparison)));
}

#[test]
fn changes_are_as_described() {
    let mut maker = Maker::new(5);
    let (mut runner, strategy) = (random::runner(), arbitrary::declaration());
    let mut any = || strategy.new_tree(&mut runner).unwrap().current();
    for mode in [CompareMode::Backward, CompareMode::Forward, CompareMode::Full, CompareMode::Exact] {
        for _ in 0..25 {
            let [old, new] = maker.pair();
            check_changes(&old, &new, mode);
            check_changes(&any(), &any(), mode);
        }
    }
}

#[test]
fn changes_that_are_never_printed_are_refused() {
    let change = |member: &str, value: serde_json::Value| {
        let mut change = json!({
            "rule": "min-raised", "subject": "a", "backward": "breaks", "forward": "keeps", "moves_checksum": true,
            "breach": true, "allowed": false, "old": { "field": "a", "text": "no min" }, "new": {}, "who": "x",
            "reason": "y", "remedy": "z",
        });
        change[member] = value;
        json!({ "version": 1, "mode": "full", "broken": true, "old": { "name": "o" }, "new": { "name": "n" }, "changes": [change] })
    };
    assert!(CHANGES.is_valid(&change("reason", json!("y"))));
    for (member, value) in [
        ("rule", json!("Min raised")),
        ("subject", json!("")),
        ("backward", json!("no")),
        ("forward", json!(true)),
        ("breach", json!(1)),
        ("allowed", json!(true)),
        ("old", json!({ "place": { "file": "f", "line": 1, "column": 1, "byte_start": 0, "byte_end": 1 } })),
        (
            "new",
            json!({ "field": "a", "place": { "file": "f", "line": 0, "column": 1, "byte_start": 0, "byte_end": 1 } }),
        ),
        ("who", json!("")),
        ("renamed_from", json!("A")),
    ] {
        assert!(!CHANGES.is_valid(&change(member, value.clone())), "{member}: {value}");
    }
}

#[test]
fn changes_since_a_commit_are_as_described() {
    if !has_tool("changes_since_a_commit_are_as_described", "git") {
        return;
    }
    let workspace = Workspace::new().with("old.cml", "{ config: { a: { type: 'uint16' } } }");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let run = |program: &str, arguments: &[&str]| {
        let mut command = workspace.command(program, arguments);
        command.env("PATH", &path).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        Answer::of(&mut command)
    };
    run("git", &["init", "-q", "-b", "main"]).with_status(0);
    run("git", &["add", "."]).with_status(0);
    let commit = ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "as it is"];
    run("git", &commit).with_status(0);
    workspace.write("old.cml", "{ config: { a: { type: 'uint8' } } }");
    workspace.write("new.cml", "{ config: { a: { type: 'uint8' } } }");
    let diff = ["diff", "--against", "git:main", "old.cml", "new.cml", "--format", "json"];
    let answer = run(crate::CONFC, &diff).with_status(1);
    let lines: Vec<_> = answer.stdout.lines().map(|line| valid(&CHANGES, line)).collect();
    assert_eq!((lines.len(), &lines[1]["old"]["absent"]), (2, &json!(true)));
}

#[test]
fn diagnostics_are_as_described() {
    let schema = validator(include_str!("../../schemas/diagnostics.schema.json"));
    let workspace = Workspace::new()
        .with("main.cml", "{ include: ['shard.cml'] }")
        .with("shard.cml", "{ config: { a: { type: 'uint8', maks: 1 } } }")
        .with("two.cml", "{ config: { a: { type: 'bol' }, b: 1, c: 2 } }");
    let check =
        ["check", "main.cml", "absent.cml", "two.cml", "--message-format", "json", "--error-limit", "3"];
    let answer = workspace.confc(&check).with_status(2);
    let lines: Vec<_> = answer.stderr.lines().map(|line| valid(&schema, line)).collect();
    assert_eq!((lines.len(), &lines[3]["omitted"]), (4, &json!(2)), "{lines:#?}");
    for wrong in [
        json!({ "version": 1 }),
        json!({ "version": 2, "omitted": 1 }),
        json!({ "version": 1, "omitted": 0 }),
    ] {
        assert!(!schema.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn indexes_are_as_described() {
    let schema = validator(include_str!("../../schemas/index.schema.json"));
    let workspace = Workspace::new();
    let shop = format!("{ROOT}/examples/shop");
    let assemble = |product: &str, out: &str, more: &[&str]| {
        let product = format!("{shop}/{product}.product.json5");
        workspace.confc(&[&["assemble", &product, "--out-dir", out][..], more].concat())
    };
    assemble("shop", "out", &["--provenance"]).with_status(0);
    assemble("preview", "planned", &["--plan"]).with_status(0);
    let given = ["--input", "region=eu-3", "--input", "payments_key=key-of-the-cluster"];
    let finish = ["finish", "--index", "planned/index.json", "--out-dir", "deployed"];
    workspace.confc(&[&finish[..], &given].concat()).with_status(0);
    // One component fails.
    workspace.write("a.cml", "{ config: { n: { type: 'uint8' } } }");
    let failing = "{ components: { a: { manifest: 'a.cml' } }, environments: { e: {} } }";
    workspace.write("failing.product.json5", failing);
    workspace.confc(&["assemble", "failing.product.json5", "--out-dir", "failed"]).with_status(1);
    let indexes: Vec<_> = workspace.files().into_iter().filter(|path| path.ends_with("index.json")).collect();
    assert!(indexes.len() > 7, "{indexes:?}");
    for path in indexes {
        valid(&schema, &workspace.text(&path));
    }
}

#[test]
fn listings_are_as_described() {
    let schema = validator(include_str!("../../schemas/listing.schema.json"));
    let workspace = product("alpha", Some("bravo"));
    for more in [&[][..], &["--differing"], &["--origin"]] {
        let list = [&["list", "a.product.json5", "--format", "json"], more].concat();
        valid(&schema, &workspace.confc(&list).with_status(0).stdout);
    }
}

#[test]
fn changes_of_products_are_as_described() {
    let schema = validator(include_str!("../../schemas/product-changes.schema.json"));
    let workspace = product("alpha", None);
    let old = std::fs::read(workspace.path("two.json5")).unwrap();
    let diff = ["diff", "a.product.json5", "b.product.json5", "--values", "--format", "json"];
    let other = workspace.text("a.product.json5").replace("two.json5", "three.json5");
    workspace.write("b.product.json5", other);
    for layer in [&old[..], b"{ number: 7, token: 'bravo', keys: [] }"] {
        workspace.write("three.json5", layer);
        valid(&schema, &workspace.confc(&diff).with_status(0).stdout);
    }
}

#[test]
fn drafts_are_tried_with_documents_that_their_schema_accepts() {
    let schema = validator(SCHEMA);
    for document in DOCUMENTS {
        valid(&schema, document);
    }
}
