//! Texts made to cost much: refused by a limit, after a look that is linear in them.

use confc_core::expr::{Expression, SyntaxErrorKind};

#[test]
fn texts_without_end_are_refused_by_their_size() {
    let million = 1 << 20;
    for part in
        ["(", "[", "!", "-", "a ? ", "true ? 1 : ", "a && ", "1 + ", "x[0]", "a.", "v.all(x, ", "\"", "é"]
    {
        let text = part.repeat(million / part.len());
        let error = Expression::parse(&text).unwrap_err();
        assert_eq!(error.kind, SyntaxErrorKind::SourceTooLarge(text.len()));
        assert!(error.is_limit());
    }
    let closed = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(Expression::parse(&closed).unwrap_err().is_limit());
}

#[test]
fn deep_texts_are_refused_by_a_limit() {
    for (part, behind) in [
        ("(", "1"),
        ("[", "1"),
        ("!", "b"),
        ("-", "b"),
        ("b ? 1 : ", "1"),
        ("b && ", "b"),
        ("1 + ", "1"),
        ("size(", "v"),
        ("v.all(x, ", "x"),
        ("a[", "0"),
    ] {
        // As many as the largest text has room for.
        let text = format!("{}{behind}", part.repeat((8192 - behind.len()) / part.len()));
        let error = Expression::parse(&text).unwrap_err();
        let is_second_loop = matches!(error.kind, SyntaxErrorKind::LoopName(_));
        assert!(error.is_limit() || is_second_loop, "{part}: {error}");
    }
    for part in ["[0]", ".a.a[0]", " + 1", " == 1 && a", ".b.all(x, a)"] {
        let text = format!("a{}", part.repeat(8191 / part.len()));
        assert!(Expression::parse(&text).unwrap_err().is_limit(), "{part}");
    }
    // A path is one step, however long it is.
    let path = format!("a{}", ".a".repeat(4095));
    assert_eq!(Expression::parse(&path).unwrap().to_string(), path);
}
