use super::tokens::{SyntaxToken, tokens};
use super::{NotFormatted, format, is_same};
use crate::diagnostic::Report;
use crate::syntax::limits::MAX_DEPTH;
use crate::syntax::{Document, Format, parse_lossless};
use crate::text::Sources;

fn read_as(format: Format, text: &str) -> Document {
    let source = Sources::new().add("a".into(), text.into(), None);
    let mut report = Report::new();
    let document = parse_lossless(format, &source, &mut report);
    document.unwrap_or_else(|| panic!("{text:?}: {:?}", report.sorted()))
}

/// Formats a text, and checks that formatting the result changes nothing.
fn formatted_as(syntax: Format, text: &str) -> String {
    let document = read_as(syntax, text);
    let once = format(&document).unwrap_or_else(|why| panic!("{text:?}: {why:?}")).text().to_owned();
    let again = read_as(syntax, &once);
    let twice = format(&again).unwrap_or_else(|why| panic!("{once:?}: {why:?}"));
    assert_eq!(twice.text(), once, "{text:?}");
    once
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    assert_eq!(formatted_as(Format::Json5, text), format!("{expected}\n"), "{text:?}");
}

#[test]
fn what_fits_is_in_one_line_unless_the_author_broke_it() {
    becomes("{a:1,'b':[1,2 , ],c:{},d:[],}", "{ a: 1, 'b': [1, 2], c: {}, d: [] }");
    becomes("{a:1,\nb:[1,\n\n2]\n}", "{ a: 1, b: [1, 2] }");
    becomes("{\na:[1,2],b:{ \n}}", "{\n    a: [1, 2],\n    b: {},\n}");
    becomes("[[\n1]]", "[\n    [\n        1,\n    ],\n]");
    becomes("\u{feff} \r\n 0x1F\t\n\n", "0x1F");
    becomes("[\u{2028}.5e+1,\u{2029}NaN]", "[\n    .5e+1,\n    NaN,\n]");
}

#[test]
fn a_line_has_at_most_100_columns() {
    let with = |length: usize| format!("{{\n    a: ['{}'],\n}}", "ß".repeat(length));
    // There are 8 characters before the string and 3 after it.
    becomes(&with(88), &with(88));
    becomes(&with(89), &format!("{{\n    a: [\n        '{}',\n    ],\n}}", "ß".repeat(89)));
    // No comma follows the outermost container.
    let outermost = |length: usize| format!("['{}']", "ß".repeat(length));
    becomes(&outermost(96), &outermost(96));
    becomes(&outermost(97), &format!("[\n    '{}',\n]", "ß".repeat(97)));
    let empty = format!("{{\n    '{}': {{}},\n}}", "ß".repeat(200));
    becomes(&empty, &empty);
}

#[test]
fn empty_lines_stay_between_items_one_at_a_time() {
    becomes(
        "\n\n{\n\n\na: 1,\n\n\n\nb: 2, c: 3\n,\nd: 4,\n// e\n\n\n// f\n\n}\n\n\n",
        "{\n    a: 1,\n\n    b: 2,\n    c: 3,\n    d: 4,\n    // e\n\n    // f\n}",
    );
    becomes("// a\n\n\n{}\n\n\n// b", "// a\n\n{}\n\n// b");
}

#[test]
fn a_comment_stays_with_what_it_belongs_to() {
    becomes(
        "[1 /* a */, /* b */ 2 // c\n, 3, // d\n]",
        "[\n    1, /* a */\n    /* b */ 2, // c\n    3, // d\n]",
    );
    becomes("[1, /* a */ /* b */\n2\n/* c */, 3]", "[\n    1, /* a */ /* b */\n    2,\n    /* c */ 3,\n]");
    becomes("{ // a\n\nb: 1 }", "{ // a\n    b: 1,\n}");
    becomes("{ /* a */ b: 1 /* c */ }", "{\n    /* a */ b: 1, /* c */\n}");
    becomes("{ /* a */ /* b */\n// c\n}", "{ /* a */ /* b */\n    // c\n}");
    becomes("{ /* a */ }", "{\n    /* a */\n}");
    becomes("[1, /* a */]", "[\n    1, /* a */\n]");
    becomes("[ // a \n]", "[ // a\n]");
    becomes("/* a */ 1 /* b */ // c\n// d\n\n// e", "/* a */ 1 /* b */ // c\n// d\n\n// e");
    becomes("{ a: 1 // first\n, b: 2 // second\n}", "{\n    a: 1, // first\n    b: 2, // second\n}");
}

#[test]
fn a_comment_before_a_value_stays_there() {
    becomes("{a /* b */ : /* c */\n[ 1 ]}", "{\n    a: /* b */ /* c */ [1],\n}");
    becomes(
        "{a // b\n: /* c */ {d: 1, // e\n}, f: 1}",
        "{\n    a:\n        // b\n        /* c */\n        {\n            d: 1, // e\n        },\n    f: 1,\n}",
    );
}

