//! Hostile texts: no panic, no place outside of the text, no more than linear time.

use super::{nodes, read, yaml};
use crate::support::random::texts::PIECES;
use crate::support::random::{self, Tally};
use confc::diagnostic::Code;
use confc::syntax::{Document, Embedded, Format, SyntaxKind};
use proptest::prelude::*;

/// Every place lies in the text, and in the place of what is around it.
pub(crate) fn check(resource: &Document) {
    let text = resource.source().text();
    for node in nodes(resource) {
        for span in [node.span(), node.whole()] {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text:?}");
        }
        let parts = node.members().flat_map(|(key, value)| [key, value]).chain(node.elements());
        let mut behind = node.span().start;
        for part in parts {
            let whole = part.whole();
            assert!(behind <= whole.start && whole.end <= node.span().end, "{:?} of {text:?}", part.raw());
            assert!(node.contains(part.id()) && !part.contains(node.id()));
            behind = whole.end;
        }
        if let SyntaxKind::Alias(of) = node.kind() {
            assert!(of < node.id() && resource.syntax_node(of).is_shared(), "{text:?}");
        }
        let _ = (node.text(), Embedded::of(node));
    }
}

#[test]
fn nesting_is_bounded() {
    let nested =
        |depth: usize| [format!("{}{}", "[".repeat(depth), "]".repeat(depth)), "- ".repeat(depth) + "x"];
    for text in nested(128) {
        check(&yaml(&text));
    }
    for text in nested(129).into_iter().chain(nested(100_000)).chain([format!("{}[[1]]", "- ".repeat(127))]) {
        assert_eq!(read(Format::Yaml, &text).err(), Some(vec![Code::E0103]));
    }
    assert_eq!(read(Format::Json, &"[".repeat(100_000)).err(), Some(vec![Code::E0103]));
}

#[test]
fn aliases_are_not_expanded() {
    let mut text = String::from("a0: &a0 [x, x]\n");
    for n in 1..60 {
        text += &format!("a{n}: &a{n} [*a{0}, *a{0}, *a{0}]\n", n - 1);
    }
    let resource = yaml(&text);
    assert_eq!(resource.aliases().len(), 3 * 59);
    check(&resource);
}

#[test]
fn any_text_is_read_or_refused() {
    let tally = Tally::default();
    proptest!(random::cases(1_000), |(
        pieces in (1..40usize).prop_flat_map(|most| prop::collection::vec(prop::sample::select(PIECES), 0..most)),
        syntax in prop::sample::select(vec![Format::Yaml, Format::Json5, Format::Json]),
    )| {
        let resource = read(syntax, &pieces.concat());
        tally.count(resource.is_ok());
        if let Ok(resource) = resource {
            check(&resource);
        }
    });
    tally.demand(4, 20);
}
