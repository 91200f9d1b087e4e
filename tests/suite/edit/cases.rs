//! Single edits: what changes, and what stays.

use super::edited;
use confc::syntax::Format::{self, Json, Json5, Yaml};

/// Checks edits: the text, the operations, the text behind them.
#[track_caller]
fn check(syntax: Format, cases: &[(&str, &str, &str)]) {
    for (text, operations, expected) in cases {
        assert_eq!(edited(syntax, text, operations), *expected, "{text:?} {operations}");
    }
}

fn replace(path: &str, value: &str) -> String {
    format!("[{{op: 'replace', path: '{path}', value: {value}}}]")
}

#[test]
fn a_scalar_keeps_its_style_where_all_readers_take_it_alike() {
    for (old, value, new) in [
        ("x", "'z'", "z"),
        ("x", "'y'", "\"y\""),
        ("x", "'yes'", "\"yes\""),
        ("x", "'017'", "\"017\""),
        ("x", "'1e3'", "\"1e3\""),
        ("x", "'2024-01-31'", "\"2024-01-31\""),
        ("x", "'null'", "\"null\""),
        ("x", "'~'", "\"~\""),
        ("x", "''", "\"\""),
        ("x", "' a'", "\" a\""),
        ("x", "'a '", "\"a \""),
        ("x", "'a: b'", "\"a: b\""),
        ("x", "'a #b'", "\"a #b\""),
        ("x", "'a:b#c'", "a:b#c"),
        ("x", "'- a'", "\"- a\""),
        ("x", "'--flag=1'", "--flag=1"),
        ("x", "'-f'", "-f"),
        ("x", "'*a'", "\"*a\""),
        ("x", "'say \"hi\"'", "say \"hi\""),
        ("x", "'\"hi\"'", "'\"hi\"'"),
        ("x", "'a\\tb'", "\"a\\tb\""),
        ("x", "'\\u202e'", "\"\\u202e\""),
        ("x", "'3307'", "\"3307\""),
        ("x", "'nginx:1.19.1'", "nginx:1.19.1"),
        ("x", "'1.2.3'", "1.2.3"),
        ("'x'", "'z'", "'z'"),
        ("'x'", "'it\\'s'", "'it''s'"),
        ("'x'", "'a\\u0007'", "\"a\\u0007\""),
        ("\"x\"", "'y'", "\"y\""),
        ("\"x\"", "'y\\n\"'", "\"y\\n\\\"\""),
        ("3", "5", "5"),
        ("3", "'5'", "\"5\""),
        ("'3'", "5", "5"),
        ("x", "1e3", "1.0e+3"),
        ("x", "0x1F", "0x1F"),
        ("x", "-0x10", "-16"),
        ("x", ".5", "0.5"),
        ("x", "Infinity", ".inf"),
        ("x", "-Infinity", "-.inf"),
        ("x", "NaN", ".nan"),
        ("x", "18446744073709551616", "18446744073709551616"),
        ("x", "true", "true"),
        ("x", "null", "null"),
        ("x", "{}", "{}"),
        ("x", "[]", "[]"),
        ("yes", "'yes'", "\"yes\""),
        ("|\n    a\n    b", "'c\\nd\\n'", "|\n    c\n    d"),
        ("|\n    a", "'c'", "|-\n    c"),
        ("|-  # why\n    a", "'c\\n'", "|  # why\n    c"),
        (">\n    a\n    b", "'c d\\n'", ">\n    c d"),
        ("x", "'a\\nb\\n'", "|\n    a\n    b"),
        ("x", "'  a\\nb\\n'", "|2\n      a\n    b"),
        ("x", "'a\\n\\nb\\n\\n'", "|+\n    a\n\n    b\n"),
        ("|\n    a", "7", "7"),
        ("[a, b]", "'c, d'", "c, d"),
    ] {
        // A comment stands in the line of a block's `|`.
        let text = |value: &str| match value.split_once('\n') {
            Some((first, rest)) if first.contains('#') => {
                format!("# head\nm:\n  k: {first}\n{rest}\n  n: 1 # d\n")
            }
            Some((first, rest)) => format!("# head\nm:\n  k: {first} # c\n{rest}\n  n: 1 # d\n"),
            None => format!("# head\nm:\n  k: {value} # c\n  n: 1 # d\n"),
        };
        assert_eq!(edited(Yaml, &text(old), &replace("/m/k", value)), text(new), "{old} {value}");
    }
}

