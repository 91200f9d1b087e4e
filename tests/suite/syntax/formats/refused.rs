//! What is refused, and where.

use super::Read;
use confc::diagnostic::Code;
use confc::syntax::Format;

#[track_caller]
fn expect(format: Format, table: &[(&str, &[(Code, &str)])]) {
    for (text, told) in table {
        let read = Read::new(format, text);
        read.check();
        assert_eq!(read.told(), *told, "{text:?}");
    }
}

#[test]
fn yaml_beyond_layers() {
    expect(
        Format::Yaml,
        &[
            (
                "a: !!str 1\nb: !foo {c: !<x> d}\n",
                &[(Code::E0115, "!!str"), (Code::E0115, "!foo"), (Code::E0115, "!<x>")],
            ),
            ("a: &x {}\nb:\n  <<: *x\n  \"<<\": 1\n", &[(Code::E0116, "<<")]),
            ("? [a]\n: b\n{c: d}: e\n: f\n", &[(Code::E0117, "["), (Code::E0117, "{"), (Code::E0117, "")]),
            ("a: &x [1]\n*x : 2\n", &[(Code::E0117, "*x")]),
            ("a: 1\n---\nb: 2\n---\nc: 3\n", &[(Code::E0118, "---")]),
            ("%YAML 1.1\n---\na: 1\n", &[(Code::E0119, "%YAML 1.1")]),
            ("# said\n%TAG ! x:\r\n---\na: 1\n", &[(Code::E0119, "%TAG ! x:")]),
            ("%NEW x\n---\na: 1\n", &[(Code::E0119, "%NEW x")]),
            ("a: 1 # c\u{2028}b: 2\n", &[(Code::E0114, "\u{2028}")]),
            ("a: \"x\u{85}y\"\n", &[(Code::E0114, "\u{85}")]),
            ("\u{feff}a: 1\n\u{feff}b: 2\n", &[(Code::E0114, "\u{feff}")]),
            ("", &[(Code::E0113, "")]),
            ("# nothing\n", &[(Code::E0113, "")]),
        ],
    );
}

#[test]
fn yaml_aliases() {
    expect(
        Format::Yaml,
        &[
            ("a: *b\nb: &b 1\nc: *d\n", &[(Code::E0120, "*b"), (Code::E0120, "*d")]),
            ("a: &a [*a, {b: *a}]\n", &[(Code::E0120, "*a"), (Code::E0120, "*a")]),
            ("a: &a\n  b: &b\n    c: [*a, *b]\n", &[(Code::E0120, "*a"), (Code::E0120, "*b")]),
            // What stands in a refused key is no news.
            ("? [&x a]\n: 1\nb: *x\n", &[(Code::E0117, "[")]),
        ],
    );
    // The last anchor of a name counts.
    assert_eq!(Read::yaml("- &a 1\n- &a 2\n- *a\n").json(), serde_json::json!([1, 2, 2]));
}

#[test]
fn yaml_numbers_that_readers_disagree_on() {
    for raw in ["017", "-017", "00", "08", "+09", "0o17", "0o7", "000"] {
        for text in [format!("k: {raw}\n"), format!("k: [{raw}]\n")] {
            let read = Read::yaml(&text);
            assert_eq!(read.told(), [(Code::E0122, raw)], "{text:?}");
        }
        assert!(Read::yaml(&format!("k: '{raw}'\n{raw}: |\n  {raw}\n")).is_accepted());
    }
}

#[test]
fn yaml_syntax() {
    for (text, place, says) in [
        ("a: b: c", ":", "expected a text without `: `, found `:`"),
        ("a: @x", "@", "expected a value, found `@x`"),
        ("a:\n\t- 1", "\t", "expected spaces, found a tab"),
        ("a: 1\n\tb: 2", "\t", "expected spaces, found a tab"),
        ("a: \"\\q\"", "\"", "expected a string whose escapes YAML knows, found `\"\\q\"`"),
        ("a: \"\\ud800\"", "\"", "expected a string whose escapes YAML knows, found `\"\\ud800\"`"),
        ("a: \"x\nb: 1", "\"", "expected the closing quote of a string, found `b:`"),
        ("a: [1, 2\n", "[", "expected `]` for this `[`, found none"),
        ("a: 1\n- 2\n", "2", "expected an item of the array or object around it, found `2`"),
        ("a\0b: 1", "\0", "expected a value, found `\\u{0}b:`"),
    ] {
        let read = Read::yaml(text);
        read.check();
        let report = read.report.sorted();
        assert_eq!(read.told(), [(Code::E0114, place)], "{text:?}: {}", report[0].message());
        assert_eq!(report[0].message(), says, "{text:?}");
    }
}

#[test]
fn toml() {
    expect(
        Format::Toml,
        &[
            (
                "d = 1979-05-27\nt = [07:32:00, 1979-05-27 07:32:00Z]\n",
                &[
                    (Code::E0124, "1979-05-27"),
                    (Code::E0124, "07:32:00"),
                    (Code::E0124, "1979-05-27 07:32:00Z"),
                ],
            ),
            ("a = 1\na = 2\n[a]\n[b]\n[b]\n", &[(Code::E0123, "a"), (Code::E0123, "a"), (Code::E0123, "b")]),
            ("a = {x = 1, x = 2}\n", &[(Code::E0123, "x")]),
            ("a = 01\nb = word\nc\nd = 2\n", &[(Code::E0123, "0"), (Code::E0123, "word"), (Code::E0123, "")]),
            ("a = \"x\nb = 0x_F\n", &[(Code::E0123, "\""), (Code::E0123, "_")]),
            ("a = 1\n\na.b = 2\n", &[(Code::E0123, "a")]),
        ],
    );
    assert!(Read::toml("").is_accepted() && Read::toml("# nothing\n").is_accepted());
}

/// What the reader makes of a mistake in place of a value is no value.
#[test]
fn no_makeshift_stays_in_a_document() {
    let read = Read::toml("a = 01\nb = \"x\nc = \nd = 1e\ne = 5\nf = [1, 0b2]\n");
    assert_eq!(
        read.json(),
        serde_json::json!({
            "a": null, "b": null, "c": null, "d": null, "e": 5, "f": [1, null],
        })
    );
    let read = Read::yaml("a: 1\nb: !x 2\nc: 017\nd: *e\nf: {g: [1, @]}");
    assert_eq!(read.json(), serde_json::json!({"a": 1, "b": null, "c": null, "d": null, "f": {"g": [1]}}));
}

#[test]
fn repeated_keys_are_listed() {
    for (format, text) in [
        (Format::Yaml, "a: 1\n\"a\": 2\n"),
        (Format::Yaml, "{b: 1, a: &k a, *k : 2}"),
        (Format::Yaml, "? &k a\n: 1\nb: {}\n*k : 2\n"),
        (Format::Json5, "{a: 1, '\\u0061': 2}"),
    ] {
        let read = Read::new(format, text);
        read.check();
        let [repeated] = read.document.repeated() else { panic!("{text:?}") };
        let place = |id| read.document.node(id).map(|node| (node.text(), node.span()));
        let (first, again) = (place(repeated.first).unwrap(), place(repeated.again).unwrap());
        assert_eq!((first.0, again.0), ("a", "a"));
        assert!(first.1.end <= again.1.start, "{text:?}: two places");
    }
}
