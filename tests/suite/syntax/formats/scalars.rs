//! Every form of scalar: what it is, what it says, and the text it has.

use super::Read;
use confc::syntax::{Format, Kind};

/// Reads a text that holds the scalar as the member `k`, and gives its kind, what it says, and its own text.
fn scalar(format: Format, text: &str) -> (Kind, String, String) {
    let read = Read::new(format, text);
    read.check();
    assert!(read.is_accepted(), "{text:?}: {:?}", read.told());
    let node = read.root().get("k").unwrap_or_else(|| panic!("{text:?} has no `k`"));
    let says = if node.kind() == Kind::Number { node.numeral() } else { node.text() };
    (node.kind(), says.to_owned(), node.raw().to_owned())
}

#[track_caller]
fn expect(format: Format, table: &[(&str, Kind, &str)]) {
    for (raw, kind, says) in table {
        let sign = if format == Format::Toml { "=" } else { ":" };
        let read = scalar(format, &format!("before{sign} 1\nk {sign} {raw}\nbehind {sign} 2\n"));
        assert_eq!(read, (*kind, (*says).to_owned(), (*raw).to_owned()));
    }
}

#[test]
fn plain_yaml() {
    use Kind::{False, Null, Number, String, True};
    let null = ["null", "Null", "NULL", "~", ""].map(|raw| (raw, Null, ""));
    let bools = ["true", "True", "TRUE"].map(|raw| (raw, True, ""));
    let more = ["false", "False", "FALSE"].map(|raw| (raw, False, ""));
    expect(Format::Yaml, &[null.as_slice(), &bools, &more].concat());
    let itself = ["0", "-0", "+5", "18446744073709551615", "-9223372036854775808", "99999999999999999999"];
    let floats = ["1.5", "-.5", "5.", "1e3", "1.E-3", "+1.5e+10", "00.5", "0x1F", "0xdeadBEEF"];
    let numbers: Vec<_> = itself.iter().chain(&floats).map(|raw| (*raw, Number, *raw)).collect();
    expect(Format::Yaml, &numbers);
    let infinite = [(".inf", "Infinity"), ("+.Inf", "Infinity"), ("-.INF", "-Infinity"), (".NaN", "NaN")];
    expect(Format::Yaml, &infinite.map(|(raw, says)| (raw, Number, says)));
    let texts = [
        "yes",
        "No",
        "on",
        "OFF",
        "y",
        "nULL",
        "tRUE",
        "2001-01-23",
        "12:30:45",
        "190:20:30",
        "1.2.3",
        "1_000",
        "0o8",
        "0b2",
        "0b11",
        "0b1_0",
        "0_7",
        "-0o7",
        "0B1",
        "0O7",
        "-0X2",
        "0x",
        "-0x1F",
        "0X1F",
        "0xg",
        "1e",
        "e3",
        ".",
        "-",
        "+",
        "..5",
        "1..2",
        "--1",
        "+.nan",
        "-.nan",
        ".infinity",
        "inf",
        "NaN",
        "Infinity",
        "a b  c",
        "http://x.y/?a=b#c",
        "12px",
        "ä😀",
        "a'b\"c",
        "-x",
        "?x",
        ":x",
    ];
    // A lone `-` would begin an array.
    let texts: Vec<_> = texts.iter().filter(|raw| **raw != "-").map(|raw| (*raw, String, *raw)).collect();
    expect(Format::Yaml, &texts);
}