#[test]
fn lines_of_a_block_comment_keep_their_distances() {
    let comment = "{\n    /*\n     * a\n     *\n     */\n    b: 1,\n}";
    becomes(comment, comment);
    becomes(&comment.replace("    ", "\t").replace('\n', "\r\n"), comment);
    becomes(
        "{\n  /* a  \n       b\n\n     c */\n  d: 1 }",
        "{\n    /* a\n         b\n\n       c */\n    d: 1,\n}",
    );
    // If a line begins to the left of its comment, all its lines move to the right.
    becomes("{\n        /* a\n  b\n    c */\n}", "{\n    /* a\n    b\n      c */\n}");
    becomes("{ a: 1, /* b\n           c */ }", "{\n    a: 1, /* b\n               c */\n}");
    becomes("   /* a\n      b */ 1", "/* a\n   b */ 1");
    becomes("/* a\n b */ /* c\n d */ 1", "/* a\n b */ /* c\n d */ 1");
    becomes("\n  /* a\rb\r\r\nc */ 1", "/* a\nb\n\nc */ 1");
}

#[test]
fn documentation_stays_documentation_to_the_letter_and_nothing_else_becomes_any() {
    becomes("{\r\n /// a  \r\n ///b\r\n c: 1 }", "{\n    /// a  \n    ///b\n    c: 1,\n}");
    becomes("{ a: 1\n/// b \n, c: 2 }", "{\n    a: 1,\n    /// b\n\n    c: 2,\n}");
    becomes("{ a: 1\n/// b\n,\n/// c\nd: 2 }", "{\n    a: 1,\n    /// b\n\n    /// c\n    d: 2,\n}");
    becomes("{ /// a\nb: 1, /// c\nd: 2 }", "{ /// a\n    b: 1, /// c\n    d: 2,\n}");
    becomes("{ a: 1\n//// b\n, c: 2 }", "{\n    a: 1,\n    //// b\n    c: 2,\n}");
    becomes("[1\n/// a\n, 2]", "[\n    1,\n    /// a\n    2,\n]");
    becomes(
        "{ a: 1, /* b */\n/* c */ /// d\ne: 2 }",
        "{\n    a: 1, /* b */\n    /* c */ /// d\n    e: 2,\n}",
    );
}

#[test]
fn a_string_of_several_lines_stays_as_it_is() {
    becomes("['a\\\r\n  b', 'c\\\rd']", "[\n    'a\\\n  b',\n    'c\\\nd',\n]");
}

#[test]
fn json_has_no_comma_behind_the_last_item() {
    let text = "{\n\"a\":[1,2,],\n\"b\": [ // c\n3,], // d\n}";
    let expected = "{\n    \"a\": [1, 2],\n    \"b\": [ // c\n        3\n    ] // d\n}\n";
    assert_eq!(formatted_as(Format::Json, text), expected);
}

#[test]
fn what_nests_as_deep_as_it_may_is_laid_out() {
    let flat = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    let broken = formatted_as(Format::Json5, &flat);
    assert_eq!(broken.lines().map(str::len).max(), Some(4 * 127 + 3), "{broken}");
    assert_eq!(formatted_as(Format::Json5, &flat.replace("[]", "[//\n]")).lines().count(), 2 * MAX_DEPTH);
}

#[test]
fn what_is_no_complete_json5_is_refused() {
    assert_eq!(format(&read_as(Format::Yaml, "a: 1")).map(|_| ()), Err(NotFormatted::Language));
    assert_eq!(format(&read_as(Format::Toml, "a = 1")).map(|_| ()), Err(NotFormatted::Language));
    let source = Sources::new().add("a".into(), "{ a: }".into(), None);
    let broken = crate::syntax::parse(Format::Json5, &source, &mut Report::new());
    assert_eq!(format(&broken).map(|_| ()), Err(NotFormatted::Incomplete));
}

#[test]
fn what_would_be_too_large_is_refused() {
    let text = format!("{}\n{}1{}", "[".repeat(127), "1,".repeat(1_900), "]".repeat(127));
    assert!(format(&read_as(Format::Json5, &text)).is_ok());
    let text = format!("{}\n{}1{}", "[".repeat(127), "1,".repeat(2_100), "]".repeat(127));
    let limit = 1 << 20;
    assert_eq!(format(&read_as(Format::Json5, &text)).map(|_| ()), Err(NotFormatted::TooLarge { limit }));
    // A line of 2 bytes becomes one of 63 bytes, and one of 67 bytes at a deeper level.
    let text = |depth: usize| format!("{}\n{}1{}", "[".repeat(depth), "1,".repeat(20_000), "]".repeat(depth));
    assert!(format(&read_as(Format::Json5, &text(15))).is_ok());
    let limit = 32 * text(16).len();
    assert_eq!(format(&read_as(Format::Json5, &text(16))).map(|_| ()), Err(NotFormatted::TooLarge { limit }));
}

