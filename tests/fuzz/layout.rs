//! The canonical layout: it is read as what was there, with all comments, and laying it out again changes nothing.

use crate::random::Random;
use crate::random::texts::JSON5;
use crate::run;
use crate::seeds::MANIFESTS;
use confc::diagnostic::Report;
use confc::edit::{format, trees};
use confc::syntax::{Document, Format, NodeId, SyntaxNode, parse_lossless};
use confc::text::Sources;

/// Texts with comments of all kinds in all places.
const COMMENTED: &[&str] = &[
    "// a\n{ b: 1, /* c */\n\n/// d\n/// e\nf: /* g */ [2 // h\n, 3], /* i\n  j\n */ k: {}, }\n// l",
    "[ // a\n1, /* b */ 2 /* c */, // d\n\n\n// e\n{ f /* g */: // h\n3 } /* i */ ]",
    "{ /// a\nb: 1 /// c\n, /// d\ne: 2\n/// f\n, g: 3,\n/// h\n\n/// i\nj: 4\n/// k\n}",
];

/// Pieces that mean something where they stand.
const PIECES: &[&str] = &[
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{2028}",
    " ",
    "\t",
    "        ",
    "\u{a0}",
    "\u{feff}",
    ",",
    ",\n",
    ":",
    "\n,",
    "[",
    "]",
    "{",
    "}",
    "[\n",
    "{\n",
    "//\n",
    "// c\n",
    "// c \t\n",
    "\n// c\n",
    "/// c\n",
    "\n/// c\n",
    "\n/// c \n///\n",
    "\n//// c\n",
    "/* c */",
    "/**/",
    "\n/* c */\n",
    "/* c\nc */",
    "\n   /* c\n  \tc\n\n      c */",
    "/* c\r\n c\r*/",
    "\n/*\n * c\n */\n",
    "a: 1, ",
    "a: 1,\n",
    "'a\\\nb'",
    "'a\\\r\n  b'",
    "'\u{2028}'",
    "1, ",
    "[1, 2], ",
    "{ a: 1 }, ",
    "[\n1], ",
    "null",
    "\"\"",
    ".5",
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', ",
    "\u{85}",
    "é",
    "😀",
];

#[test]
fn layouts() {
    run("layout", 4_000, 20, execution);
}

fn read(syntax: Format, text: &str) -> Option<Document> {
    let source = Sources::new().add("text".into(), text.into(), None);
    parse_lossless(syntax, &source, &mut Report::new())
}

fn execution(random: &mut Random) -> bool {
    let seeds = match random.below(8) {
        0 => MANIFESTS,
        1 | 2 => JSON5,
        _ => COMMENTED,
    };
    let syntax = if random.once_in(4) { Format::Json } else { Format::Json5 };
    let mut text = random.one_of(seeds).to_string();
    for _ in 0..random.below(5) {
        mutate(&mut text, random);
    }
    let Some(document) = read(syntax, &text) else { return false };
    let formatted = format(&document).unwrap_or_else(|why| panic!("{text:?}: {why:?}"));
    let once = formatted.text();
    let again = read(syntax, once).unwrap_or_else(|| panic!("{text:?} became {once:?}"));
    assert_eq!(ink(&text), ink(once), "{text:?}");
    assert_eq!(documentation(&document), documentation(&again), "{text:?} became {once:?}");
    if let (Ok(old), Ok(new)) = (trees(&document), trees(&again)) {
        assert!(old.iter().zip(&new).all(|(old, new)| old.same_data(new)), "{text:?} became {once:?}");
    }
    let twice = format(&again).unwrap_or_else(|why| panic!("{once:?}: {why:?}"));
    assert_eq!(twice.text(), once, "{text:?}");
    assert_eq!(formatted.unified_diff("a").is_empty(), !formatted.is_changed(), "{text:?}");
    true
}

/// A text without what means nothing outside of strings; a comment may move to the other side of a comma or colon.
fn ink(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ':' | '\u{feff}')).collect()
}

/// The keys that have documentation, and that.
fn documentation(document: &Document) -> Vec<(String, Option<String>)> {
    let found = |id: NodeId| document.documentation_of(id);
    let key = |node: SyntaxNode<'_>| (node.text().to_owned(), found(node.id()));
    document.documentation().iter().map(|found| key(document.syntax_node(found.key))).collect()
}

/// Changes a text as it stands.
fn mutate(text: &mut String, random: &mut Random) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (a, b) = (*random.one_of(&places), *random.one_of(&places));
    let (start, end) = (a.min(b), a.max(b));
    match random.below(8) {
        0 if end - start < 24 => text.replace_range(start..end, ""),
        1 => {
            let copy = text[start..end].to_owned();
            text.insert_str(start, &copy);
        }
        // Where white space is, or something ends, most that is put in can be read.
        2..6 => {
            let is_between = |at: &usize| {
                let before = text[..*at].chars().next_back();
                before.is_none_or(|c| c.is_whitespace() || ",[{:]}".contains(c))
            };
            let between: Vec<usize> = places.iter().copied().filter(is_between).collect();
            text.insert_str(*random.one_of(&between), random.one_of::<&str>(PIECES));
        }
        _ => text.insert_str(start, random.one_of::<&str>(PIECES)),
    }
    // What grows without end is slow and shows nothing new.
    while text.len() > 3_000 {
        text.pop();
    }
}
