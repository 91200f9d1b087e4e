//! Laws of products: what comes of them does not depend on the order of keys, on layers that unify, or on how many cores
//! there are; the commands that `assemble` prints write the same bytes; one mistake is one message.

use crate::support::command::{CONFC, Workspace};
use crate::support::products::{copy_shop, failing_shop, files};
use crate::support::random::{self, Tally};
use crate::support::random_products::{RandomEnvironment, RandomProduct, SetIn, random_product};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the commands that are printed, as a shell does.
fn run_commands(workspace: &Workspace, commands: &str) {
    let folder = Path::new(CONFC).parent().unwrap().to_str().unwrap();
    let script = format!("set -e\nPATH={folder}:/usr/bin:/bin\n{commands}");
    let output =
        Command::new("/bin/sh").arg("-c").arg(script).current_dir(workspace.folder()).output().unwrap();
    assert!(output.status.success(), "{commands}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Holds what the printed commands write against what `assemble` has written to `out`.
fn commands_write_the_same(workspace: &Workspace, product: &str) {
    let printed = workspace.confc(&["assemble", product, "--out-dir", "by-commands", "--print-commands"]);
    assert_eq!(printed.status, Some(0), "{}", printed.stderr);
    assert!(!printed.stdout.contains("has no command"), "{}", printed.stdout);
    run_commands(workspace, &printed.stdout);
    let mut assembled = files(&workspace.path("out"));
    assembled.retain(|path, _| !path.ends_with("index.json"));
    let written = files(&workspace.path("by-commands"));
    assert_eq!(assembled.keys().collect::<Vec<_>>(), written.keys().collect::<Vec<_>>());
    for (path, bytes) in assembled {
        assert_eq!(written[&path], bytes, "{}", path.display());
    }
}

#[test]
fn commands_of_the_example_write_the_same_bytes() {
    let workspace = Workspace::new();
    copy_shop(&workspace);
    let product = "shop/shop.product.json5";
    let assembled = workspace.confc(&["assemble", product, "--out-dir", "out"]);
    assert_eq!(assembled.status, Some(0), "{}", assembled.stderr);
    commands_write_the_same(&workspace, product);
    // What holds secrets, and the checksums of that, only the owner reads.
    for (path, is_secret) in [
        ("out/prod-eu/payments.cvf", true),
        ("out/prod-eu/payments.secret.yaml", true),
        ("out/prod-eu/index.json", true),
        ("out/prod-eu/cache.cvf", false),
        ("out/prod-eu/storefront.configmap.yaml", false),
    ] {
        let mode = fs::metadata(workspace.path(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077 == 0, is_secret, "{path}");
    }
    // Another run changes nothing, from another folder neither.
    let again = workspace.confc(&["assemble", product, "--out-dir", "out", "--threads", "1"]);
    assert!(again.stderr.contains("0 written"), "{}", again.stderr);
    let elsewhere = Command::new(CONFC)
        .args(["assemble", "shop.product.json5", "--out-dir", "../out"])
        .current_dir(workspace.path("shop"))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&elsewhere.stderr).contains("0 written"));
}

#[test]
fn what_has_no_order_changes_nothing() {
    proptest!(random::cases(24), |(product in random_product())| {
        let workspace = Workspace::new();
        product.write(&workspace, "a", false);
        product.write(&workspace, "b", true);
        let run = |folder: &str, out: &str, threads: &str| {
            let product = format!("{folder}/p.product.json5");
            workspace.confc(&["assemble", &product, "--out-dir", out, "--threads", threads])
        };
        let (one, many) = (run("a", "out", "1"), run("a", "many", "4"));
        prop_assert_eq!((one.status, &one.stderr), (many.status, &many.stderr));
        let turned = run("b", "turned", "2");
        prop_assert_eq!(one.status, turned.status);
        if one.status == Some(0) {
            let of = |out: &str| files(&workspace.path(out));
            prop_assert_eq!(of("out"), of("many"));
            prop_assert_eq!(of("out"), of("turned"));
            commands_write_the_same(&workspace, "a/p.product.json5");
        }
    });
}

/// Values that override are the same in each list that may hold them.
#[test]
fn the_list_of_an_override_changes_nothing() {
    let accepted = Tally::default();
    proptest!(random::cases(24), |(product in random_product())| {
        let workspace = Workspace::new();
        let run = |product: &RandomProduct, place: SetIn| {
            let environments = product.environments.iter().map(|(extends, sets, _)| (*extends, sets.clone(), place));
            let folder = format!("{place:?}");
            RandomProduct { environments: environments.collect(), ..product.clone() }.write(&workspace, &folder, false);
            let _ = fs::remove_dir_all(workspace.path("out"));
            let answer = workspace.confc(&["assemble", &format!("{folder}/p.product.json5"), "--out-dir", "out"]);
            let out = workspace.path("out");
            (answer.status, if out.exists() { files(&out) } else { BTreeMap::new() })
        };
        let own = run(&product, SetIn::Layers);
        accepted.count(own.0 == Some(0));
        prop_assert_eq!(&own, &run(&product, SetIn::Sections));
        prop_assert_eq!(&own, &run(&product, SetIn::SectionOverrides));
        let for_all = |(extends, sets, place): &RandomEnvironment| {
            let sets = sets.iter().flat_map(|(_, key, value)| (0..product.own.len()).map(|at| (at, *key, *value)));
            (*extends, sets.collect(), *place)
        };
        let for_all = product.environments.iter().map(for_all).collect();
        let for_all = RandomProduct { environments: for_all, ..product.clone() };
        prop_assert_eq!(run(&for_all, SetIn::SectionOverrides), run(&for_all, SetIn::SharedOverrides));
    });
    accepted.demand(12, 0);
}

#[test]
fn a_mistake_in_a_layer_for_all_is_told_once() {
    let workspace =
        Workspace::new().with("c.cml", "{ config: { n: { type: 'uint8', max: 9, default: 1 } } }");
    workspace.write("shared.yaml", "n: 10\n");
    let mut components = String::new();
    for at in 0..20 {
        let _ = write!(components, "c{at}: {{ manifest: 'c.cml' }}, ");
    }
    let product = format!(
        "{{ components: {{ {components} }}, shared: ['shared.yaml'],
            environments: {{ a: {{}}, b: {{}}, c: {{}}, d: {{}}, e: {{}}, f: {{}} }} }}"
    );
    workspace.write("p.product.json5", product);
    let answer = workspace.confc(&["assemble", "p.product.json5", "--check", "--message-format", "json"]);
    assert_eq!((answer.status, answer.stderr.lines().count()), (Some(1), 1), "{}", answer.stderr);
    let found: serde_json::Value = serde_json::from_str(&answer.stderr).unwrap();
    assert_eq!(found["code"], "E0405");
    let count = |member: &str| found[member].as_array().unwrap().len();
    assert_eq!((count("components"), count("environments")), (20, 6));
}

