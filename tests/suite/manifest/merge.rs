//! How the sections of several files become one.

use super::Run;
use confc::diagnostic::Code;
use confc::manifest::{IncludeOptions, MergedValue};
use confc::syntax::{Kind, Node};
use confc::text::files::MemoryFiles;
use serde_json::{Value, json};

/// A main manifest and the shards it includes; each text is the inside of an object.
fn run(main: &str, shards: &[&str]) -> Run {
    let mut files = MemoryFiles::new();
    let mut entries = String::new();
    for (n, shard) in shards.iter().enumerate() {
        files = files.with(&format!("s{n}"), format!("{{ {shard} }}"));
        entries += &format!("'s{n}', ");
    }
    Run::of(&files.with("m.cml", format!("{{ include: [ {entries} ],\n{main} }}")))
}

#[track_caller]
fn merged(main: &str, shards: &[&str]) -> Value {
    let mut run = run(main, shards);
    let json = run.json();
    run.assert_clean();
    json
}

#[track_caller]
fn conflict(main: &str, shard: &str) -> String {
    let mut run = run(main, &[shard]);
    run.component();
    let only = run.only();
    assert_eq!(only.code(), Code::E0213);
    assert!(run.place(only.primary()).starts_with("s0:"), "the later place");
    assert!(run.place(only.secondary().first()).starts_with("m.cml:"), "the first place");
    only.message().into()
}

#[test]
fn objects_merge_key_by_key_at_every_depth() {
    assert_eq!(
        merged(
            "facets: { a: { b: 1 }, c: [ 1 ] }",
            &["facets: { a: { d: { e: 2 } } }", "facets: { c: [ 2 ] }"]
        ),
        json!({ "facets": { "a": { "b": 1, "d": { "e": 2 } }, "c": [1, 2] } })
    );
    assert_eq!(
        merged(
            "'x-y': { a: 1 }, disable: { p: [ 'x' ] }",
            &["'x-y': { b: 2 }, 'x-z': 0, disable: { p: [ 'y' ] }"]
        ),
        json!({ "disable": { "p": ["x", "y"] }, "x-y": { "a": 1, "b": 2 }, "x-z": 0 })
    );
}

#[test]
fn equal_items_of_other_files_are_left_out() {
    assert_eq!(
        merged(
            "use: [ { protocol: 'a', n: 16 }, { protocol: 'twice' }, { protocol: 'twice' } ]",
            &[
                "use: [ { \"n\": +0x10, protocol: '\\x61' }, { n: 16.0, protocol: 'a' } ]",
                "use: [ { protocol: 'new' }, { protocol: 'new' }, { protocol: 'twice' } ]"
            ]
        )["use"],
        json!([
            { "protocol": "a", "n": 16 }, { "protocol": "twice" }, { "protocol": "twice" },
            { "protocol": "a", "n": 16.0 }, { "protocol": "new" }, { "protocol": "new" },
        ])
    );
}

#[test]
fn items_that_only_look_equal_are_kept() {
    let differ = [
        "1",
        "'1'",
        "true",
        "'true'",
        "null",
        "[]",
        "{}",
        "[1]",
        "[[1]]",
        "'1:1'",
        "{ '1': 1 }",
        "1.0",
        "-0",
        "0",
    ];
    let (first, later) = differ.split_at(1);
    let shards: Vec<String> = later.iter().map(|value| format!("facets: {{ list: [ {value} ] }}")).collect();
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merged = merged(&format!("facets: {{ list: [ {} ] }}", first[0]), &shards);
    assert_eq!(merged["facets"]["list"].as_array().unwrap().len(), differ.len());
}

#[test]
fn unequal_scalars_are_in_conflict() {
    let differ = |path| format!("expected one value for `{path}`, found two that differ");
    assert_eq!(conflict("program: { a: 1 }", "program: { a: 2 }"), differ("program.a"));
    assert_eq!(conflict("facets: { a: { b: 'x' } }", "facets: { a: { b: 'y' } }"), differ("facets.a.b"));
    assert_eq!(
        conflict("'x-y': true", "'x-y': false"),
        "expected one value for `x-y`, found two that differ"
    );
    assert_eq!(
        conflict("facets: { a: {} }", "facets: { a: [] }"),
        "expected an object for `facets.a` in every file, found an array"
    );
    assert_eq!(
        conflict("facets: { a: 's' }", "facets: { a: {} }"),
        "expected a string for `facets.a` in every file, found an object"
    );
    assert_eq!(merged("program: { a: 0x10 }", &["program: { a: 16 }"])["program"], json!({ "a": 0x10 }));
}

#[test]
fn program_joins_only_two_of_its_arrays() {
    assert_eq!(
        merged(
            "program: { environ: [ 'A=1' ], args: [ 1, { x: 1, y: 2 } ] }",
            &[
                "program: { features: [ 'f' ], environ: [ 'A=1', 'B=2' ] }",
                "program: { args: [ 1, { y: 2, x: 1 } ] }"
            ]
        )["program"],
        json!({ "environ": ["A=1", "B=2"], "args": [1, { "x": 1, "y": 2 }], "features": ["f"] })
    );
    assert_eq!(
        conflict("program: { args: [ 1, 2 ] }", "program: { args: [ 2, 1 ] }"),
        "expected one value for `program.args`, found two that differ"
    );
    // Deeper down it is a key like any other.
    conflict("program: { deep: { environ: [ 1 ] } }", "program: { deep: { environ: [ 2 ] } }");
}

