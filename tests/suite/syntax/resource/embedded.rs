//! Texts embedded in strings: every character has its place.

use super::{files, nodes, read, suite, yaml};
use crate::support::corpus;
use crate::support::random::{self, Tally};
use confc::syntax::{Document, Embedded, Format, Style, SyntaxKind, SyntaxNode};
use confc::text::Span;
use proptest::prelude::*;

/// Whether the source spells a character at a place: as itself, by an escape, or by a line break.
fn spells(raw: &str, c: char, node: SyntaxNode<'_>) -> bool {
    if raw.starts_with(c) {
        return true;
    }
    match node.style() {
        Style::Double => raw.starts_with('\\') || (matches!(c, ' ' | '\n') && raw.starts_with(['\n', '\r'])),
        Style::Single if raw.starts_with('\\') => node.document().format() != Format::Yaml,
        Style::Single | Style::Plain | Style::Folded => {
            matches!(c, ' ' | '\n') && raw.starts_with(['\n', '\r'])
        }
        // The line break that YAML adds at the end of the text.
        Style::Literal => c == '\n' && (raw.starts_with('\r') || raw.is_empty()),
        Style::Flow | Style::Block | Style::Pair => false,
    }
}

/// Checks that what is said of the end of a block's text is shown in its last line, not in the one behind it.
fn assert_end_is_inside(embedded: &Embedded<'_>, node: SyntaxNode<'_>) {
    let is_block = matches!(node.style(), Style::Literal | Style::Folded);
    let lines = embedded.text().trim_end_matches('\n');
    if let Some(last) = lines.char_indices().next_back().filter(|_| is_block) {
        let length = u32::try_from(embedded.text().len()).unwrap();
        let end = embedded.shown(Span { start: length, end: length, ..node.span() });
        let (line, _) = node.document().source().line_around(end.start);
        assert!(line <= embedded.outer(u32::try_from(last.0).unwrap()), "{:?}", node.raw());
    }
}

/// Checks the map of every string of a resource; says how many there were.
fn check(resource: &Document) -> usize {
    let mut checked = 0;
    for node in nodes(resource).into_iter().filter(|node| node.is_scalar() && !node.is_absent()) {
        let text = resource.source().text();
        if node.style() == Style::Folded && node.text().trim().is_empty() {
            continue;
        }
        let embedded = Embedded::of(node).unwrap_or_else(|| panic!("{:?} of {text:?}", node.raw()));
        assert_eq!(embedded.text(), node.text());
        let mut behind = node.span().start;
        for (at, c) in embedded.text().char_indices() {
            let offset = u32::try_from(at).unwrap();
            let (outer, next) = (embedded.outer(offset), offset + u32::try_from(c.len_utf8()).unwrap());
            assert!(outer >= behind, "{:?} of {text:?}: it grows", node.raw());
            let raw = &text[outer as usize..];
            if node.kind() != SyntaxKind::Number {
                let added = c == '\n' && raw.is_empty();
                assert!(added || spells(raw, c, node), "{c:?} at {raw:?} of {text:?}");
            }
            let span = embedded.span(offset, next);
            assert!(span.start == outer && span.end <= embedded.outer(next).max(span.end), "{span:?}");
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
            behind = outer;
        }
        let end = embedded.outer(u32::try_from(embedded.text().len()).unwrap());
        assert!(end >= behind && text.is_char_boundary(end as usize));
        assert_end_is_inside(&embedded, node);
        checked += 1;
    }
    checked
}

#[test]
fn every_string_of_real_resources_has_its_places() {
    let Some(folder) = corpus::folder("strings of real resources") else { return };
    let files = files(&folder.join("k8s"));
    let checked: usize = files.iter().map(|(_, syntax, text)| check(&read(*syntax, text).unwrap())).sum();
    assert!(checked > 10_000, "{checked} strings");
}

#[test]
fn every_string_of_the_yaml_test_suite_has_its_places() {
    let Some(cases) = suite::cases("strings of the YAML test suite") else { return };
    let resources = cases.iter().filter_map(|case| read(Format::Yaml, &case.text).ok());
    let checked: usize = resources.map(|resource| check(&resource)).sum();
    assert!(checked > 1_000, "{checked} strings");
}

