//! Tests the grammar of the reader and its recovery. Trees are written in a short form: see `show`.

use super::parse_damaged;
use crate::diagnostic::{Code, Report};
use crate::syntax::{
    Document, Documentation, Kind, Node, Repeated, duplicate_key, limits, source_from_bytes,
};
use crate::text::Sources;
use std::fmt::Write as _;

struct Read {
    document: Document,
    report: Report,
}

fn read(text: &str) -> Read {
    let source = Sources::new().add("t".into(), text.into(), None);
    let mut report = Report::new();
    let document = parse_damaged(&source, &mut report);
    assert_eq!(document.is_complete(), !report.has_errors(), "{text}");
    Read { document, report }
}

/// A tree in one line: numbers as written, strings and keys as `<text>`, `?` for what could not be read.
fn show(node: Option<Node<'_>>) -> String {
    let Some(node) = node else { return "nothing".into() };
    match node.kind() {
        Kind::Null | Kind::True | Kind::False | Kind::Number => node.raw().into(),
        Kind::String => format!("<{}>", node.text()),
        Kind::Invalid => "?".into(),
        Kind::Array => {
            let elements: Vec<_> = node.elements().map(|element| show(Some(element))).collect();
            format!("[{}]", elements.join(" "))
        }
        Kind::Object => {
            let member = |(key, value)| format!("{}:{}", show(Some(key)), show(Some(value)));
            format!("{{{}}}", node.members().map(member).collect::<Vec<_>>().join(" "))
        }
    }
}

fn tree(text: &str) -> String {
    show(read(text).document.root())
}

/// The reports, each as `CODE start..end`.
fn reported(text: &str) -> String {
    let read = read(text);
    let mut list = String::new();
    for diagnostic in read.report.sorted() {
        let span = diagnostic.primary().unwrap().span;
        let separator = if list.is_empty() { "" } else { ", " };
        write!(list, "{separator}{} {}..{}", diagnostic.code(), span.start, span.end).unwrap();
    }
    list
}

fn message(text: &str) -> String {
    let read = read(text);
    let diagnostics = read.report.sorted();
    assert_eq!(diagnostics.len(), 1, "{text}: {}", reported(text));
    diagnostics[0].message().into()
}

#[test]
fn values() {
    for (text, expected) in [
        ("null", "null"),
        (" true ", "true"),
        ("false//", "false"),
        ("/**/-Infinity/***/", "-Infinity"),
        ("NaN", "NaN"),
        ("0xC8", "0xC8"),
        ("+.5e-1", "+.5e-1"),
        ("'a\"b'", "<a\"b>"),
        ("\"a'b\"", "<a'b>"),
        ("'\\x41\\\n\u{2028}'", "<A\u{2028}>"),
        ("[]", "[]"),
        ("[1,2,]", "[1 2]"),
        ("[[],[[]],]", "[[] [[]]]"),
        ("{}", "{}"),
        ("{a:1,'b c':2,\"d\":3,}", "{<a>:1 <b c>:2 <d>:3}"),
        ("{$_ü\\u0061b:{}}", "{<$_üab>:{}}"),
        ("{null:null,true:NaN,Infinity:[{}]}", "{<null>:null <true>:NaN <Infinity>:[{}]}"),
        ("\u{feff}[\u{a0}1\u{2003},\u{b}\u{c}\t2\u{2028}\u{2029}\r]", "[1 2]"),
        ("// a\r1", "1"),
        ("// a\u{2028}1", "1"),
        ("// … ”\n1", "1"),
        ("/* / * // */1", "1"),
        ("{a\n:\n1\n,\n}", "{<a>:1}"),
    ] {
        assert_eq!((tree(text).as_str(), reported(text).as_str()), (expected, ""), "{text}");
    }
}

