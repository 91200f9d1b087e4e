//! Edits of texts inside of strings.

use super::{check_splices, edited_within, patched};
use crate::support::corpus;
use confc::diagnostic::Report;
use confc::edit::{Reason, Rewritten, SyntaxOrigin, rewrite, rewrite_all_within, trees};
use confc::syntax::Format::{self, Json, Json5, Yaml};
use confc::syntax::{Embedded, parse_lossless};
use confc::text::Sources;
use serde_json::Value;

#[track_caller]
fn check(text: &str, syntax: Format, operations: &str, expected: &str) {
    let rewritten = edited_within(text, "/data/f", syntax, operations).expect("no refusal");
    check_splices(text, &rewritten);
    assert_eq!(rewritten.text, expected, "{operations}");
}

#[test]
fn lines_of_a_block_change_alone() {
    let text = "data:\n  f: |\n    # head\n    a: 1   # one\n\n    since: 2024-01-31\n    b: [x]\n  g: 1\n";
    let replace = |path: &str, value: &str| format!("[{{op: 'replace', path: '{path}', value: {value}}}]");
    check(text, Yaml, &replace("/a", "'yes'"), &text.replace("a: 1", "a: \"yes\""));
    check(
        text,
        Yaml,
        "[{op: 'add', path: '/c', value: {d: 1}}]",
        &text.replace("[x]", "[x]\n    c:\n      d: 1"),
    );
    check(text, Yaml, "[{op: 'remove', path: '/b'}]", &text.replace("    b: [x]\n", ""));
    check(text, Yaml, "[{op: 'remove', path: '/a'}]", &text.replace("    # head\n    a: 1   # one\n", ""));
    check(
        text,
        Yaml,
        &replace("/since", "{a: 'x\\ny\\n'}"),
        &text.replace("since: 2024-01-31", "since:\n      a: |\n        x\n        y"),
    );
    check(
        &text.replace('\n', "\r\n"),
        Yaml,
        &replace("/b/0", "7"),
        &text.replace("[x]", "[7]").replace('\n', "\r\n"),
    );
    let lines = text.replace("[x]", "[x]\n    c:\n      - 1\n      - 2").replace('\n', "\r\n");
    check(&text.replace('\n', "\r\n"), Yaml, "[{op: 'add', path: '/c', value: [1, 2]}]", &lines);
    let two = "[{op: 'replace', path: '/a', value: 2}, {op: 'add', path: '/b/0', value: 1}, {op: 'add', path: '/b/-', value: 3}]";
    check(text, Yaml, two, &text.replace("a: 1", "a: 2").replace("[x]", "[1, x, 3]"));
}

#[test]
fn characters_between_quotes_change_alone() {
    let text = "data: {f: \"{\\\"a\\\": 1,\\n \\u0022b\\\": [2]}\"} # c\n";
    check(text, Json, "[{op: 'replace', path: '/a', value: 'x'}]", &text.replace("1,", "\\\"x\\\","));
    let text = "data:\n  f: '{a: ''x'', b: 1}' # c\n";
    check(text, Json5, "[{op: 'replace', path: '/a', value: 'y'}]", &text.replace("''x''", "''y''"));
    check(text, Json5, "[{op: 'replace', path: '/b', value: 'y'}]", &text.replace(": 1}", ": \"y\"}"));
    let text = "data:\n  f: '{a: 1}'\n";
    check(
        text,
        Json5,
        "[{op: 'replace', path: '/a', value: 'y\\u0007'}]",
        "data:\n  f: '{a: \"y\\u0007\"}'\n",
    );
    let text = "data:\n  f: 'a: ''x'''\n";
    check(text, Yaml, "[{op: 'replace', path: '/a', value: 'y'}]", "data:\n  f: 'a: ''y'''\n");
}

#[test]
fn other_strings_are_written_anew() {
    let text = "data:\n  f: >\n    a: 1\n\n    b: 2\n  g: 1\n";
    check(
        text,
        Yaml,
        "[{op: 'replace', path: '/b', value: 3}]",
        "data:\n  f: |\n    a: 1\n    b: 3\n  g: 1\n",
    );
    check("data:\n  f: 7\n", Yaml, "[{op: 'replace', path: '', value: 8}]", "data:\n  f: \"8\"\n");
}