/// The piece of the source that spells a piece of the text of the first document's member `k`.
fn piece<'t>(resource: &'t Document, text: &str) -> &'t str {
    let node = resource.syntax_roots().next().and_then(|root| root.get("k")).unwrap();
    let embedded = Embedded::of(node).unwrap();
    let start = embedded.text().find(text).unwrap_or_else(|| panic!("{text:?} in {:?}", embedded.text()));
    let (start, end) = (u32::try_from(start).unwrap(), u32::try_from(start + text.len()).unwrap());
    resource.source().slice(embedded.span(start, end))
}

#[test]
fn pieces_of_texts_are_found_in_their_sources() {
    let literal = yaml("k: |2\n    { a: 1,\n\n      b: 2 }\n");
    assert_eq!(piece(&literal, "a: 1"), "a: 1");
    assert_eq!(piece(&literal, "1,\n\n    b"), "1,\n\n      b");
    let windows = yaml("k: |\r\n  x\r\n  y\r\n");
    assert_eq!((piece(&windows, "y"), piece(&windows, "x\n")), ("y", "x\r\n"));
    let folded = yaml("k: >\n  one\n  two\n\n  three\n   more\n  four\n");
    assert_eq!(piece(&folded, "one two"), "one\n  two");
    assert_eq!(piece(&folded, "\nthree"), "\n  three");
    assert_eq!(piece(&folded, "three\n more\nfour"), "three\n   more\n  four");
    let double = yaml("k: \"a\\tb \\u00e9\\U0001F600 c\\\n  d\n\n  e \\\"f\\\"\"\n");
    assert_eq!(piece(&double, "\t"), "\\t");
    assert_eq!(piece(&double, "é😀"), "\\u00e9\\U0001F600");
    assert_eq!(piece(&double, "cd"), "c\\\n  d");
    assert_eq!(piece(&double, "\"f\""), "\\\"f\\\"");
    let single = yaml("k: 'it''s\n  so'\n");
    assert_eq!((piece(&single, "'s"), piece(&single, "s so")), ("''s", "s\n  so"));
    let json = read(Format::Json, r#"{"k": "{\"a\": \"\\n\", \"\ud83d\ude00\": \u0031}"}"#).unwrap();
    assert_eq!((piece(&json, "\"a\""), piece(&json, "\\n")), (r#"\"a\""#, r"\\n"));
    assert_eq!((piece(&json, "😀"), piece(&json, "1")), (r"\ud83d\ude00", r"\u0031"));
}

proptest! {
    #![proptest_config(random::cases(256))]

    #[test]
    fn every_character_of_any_json_string_has_its_place(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "a", " ", "é", "😀", "'", "\\n", "\\\"", "\\u0041", "\\ud83d\\ude00", "\\\n", "\\\r\n", "\\x41", "\\\\",
                "\\U", "\u{2028}", "\\\u{2028}", "\\0",
            ]),
            0..12,
        ),
    ) {
        let text = format!("[\"{}\"]", parts.concat());
        check(&read(Format::Json5, &text).unwrap());
    }
}

#[test]
fn every_character_of_any_string_has_its_place() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(
        lines in prop::collection::vec("[ \t]{0,3}[a#:'\"\\\\é😀{}, -]{0,4}[ \t]{0,2}", 1..6),
        header in prop::sample::select(vec!["|", "|-", "|+", ">", ">-", ">+", "|2", ">2+", "'", "\"", ""]),
        newline in prop::sample::select(vec!["\n", "\r\n"]),
        last in any::<bool>(),
    )| {
        let quote = if header.starts_with(['\'', '"']) { header } else { "" };
        let mut text = format!("k: {header}");
        for line in &lines {
            text.push_str(if quote.is_empty() && header.is_empty() && text.len() == 3 { "" } else { newline });
            text.push_str("  ");
            text.push_str(line);
        }
        text.push_str(quote);
        if last {
            text.push_str(newline);
        }
        let resource = read(Format::Yaml, &text);
        tally.count(resource.is_ok());
        if let Ok(resource) = resource {
            check(&resource);
        }
    });
    tally.demand(30, 0);
}
