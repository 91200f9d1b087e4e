//! What is read, and where it stands.

use super::{files, json, nodes, read, yaml};
use crate::support::corpus;
use confc::diagnostic::Code;
use confc::syntax::{Document, Format, Style, SyntaxKind};
use serde_json::json;

/// SyntaxKind, style and text as written of each node.
fn told(resource: &Document) -> Vec<(SyntaxKind, Style, &str)> {
    nodes(resource).iter().map(|node| (node.kind(), node.style(), node.raw())).collect()
}

#[test]
fn every_real_resource_is_read() {
    let Some(folder) = corpus::folder("real resources") else { return };
    let folder = folder.join("k8s");
    let files = files(&folder);
    for (name, syntax, text) in &files {
        let resource = read(*syntax, text).unwrap_or_else(|codes| panic!("{name}: {codes:?}"));
        super::hostile::check(&resource);
    }
    assert!(files.len() > 70, "{} files", files.len());
}

#[test]
fn nodes_have_their_places() {
    let resource = yaml("a: [1, 'x']\nb:\n- \"y\" # c\n-   k: v\n    w:\nc: |  # h\n  l\n\nd: >+\n  f\n\n");
    assert_eq!(
        told(&resource)[1..],
        [
            (SyntaxKind::String, Style::Plain, "a"),
            (SyntaxKind::Array, Style::Flow, "[1, 'x']"),
            (SyntaxKind::Number, Style::Plain, "1"),
            (SyntaxKind::String, Style::Single, "'x'"),
            (SyntaxKind::String, Style::Plain, "b"),
            (SyntaxKind::Array, Style::Block, "- \"y\" # c\n-   k: v\n    w:"),
            (SyntaxKind::String, Style::Double, "\"y\""),
            (SyntaxKind::Object, Style::Block, "k: v\n    w:"),
            (SyntaxKind::String, Style::Plain, "k"),
            (SyntaxKind::String, Style::Plain, "v"),
            (SyntaxKind::String, Style::Plain, "w"),
            (SyntaxKind::Null, Style::Plain, ""),
            (SyntaxKind::String, Style::Plain, "c"),
            (SyntaxKind::String, Style::Literal, "|  # h\n  l"),
            (SyntaxKind::String, Style::Plain, "d"),
            (SyntaxKind::String, Style::Folded, ">+\n  f\n"),
        ]
    );
}

#[test]
fn block_scalars_end_with_their_last_line() {
    for (text, raw) in [
        ("a: |\n x\n\n\nb: 1\n", "|\n x"),
        ("a: |-\n x  \nb: 1\n", "|-\n x  "),
        ("a: |+ # c\n x\n\n\nb: 1\n", "|+ # c\n x\n\n"),
        ("a: |\nb: 1\n", "|"),
        ("a: |\n x\n   \n \nb: 1\n", "|\n x\n   "),
        ("a: |\r\n x\r\n\r\nb: 1\r\n", "|\r\n x"),
        ("a: &b !!str |\n x\nb: 1\n", "|\n x"),
        ("a: &t|> |\n > x\nb: 1\n", "|\n > x"),
        ("- - >\n   x", ">\n   x"),
        ("--- |\nx\n", "|\nx"),
        ("? |\n x\n: 1\n", "|\n x"),
    ] {
        let resource = yaml(text);
        let found = nodes(&resource).iter().any(|node| node.raw() == raw);
        assert!(found, "{text:?}: {:?}", told(&resource));
    }
}

#[test]
fn properties_and_aliases_are_kept() {
    let text = "a: &x !t 1\nb: &y\n  c: *x\nd: *y\n? *x\n: e\n";
    let resource = yaml(text);
    let root = resource.syntax_roots().next().unwrap();
    let a = root.get("a").unwrap();
    let (anchor, tag) = (a.properties().anchor.unwrap(), a.properties().tag.unwrap());
    assert_eq!((resource.source().slice(anchor), resource.source().slice(tag)), ("&x", "!t"));
    assert_eq!(resource.source().slice(a.whole()), "&x !t 1");
    assert!(a.is_shared() && root.get("b").unwrap().is_shared() && !root.is_shared());
    assert_eq!(root.get("d").unwrap().kind(), SyntaxKind::Alias(root.get("b").unwrap().id()));
    assert_eq!(resource.aliases().len(), 3);
    assert_eq!(json(root), json!({ "a": "1", "b": { "c": "1" }, "d": { "c": "1" }, "1": "e" }));
}

#[test]
fn plain_text_is_not_retyped() {
    let text =
        "[yes, 017, 0o17, 2024-01-31, 1_000, ~, TRUE, 0x1F, .inf, 1e3, '1', !!str 1, !!int '1', !x 1, ! 1]";
    let resource = yaml(text);
    let kinds: Vec<SyntaxKind> =
        resource.syntax_roots().next().unwrap().elements().map(|node| node.kind()).collect();
    use SyntaxKind::{Disputed, Null, Number, String, True};
    let expected = [
        Disputed, Disputed, Disputed, Disputed, Disputed, Null, True, Number, Number, Number, String, String,
        Number, Disputed, String,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn nothing_is_judged_that_needs_no_judging() {
    for text in [
        "",
        "# only a comment\n",
        "---\n---\n",
        "%YAML 1.1\n---\na: yes\n...\n",
        "a: 1\na: 2\n",
        "<<: {a: 1}\n",
        "? [a, b]\n: 1\n? {c: d}\n: 2\n",
        "\u{feff}a: 1\r\n",
        "&a [*a]\n",
    ] {
        super::hostile::check(&yaml(text));
    }
    assert_eq!(yaml("").syntax_roots().count(), 0);
    assert_eq!(yaml("---\n---\n1").syntax_roots().count(), 2);
    let resource = read(Format::Json, "{ a: 1, 'a': 2, b: 3, }").unwrap();
    let repeated: Vec<_> =
        nodes(&resource).into_iter().filter(|node| node.is_repeated()).map(|key| key.raw()).collect();
    assert_eq!(repeated, ["a", "'a'"]);
}

#[test]
fn what_is_no_text_of_its_syntax_is_refused() {
    assert_eq!(read(Format::Yaml, "a: 'x").err(), Some(vec![Code::E0114]));
    assert_eq!(read(Format::Yaml, "a: *b\nc: *d\n").err(), Some(vec![Code::E0120, Code::E0120]));
    assert_eq!(read(Format::Json, "").err(), Some(vec![Code::E0113]));
    assert_eq!(read(Format::Json5, "[1").err(), Some(vec![Code::E0105]));
}