/// The texts of a layer for many, as shared and as sections, in each language.
const FOR_MANY: [(&str, &str, &str); 6] = [
    ("shared", "s.yaml", "n: 7\nport: 8\nlist: [1, 2]\ntext: \"x\"\n"),
    ("shared", "s.toml", "n = 7\nport = 8\nlist = [1, 2]\ntext = \"x\"\n"),
    ("shared", "s.json5", "{ n: 7, port: 8, list: [1, 2], text: 'x' }"),
    ("sections", "s.yaml", "b: { n: 7 }\na:\n  port: 8\n  list: [1, 2]\n  text: \"x\"\n"),
    ("sections", "s.toml", "[b]\nn = 7\n[a]\nport = 8\nlist = [1, 2]\ntext = \"x\"\n"),
    ("sections", "s.json5", "{ b: { n: 7 }, a: { port: 8, list: [1, 2], text: 'x' } }"),
];

/// A layer for many in which the syntax is wrong is a layer of which nobody has anything: whoever may receive it is kept
/// back in all environments that have it, and nothing else is said. One that is right gives what `values` reads of it.
#[test]
fn a_layer_for_many_is_read_whole_or_not_at_all() {
    let workspace = Workspace::new()
        .with(
            "a.cml",
            "{ config: { port: { type: 'uint16', default: 80 }, text: { type: 'string', max_size: 8 },
            list: { type: 'vector', max_count: 4, element: { type: 'uint8' }, default: [] } } }",
        )
        .with("b.cml", "{ config: { n: { type: 'uint16', default: 1 } } }")
        .with("text.yaml", "text: y\n");
    let whole = Tally::default();
    proptest!(random::cases(60), |(which in 0..FOR_MANY.len(), at in any::<prop::sample::Index>(),
            with in "[a-z0-9\"'{}\\[\\],:=#@*&|>. \t\n-]{0,2}", gone in 0..3usize, overrides in any::<bool>())| {
        let (kind, file, text) = FOR_MANY[which];
        let (list, flag) = match (kind, overrides) {
            ("shared", true) => ("shared_overrides", "--shared-override"),
            (_, true) => ("section_overrides", "--override"),
            (_, false) => (kind, "--shared"),
        };
        let start = at.index(text.len() + 1);
        let altered = [&text[..start], &with, &text[(start + gone).min(text.len())..]].concat();
        workspace.write(file, &altered);
        workspace.write("p.product.json5", format!(
            "{{ components: {{ a: {{ manifest: 'a.cml' }}, b: {{ manifest: 'b.cml' }} }}, environments: {{
                has: {{ {list}: ['{file}'] }}, derived: {{ extends: ['has'] }},
                apart: {{ components: {{ a: {{ layers: ['text.yaml'] }} }} }} }} }}"));
        let _ = fs::remove_dir_all(workspace.path("out"));
        let arguments = ["assemble", "p.product.json5", "--out-dir", "out", "--message-format", "json"];
        let answer = workspace.confc(&arguments);
        let codes: Vec<&str> = answer.stderr.split("\"code\":\"").skip(1).map(|rest| &rest[..5]).collect();
        let is_broken = codes.iter().any(|code| code.starts_with("E01"));
        whole.count(!is_broken);
        prop_assert!(workspace.exists("out/apart/a.cvf"), "{}\n{}", altered, answer.stderr);
        if is_broken {
            for output in ["has/a.cvf", "has/b.cvf", "derived/a.cvf", "derived/b.cvf"] {
                prop_assert!(!workspace.exists(&format!("out/{output}")), "{}\n{}", altered, answer.stderr);
            }
            prop_assert!(codes.iter().all(|code| code.starts_with("E01")), "{}\n{}", altered, answer.stderr);
        } else if answer.status == Some(0) && kind == "shared" {
            for component in ["a", "b"] {
                let declaration = format!("out/{component}.cm");
                let alone = workspace.confc(&["values", &declaration, flag, file, "-o", "alone.cvf"]);
                prop_assert_eq!(alone.status, Some(0), "{}\n{}", altered, alone.stderr);
                let assembled = fs::read(workspace.path(&format!("out/has/{component}.cvf"))).unwrap();
                prop_assert_eq!(fs::read(workspace.path("alone.cvf")).unwrap(), assembled, "{}", altered);
            }
        }
    });
    whole.demand(25, 45);
}