#[test]
fn quoted_and_block_yaml() {
    let quoted = [
        ("'017'", "017"),
        ("\"true\"", "true"),
        ("'it''s'", "it's"),
        ("''", ""),
        ("\"\"", ""),
        ("'a\\n'", "a\\n"),
        ("\"a\\n\\t\\\"\\/\\x41\\u00e9\\U0001f600\\0\"", "a\n\t\"/Aé😀\0"),
        ("\"\\ud83d\\ude00\"", "😀"),
        ("\"two\n  lines\"", "two lines"),
        ("'two\n\n  lines'", "two\nlines"),
        ("\"no\\\n  break\"", "nobreak"),
        ("plain\n  on two", "plain on two"),
        ("\"tab\there\"", "tab\there"),
    ];
    expect(Format::Yaml, &quoted.map(|(raw, says)| (raw, Kind::String, says)));
    let block = |text: &str| scalar(Format::Yaml, text);
    for (text, says, raw) in [
        ("k: |\n  a\n  b\n", "a\nb\n", "|\n  a\n  b"),
        ("k: |-\n  a\n   b\n\n", "a\n b", "|-\n  a\n   b"),
        ("k: |+\n  a\n\nx: 1\n", "a\n\n", "|+\n  a\n"),
        ("k: >\n  a\n  b\n\n  c\n", "a b\nc\n", ">\n  a\n  b\n\n  c"),
        ("k: >-\n  a\n    b\n  c\n", "a\n  b\nc", ">-\n  a\n    b\n  c"),
        ("k: |2-\n    a\n", "  a", "|2-\n    a"),
        ("k: |  # said\n  # text\n", "# text\n", "|  # said\n  # text"),
        ("k: |\r\n  a\r\n  b\r\n", "a\nb\n", "|\r\n  a\r\n  b"),
        ("k: |\n\nx: 1", "", "|"),
    ] {
        assert_eq!(block(text), (Kind::String, says.into(), raw.into()), "{text:?}");
    }
}

#[test]
fn toml() {
    use Kind::{False, Number, String, True};
    let numbers = [
        ("0", "0"),
        ("-0", "-0"),
        ("+5", "+5"),
        ("1_000", "1000"),
        ("18446744073709551615", "18446744073709551615"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("99999999999999999999", "99999999999999999999"),
        ("0xDEAD_beef", "0xDEADbeef"),
        ("0xFFFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFFFF"),
        ("0o17", "0x0f"),
        ("0o1777777777777777777777", "0x0ffffffffffffffff"),
        ("0b1_0000", "0x10"),
        ("1.5", "1.5"),
        ("+1_0.5_0e1_0", "+10.50e10"),
        ("1e3", "1e3"),
        ("-2E-2", "-2E-2"),
        ("inf", "Infinity"),
        ("+inf", "Infinity"),
        ("-inf", "-Infinity"),
        ("nan", "NaN"),
        ("-nan", "NaN"),
    ];
    expect(Format::Toml, &numbers.map(|(raw, says)| (raw, Number, says)));
    let texts = [
        ("\"\"", ""),
        ("''", ""),
        ("\"a\\n\\u00e9\\\"\"", "a\né\""),
        ("'a\\n'", "a\\n"),
        ("\"\"\"\na\\\n   b\n\"\"\"", "ab\n"),
        ("'''\na\n'b''''", "a\n'b'"),
    ];
    expect(Format::Toml, &texts.map(|(raw, says)| (raw, String, says)));
    expect(Format::Toml, &[("true", True, ""), ("false", False, "")]);
}

#[test]
fn byte_order_marks_and_line_ends() {
    for (format, text) in [
        (Format::Yaml, "\u{feff}ä: 'ö'\r\nk: 17\r\n"),
        (Format::Yaml, "\u{feff}%YAML 1.2 # said\r\n---\r\nk: 17\r\n...\r\n"),
        (Format::Yaml, "# é\n{\"k\":\t17}"),
        (Format::Toml, "\u{feff}\"ä\" = 'ö'\r\nk = 17\r\n"),
        (Format::Json5, "\u{feff}{ä: 'ö',\r\nk: 17}"),
    ] {
        assert_eq!(scalar(format, text), (Kind::Number, "17".into(), "17".into()), "{text:?}");
    }
}

/// Each key and value by its text in the source, in the order of the document.
fn spans(read: &Read) -> Vec<(&str, &str)> {
    fn walk<'r>(node: confc::syntax::Node<'r>, into: &mut Vec<(&'r str, &'r str)>) {
        for (key, value) in node.members() {
            into.push((key.raw(), value.raw()));
            walk(value, into);
        }
        for value in node.elements() {
            into.push(("", value.raw()));
            walk(value, into);
        }
    }
    let mut found = Vec::new();
    walk(read.root(), &mut found);
    found
}

