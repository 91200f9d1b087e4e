//! What is said of patches that are refused, and where.

use super::{apply, document};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::pointer::Patch;
use confc::text::Span;

/// The code, the text under the first label, and the message.
fn said(before: &str, patch: &str) -> Vec<(Code, String, String)> {
    let found = apply(before, patch).expect_err("the patch is refused");
    let slice = |span: Span| patch[span.start as usize..span.end as usize].to_owned();
    let told = |diagnostic: &Diagnostic| {
        let label = diagnostic.primary().expect("a place");
        (diagnostic.code(), slice(label.span), diagnostic.message().to_owned())
    };
    found.iter().map(told).collect()
}

#[track_caller]
fn assert_said(before: &str, patch: &str, code: Code, place: &str, message: &str) {
    assert_eq!(said(before, patch), [(code, place.into(), message.into())], "{patch}");
}

/// What operations fail on.
const BEFORE: &str = "{ config: { host: 'a', ports: [1, 2], '': 0 }, none: [], text: 'x' }";

#[test]
fn documents_that_are_no_patches() {
    for (patch, code, place, message) in [
        (
            "{ a: 1 }",
            Code::E0441,
            "{ a: 1 }",
            "expected a patch to be an array of operations, found an object",
        ),
        ("[7]", Code::E0441, "7", "expected an operation to be an object, found a number"),
        ("[{ op: 1, path: '' }]", Code::E0441, "1", "expected `op` to be a string, found a number"),
        ("[{ op: 'delete', path: '' }]", Code::E0442, "'delete'", "there is no operation `delete`"),
        ("[{ op: 'Add', path: '', value: 1 }]", Code::E0442, "'Add'", "there is no operation `Add`"),
        (
            "[{ op: 'remove' }]",
            Code::E0443,
            "{ op: 'remove' }",
            "an operation needs the member `path`, which is missing",
        ),
        (
            "[{ op: 'add', path: '/a', vaule: 1 }]",
            Code::E0443,
            "vaule",
            "`add` needs the member `value`, which is missing",
        ),
        (
            "[{ operator: 'replace', subPath: '/a' }]",
            Code::E0443,
            "{ operator: 'replace', subPath: '/a' }",
            "`replace` needs the member `value`, which is missing",
        ),
        (
            "[{ operator: 'remove', subPath: '/a', value: 1 }]",
            Code::E0444,
            "value",
            "expected no member `value` in `remove`",
        ),
        (
            "[{ operator: 'add', subPath: '/a', value: 1, from: '/a' }]",
            Code::E0444,
            "from",
            "expected no member `from` in `add`",
        ),
        (
            "[{ operator: 'remove', subPath: '/a', comment: 1 }]",
            Code::E0444,
            "comment",
            "expected no member `comment` in `remove`",
        ),
        (
            "[{ operator: 'remove', subPath: '/a', path: '/a' }]",
            Code::E0444,
            "path",
            "expected no member `path` in `remove`",
        ),
        (
            "[{ op: 'remove', path: 'a/b' }]",
            Code::E0440,
            "a/b",
            "expected a JSON Pointer, which is empty or begins with `/`, found `a/…`",
        ),
        (
            "[{ op: 'remove', path: '/a~2/b' }]",
            Code::E0440,
            "~2",
            "expected `~0` or `~1` in a JSON Pointer, found `~2`",
        ),
        // Written with an escape, so the whole string is all that can be pointed at.
        (
            "[{ op: 'remove', path: '\\x2f~' }]",
            Code::E0440,
            "'\\x2f~'",
            "expected `~0` or `~1` in a JSON Pointer, found `~`",
        ),
    ] {
        assert_said("{ a: 1 }", patch, code, place, message);
    }
}

#[test]
fn everything_wrong_with_a_patch_is_said_at_once() {
    let patch = "[{ op: 'ad', path: 'x' }, 1, { op: 'copy', path: '/a', form: '/b' }, { op: 'test', op: 'add', path: '', value: 1 }]";
    let codes: Vec<Code> = said("1", patch).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, [Code::E0442, Code::E0440, Code::E0441, Code::E0443, Code::E0111]);
}