/// The indexes list each file with its SHA-256.
#[test]
fn indexes_list_what_there_is() {
    let workspace = failing_shop();
    let all = files(&workspace.path("out"));
    let mut listed = BTreeMap::new();
    for (_, bytes) in all.iter().filter(|(path, _)| path.ends_with("index.json")) {
        let index: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        let mut open = vec![&index];
        while let Some(value) = open.pop() {
            if let (Some(path), Some(sha256)) = (value["path"].as_str(), value["sha256"].as_str()) {
                listed.insert(PathBuf::from(path), sha256.to_owned());
            }
            open.extend(value.as_object().into_iter().flat_map(|members| members.values()));
            open.extend(value.as_array().into_iter().flatten());
        }
    }
    let hex =
        |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut expected: BTreeMap<PathBuf, String> =
        all.iter().map(|(path, bytes)| (path.clone(), hex(bytes))).collect();
    expected.remove(Path::new("index.json"));
    assert_eq!(listed, expected);
    assert!(!listed.contains_key(Path::new("prod-us/payments.cvf")));
}

/// What lies in the folder is looked at by nobody but `--prune`, and that leaves alone what is not its own.
#[test]
fn only_what_was_written_is_removed() {
    let workspace = Workspace::new().with("c.cml", "{ config: { n: { type: 'uint8', default: 1 } } }");
    let two = "{ components: { a: { manifest: 'c.cml' }, b: { manifest: 'c.cml' } } }";
    let one = "{ components: { a: { manifest: 'c.cml' } } }";
    let run = |product: &str| {
        workspace.write("p.product.json5", product);
        workspace.confc(&["assemble", "p.product.json5", "--out-dir", "out", "--prune"])
    };
    assert_eq!(run(two).status, Some(0));
    workspace.write("out/mine.cvf", "mine");
    workspace.write("out/default/b.cvf", "changed");
    let old = fs::read_to_string(workspace.path("out/index.json")).unwrap();
    let listed =
        |path: &str| format!("\"x{}\": {{ \"path\": \"{path}\", \"sha256\": \"00\" }}, ", path.len());
    let more = ["../c.cml", "/etc/passwd", "mine.cvf", "default/../../c.cml"].map(listed).concat();
    let forged = old.replacen("\"declarations\": {", &format!("\"declarations\": {{ {more}"), 1);
    workspace.write("out/index.json", forged);
    let answer = run(one);
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
    let is_there = |path: &str| workspace.path(path).exists();
    assert!(!is_there("out/b.cm") && is_there("out/default/b.cvf") && is_there("out/mine.cvf"));
    assert!(is_there("c.cml"), "{}", answer.stderr);
    assert!(answer.stderr.contains("was changed since"), "{}", answer.stderr);
}

