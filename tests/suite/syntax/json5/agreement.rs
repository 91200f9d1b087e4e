//! Generated texts, read by us and by the `json5` crate.

use super::Read;
use super::oracle::{ours, theirs};
use crate::support::random::{self, Tally};
use confc::diagnostic::Code;
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, proptest};

/// Holds our reading of a text against the crate's. These differences are meant:
/// - an identifier key with an escaped surrogate pair (ES5.1 takes each escape for itself) is refused here
///   and accepted there;
/// - a hexadecimal literal beyond 64 bits is kept exactly here; there it loses places or is refused.
///
/// Tells whether we accept it.
fn agree(text: &str) -> Result<bool, TestCaseError> {
    let read = Read::new(text);
    read.check_spans();
    let theirs = theirs(text);
    if !read.document.is_complete() {
        let meant = read.errors().all(|code| code == Code::E0108) && text.contains("\\ud");
        prop_assert!(theirs.is_none() || meant, "only we refuse {text:?}: {:?}", read.codes());
        return Ok(false);
    }
    let ours = read.document.root().map(ours);
    if theirs != ours && has_large_hex(text) {
        return Ok(true);
    }
    prop_assert_eq!(&ours, &theirs, "{:?}", text);
    Ok(true)
}

fn has_large_hex(text: &str) -> bool {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_hexdigit).count();
    text.match_indices(['x', 'X']).any(|(at, _)| digits(&text[at + 1..]) > 16)
}

/// White space and comments, mostly none.
fn trivia() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        3 => "[ \t\n\r\u{b}\u{c}\u{a0}\u{feff}\u{2028}\u{2029}\u{2003}]{1,3}",
        1 => "//[ -~é]{0,5}[\n\r\u{2028}]",
        1 => "///[ a]{0,3}\r?\n",
        1 => "/\\*[ -)+-.0-~\n]{0,6}\\*/",
    ]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        "[+-]?(0|[1-9][0-9]{0,21})",
        "[+-]?(0|[1-9][0-9]{0,18})\\.[0-9]{0,20}([eE][+-]?[0-9]{1,3})?",
        "[+-]?\\.[0-9]{1,20}([eE][+-]?[0-9]{1,3})?",
        "[+-]?0[xX][0-9a-fA-F]{1,16}",
        "[+-]?(Infinity|NaN)",
    ]
}

/// A string of these pieces between one kind of quotes.
fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ !#-&(-\\[\\]-~]{1,5}",
        1 => "[é…\u{2028}\u{301}😀\t\u{0}]",
        2 => "\\\\[bfnrtv'\"\\\\/ac-eé]",
        1 => "\\\\x[0-9a-fA-F]{2}",
        2 => "\\\\u[0-9a-cefA-CEF][0-9a-fA-F]{3}",
        1 => "\\\\ud83d\\\\ude[0-9a-f]{2}",
        1 => "\\\\(\n|\r|\r\n|\u{2028}|\u{2029})",
    ];
    let pieces = proptest::collection::vec(piece, 0..5);
    (pieces, prop_oneof![Just('"'), Just('\'')])
        .prop_map(|(pieces, quote)| format!("{quote}{}{quote}", pieces.concat()))
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-cA$_][a-c0-9$_]{0,4}",
        1 => "[éπª中𐐀Ⅻ][\u{301}٣\u{200d}‿é]{0,2}",
        1 => "(\\\\u0061|\\\\u00e9|\\\\u0030|\\\\ud835\\\\udc00|\\\\u2e2f)[a-c]",
        2 => string(),
        1 => "(true|null|NaN)",
    ]
}

/// A text that follows the grammar, but for the escapes of some of its keys.
fn document() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        1 => prop_oneof![Just("null"), Just("true"), Just("false")].prop_map(String::from),
        3 => number(),
        3 => string(),
    ];
    let value = leaf.prop_recursive(6, 60, 6, |value| {
        let spaced = |(before, value, after): (String, String, String)| before + &value + &after;
        let value = (trivia(), value, trivia()).prop_map(spaced).boxed();
        let member = (trivia(), key(), trivia(), value.clone())
            .prop_map(|(before, key, after, value)| format!("{before}{key}{after}:{value}"));
        let items = |item: proptest::strategy::BoxedStrategy<String>| {
            (proptest::collection::vec(item, 0..6), trivia(), proptest::bool::ANY).prop_map(
                |(items, after, comma)| {
                    let comma = if comma && !items.is_empty() { "," } else { "" };
                    format!("{}{comma}{after}", items.join(","))
                },
            )
        };
        prop_oneof![
            items(value).prop_map(|items| format!("[{items}]")),
            items(member.boxed()).prop_map(|items| format!("{{{items}}}")),
        ]
    });
    (trivia(), value, trivia()).prop_map(|(before, value, after)| before + &value + &after)
}

/// Pieces of texts, put together without grammar.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[{}\\[\\],:]",
        3 => number(),
        2 => string(),
        3 => key(),
        2 => trivia(),
        1 => "[-+0-9.eExX_]{1,6}",
        1 => "['\"/*\\\\#@\u{85}\u{180e}😀²\u{0}]",
        1 => "\\\\(u[0-9a-f]{0,5}|x[0-9a-f]?|[0-9]{2})",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

#[test]
#[ignore = "slow: asks another reader about thousands of texts"]
fn damaged_documents_are_accepted_alike() {
    let tally = Tally::default();
    proptest!(random::cases(2_000), |(text in document(), at in 0..100usize, piece in soup(), cut in 0usize..3)| {
        let at = text.chars().count() * at / 100;
        let head: String = text.chars().take(at).collect();
        let tail: String = text.chars().skip(at + cut).collect();
        tally.count(agree(&format!("{head}{tail}"))?);
        tally.count(agree(&format!("{head}{piece}{tail}"))?);
    });
    tally.demand(10, 20);
}

#[test]
fn values_in_brackets_are_accepted_alike() {
    let tally = Tally::default();
    proptest!(random::cases(2_000), |(text in soup())| {
        tally.count(agree(&format!("[{text}]"))?);
        tally.count(agree(&format!("{{a:{text}}}"))?);
        tally.count(agree(&format!("{{{text}:1}}"))?);
    });
    tally.demand(2, 30);
}

#[test]
fn soup_is_accepted_alike() {
    let tally = Tally::default();
    proptest!(random::cases(2_000), |(text in soup())| {
        tally.count(agree(&text)?);
    });
    tally.demand(2, 30);
}

#[test]
fn documents_are_read_alike() {
    let tally = Tally::default();
    proptest!(random::cases(2_000), |(text in document())| {
        tally.count(agree(&text)?);
    });
    tally.demand(80, 0);
}
