//! The canonical layout: it says the same, saying it again changes nothing, and what means nothing makes no difference.

mod command;
mod corpus;
mod diff;
mod relayout;

use confc::diagnostic::Report;
use confc::edit::format;
use confc::syntax::{Document, Format, NodeId, SyntaxKind, SyntaxNode, parse_lossless};
use confc::text::Sources;

/// Texts with what is hard to lay out: comments everywhere, strings of several lines, line breaks of all kinds.
const TEXTS: &[&str] = &[
    "// head\n\n{\n  a: 1, // one\n  // b\n\n  'b': [1, 2, {c: \"d\"}], /* e */ f: {},\n\n\n  g: [], // g\n  // last\n}\n// tail",
    "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":\"e\"}",
    "[ /* none */ ]",
    "\u{feff}[\r\n\t1,\r\n\t{ 'x': 2 /* x */, y: 3 }, // y\r\n\t[[]],\r\n\t'a\\\r\n b'\r\n]\r\n",
    "{ config: {\n/// What it is.\n///\n/// And more.  \na: { type: 'uint8', max: 9 },\n\n// plain\n\n/// b\nb: { type: 'bool' } // b\n, /// no\nc: { type: 'bool' },\n/// nor this\n} }",
    "{ a /* k */ : // v\n 1, b: /* v */ [ // h\n2, 3 /* t */, /* n */ 4\n, 5 ], }",
    "[1\n,\n/* a */ /* b */ 2, /* c */ /* d */\n\n3, /* e */ // f\n\n\n// g\n\n\n/* h */ 4 /* i */]",
    "{ long: ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', [1, 2, {}, { c: 1 }]], d: [\n1] }",
    "{ a: [[[[[[1, 2], [3, [4, { b: ['cccccccccccccccccccc', 'dddddddddddddddddddddddd', [[[[]]]], 0x1F, -.5e3, +Infinity] }]]]]]]] }",
];

fn read(format: Format, text: &str) -> Option<Document> {
    let source = Sources::new().add("a.json5".into(), text.into(), None);
    parse_lossless(format, &source, &mut Report::new())
}

/// What a text is in the canonical layout, which says the same and is not changed by doing it again. `None` where it
/// cannot be read.
#[track_caller]
fn laid_out(syntax: Format, text: &str) -> Option<String> {
    let document = read(syntax, text)?;
    let formatted = format(&document).unwrap_or_else(|why| panic!("{text:?}: {why:?}"));
    let once = formatted.text().to_owned();
    let again = read(syntax, &once).unwrap_or_else(|| panic!("{text:?} became {once:?}"));
    assert_eq!(ink(text), ink(&once), "{text:?}");
    assert_eq!(nodes(&document), nodes(&again), "{text:?} became {once:?}");
    let twice = format(&again).unwrap_or_else(|why| panic!("{once:?}: {why:?}"));
    assert_eq!(twice.text(), once, "of {text:?}");
    assert!(!twice.is_changed() && twice.unified_diff("a").is_empty());
    assert_eq!(formatted.is_changed(), text != once);
    check_lines(&once, &again);
    diff::check(text, &formatted);
    Some(once)
}

/// A text without what means nothing outside of strings; a comment may move to the other side of a comma or colon.
fn ink(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ':' | '\u{feff}')).collect()
}

/// Every key and value with its documentation, in the order of the text.
fn nodes(document: &Document) -> Vec<(SyntaxKind, String, Option<String>)> {
    fn walk(node: SyntaxNode<'_>, all: &mut Vec<(SyntaxKind, String, Option<String>)>) {
        let documentation = |key: NodeId| node.document().documentation_of(key);
        all.push((node.kind(), node.text().to_owned(), documentation(node.id())));
        for (key, value) in node.members() {
            walk(key, all);
            walk(value, all);
        }
        node.elements().for_each(|element| walk(element, all));
    }
    let mut all = Vec::new();
    document.syntax_roots().for_each(|root| walk(root, &mut all));
    all
}

/// Of lines that begin outside of strings and comments none ends in white space but documentation, none is empty twice,
/// and no line is empty beside a bracket.
fn check_lines(text: &str, document: &Document) {
    assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with(['\n', ' ']), "{text:?}");
    assert!(
        !text.contains(['\r', '\u{feff}']) || ink(text) != text.replace(['\n', ' ', ',', ':'], ""),
        "{text:?}"
    );
    let is_simple = !text.contains("/*") && !text.contains("\\\n") && document.documentation().is_empty();
    if is_simple {
        for line in text.lines() {
            assert_eq!(line.trim_end(), line, "{text:?}");
            let indentation = line.len() - line.trim_start_matches(' ').len();
            assert_eq!(indentation % 4, 0, "{text:?}");
        }
        for bad in ["\n\n\n", "{\n\n", "[\n\n"] {
            assert!(!text.contains(bad), "{text:?}");
        }
    }
}

#[test]
fn awkward_texts_are_laid_out() {
    for text in TEXTS {
        laid_out(Format::Json5, text).unwrap();
        laid_out(Format::Json, text).unwrap();
    }
}
