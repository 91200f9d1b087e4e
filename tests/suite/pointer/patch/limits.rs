//! Both sides of every limit.

use super::{apply, codes};
use confc::diagnostic::Code;
use confc::pointer::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT, MAX_DEPTH, PATCH_BUDGET};

/// `count` times the same operation.
fn repeat(operation: &str, count: usize) -> String {
    format!("[{}]", vec![operation; count].join(","))
}

#[test]
fn copies_that_double_are_refused_early() {
    let doubling: Vec<String> =
        (0..22).map(|n| format!("{{ op: 'copy', from: '', path: '/c{n}' }}")).collect();
    assert_eq!(codes(apply("{ a: 1 }", &format!("[{}]", doubling.join(",")))), [Code::E0448]);
}

#[test]
fn copied_nodes_are_bounded() {
    // The array and its elements.
    let nodes = 1_000;
    let before = format!("{{ a: [{}] }}", vec!["0"; nodes - 1].join(","));
    let copy = "{ op: 'copy', from: '/a', path: '/b' }";
    let most = MAX_COPIED_NODES / nodes;
    assert_eq!(codes(apply(&before, &repeat(copy, most))), []);
    assert_eq!(codes(apply(&before, &repeat(copy, most + 1))), [Code::E0448]);
}

#[test]
fn copied_text_is_bounded() {
    let before = format!("{{ a: '{}' }}", "x".repeat(1 << 20));
    let copy = "{ op: 'copy', from: '/a', path: '/b' }";
    let most = MAX_COPIED_TEXT >> 20;
    assert_eq!(codes(apply(&before, &repeat(copy, most))), []);
    assert_eq!(codes(apply(&before, &repeat(copy, most + 1))), [Code::E0448]);
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for (depth, expected) in [(MAX_DEPTH - 4, vec![]), (MAX_DEPTH - 3, vec![Code::E0448])] {
        // The operation itself lies in a list and an object.
        let add = format!("[{{ op: 'add', path: '/a/0/-', value: {} }}]", nested(depth - 1));
        let replace = format!("[{{ op: 'replace', path: '/a/0/0/0', value: {} }}]", nested(depth - 1));
        let before = format!("{{ a: [[[1]]], deep: {} }}", nested(depth));
        assert_eq!(codes(apply(&before, "[{ op: 'copy', from: '/deep', path: '/a/0/0/0' }]")), expected);
        assert_eq!(codes(apply(&before, "[{ op: 'move', from: '/deep', path: '/a/0/0/0' }]")), expected);
        assert_eq!(codes(apply(&before, &add)), []);
        assert_eq!(codes(apply(&before, &replace)), []);
    }
    // A document of its own is bounded when it is read; wrapping it once more is not.
    let before = format!("{{ a: {}, b: [] }}", nested(MAX_DEPTH - 1));
    assert_eq!(codes(apply(&before, "[{ op: 'move', from: '/a', path: '/c' }]")), []);
    assert_eq!(codes(apply(&before, "[{ op: 'move', from: '/a', path: '/b/0' }]")), [Code::E0448]);
}

#[test]
#[ignore = "slow: lists as long as they may be"]
fn elements_are_not_moved_aside_for_ever() {
    let elements = 1 << 20;
    let before = format!("[{}]", vec!["0"; elements].join(","));
    // Each takes the first element away and puts it back.
    let rotate = "{ op: 'move', from: '/0', path: '/0' }, { op: 'add', path: '/0', value: 1 }";
    let most = PATCH_BUDGET / elements;
    assert_eq!(codes(apply(&before, &repeat(rotate, most + 1))), [Code::E0448]);
    assert_eq!(codes(apply(&before, &repeat(rotate, most - 1))), []);
}

#[test]
fn a_large_object_is_patched_in_linear_time() {
    let members: Vec<String> = (0..100_000).map(|n| format!("k{n}:{n}")).collect();
    let removals: Vec<String> = (0..100_000).map(|n| format!("{{ op: 'remove', path: '/k{n}' }}")).collect();
    let patched = apply(&format!("{{{}}}", members.join(",")), &format!("[{}]", removals.join(",")));
    assert!(patched.expect("all are there").same_data(&super::tree("{}")));
}
