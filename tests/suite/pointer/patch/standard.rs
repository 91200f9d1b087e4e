//! RFC 6902: its own suite, and where it leaves marks and order.

use super::{apply, codes, document, json, tree};
use crate::support::corpus;
use confc::diagnostic::Code;
use confc::pointer::{Data, Tree};

/// Cases that the suite switches off although nothing is wrong with them; all of them hold here.
const DISABLED: [&str; 4] =
    ["Toplevel scalar values OK?", "Whole document", "duplicate ops", "A.13 Invalid JSON Patch Document"];

#[test]
fn every_case_of_the_public_suite_holds() {
    let Some(corpus) = corpus::folder("every_case_of_the_public_suite_holds") else { return };
    let mut disabled = Vec::new();
    let mut checked = 0;
    for name in ["json-patch-tests/tests.json", "json-patch-tests/spec_tests.json"] {
        // As text, since an operation with two `op` members is one with one to most readers.
        let text = corpus::text(&corpus, name);
        let cases = document(&text);
        for case in cases.root().expect("a list").elements() {
            let member = |key: &str| case.get(key).map(confc::syntax::Node::raw);
            let (Some(doc), Some(patch)) = (member("doc"), member("patch")) else { continue };
            let comment = case.get("comment").map_or("", confc::syntax::Node::text);
            if member("disabled").is_some() {
                disabled.push(comment.to_owned());
            }
            checked += 1;
            let patched = apply(doc, patch);
            match (member("error"), member("expected")) {
                (Some(_), _) => assert!(patched.is_err(), "{comment}: {patch}"),
                (None, expected) => {
                    let patched = patched.unwrap_or_else(|found| panic!("{comment}: {found:?}"));
                    let expected = tree(expected.unwrap_or(doc));
                    assert!(patched.same_data(&expected), "{comment}: {}", json(&patched));
                }
            }
        }
    }
    assert_eq!(disabled, DISABLED);
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_patch_makes_of_a_document() {
    for (before, patch, after) in [
        // Order: a known key keeps its place, a new one comes last, and so does a moved one.
        ("{ b: 1, a: 2 }", "[{ op: 'replace', path: '/b', value: 3 }]", r#"{"b":3,"a":2}"#),
        ("{ b: 1, a: 2 }", "[{ op: 'add', path: '/b', value: 3 }]", r#"{"b":3,"a":2}"#),
        ("{ b: 1 }", "[{ op: 'add', path: '/a', value: 3 }]", r#"{"b":1,"a":3}"#),
        ("{ b: 1, a: 2 }", "[{ op: 'move', from: '/b', path: '/c' }]", r#"{"a":2,"c":1}"#),
        ("{ b: 1, a: 2 }", "[{ op: 'move', from: '/b', path: '/b' }]", r#"{"b":1,"a":2}"#),
        ("[1, 2, 3]", "[{ op: 'move', from: '/0', path: '/2' }]", "[2,3,1]"),
        ("[1]", "[{ op: 'copy', from: '/0', path: '/-' }]", "[1,1]"),
        ("{ a: { b: 1 } }", "[{ op: 'move', from: '/a/b', path: '/a' }]", r#"{"a":1}"#),
        ("{ a: { b: 1 } }", "[{ op: 'move', from: '/a', path: '' }]", r#"{"b":1}"#),
        ("{ a: 1 }", "[{ op: 'copy', from: '', path: '/a' }]", r#"{"a":{"a":1}}"#),
        ("1", "[]", "1"),
        // Karmada's form, and both in one list.
        ("{ a: 1 }", "[{ operator: 'replace', subPath: '/a', value: null }]", r#"{"a":null}"#),
        (
            "{ a: 1 }",
            "[{ operator: 'copy', from: '/a', subPath: '/b' }, { op: 'remove', path: '/a' }]",
            r#"{"b":1}"#,
        ),
        // `test`, by value.
        ("{ a: 1.0 }", "[{ op: 'test', path: '', value: { a: 10e-1 } }]", r#"{"a":1.0}"#),
        // What RFC 6902 has ignored.
        ("{ a: 1 }", "[{ op: 'remove', path: '/a', value: 1, from: 7, vaule: 2 }]", "{}"),
    ] {
        let patched = apply(before, patch).unwrap_or_else(|found| panic!("{before} {patch}: {found:?}"));
        // As text, since the order of members counts here.
        assert_eq!(written(&patched), after, "{before} {patch}");
    }
}

fn written<M>(tree: &Tree<M>) -> String {
    match &tree.data {
        Data::Null => "null".into(),
        Data::Bool(value) => value.to_string(),
        Data::Number(text) => text.to_string(),
        Data::String(text) => format!("{text:?}"),
        Data::Array(elements) => {
            format!("[{}]", elements.iter().map(written).collect::<Vec<_>>().join(","))
        }
        Data::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("{key:?}:{}", written(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

#[test]
fn what_comes_from_the_patch_says_from_which_operation() {
    let patched = apply(
        "{ a: { x: 1 }, b: [2] }",
        "[{ op: 'add', path: '/c', value: [3, 4] }, { op: 'copy', from: '/a', path: '/d' },
          { op: 'move', from: '/b/0', path: '/c/0' }, { op: 'replace', path: '/a/x', value: 5 }]",
    )
    .unwrap();
    let marks = |path: &str| {
        let found = patched.at(&confc::pointer::Pointer::parse(path).unwrap());
        found.unwrap_or_else(|| panic!("{path} is there")).mark
    };
    assert_eq!(["", "/a", "/b", "/d", "/d/x", "/c/0"].map(marks), [None; 6]);
    assert_eq!(["/c", "/c/1", "/c/2", "/a/x"].map(marks), [Some(0), Some(0), Some(0), Some(3)]);
}

#[test]
fn the_first_that_fails_ends_it() {
    let failed = "[{ op: 'add', path: '/b', value: 1 }, { op: 'test', path: '/b', value: 2 },
        { op: 'remove', path: '/x' }]";
    assert_eq!(codes(apply("{ a: 1 }", failed)), [Code::E0446]);
}
