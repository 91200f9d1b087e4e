//! What commands print and write as JSON, against the other files of `schemas/`.

use crate::support::changes::for_random_pairs;
use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::git;
use crate::support::json_schema::{DOCUMENTS, SCHEMA};
use crate::support::products::{copy_shop, failing_shop, product};
use crate::support::skip::has_tool;
use crate::validator::{valid, validator};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

static CHANGES: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../../schemas/changes.schema.json")));

#[test]
fn changes_are_as_described() {
    let (mut allowed, mut placed) = (0, 0);
    for_random_pairs(|_, json| {
        let printed = valid(&CHANGES, json);
        let changes = printed["changes"].as_array().unwrap();
        allowed += changes.iter().filter(|change| change["allowed"] == true).count();
        placed += changes.iter().filter(|change| change["new"]["place"].is_object()).count();
    });
    assert!(allowed > 50 && placed > 50, "{allowed} {placed}");
}

#[test]
fn changes_that_are_never_printed_are_refused() {
    let change = |member: &str, value: Value| {
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
    let before = "{ config: { a: { type: 'uint16' } } }";
    let workspace = Workspace::new().with("old.cml", before).with("same.cml", before);
    git::init(&workspace, ".");
    git::commit(&workspace, ".");
    workspace.write("old.cml", "{ config: { a: { type: 'uint8' } } }");
    workspace.write("new.cml", "{ config: { a: { type: 'uint8' } } }");
    let diff = ["diff", "--against", "git:main", "old.cml", "new.cml", "same.cml", "--format", "json"];
    let mut command = workspace.command(CONFC, &diff);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let answer = Answer::of(&mut command).with_status(1);
    let lines: Vec<_> = answer.stdout.lines().map(|line| valid(&CHANGES, line)).collect();
    let counts: Vec<_> = lines.iter().map(|line| line["changes"].as_array().unwrap().len()).collect();
    assert_eq!((counts, &lines[1]["old"]["absent"]), (vec![1, 0, 0], &json!(true)));
}

/// Whether a diagnostic is of some form.
type IsOfForm = fn(&Value) -> bool;

fn has_some(list: &Value) -> bool {
    list.as_array().is_some_and(|list| !list.is_empty())
}

#[test]
fn diagnostics_are_as_described() {
    let schema = validator(include_str!("../../schemas/diagnostics.schema.json"));
    let workspace = Workspace::new()
        .with("main.cml", "{ include: ['shard.cml'] }")
        .with("shard.cml", "{ config: { a: { type: 'uint8', maks: 1 } } }")
        .with("two.cml", "{ config: { a: { type: 'bool' }, a: 1, b: { type: [\n'x'] } } }")
        .with("warns.cml", "{ config: { a: { type: 'uint8', min: 0 } } }")
        .with("rule.cml", "{ config: { a: { type: 'uint8' } }, config_rules: [{ check: 'a * a < 9' }] }")
        .with(
            "p.product.json5",
            "{ components: { a: { manifest: 'rule.cml', set: { a: 3 } } }, environments: { e: {}, f: {} } }",
        );
    let run = |arguments: &[&str], status: i32| -> Vec<Value> {
        let answer = workspace.confc(&[arguments, &["--message-format", "json"]].concat());
        answer.with_status(status).stderr.lines().map(|line| valid(&schema, line)).collect()
    };
    let limited = run(&["check", "main.cml", "absent.cml", "two.cml", "--error-limit", "3"], 2);
    assert_eq!((limited.len(), &limited[3]["omitted"]), (4, &json!(1)), "{limited:#?}");
    let lines = [
        run(&["check", "main.cml", "absent.cml", "two.cml", "warns.cml"], 2),
        run(&["check"], 2),
        run(&["assemble", "p.product.json5", "--out-dir", "out"], 1),
    ]
    .concat();
    // Each optional member, and each form of a place.
    let forms: [(&str, IsOfForm); 12] = [
        ("a warning", |line| line["severity"] == "warning"),
        ("a file", |line| line["file"].is_string()),
        ("no place", |line| line.get("file").or(line.get("primary")).is_none()),
        ("several lines", |line| line["primary"]["end_line"].as_u64() > line["primary"]["line"].as_u64()),
        ("a secondary label", |line| has_some(&line["secondary"])),
        ("a note", |line| has_some(&line["notes"])),
        ("help", |line| has_some(&line["help"])),
        ("an include", |line| has_some(&line["included_from"])),
        ("components", |line| has_some(&line["components"])),
        ("environments", |line| has_some(&line["environments"])),
        ("a rule", |line| line["rule"].is_object()),
        ("operands", |line| has_some(&line["operands"])),
    ];
    for (name, is_of_form) in forms {
        assert!(lines.iter().any(is_of_form), "no diagnostic with {name}: {lines:#?}");
    }
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
    let is_failed = |index: &Value| index.to_string().contains("\"status\":\"failed\"");
    let check = |workspace: &Workspace| -> Vec<Value> {
        let paths = workspace.files().into_iter().filter(|path| path.ends_with("index.json"));
        paths.map(|path| valid(&schema, &workspace.text(&path))).collect()
    };
    let workspace = Workspace::new();
    copy_shop(&workspace);
    let run = |arguments: &[&str]| workspace.confc(arguments).with_status(0);
    run(&["assemble", "shop/shop.product.json5", "--out-dir", "out", "--provenance"]);
    run(&["assemble", "shop/preview.product.json5", "--out-dir", "planned", "--plan"]);
    let given = ["--input", "region=eu-3", "--input", "payments_key=key-of-the-cluster"];
    let finish = ["finish", "--index", "planned/index.json", "--out-dir", "deployed"];
    run(&[&finish[..], &given].concat());
    let indexes = check(&workspace);
    assert!(indexes.len() > 6, "{indexes:#?}");
    let failed = check(&failing_shop());
    assert!(failed.iter().any(is_failed) && !indexes.iter().any(is_failed), "{failed:#?}");
}

#[test]
fn listings_are_as_described() {
    let schema = validator(include_str!("../../schemas/listing.schema.json"));
    let workspace = product("alpha", Some("bravo"));
    for more in [&[][..], &["--differing"], &["--origin"]] {
        let list = [&["list", "a.product.json5", "--format", "json"], more].concat();
        let listing = valid(&schema, &workspace.confc(&list).with_status(0).stdout);
        assert_ne!(listing["fields"], json!([]), "{more:?}");
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
    for (layer, has_changes) in [(&old[..], false), (b"{ number: 7, token: 'bravo', keys: [] }", true)] {
        workspace.write("three.json5", layer);
        let changes = valid(&schema, &workspace.confc(&diff).with_status(0).stdout);
        assert_eq!(!changes["values"].as_array().unwrap().is_empty(), has_changes, "{changes:#}");
    }
}

#[test]
fn drafts_are_tried_with_documents_that_their_schema_accepts() {
    let schema = validator(SCHEMA);
    for document in DOCUMENTS {
        valid(&schema, document);
    }
}
