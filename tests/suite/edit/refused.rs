//! What is refused, and where.

use super::{edited_within, refused};
use confc::edit::{Reason, trees};
use confc::syntax::Format::{self, Json, Yaml};

#[track_caller]
fn check(syntax: Format, text: &str, operations: &str, reason: Reason, place: &str) {
    assert_eq!(refused(syntax, text, operations), (reason, place.to_owned()), "{text:?} {operations}");
}

#[test]
fn what_an_alias_stands_for_does_not_change() {
    let text = "base: &b\n  x: 1\n  y: &y 2\nuser: *b\nmore:\n  <<: *b\n  z: *y\n";
    check(Yaml, text, "[{op: 'replace', path: '/base/x', value: 2}]", Reason::Shared, "&b");
    check(Yaml, text, "[{op: 'add', path: '/base/w', value: 2}]", Reason::Shared, "&b");
    check(Yaml, text, "[{op: 'replace', path: '/base/y', value: 3}]", Reason::Shared, "&y");
    check(Yaml, text, "[{op: 'replace', path: '/base', value: 3}]", Reason::Shared, "&b");
    check(Yaml, text, "[{op: 'remove', path: '/base'}]", Reason::Shared, "&b");
    check(Yaml, text, "[{op: 'replace', path: '/user/x', value: 3}]", Reason::ThroughAlias, "*b");
    check(Yaml, text, "[{op: 'remove', path: '/user/x'}]", Reason::ThroughAlias, "*b");
    check(Yaml, text, "[{op: 'remove', path: '/more/<<'}]", Reason::MergeKey, "<<");
    check(Yaml, text, "[{op: 'replace', path: '/more/<<', value: {}}]", Reason::MergeKey, "<<");
    check(Yaml, text, "[{op: 'copy', from: '/user', path: '/copy'}]", Reason::NotCopied, "*b");
}

#[test]
fn what_readers_disagree_on_does_not_change() {
    let text = "a: 1\nb: 2\na: 3\n";
    check(Yaml, text, "[{op: 'replace', path: '/a', value: 2}]", Reason::RepeatedKey, "a");
    check(Yaml, text, "[{op: 'remove', path: '/a'}]", Reason::RepeatedKey, "a");
    check(Json, "{\"a\": 1, \"a\": 1}", "[{op: 'remove', path: '/a'}]", Reason::RepeatedKey, "\"a\"");
    check(Yaml, "a: !!int 1\n", "[{op: 'replace', path: '/a', value: 'x'}]", Reason::Tagged, "!!int");
    check(Yaml, "a: !x {}\n", "[{op: 'replace', path: '/a', value: []}]", Reason::Tagged, "!x");
    check(Yaml, "a: !x 1\nb: 1\n", "[{op: 'copy', from: '/a', path: '/c'}]", Reason::NotCopied, "!x 1");
}

#[test]
fn what_cannot_be_written_is_refused() {
    check(Json, "{\"a\": 1}", "[{op: 'replace', path: '/a', value: NaN}]", Reason::NotExpressible, "1");
    let hex = format!("[{{op: 'replace', path: '/a', value: 0x{}}}]", "f".repeat(40));
    check(Yaml, "a: 1\n", &hex, Reason::NotExpressible, "1");
    check(Yaml, "[a: 1]\n", "[{op: 'add', path: '/0/b', value: 1}]", Reason::NotInPlace, "a: 1");
}

#[test]
fn aliases_that_stand_for_too_much_are_refused() {
    let mut text = String::from("a0: &a0 [x, x]\n");
    for n in 1..60 {
        text += &format!("a{n}: &a{n} [*a{0}, *a{0}, *a{0}]\n", n - 1);
    }
    let reason = |text: &str| trees(&crate::syntax::resource::yaml(text)).err().map(|refusal| refusal.reason);
    assert_eq!(reason(&text), Some(Reason::AliasesTooLarge));
    assert_eq!(reason("a: &a [*a]\n"), Some(Reason::AliasInItself));
    assert_eq!(reason("a: &a [1]\nb: *a\n"), None);
}

#[test]
fn strings_behind_aliases_are_not_edited() {
    let text = "a: &x '{\"k\": 1}'\nb: *x\nc: *x\n";
    let reason = |pointer: &str| {
        let edited = edited_within(text, pointer, Json, "[{op: 'replace', path: '/k', value: 2}]");
        edited.err().map(|refusal| refusal.reason)
    };
    assert_eq!(reason("/a"), Some(Reason::Shared));
}