/// Outputs are never inputs.
#[test]
fn an_input_is_not_written_over() {
    let workspace = Workspace::new().with("a.cml", "{ config: { n: { type: 'uint8', default: 1 } } }");
    assert_eq!(workspace.confc(&["compile", "a.cml", "-o", "a.cm"]).status, Some(0));
    workspace.write("p.product.json5", "{ components: { a: { declaration: 'a.cm' } } }");
    let before = fs::read(workspace.path("a.cm")).unwrap();
    let answer = workspace.confc(&["assemble", "p.product.json5", "--out-dir", "."]);
    assert_eq!(answer.status, Some(2), "{}", answer.stderr);
    assert!(answer.stderr.contains("E0908"), "{}", answer.stderr);
    assert_eq!(fs::read(workspace.path("a.cm")).unwrap(), before);
    assert!(!workspace.path("index.json").exists());
    let answer = workspace.confc(&["assemble", "p.product.json5", "--out-dir", "out"]);
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
    assert_eq!(fs::read(workspace.path("out/a.cm")).unwrap(), before);
}

/// Whoever opens a pipe waits for who is at its other end.
#[test]
fn pipes_are_neither_inputs_nor_outputs_of_products() {
    let workspace = Workspace::new().with("a.cml", "{ config: { a: { type: 'bool', default: true } } }");
    workspace.write("good.product.json5", "{ components: { a: { manifest: 'a.cml' } } }");
    workspace
        .write("layer.product.json5", "{ components: { a: { manifest: 'a.cml', layers: ['pipe.yaml'] } } }");
    workspace.write("manifest.product.json5", "{ components: { a: { manifest: 'pipe.cml' } } }");
    fs::create_dir(workspace.path("out")).unwrap();
    for pipe in ["pipe.yaml", "pipe.cml", "out/a.cm"] {
        assert!(Command::new("mkfifo").arg(workspace.path(pipe)).status().unwrap().success());
    }
    for (product, code) in [("layer", "E0883"), ("manifest", "E0883"), ("good", "E0902")] {
        let folder = if product == "good" { "out".to_owned() } else { format!("out-{product}") };
        let product = format!("{product}.product.json5");
        let refused = workspace.confc(&["assemble", &product, "--out-dir", &folder]);
        assert!(refused.stderr.contains(&format!("error[{code}]")), "{}", refused.stderr);
        assert!(refused.stderr.contains("no regular file"), "{}", refused.stderr);
        assert_ne!(refused.status, Some(0), "{}", refused.stderr);
    }
    assert!(!workspace.path("out/default").exists());
}