#[test]
fn one_mistake_is_told_once() {
    for (text, expected, errors) in [
        // Commas and colons.
        ("[1 2]", "[1 2]", "E0104 3..4"),
        ("[1,,2]", "[1 2]", "E0104 3..4"),
        ("[,]", "[]", "E0104 1..2"),
        ("{,}", "{}", "E0104 1..2"),
        ("{a:1 b:2}", "{<a>:1 <b>:2}", "E0104 5..6"),
        ("{a:1;b:2}", "{<a>:1}", "E0104 4..5"),
        ("{a 1}", "{<a>:1}", "E0104 3..4"),
        ("{a,b:2}", "{<a>:? <b>:2}", "E0104 2..3"),
        ("{a}", "{<a>:?}", "E0104 2..3"),
        ("{a=1,b:2}", "{<a>:? <b>:2}", "E0104 2..3"),
        ("{a-b:1,c:2}", "{?:1 <c>:2}", "E0104 1..4"),
        ("{a::1}", "{<a>:?}", "E0104 3..4"),
        // Values.
        ("{a:}", "{<a>:?}", "E0104 3..4"),
        ("{a:,b:2}", "{<a>:? <b>:2}", "E0104 3..4"),
        ("{a:\nb:2}", "{<a>:? <b>:2}", "E0104 4..5"),
        ("{a:hello world,b:2}", "{<a>:? <b>:2}", "E0104 3..8"),
        ("{a:http://x,\nb:2}", "{<a>:? <b>:2}", "E0104 3..7"),
        ("{a:12:30,b:2}", "{<a>:12 <b>:2}", "E0104 5..6"),
        ("{a:@{b:[1,2]},c:3}", "{<a>:? <c>:3}", "E0104 3..4"),
        ("{a:@[,b:2}", "{<a>:?}", "E0104 3..4"),
        ("{a:@'}'/*}*/,c:3}", "{<a>:? <c>:3}", "E0104 3..4"),
        ("[a:1,2]", "?", "E0104 1..2"),
        ("{a:012,b:2}", "{<a>:? <b>:2}", "E0110 3..6"),
        ("[1_000,2]", "[? 2]", "E0110 2..6"),
        ("[- 1,2]", "[? 2]", "E0110 1..2"),
        ("[+'x',2]", "[? 2]", "E0110 1..2"),
        ("@", "?", "E0104 0..1"),
        ("]", "?", "E0104 0..1"),
        ("a:1", "?", "E0104 0..1"),
        // Keys.
        ("{1:2,3:[@]}", "{?:2 ?:[?]}", "E0104 1..2, E0104 5..6, E0104 8..9"),
        ("{@:2,b:3}", "{?:2 <b>:3}", "E0104 1..2"),
        ("{[1]:2,b:3}", "{<b>:3}", "E0104 1..2"),
        ("{:2,b:3}", "{<b>:3}", "E0104 1..2"),
        // Strings.
        ("{a:'x,\nb:2}", "{<a>:? <b>:2}", "E0106 3..6"),
        ("{'a:1,\nb:2}", "{?:? <b>:2}", "E0106 1..6"),
        ("['x", "[?]", "E0106 1..3, E0105 3..3"),
        ("{a:{b:'x},\n c:'y'}", "{<a>:{<b>:? <c>:<y>}}", "E0106 6..10"),
        ("['x\\", "[?]", "E0106 1..4, E0105 4..4"),
        ("['\\1','\\2']", "[? ?]", "E0108 2..4, E0108 7..9"),
        ("{'\\ud800':'\\udc00'}", "{?:?}", "E0109 2..8, E0109 11..17"),
        ("{a\\u002db:1}", "{?:1}", "E0108 2..8"),
    ] {
        assert_eq!((tree(text).as_str(), reported(text).as_str()), (expected, errors), "{text}");
    }
}

#[test]
fn brackets_out_of_balance_are_told_once() {
    for (text, expected, errors) in [
        ("[1,[2", "[1 [2]]", "E0105 5..5"),
        ("{a:{b:1}", "{<a>:{<b>:1}}", "E0105 8..8"),
        ("{a:[1}", "{<a>:[1]}", "E0104 5..6"),
        ("{a:[1,}", "{<a>:[1]}", "E0104 6..7"),
        ("{a:[1},b:2}", "{<a>:[1] <b>:2}", "E0104 5..6"),
        ("[{a:[1},{b:2}]", "[{<a>:[1]} {<b>:2}]", "E0104 6..7"),
        ("[{a:1],2]", "[{<a>:1} 2]", "E0104 5..6"),
        ("{a:1],b:2}", "{<a>:1 <b>:2}", "E0104 4..5"),
        ("{a:]}", "{<a>:?}", "E0104 3..4"),
        ("[1}]", "[1]", "E0104 2..3"),
        ("[{a:[1,\n},\n b:2}]", "[{<a>:[1] <b>:2}]", "E0104 8..9"),
        ("{a:{b:[1,\n},\nc:{},\n}", "{<a>:{<b>:[1] <c>:{}}}", "E0104 10..11"),
        ("[]]", "[]", "E0112 2..3"),
        ("{} {", "{}", "E0112 3..4"),
        ("", "nothing", "E0113 0..0"),
        (" // x", "nothing", "E0113 5..5"),
        ("/* x", "nothing", "E0107 0..2"),
        ("[1,/*", "[1]", "E0107 3..5"),
        ("1 /*/", "1", "E0107 2..4"),
        ("[1 /", "[1]", "E0104 3..4, E0105 4..4"),
    ] {
        assert_eq!((tree(text).as_str(), reported(text).as_str()), (expected, errors), "{text}");
    }
}

