//! Edits: what is read again is what was wanted, and what was not touched stays byte for byte.

use crate::random::Random;
use crate::random::texts::{JSON5, PIECES, YAML};
use crate::run;
use confc::diagnostic::Report;
use confc::edit::{SyntaxOrigin, rewrite, trees};
use confc::pointer::{Data, Tree};
use confc::syntax::{Document, Format, parse_lossless};
use confc::text::Sources;

/// What is put in: texts that some reader takes for something else, lines, and what nests.
const TEXTS: &[&str] = &[
    "",
    "x",
    "yes",
    "a: b",
    "two\nlines\n",
    " lead\n",
    "x\n\n",
    "\n",
    "null",
    "~",
    "017",
    "0x1F",
    "0X2",
    "1e3",
    "2024-01-31",
    "190:20:30",
    "#",
    "a #b",
    "\t",
    "- x",
    "? x",
    "k?",
    "http://h/p?x=1",
    "é😀",
    "\u{202e}",
    "'",
    "\"",
    "\\",
    "*a",
    "&a",
    "!t",
    "|",
    ">",
    "%",
    "@",
    "`",
    "<<",
    "=",
    "a\rb",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "]",
    "}",
    ",",
    ":",
    "-",
    "---",
    "...",
    "--- x",
    "{a",
    "[a",
    "x ",
    " x",
    "a,b",
    "a]b",
    ".inf",
    "+1",
    "1_000",
];

const NUMERALS: &[&str] =
    &["0", "-0", "1", "-1", "1.5e3", "0x1F", "18446744073709551616", "Infinity", "NaN", ".5"];

#[test]
fn edits() {
    run("edit", 2_000, 10, execution);
}

fn read(syntax: Format, text: &str) -> Option<Document> {
    let source = Sources::new().add("resource".into(), text.into(), None);
    let mut report = Report::new();
    let resource = parse_lossless(syntax, &source, &mut report);
    assert_eq!(resource.is_none(), report.has_errors(), "{text:?}");
    resource
}

fn execution(random: &mut Random) -> bool {
    let (syntax, mut text) = match random.below(3) {
        0 => (Format::Json5, random.one_of(JSON5).to_string()),
        _ => (Format::Yaml, random.one_of(YAML).to_string()),
    };
    for _ in 0..random.below(4) {
        mutate(&mut text, syntax, random);
    }
    let Some(resource) = read(syntax, &text).filter(|resource| resource.syntax_roots().count() > 0) else {
        return false;
    };
    let Ok(mut wanted) = trees(&resource) else { return false };
    let same = rewrite(&resource, &wanted).expect("nothing changes");
    assert!(same.splices.is_empty() && same.text == text, "{text:?} became {:?}", same.text);
    for _ in 0..=random.below(3) {
        let document = random.below(wanted.len());
        change(&mut wanted[document], random);
    }
    match rewrite(&resource, &wanted) {
        Ok(rewritten) => {
            check(syntax, &text, &rewritten.text, &wanted);
            assert_eq!(spliced(&text, &rewritten.splices), rewritten.text, "{text:?}");
            true
        }
        Err(refusal) => {
            let _ = refusal.diagnostic(resource.source());
            false
        }
    }
}

/// The result reads as what was wanted, and is changed no further by wanting it again.
fn check(syntax: Format, old: &str, new: &str, wanted: &[Tree<SyntaxOrigin>]) {
    let again = read(syntax, new).unwrap_or_else(|| panic!("{old:?} became {new:?}, which is not read"));
    let found = trees(&again).unwrap_or_else(|_| panic!("{old:?} became {new:?}"));
    assert_eq!(found.len(), wanted.len(), "{old:?} became {new:?}");
    let same = found.iter().zip(wanted).all(|(found, wanted)| found.same_data(wanted));
    assert!(same, "{old:?} became {new:?}, wanted {wanted:?}");
    let twice = rewrite(&again, &found).expect("nothing changes");
    assert!(twice.splices.is_empty(), "{new:?}");
}

/// The text that splices make, which lie in it in order and apart.
fn spliced(old: &str, splices: &[confc::edit::Splice]) -> String {
    let (mut made, mut at) = (String::new(), 0);
    for splice in splices {
        made.push_str(&old[at..splice.start as usize]);
        made.push_str(&splice.text);
        at = splice.end as usize;
    }
    made + &old[at..]
}

/// Changes a text as it stands.
fn mutate(text: &mut String, syntax: Format, random: &mut Random) {
    let place = |text: &str, random: &mut Random| {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        *random.one_of(&places)
    };
    let (a, b) = (place(text, random), place(text, random));
    let (start, end) = (a.min(b), a.max(b));
    match random.below(5) {
        0 if end - start < 24 => text.replace_range(start..end, ""),
        1 => {
            let copy = text[start..end].to_owned();
            let at = place(text, random);
            text.insert_str(at, &copy);
        }
        2 => {
            let other = random.one_of(if syntax == Format::Yaml { YAML } else { JSON5 });
            let (a, b) = (place(other, random), place(other, random));
            text.insert_str(start, &other[a.min(b)..a.max(b)]);
        }
        _ => text.insert_str(start, random.one_of::<&str>(PIECES)),
    }
    // What grows without end is slow and shows nothing new.
    while text.len() > 600 {
        text.pop();
    }
}

/// Changes a tree at a random place.
fn change(tree: &mut Tree<SyntaxOrigin>, random: &mut Random) {
    let inner = match &tree.data {
        Data::Array(elements) => elements.len(),
        Data::Object(members) => members.len(),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => 0,
    };
    if inner > 0 && !random.once_in(4) {
        let at = random.below(inner);
        match &mut tree.data {
            Data::Array(elements) => return change(&mut elements[at], random),
            Data::Object(members) => {
                let key = members.iter().nth(at).map(|(key, _)| key.to_owned()).expect("it is there");
                return change(members.get_mut(&key).expect("it is there"), random);
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        }
    }
    match &mut tree.data {
        Data::Array(elements) if random.once_in(2) => match random.below(3) {
            0 if !elements.is_empty() => drop(elements.remove(random.below(elements.len()))),
            1 if elements.len() > 1 => {
                let at = random.below(elements.len() - 1);
                elements.swap(at, at + 1);
            }
            _ => elements.insert(random.below(elements.len() + 1), fresh(random, 0)),
        },
        Data::Object(members) if random.once_in(2) => {
            let key = members.iter().map(|(key, _)| key.to_owned()).nth(random.below(inner.max(1)));
            match key.filter(|_| random.once_in(2)) {
                Some(key) => _ = members.remove(&key),
                None => {
                    let key = *random.one_of(TEXTS);
                    let value = fresh(random, 0);
                    members.insert(key, value);
                }
            }
        }
        _ => *tree = fresh(random, 0),
    }
}

/// A new value.
fn fresh(random: &mut Random, depth: usize) -> Tree<SyntaxOrigin> {
    let data = match random.below(if depth < 3 { 9 } else { 7 }) {
        0 => Data::Null,
        1 => Data::Bool(random.once_in(2)),
        2 | 3 => Data::Number((*random.one_of(NUMERALS)).into()),
        4..7 => Data::String((*random.one_of(TEXTS)).into()),
        7 => Data::Array((0..random.below(3)).map(|_| fresh(random, depth + 1)).collect()),
        _ => {
            let mut members = confc::pointer::TreeMembers::new();
            for _ in 0..random.below(3) {
                let key = *random.one_of(TEXTS);
                let value = fresh(random, depth + 1);
                members.insert(key, value);
            }
            Data::Object(members)
        }
    };
    Tree { mark: SyntaxOrigin::New(None), data }
}