#[test]
fn values_of_other_kinds_take_each_others_place() {
    check(
        Yaml,
        &[
            (
                "a: 1 # c\nb: 2\n",
                &replace("/a", "{x: 1, w: [2, {z: 3}]}"),
                "a: # c\n  x: 1\n  w:\n    - 2\n    - z: 3\nb: 2\n",
            ),
            ("a:\nb: 2\n", &replace("/a", "{x: 1}"), "a:\n  x: 1\nb: 2\n"),
            ("a: # c\nb: 2\n", &replace("/a", "7"), "a: 7 # c\nb: 2\n"),
            ("a: &x\nb: 2\n", &replace("/a", "7"), "a: &x 7\nb: 2\n"),
            ("a: # c\n  x: 1 # d\n  y: 2\nb: 2\n", &replace("/a", "7"), "a: 7 # c\nb: 2\n"),
            ("a:\n- 1\n- 2\nb: 2\n", &replace("/a", "{}"), "a: {}\nb: 2\n"),
            ("a:\n- 1\nb: 2\n", &replace("/a", "{k: 1}"), "a:\n  k: 1\nb: 2\n"),
            ("a:\n  x: 1\nb: 2\n", &replace("/a", "[1]"), "a:\n  - 1\nb: 2\n"),
            ("- 1\n- k: v\n  w: x # c\n- 3\n", &replace("/1", "2"), "- 1\n- 2 # c\n- 3\n"),
            (
                "- 1 # c\n-\n",
                "[{op: 'replace', path: '/0', value: {k: 1}}, {op: 'replace', path: '/1', value: [1, 2]}]",
                "- k: 1 # c\n- - 1\n  - 2\n",
            ),
            ("7\n", &replace("", "{a: 1}"), "a: 1\n"),
            ("--- 7\n", &replace("", "{a: 1}"), "---\na: 1\n"),
            ("a: 1\nb: 2\n", &replace("", "[1]"), "- 1\n"),
            ("a: 1\n", &replace("", "'x'"), "x\n"),
            (
                "{a, b: }\n",
                "[{op: 'replace', path: '/a', value: 1}, {op: 'replace', path: '/b', value: 2}]",
                "{a: 1, b: 2 }\n",
            ),
        ],
    );
}

#[test]
fn members_and_elements_come() {
    check(
        Yaml,
        &[
            ("a: 1\nb: 2 # c\n", "[{op: 'add', path: '/d', value: 3}]", "a: 1\nb: 2 # c\nd: 3\n"),
            ("a: 1", "[{op: 'add', path: '/d', value: 3}]", "a: 1\nd: 3"),
            (
                "a:\r\n  x: 1\r\n",
                "[{op: 'add', path: '/a/w', value: {z: [1]}}]",
                "a:\r\n  x: 1\r\n  w:\r\n    z:\r\n      - 1\r\n",
            ),
            ("\u{feff}a: 1\n", "[{op: 'add', path: '/b', value: 'x'}]", "\u{feff}a: 1\nb: x\n"),
            (
                "a:\n    x: 1\nl:\n- 1\n",
                "[{op: 'add', path: '/a/w', value: {z: [1]}}]",
                "a:\n    x: 1\n    w:\n        z:\n        - 1\nl:\n- 1\n",
            ),
            (
                "l:\n  # one\n  - 1\n  # two\n  - 2 # second\nm: 1\n",
                "[{op: 'add', path: '/l/1', value: 'x'}]",
                "l:\n  # one\n  - 1\n  - x\n  # two\n  - 2 # second\nm: 1\n",
            ),
            (
                "l:\n  # one\n  - 1\n",
                "[{op: 'add', path: '/l/0', value: {a: 1, b: 2}}]",
                "l:\n  - a: 1\n    b: 2\n  # one\n  - 1\n",
            ),
            (
                "l:\n- a: 1\n",
                "[{op: 'add', path: '/l/-', value: 'yes'}, {op: 'add', path: '/l/0/b', value: 'x'}]",
                "l:\n- a: 1\n  b: x\n- \"yes\"\n",
            ),
            ("- - 1\n", "[{op: 'add', path: '/0/0', value: 0}]", "- - 0\n  - 1\n"),
            (
                "a: {x: 1, y: 2}\n",
                "[{op: 'add', path: '/a/z', value: [1, {b: 'c, d'}]}]",
                "a: {x: 1, y: 2, z: [1, {b: \"c, d\"}]}\n",
            ),
            (
                "a: {}\nb: []\n",
                "[{op: 'add', path: '/a/z', value: 1}, {op: 'add', path: '/b/-', value: 'on'}]",
                "a: {z: 1}\nb: [\"on\"]\n",
            ),
            (
                "a: [1, 3, ]\n",
                "[{op: 'add', path: '/a/1', value: 2}, {op: 'add', path: '/a/-', value: 4}]",
                "a: [1, 2, 3, 4, ]\n",
            ),
            (
                "a: |+\n  x\n\nb: >-\n  y\n",
                "[{op: 'add', path: '/c', value: 1}]",
                "a: |+\n  x\n\nb: >-\n  y\nc: 1\n",
            ),
            ("\"a\": 1\n", "[{op: 'add', path: '/b', value: 1}]", "\"a\": 1\n\"b\": 1\n"),
            (
                "a: 1\n",
                "[{op: 'add', path: '/on', value: 1}, {op: 'add', path: '/x: y', value: 1}]",
                "a: 1\n\"on\": 1\n\"x: y\": 1\n",
            ),
            (
                "a: 1\n  # deep\n# next\n",
                "[{op: 'add', path: '/b', value: 1}]",
                "a: 1\n  # deep\nb: 1\n# next\n",
            ),
            ("a:\n  b: 1\n\nc: 2\n", "[{op: 'add', path: '/a/d', value: 1}]", "a:\n  b: 1\n  d: 1\n\nc: 2\n"),
        ],
    );
}

