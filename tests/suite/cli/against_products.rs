//! `confc diff --against git:REF` of products, in repositories that are made here.

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::git;
use crate::support::skip::has_tool;
use serde_json::Value;
use std::fs;

const PRODUCT: &str = "{
    components: { web: { manifest: 'parts/web.cml', layers: ['values/web.yaml'] } },
    environments: { dev: {}, prod: { components: { web: { overrides: ['values/prod.yaml'] } } } },
}";

/// A repository with a product whose manifest includes a shard.
fn repository(test: &str) -> Option<Workspace> {
    if !has_tool(test, "git") {
        return None;
    }
    let space = Workspace::new()
        .with("a/shop.product.json5", PRODUCT)
        .with("a/parts/web.cml", "{ include: ['part.shard.cml'] }")
        .with(
            "a/parts/part.shard.cml",
            "{ config: { port: { type: 'uint16' }, token: { type: 'string', max_size: 32, sensitive: true } } }",
        )
        .with("a/values/web.yaml", "port: 80\ntoken: first-secret\n")
        .with("a/values/prod.yaml", "port: 443\n");
    git::init(&space, ".");
    git::commit(&space, ".");
    Some(space)
}

fn diff_in(space: &Workspace, folder: &str, arguments: &[&str]) -> Answer {
    let mut command = space.command(CONFC, &[&["diff", "--against", "git:HEAD"], arguments].concat());
    command.current_dir(space.path(folder)).env("PATH", std::env::var_os("PATH").unwrap_or_default());
    Answer::of(&mut command)
}

fn diff(space: &Workspace, arguments: &[&str]) -> Answer {
    diff_in(space, ".", &[arguments, &["a/shop.product.json5"]].concat())
}

#[test]
fn manifests_and_layers_are_read_from_the_revision_too() {
    let Some(space) = repository("manifests_and_layers_are_read_from_the_revision_too") else { return };
    diff(&space, &["--values"]).silent();

    space.write(
        "a/parts/part.shard.cml",
        "{ config: { port: { type: 'uint8' }, token: { type: 'string', max_size: 32, sensitive: true } } }",
    );
    space.write("a/values/web.yaml", "port: 81\ntoken: second-secret\n");
    space.write("a/values/prod.yaml", "port: 44\n");
    let answer = diff(&space, &[]).with_status(1);
    let expected = "a/shop.product.json5, against git:HEAD:a/shop.product.json5:
component web:
port: type-narrowed, breaks backward
  - uint16 (git:HEAD:a/parts/part.shard.cml:1:13)
  + uint8 (a/parts/part.shard.cml:1:13)
";
    assert!(answer.stdout.starts_with(expected), "{answer:#?}");
    let named = "valid for `git:HEAD:a/parts/web.cml` may be refused by `a/parts/web.cml`";
    assert!(answer.stderr.contains(named), "{answer:#?}");

    let values = ["--values", "--allow", "type-narrowed:port"];
    let answer = diff(&space, &values).with_status(0);
    for change in ["web.port", "80 -> 81", "443 -> 44"] {
        assert!(answer.stdout.contains(change), "{change}: {answer:#?}");
    }
    assert!(!format!("{answer:?}").contains("secret"), "{answer:#?}");
    // From another folder, and as JSON.
    let json = ["--values", "--allow", "type-narrowed:port", "--format", "json", "shop.product.json5"];
    let answer = diff_in(&space, "a", &json).with_status(0);
    let found: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(found["old"], "git:HEAD:shop.product.json5");
    assert_eq!(found["values"][0]["environments"]["prod"]["old"]["value"], 443);
}

#[test]
fn products_are_compared_beside_manifests() {
    let Some(space) = repository("products_are_compared_beside_manifests") else { return };
    space.write("b.product.json5", "{ components: { web: { manifest: 'a/parts/web.cml' } } }");
    let both = ["b.product.json5", "a/parts/web.cml"];
    let answer = diff_in(&space, ".", &both).with_status(0);
    let expected = "b.product.json5, against git:HEAD:b.product.json5:\nnew, there is no older version\n";
    assert_eq!(answer.stdout, expected);
    let answer = diff_in(&space, ".", &["b.product.json5", "--format", "json"]).with_status(0);
    let found: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(found["components"][0]["status"], "new");
    assert_eq!(found["environments"][0]["environment"], "default");

    diff_in(&space, ".", &["--values", "b.product.json5", "a/parts/web.cml"])
        .says(2, "leave out `--values`, or compare the products alone");
    diff_in(&space, ".", &["--include-root", "a", "b.product.json5"])
        .says(2, "leave the flags about manifests out");
}

#[test]
fn faults_of_the_revision_are_reported_at_its_files() {
    let Some(space) = repository("faults_of_the_revision_are_reported_at_its_files") else { return };
    // The revision names a manifest that it does not have, and has a warning, which is not repeated.
    let lacking = PRODUCT.replace("parts/web.cml", "parts/absent.cml");
    space.write("a/shop.product.json5", lacking.replace("dev: {}", "dev: {}, unused: { abstract: true }"));
    git::commit(&space, ".");
    space.write("a/shop.product.json5", PRODUCT);
    let answer = diff(&space, &[]).with_status(1);
    assert!(answer.stderr.contains("git:HEAD:a/parts/absent.cml"), "{answer:#?}");
    assert!(!answer.stderr.contains("W0865"), "{answer:#?}");

    // The revision is right, and the disk is not.
    git::commit(&space, ".");
    fs::remove_file(space.path("a/parts/web.cml")).unwrap();
    let answer = diff(&space, &[]);
    assert!(answer.stderr.contains("cannot read `a/parts/web.cml`"), "{answer:#?}");

    // A secret of an old layer is hidden where the old layer is wrong.
    space.write("a/parts/web.cml", "{ include: ['part.shard.cml'] }");
    space.write("a/values/web.yaml", "port: 80\ntoken: [first-secret]\n");
    git::commit(&space, ".");
    space.write("a/values/web.yaml", "port: 80\ntoken: x\n");
    let answer = diff(&space, &["--values"]);
    assert!(answer.stderr.contains("git:HEAD:a/values/web.yaml:2:8"), "{answer:#?}");
    assert!(!format!("{answer:?}").contains("first-secret"), "{answer:#?}");
}