#[test]
fn messages_say_what_was_expected_and_found() {
    for (text, expected) in [
        ("{a:1 'x'}", "expected `,` or `}`, found string `'x'`"),
        ("[1:2]", "expected `,` or `]`, found `:`"),
        ("[a\u{1b}]", "expected a value or `]`, found `a`"),
        ("[\u{202e}]", "expected a value or `]`, found `\\u{202e}`"),
        ("{5:1}", "expected a key or `}`, found number `5`"),
        ("{a", "expected `:`, found the end of the text"),
        ("[1", "expected `]`, found the end of the text"),
        ("'x", "expected `'` before the end of the line, found none"),
        ("0.1.2", "expected the number to end here, found `.2`"),
        ("'\\uzzzz'", "expected four hexadecimal digits after `\\u`, found `\\u`"),
        ("/// x\n1", "expected a key on the line below this `///` comment, found none"),
    ] {
        let read = read(text);
        assert_eq!(read.report.sorted()[0].message(), expected, "{text}");
    }
    assert_eq!(message("[]x"), "expected the end of the text, found `x`");
}

#[test]
fn names_that_look_like_literals_are_suggested() {
    for (text, help) in [
        ("[True]", "write `true`, or put a text in quotes"),
        ("[infinity]", "write `Infinity`, or put a text in quotes"),
        ("[hello]", "put a text in quotes"),
        ("[1 2]", "write `,` before it"),
        ("[#]", "start a comment with `//`"),
        ("{a=1}", "write `:` between the key and its value"),
    ] {
        assert_eq!(read(text).report.sorted()[0].helps(), [help], "{text}");
    }
}

#[test]
fn depth_is_limited_on_both_sides() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(reported(&nested(limits::MAX_DEPTH)), "");
    assert_eq!(reported(&nested(limits::MAX_DEPTH + 1)), "E0103 128..129");
    assert_eq!(reported(&"[".repeat(1_000_000)), "E0103 128..129");
    assert_eq!(reported(&"{a:".repeat(1000)), "E0103 384..385");
    let two = format!("{}[[@ '],\n]],[/*]*/],2{}", "[".repeat(127), "]".repeat(127));
    assert_eq!(reported(&two), "E0103 128..129");
    let siblings = format!("{}[[1]],[[2]],@{}", "[".repeat(127), "]".repeat(127));
    assert_eq!(reported(&siblings), "E0103 128..129, E0103 134..135, E0104 139..140");
    let skipped = read(&nested(129));
    let mut node = skipped.document.root();
    for _ in 0..128 {
        node = node.and_then(|array| array.elements().next());
    }
    assert_eq!(node.map(|node| (node.kind(), node.raw())), Some((Kind::Invalid, "[1]")));
}

/// `key: documentation` of every documented key, and the reports.
fn documented(text: &str) -> (String, String) {
    let read = read(text);
    let entry = |run: &Documentation| {
        let key = read.document.node(run.key).unwrap();
        let text = read.document.documentation_of(run.key).unwrap_or("none".into());
        assert!(read.document.source().slice(run.span).starts_with("///"));
        format!("{}: {text}", key.text())
    };
    let list: Vec<_> = read.document.documentation().iter().map(entry).collect();
    (list.join("|"), reported(text))
}