#[test]
fn members_and_elements_go() {
    check(
        Yaml,
        &[
            (
                "a: 1\n# of b\nb: 2 # too\n  # and this\n# of c\nc: 3\n",
                "[{op: 'remove', path: '/b'}]",
                "a: 1\n# of c\nc: 3\n",
            ),
            ("a: 1\nb: 2", "[{op: 'remove', path: '/b'}]", "a: 1"),
            ("a: 1\r\nb: 2", "[{op: 'remove', path: '/b'}]", "a: 1"),
            ("a: 1\nb: 2", "[{op: 'remove', path: '/a'}]", "b: 2"),
            ("- a: 1\n  b: 2\n- c: 1\n", "[{op: 'remove', path: '/0/a'}]", "- b: 2\n- c: 1\n"),
            ("- a: 1\n  b: 2\n- c: 1\n", "[{op: 'remove', path: '/0'}]", "- c: 1\n"),
            ("x:\n- - 1\n  - 2\n", "[{op: 'remove', path: '/x/0/0'}]", "x:\n- - 2\n"),
            ("a:\n  b: 1 # c\nd: 1\n", "[{op: 'remove', path: '/a/b'}]", "a: {}\nd: 1\n"),
            ("a: # c\n  - 1\n", "[{op: 'remove', path: '/a/0'}]", "a: [] # c\n"),
            ("- a: 1\n", "[{op: 'remove', path: '/0/a'}]", "- {}\n"),
            ("a: 1 # c\n", "[{op: 'remove', path: '/a'}]", "{}\n"),
            (
                "# head\na: 1\nb: 2\n# tail\n",
                "[{op: 'remove', path: '/a'}, {op: 'remove', path: '/b'}]",
                "# head\n{}\n# tail\n",
            ),
            ("a: {x: 1, y: 2, z: 3}\n", "[{op: 'remove', path: '/a/y'}]", "a: {x: 1, z: 3}\n"),
            (
                "a: {x: 1, y: 2, z: 3}\n",
                "[{op: 'remove', path: '/a/z'}, {op: 'remove', path: '/a/y'}]",
                "a: {x: 1}\n",
            ),
            ("a: [1, 2]\n", "[{op: 'remove', path: '/a/0'}, {op: 'remove', path: '/a/0'}]", "a: []\n"),
            (
                "a:\n  b: |\n    # no comment\n    x\n  c: 1\n",
                "[{op: 'remove', path: '/a/b'}]",
                "a:\n  c: 1\n",
            ),
            ("a: 1\n---\nb: 2\n", "[{op: 'remove', path: '/a'}]", "{}\n---\nb: 2\n"),
        ],
    );
}