#[test]
fn several_strings_change_at_once() {
    let text = "f: |\n  a: 1\n  b: 2\ng: '{\"a\": 1}'\nh: >\n  a: 1\n";
    let resource = crate::syntax::resource::yaml(text);
    let root = resource.syntax_roots().next().unwrap();
    let inner = |key: &str, syntax| {
        let embedded = Embedded::of(root.get(key).unwrap()).unwrap();
        let inner = crate::syntax::resource::read(syntax, embedded.text()).unwrap();
        let rewritten = patched(&inner, "[{op: 'replace', path: '/a', value: 7}]").unwrap();
        (SyntaxOrigin::Source(root.get(key).unwrap().id()), rewritten)
    };
    let all = |changes: &[(SyntaxOrigin, Rewritten)]| {
        let changes: Vec<_> = changes.iter().map(|(mark, rewritten)| (*mark, rewritten)).collect();
        rewrite_all_within(&resource, &changes)
    };
    let changes = [inner("f", Yaml), inner("g", Json)];
    let expected = text.replacen("a: 1", "a: 7", 1).replace("\"a\": 1", "\"a\": 7");
    assert_eq!(all(&changes).unwrap().text, expected);
    let changes = [inner("f", Yaml), inner("g", Json), inner("h", Yaml)];
    let expected = expected.replace(">\n  a: 1", ">\n  a: 7");
    assert_eq!(all(&changes).unwrap().text, expected);
    let object = SyntaxOrigin::Source(resource.syntax_roots().next().unwrap().id());
    let nothing = rewrite(&resource, &trees(&resource).unwrap()).unwrap();
    let refused = all(&[(object, nothing)]).err().map(|refusal| refusal.reason);
    assert_eq!(refused, Some(Reason::NotInPlace));
}

#[test]
fn refusals_are_shown_in_the_file_around() {
    let text = "f: |\n  a: &x 1\n  b: *x\n";
    let mut sources = Sources::new();
    let source = sources.add("r.yaml".into(), text.into(), None);
    let resource = parse_lossless(Yaml, &source, &mut Report::new()).unwrap();
    let embedded = Embedded::of(resource.syntax_roots().next().unwrap().get("f").unwrap()).unwrap();
    let inner_source = sources.add("r.yaml#/f".into(), embedded.text().into(), None);
    let inner = parse_lossless(Yaml, &inner_source, &mut Report::new()).unwrap();
    let refusal = patched(&inner, "[{op: 'replace', path: '/a', value: 7}]").unwrap_err();
    let refusal = refusal.outside(&inner_source, &embedded);
    assert_eq!((refusal.reason, source.slice(refusal.place)), (Reason::Shared, "&x"));
    assert_eq!(refusal.cause.map(|cause| source.slice(cause)), Some("*x"));
    assert_eq!(refusal.diagnostic(&source).primary().map(|label| label.span), Some(refusal.place));
}

#[test]
fn karmadas_own_cases() {
    let Some(folder) = corpus::folder("Karmada's cases") else { return };
    let cases = corpus::json(&folder, "karmada/cases.json");
    let cases = cases["cases"].as_array().expect("a list").clone();
    let mut checked = 0;
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let (Some(input), Some(expected)) = (case["input"].as_str(), case.get("reference_semantic")) else {
            continue;
        };
        let syntax = if case["format"] == "yaml" { Yaml } else { Json };
        let outer = serde_json::json!({ "data": { "f": input } });
        let mut blocks = String::from("data:\n  f: |2\n");
        input
            .lines()
            .for_each(|line| blocks += &if line.is_empty() { "\n".into() } else { format!("    {line}\n") });
        for text in [outer.to_string(), blocks] {
            let rewritten = edited_within(&text, "/data/f", syntax, &case["ops"].to_string())
                .unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
            check_splices(&text, &rewritten);
            let resource = crate::syntax::resource::yaml(&rewritten.text);
            let root = resource.syntax_roots().next().unwrap();
            let inner = root.get("data").and_then(|data| data.get("f")).unwrap();
            let inner = crate::syntax::resource::read(syntax, inner.text()).unwrap();
            let found = crate::syntax::resource::json(inner.syntax_roots().next().unwrap());
            assert_eq!(merged(&found), *expected, "{name}: {}", rewritten.text);
        }
        checked += 1;
    }
    assert!(checked >= 4, "{checked} of {} cases", cases.len());
}

/// A value with its merge keys followed, as Karmada's own tools have it.
fn merged(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(merged).collect(),
        Value::Object(members) => {
            let below = members.get("<<").and_then(Value::as_object);
            let own = members.iter().filter(|(key, _)| *key != "<<");
            let all = below.into_iter().flatten().chain(own);
            all.map(|(key, value)| (key.clone(), merged(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