/// The tokens of a text, with the text.
fn with_tokens(text: &str) -> (&str, Vec<SyntaxToken>) {
    (text, tokens(&read_as(Format::Json5, text)))
}

#[test]
fn another_document_is_not_taken_for_the_same() {
    let old = with_tokens("{ /// a\n /// b\nc: [1, '2'], // d\n/* e */ f: 3 }");
    let is_same_as = |text: &str| {
        let new = with_tokens(text);
        is_same((old.0, &old.1), (new.0, &new.1))
    };
    assert!(is_same_as("{ /// a \n /// b\n c: [1, '2'], // d  \n /* e */ f: 3, }"));
    for other in [
        "{ /// a\n\n /// b\nc: [1, '2'], // d\n/* e */ f: 4 }",
        "{ /// a\n /// b\nc: [1, \"2\"], // d\n/* e */ f: 3 }",
        "{ /// a\n /// b\nc: [1, '2'],\n/* e */ f: 3 }",
        "{ /// a\n /// b\nc: [1, '2'], // d\nf: 3 /* e */ }",
        "{ /// a\n /// b\nc: [1, '2'], // d.\n/* e */ f: 3 }",
        "{ /// a\n /// b\nc: [1, '2'], // d\n/* e. */ f: 3 }",
        "{ /// a\n /// b\n\nc: [1, '2'], // d\n/* e */ f: 3 }",
        "{\n /// a\n /// b\nc: [1, '2'], // d\n/* e */ f: 3 }",
        "{ /// a\n /// b \nc: [1, '2'], // d\n/* e */ f: 3 }",
        "{ /// a\n /// b\nc: [1, '2', {}], // d\n/* e */ f: 3 }",
        "{ /// a\n /// b\nc: [1, '2'], // d\n/* e */ f: 3, g: 4 }",
    ] {
        assert!(!is_same_as(other), "{other}");
    }
}

#[test]
fn a_comment_that_nobody_has_found_is_missed() {
    let (old, mut tokens) = with_tokens("{ a: 1, // b\n}");
    tokens.retain(|token| !token.is_comment());
    let new = with_tokens("{ a: 1, }");
    assert_eq!(tokens.len(), new.1.len());
    assert!(!is_same((old, &tokens), (new.0, &new.1)));
    assert!(is_same((new.0, &new.1), (new.0, &new.1)));
}

#[track_caller]
fn differs(text: &str, name: &str, expected: &str) {
    let document = read_as(Format::Json5, text);
    assert_eq!(format(&document).unwrap().unified_diff(name), expected, "{text:?}");
}

#[test]
fn a_diff_shows_what_changes_with_three_lines_around_it() {
    differs("{ a: 1 }\n", "a", "");
    differs(
        "{a: 1}",
        "a b",
        "--- a b\t\n+++ a b\t\n@@ -1,1 +1,1 @@\n-{a: 1}\n\\ No newline at end of file\n+{ a: 1 }\n",
    );
    // Lines 1, 8 and 16 are not formatted. There are 6 unchanged lines between the first two, and 7 after them.
    let text: String =
        (1..=17).map(|at| if matches!(at, 1 | 8 | 16) { "1 ,\n" } else { "    1,\n" }).collect();
    let lines = |mark: char, count: usize| format!("{mark}    1,\n").repeat(count);
    let change = format!("-1 ,\n{}", lines('+', 1));
    let first = format!("@@ -1,12 +1,12 @@\n [\n{change}{}{change}{}", lines(' ', 6), lines(' ', 3));
    let second = format!("@@ -14,6 +14,6 @@\n{}{change}{} ]\n", lines(' ', 3), lines(' ', 1));
    differs(&format!("[\n{text}]\n"), "a", &format!("--- a\n+++ a\n{first}{second}"));
}

#[test]
fn lines_that_come_or_go_are_counted() {
    differs("\n\n[1]\n\n", "a", "--- a\n+++ a\n@@ -1,4 +1,1 @@\n-\n-\n [1]\n-\n");
    differs(
        "[\n1, 2,\n\n\n3,\n]",
        "\"a\\\u{7}",
        "--- \"\\\"a\\\\\\007\"\n+++ \"\\\"a\\\\\\007\"\n\
        @@ -1,6 +1,6 @@\n [\n-1, 2,\n-\n+    1,\n+    2,\n \n-3,\n+    3,\n-]\n\\ No newline at end of file\n+]\n",
    );
    // A comma may begin a line.
    differs(
        "[\n    1\n    , 2\n]\n",
        "a",
        "--- a\n+++ a\n@@ -1,4 +1,4 @@\n [\n-    1\n+    1,\n-    , 2\n+    2,\n ]\n",
    );
    // A carriage return is part of its line.
    differs(
        "[\r\n1\r\n]",
        "a",
        "--- a\n+++ a\n@@ -1,3 +1,3 @@\n-[\r\n+[\n-1\r\n+    1,\n-]\n\\ No newline at end of file\n+]\n",
    );
}