#[test]
fn json_keeps_its_commas_comments_and_indentation() {
    let text = "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [1, 2]\n\t}\n}\n";
    check(
        Json,
        &[
            (text, "[{op: 'replace', path: '/a', value: 'x\\n'}]", &text.replace("1,\n", "\"x\\n\",\n")),
            (
                text,
                "[{op: 'add', path: '/b/d', value: {e: [1]}}]",
                &text.replace("[1, 2]", "[1, 2],\n\t\t\"d\": {\n\t\t\t\"e\": [\n\t\t\t\t1\n\t\t\t]\n\t\t}"),
            ),
            (
                text,
                "[{op: 'add', path: '/b/c/-', value: {e: 1}}]",
                &text.replace("[1, 2]", "[1, 2, {\"e\": 1}]"),
            ),
            (text, "[{op: 'remove', path: '/a'}]", &text.replace("\t\"a\": 1,\n", "")),
            (text, "[{op: 'remove', path: '/b'}]", "{\n\t\"a\": 1\n}\n"),
            (text, "[{op: 'remove', path: '/b/c'}]", &text.replace("{\n\t\t\"c\": [1, 2]\n\t}", "{}")),
            (
                "{\"a\":1,\"b\":[1,2]}",
                "[{op: 'add', path: '/b/0', value: {x: [1, 2]}}, {op: 'add', path: '/c', value: 0x10}]",
                "{\"a\":1,\"b\":[{\"x\":[1,2]},1,2],\"c\":16}",
            ),
            (
                "{\n  \"a\": {}\n}",
                "[{op: 'add', path: '/a/b', value: 1}]",
                "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
            ),
            (
                "{\n  \"a\": {\"b\": []}\n}",
                "[{op: 'add', path: '/a/b/0', value: {c: 1}}]",
                "{\n  \"a\": {\"b\": [{\"c\": 1}]}\n}",
            ),
            ("[1, 2, 3]", "[{op: 'remove', path: '/2'}, {op: 'add', path: '/0', value: 0}]", "[0, 1, 2]"),
            ("{}", "[{op: 'add', path: '/a', value: null}]", "{\"a\": null}"),
            ("1", "[{op: 'replace', path: '', value: {a: [1]}}]", "{\n  \"a\": [\n    1\n  ]\n}"),
        ],
    );
    let text = "{\n  a: 1, // one\n  // of b\n  'b': [1, /* two */ 2,], // b\n  c: 'x', /* c */\n}\n";
    check(
        Json5,
        &[
            (text, "[{op: 'replace', path: '/c', value: 'it\\'s'}]", &text.replace("'x'", "'it\\'s'")),
            (text, "[{op: 'remove', path: '/b'}]", "{\n  a: 1, // one\n  c: 'x', /* c */\n}\n"),
            (
                text,
                "[{op: 'add', path: '/d', value: Infinity}]",
                &text.replace("/* c */\n", "/* c */\n  d: Infinity,\n"),
            ),
            (
                text,
                "[{op: 'remove', path: '/c'}]",
                "{\n  a: 1, // one\n  // of b\n  'b': [1, /* two */ 2,], // b\n}\n",
            ),
            (text, "[{op: 'add', path: '/b/0', value: 0}]", &text.replace("[1", "[0, 1")),
            ("{a: 1}", "[{op: 'add', path: '/b-c', value: 1}]", "{a: 1, \"b-c\": 1}"),
            ("{\n  a: 1 // one\n}", "[{op: 'add', path: '/b', value: 1}]", "{\n  a: 1, // one\n  b: 1\n}"),
        ],
    );
}

#[test]
fn what_is_not_touched_survives() {
    let text = "\u{feff}%YAML 1.2\r\n---\r\n# head\r\nb: 'x'   # why\r\na:   2024-01-31\r\nd: &x {k: 017}\r\ne: *x\r\n\
        f: !!str 1\r\ng:   yes\r\n\r\n...\r\n---\r\n- \"\\u0041\"\r\n-   ~\r\n# tail";
    let expected = text.replace("yes", "no way");
    assert_eq!(edited(Yaml, text, &replace("/g", "'no way'")), expected);
}

#[test]
fn what_moves_keeps_its_spelling() {
    check(
        Yaml,
        &[
            ("a: 017\nb: {}\n", "[{op: 'copy', from: '/a', path: '/c'}]", "a: 017\nb: {}\nc: 017\n"),
            ("a: 'x' # c\nb: 1\n", "[{op: 'move', from: '/a', path: '/c'}]", "b: 1\nc: 'x'\n"),
            (
                "- 1 # one\n- 2 # two\n- 3 # three\n",
                "[{op: 'move', from: '/2', path: '/0'}]",
                "- 3\n- 1 # one\n- 2 # two\n",
            ),
            (
                "- a: 2024-01-31\n- {b: 0x1F}\n",
                "[{op: 'move', from: '/1', path: '/0/c'}]",
                "- a: 2024-01-31\n  c:\n    b: 0x1F\n",
            ),
        ],
    );
}

#[test]
fn tags_and_anchors_stay_in_front() {
    check(
        Yaml,
        &[
            ("a: &x 1 # c\n", &replace("/a", "2"), "a: &x 2 # c\n"),
            ("a: !!str 1\n", &replace("/a", "'2'"), "a: !!str \"2\"\n"),
            ("a: !vault abc\n", &replace("/a", "'d'"), "a: !vault d\n"),
            ("a: &x\n  b: 1\n", &replace("/a", "2"), "a: &x 2\n"),
            ("a: &x {b: 1}\nc: *x\n", &replace("/c", "2"), "a: &x {b: 1}\nc: 2\n"),
            (
                "a: &x {b: 1}\nc:\n  <<: *x\n",
                "[{op: 'add', path: '/c/b', value: 2}]",
                "a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n",
            ),
            ("- &x a: 1\n", "[{op: 'replace', path: '/0/a', value: 2}]", "- &x a: 2\n"),
        ],
    );
}