#[test]
fn environments_merge_by_name() {
    assert_eq!(
        merged(
            "environments: [ { name: 'a', runners: [ 1 ] }, { name: 'b' } ]",
            &[
                "environments: [ { name: 'c' }, { name: 'b', x: 1 }, {} ]",
                "environments: [ {}, { name: 'a', runners: [ 2 ] } ]"
            ]
        )["environments"],
        json!([{ "name": "a", "runners": [1, 2] }, { "name": "b", "x": 1 }, { "name": "c" }, {}])
    );
    assert_eq!(
        conflict(
            "environments: [ { name: 'e', extends: 'realm' } ]",
            "environments: [ { name: 'e', extends: 'none' } ]"
        ),
        "expected one value for `environments.e.extends`, found two that differ"
    );
    // A name given twice in one file is kept twice.
    let twice = merged(
        "environments: [ { name: 'a' }, { name: 'a', x: 1 } ]",
        &["environments: [ { name: 'a', y: 2 } ]"],
    );
    assert_eq!(twice["environments"], json!([{ "name": "a", "y": 2 }, { "name": "a", "x": 1 }]));
}

#[test]
fn every_conflict_is_reported_and_the_first_stands() {
    let mut run = run("program: { a: 1, b: 1 }", &["program: { a: 2, b: {} }", "program: { a: 3, b: 1 }"]);
    assert_eq!(run.json()["program"], json!({ "a": 1, "b": 1 }));
    let codes: Vec<_> = run.report.sorted().iter().map(|it| run.place(it.primary())).collect();
    assert_eq!(codes, ["s0:1:17", "s0:1:23", "s1:1:17"]);
}

#[test]
fn fields_of_all_files_stand_side_by_side() {
    let mut run = run("config: { a: { type: 'bool' } }", &["config: { b: {}, a: { type: 'uint8' } }"]);
    let fields = run.read(|manifest, _| {
        let stanza = manifest.config_section.as_ref().expect("a `config` section");
        let field = |(key, value): &(Node<'_>, Node<'_>)| {
            format!("{} {} {}", key.document().source().name(), key.text(), value.raw())
        };
        stanza.fields.iter().map(field).collect::<Vec<_>>()
    });
    assert_eq!(fields, ["m.cml a { type: 'bool' }", "s0 b {}", "s0 a { type: 'uint8' }"]);
    run.assert_clean();
}

#[test]
fn one_file_is_not_copied() {
    let mut run = run("use: [ {} ], program: { a: {} }, 'x-y': []", &["facets: { a: [] }"]);
    run.read(|manifest, _| {
        assert_eq!(manifest.sections.len(), 3);
        assert!(manifest.sections.iter().all(|(_, tree)| matches!(tree, MergedValue::Node(_))));
        assert!(manifest.extensions.iter().all(|(_, tree)| matches!(tree, MergedValue::Node(_))));
    });
}

/// How many parts a tree was put together from.
fn parts(tree: &MergedValue<'_>) -> usize {
    match tree {
        MergedValue::Node(_) => 1,
        MergedValue::Object(members) => 1 + members.iter().map(|(_, tree)| parts(tree)).sum::<usize>(),
        MergedValue::Array(elements) => 1 + elements.iter().map(parts).sum::<usize>(),
    }
}

#[test]
fn many_files_with_many_items_merge_in_linear_size() {
    const FILES: usize = 500;
    const ITEMS: usize = 100;
    let mut files = MemoryFiles::new();
    let mut entries = String::new();
    for file in 0..FILES {
        let items: String =
            (0..ITEMS).map(|n| format!("{{ p: '{file}.{n}' }}, {{ p: 'of all {n}' }}, ")).collect();
        let facets: String = (0..ITEMS).map(|n| format!("k{n}: {{ f{file}: {n} }}, ")).collect();
        files = files.with(&format!("s{file}"), format!("{{ use: [ {items} ], facets: {{ {facets} }} }}"));
        entries += &format!("'s{file}', ");
    }
    let files = files.with("m.cml", format!("{{ include: [ {entries} ] }}"));
    let mut run = Run::load(&files, "m.cml", &IncludeOptions::default());
    let (uses, facets) = run.read(|manifest, _| {
        let sections: Vec<usize> = manifest.sections.iter().map(|(_, tree)| parts(tree)).collect();
        (sections[0], sections[1])
    });
    run.assert_clean();
    assert_eq!(uses, 1 + FILES * ITEMS + ITEMS);
    assert_eq!(facets, 1 + ITEMS + FILES * ITEMS);
}

#[test]
fn spans_survive_merging() {
    let mut run = run("facets: { a: { b: 1 } }", &["facets: { a: { c: 2 } }"]);
    let places = run.read(|manifest, _| {
        let mut found = Vec::new();
        collect(&manifest.sections[0].1, &mut found);
        found
    });
    assert_eq!(places, ["m.cml 1", "s0 2"]);
}

fn collect(tree: &MergedValue<'_>, found: &mut Vec<String>) {
    match tree {
        MergedValue::Node(node) => {
            assert_eq!(node.kind(), Kind::Number);
            found.push(format!("{} {}", node.document().source().name(), node.raw()));
        }
        MergedValue::Object(members) => members.iter().for_each(|(_, tree)| collect(tree, found)),
        MergedValue::Array(elements) => elements.iter().for_each(|tree| collect(tree, found)),
    }
}