#[test]
fn documentation_stands_directly_above_a_key() {
    for (text, expected, warnings) in [
        ("{\n/// x\na: 1}", "a: x", ""),
        ("{\r\n  ///  x \r\n\t///y\r\n  'a': 1}", "a:  x \ny", ""),
        ("{\n/// x\n///\n/// y\na: 1,\n///z\nb: 2}", "a: x\n\ny|b: z", ""),
        ("{\n///\na: 1}", "a: none", ""),
        ("{\n/// x\u{2028}a: 1}", "a: x", ""),
        ("{\n/// x\n\\u0061: 1}", "a: x", ""),
        // Blank lines and other comments.
        ("{\n/// x\n\na: 1}", "", "W0101 2..7"),
        ("{\n/// x\n\n/// y\na: 1}", "a: y", "W0101 2..7"),
        ("{\n/// x\n// y\na: 1}", "", "W0101 2..7"),
        ("{\n/// x\n//// y\na: 1}", "", "W0101 2..7"),
        ("{\n// y\n/// x\na: 1}", "a: x", ""),
        ("{\n/// x\n/* y */ a: 1}", "", "W0101 2..7"),
        ("{\n/* y */ /// x\na: 1}", "", "W0101 10..15"),
        ("{\n//// x\n/* /// */\na: 1}", "", ""),
        // Other places.
        ("{ /// x\na: 1}", "", "W0101 2..7"),
        ("{ /// x\n/// y\na: 1}", "a: y", "W0101 2..7"),
        ("{a: /// x\n1, /// y\n}", "", "W0101 4..9, W0101 13..18"),
        ("{a\n/// x\n: 1}", "", "W0101 3..8"),
        ("{a:\n/// x\n1\n/// y\n,\n/// z\n}", "", "W0101 4..9, W0101 12..17, W0101 20..25"),
        ("[\n/// x\n'a']", "", "W0101 2..7"),
        ("/// x\n/// y\n{}\n/// z\n/// w", "", "W0101 0..11, W0101 15..26"),
        ("{}\n/// z\n", "", "W0101 3..8"),
        ("/// x\n", "", "W0101 0..5, E0113 6..6"),
    ] {
        assert_eq!(documented(text), (expected.into(), warnings.into()), "{text}");
    }
}

fn repeated(text: &str) -> Vec<(String, usize)> {
    let read = read(text);
    let entry = |repeated: &Repeated| {
        let [first, again] = [repeated.first, repeated.again].map(|id| read.document.node(id).unwrap());
        assert!(first.span() < again.span());
        assert_eq!(first.text(), again.text());
        assert_eq!(duplicate_key(&read.document, repeated).code(), Code::E0111);
        (again.text().to_owned(), again.span().start as usize)
    };
    read.document.repeated().iter().map(entry).collect()
}

#[test]
fn repeated_keys_are_listed_in_the_order_of_the_text() {
    assert_eq!(repeated("{a:1,b:2,ab:3}"), []);
    assert_eq!(repeated("{a:1,'a':2}"), [("a".into(), 5)]);
    assert_eq!(repeated("{a:1,\"\\u0061\":2,\\u0061:3}"), [("a".into(), 5), ("a".into(), 16)]);
    let nested = "{a:1,a:{b:1,b:1},a:1}";
    assert_eq!(repeated(nested), [("a".into(), 5), ("b".into(), 12), ("a".into(), 17)]);
    // Unreadable keys equal no other key.
    assert_eq!(repeated("{'\\1':1,'\\1':1,5:1,5:1}"), []);
}

#[test]
fn many_keys_are_told_apart_too() {
    let members: String = (0..100).map(|n| format!("k{}:{n},", n % 97)).collect();
    let again = repeated(&format!("{{{members}}}"));
    let keys: Vec<_> = again.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["k0", "k1", "k2"]);
}

#[test]
fn decoded_texts_do_not_mix() {
    let text = r"['\x41', '\1', '\x42\x43', 'D', '\
', {'\x45': '\x46'}]";
    assert_eq!(tree(text), "[<A> ? <BC> <D> <> {<E>:<F>}]");
}

#[test]
fn bytes_become_a_source_or_a_diagnostic() {
    let read = |bytes: &[u8]| {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = source_from_bytes(&mut sources, "x.cml", bytes.into(), None, &mut report);
        let first = report.sorted().first().map(|&diagnostic| diagnostic.clone());
        (source.map(|source| source.text().to_owned()), first)
    };
    assert_eq!(read("ü".as_bytes()), (Some("ü".into()), None));
    let (source, diagnostic) = read(b"{ \xc3\xbc \xff\xff}");
    let diagnostic = diagnostic.unwrap();
    assert_eq!((source, diagnostic.code()), (None, Code::E0101));
    assert_eq!(diagnostic.message(), "expected UTF-8, found byte 0xff at byte offset 5");
    assert_eq!(diagnostic.primary().map(|label| (label.span.start, label.span.end)), Some((5, 8)));
    let (_, diagnostic) = read(b"\xff\xfe{\0}\0");
    assert_eq!(diagnostic.unwrap().helps(), ["save the file as UTF-8; it looks like UTF-16"]);
}