#[test]
fn paths_that_lead_nowhere() {
    for (patch, code, place, message) in [
        (
            "[{ op: 'replace', path: '/config/hots', value: 1 }]",
            Code::E0445,
            "hots",
            "`replace` does not find `/config/hots`: `/config` has no member `hots`",
        ),
        (
            "[{ op: 'add', path: '/conf/ig/x', value: 1 }]",
            Code::E0445,
            "conf",
            "`add` does not find `/conf/ig/x`: the document has no member `conf`",
        ),
        (
            "[{ op: 'remove', path: '/config/ports/2' }]",
            Code::E0445,
            "2",
            "`remove` does not find `/config/ports/2`: `/config/ports` has 2 elements, so there is no `2`",
        ),
        (
            "[{ op: 'remove', path: '/config/ports/-' }]",
            Code::E0445,
            "-",
            "`remove` does not find `/config/ports/-`: `-` is after the 2 elements of `/config/ports`",
        ),
        (
            "[{ op: 'add', path: '/config/ports/3', value: 1 }]",
            Code::E0445,
            "3",
            "`add` does not find `/config/ports/3`: `/config/ports` has 2 elements, so there is no `3`",
        ),
        (
            "[{ op: 'test', path: '/none/0', value: 1 }]",
            Code::E0445,
            "0",
            "`test` does not find `/none/0`: `/none` has no elements",
        ),
        (
            "[{ op: 'add', path: '/config/ports/01', value: 1 }]",
            Code::E0445,
            "01",
            "`add` does not find `/config/ports/01`: an index has no leading zeros, found `01`",
        ),
        (
            "[{ op: 'add', path: '/config/ports/x', value: 1 }]",
            Code::E0445,
            "x",
            "`add` does not find `/config/ports/x`: `/config/ports` is an array, expected an index, found `x`",
        ),
        (
            "[{ op: 'add', path: '/text/x', value: 1 }]",
            Code::E0445,
            "x",
            "`add` does not find `/text/x`: `/text` is a string, which has no members or elements",
        ),
        (
            "[{ op: 'copy', from: '/a~1b', path: '/none/-' }]",
            Code::E0445,
            "a~1b",
            "`copy` does not find `/a~1b`: the document has no member `a/b`",
        ),
    ] {
        assert_said(BEFORE, patch, code, place, message);
    }
}

#[test]
fn operations_that_fail() {
    for (patch, code, place, message) in [
        (
            "[{ op: 'test', path: '/config', value: { host: 'a', ports: [1, 3], '': 0 } }]",
            Code::E0446,
            "{ host: 'a', ports: [1, 3], '': 0 }",
            "`test` fails at `/config/ports/1`: expected a number `3`, found a number `2`",
        ),
        (
            "[{ op: 'test', path: '/text', value: [] }]",
            Code::E0446,
            "[]",
            "`test` fails at `/text`: expected an array, found a string `x`",
        ),
        (
            "[{ op: 'test', path: '', value: { config: 1, none: [], text: 'x' } }]",
            Code::E0446,
            "{ config: 1, none: [], text: 'x' }",
            "`test` fails at `/config`: expected a number `1`, found an object",
        ),
        (
            "[{ op: 'test', path: '/none', value: [null] }]",
            Code::E0446,
            "[null]",
            "`test` fails at `/none/0`: expected `null`, found nothing",
        ),
        (
            "[{ op: 'move', from: '/config', path: '/config/host' }]",
            Code::E0447,
            "'/config/host'",
            "`move` would move a value into itself",
        ),
        ("[{ op: 'remove', path: '' }]", Code::E0449, "''", "`remove` would leave no document"),
    ] {
        assert_said(BEFORE, patch, code, place, message);
    }
}

#[test]
fn the_nearest_key_is_named() {
    let found = apply("{ host: 1, port: 2 }", "[{ op: 'remove', path: '/hots' }]").expect_err("no such key");
    assert_eq!(found[0].helps(), ["did you mean `host`?"]);
}

#[test]
fn a_secret_is_not_told() {
    let mut report = Report::new();
    let patch = document("[{ op: 'test', path: '/a', value: 'hunter2' }]");
    let patch = Patch::read(&patch, &mut report).expect("a patch");
    let error = patch.apply(&super::tree("{ a: 'swordfish' }"), &mut |_, _| None).expect_err("it differs");
    let diagnostic = error.diagnostic(&patch, &|_| true).expect("of this patch");
    let told = format!("{diagnostic:?}");
    assert!(!told.contains("hunter2") && !told.contains("swordfish"), "{told}");
    assert_eq!(diagnostic.message(), "`test` fails at `/a`: expected a string, found a different one");
}