#[test]
fn containers_of_yaml_have_their_own_text() {
    let read = Read::yaml("a:\n  - 1\n  -  b: 2\n     c:\nd: {e: [x, y: z], }\nf: []\n");
    let expected = [
        ("a", "- 1\n  -  b: 2\n     c:"),
        ("", "1"),
        ("", "b: 2\n     c:"),
        ("b", "2"),
        ("c", ""),
        ("d", "{e: [x, y: z], }"),
        ("e", "[x, y: z]"),
        ("", "x"),
        ("", "y: z"),
        ("y", "z"),
        ("f", "[]"),
    ];
    // An absent value stands where its `:` does, so what holds it may end there.
    let trimmed: Vec<_> =
        spans(&read).into_iter().map(|(key, value)| (key, value.trim_end_matches(':'))).collect();
    let expected = expected.map(|(key, value)| (key, value.trim_end_matches(':')));
    assert_eq!(trimmed, expected);
}

#[test]
fn a_copied_value_has_the_span_of_its_text_and_a_copied_key_that_of_the_alias() {
    let read = Read::yaml("a: &x {b: &n 0x10, c: [\"q\\n\"]}\nd: *x\n*n : *n\n&k e: *k\n");
    assert!(read.is_accepted(), "{:?}", read.told());
    let inner = [("b", "0x10"), ("c", "[\"q\\n\"]"), ("", "\"q\\n\"")];
    let object = "{b: &n 0x10, c: [\"q\\n\"]}";
    let mut expected = vec![("a", object)];
    expected.extend(inner);
    expected.push(("d", object));
    expected.extend(inner);
    expected.extend([("*n", "0x10"), ("e", "e")]);
    assert_eq!(spans(&read), expected);
    let json = serde_json::json!({
        "a": {"b": 16, "c": ["q\n"]}, "d": {"b": 16, "c": ["q\n"]}, "0x10": 16, "e": "e",
    });
    assert_eq!(read.json(), json);
}

#[test]
fn keys_of_yaml_are_their_text() {
    let read = Read::yaml("1: a\ntrue: b\n017: c\n~: d\n\"<<\": e\n'x y': f\n? g\n: h\n0x1: i\n");
    assert!(read.is_accepted(), "{:?}", read.told());
    let keys: Vec<_> = read.root().members().map(|(key, _)| (key.text(), key.raw())).collect();
    let expected = [
        ("1", "1"),
        ("true", "true"),
        ("017", "017"),
        ("~", "~"),
        ("<<", "\"<<\""),
        ("x y", "'x y'"),
        ("g", "g"),
    ];
    assert_eq!(keys, [expected.as_slice(), &[("0x1", "0x1")]].concat());
}

#[test]
fn tables_of_toml_stand_where_they_are_set_first() {
    let read = Read::toml("b.c = 1\na = 2\nb.\"d\" = [3, {e.f = 4}]\n[g.h]\ni = 5\n[[j]]\n[[j]]\nk = 6\n");
    assert!(read.is_accepted(), "{:?}", read.told());
    let expected = [
        ("b", "b"),
        ("c", "1"),
        ("\"d\"", "[3, {e.f = 4}]"),
        ("", "3"),
        ("", "{e.f = 4}"),
        ("e", "e"),
        ("f", "4"),
        ("a", "2"),
        ("g", "g"),
        ("h", "[g.h]"),
        ("i", "5"),
        ("j", "[[j]]"),
        ("", "[[j]]"),
        ("", "[[j]]"),
        ("k", "6"),
    ];
    assert_eq!(spans(&read), expected);
}

#[test]
fn the_ending_names_the_format() {
    for (path, format) in [
        ("a.json", Some(Format::Json)),
        ("b/a.json5", Some(Format::Json5)),
        ("a.yaml", Some(Format::Yaml)),
        ("a.prod.YML", Some(Format::Yaml)),
        ("a.toml", Some(Format::Toml)),
        ("a.cml", None),
        ("yaml", None),
        ("a.yaml/b", None),
        ("-", None),
        ("", None),
    ] {
        assert_eq!(Format::of(path), format, "{path}");
    }
    assert_eq!(Format::default(), Format::Json5);
}
