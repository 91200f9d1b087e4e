//! Random edits: what is read again is what was wanted, or nothing is changed.

use super::{check_splices, new, patch};
use crate::support::random::texts::{JSON5, PIECES, YAML};
use crate::support::random::{self, Tally};
use crate::syntax::resource::{json, read};
use confc::edit::{Reason, SyntaxOrigin, rewrite, trees};
use confc::pointer::{Data, Tree};
use confc::syntax::{Document, Format};
use proptest::prelude::*;

const VALUES: &[&str] = &[
    "1",
    "'x'",
    "'yes'",
    "'a: b'",
    "'two\\nlines\\n'",
    "' lead\\n'",
    "null",
    "true",
    "1.5e3",
    "{}",
    "[]",
    "[1, 'on', []]",
    "{k: {l: [1, {m: 'n\\no'}]}, 'o p': ''}",
    "'#'",
    "'\\t'",
    "'- x'",
    "'é😀'",
];

/// One change at a random place.
#[derive(Debug, Clone)]
enum Change {
    Replace(&'static str),
    Remove,
    Add(&'static str),
}

fn change() -> impl Strategy<Value = (prop::sample::Index, Change)> {
    let value = || prop::sample::select(VALUES);
    let change =
        prop_oneof![value().prop_map(Change::Replace), Just(Change::Remove), value().prop_map(Change::Add)];
    (any::<prop::sample::Index>(), change)
}

fn count(tree: &Tree<SyntaxOrigin>) -> usize {
    tree.size().nodes
}

/// Makes a change at the value of this number, in the order of the tree; the parent's key or number is needed to
/// remove it. The root is never removed.
fn make(tree: &mut Tree<SyntaxOrigin>, at: &mut usize, change: &Change) {
    if *at == 0 {
        match (change, &mut tree.data) {
            (Change::Replace(value), _) => *tree = new(value),
            (Change::Add(value), Data::Array(elements)) => elements.insert(elements.len() / 2, new(value)),
            (Change::Add(value), Data::Object(members)) => {
                members.insert("new key", new(value));
            }
            (Change::Add(_) | Change::Remove, _) => {}
        }
        *at = usize::MAX;
        return;
    }
    *at -= 1;
    match &mut tree.data {
        Data::Array(elements) => {
            for number in 0..elements.len() {
                if *at == 0 && matches!(change, Change::Remove) {
                    elements.remove(number);
                    *at = usize::MAX;
                } else if *at != usize::MAX {
                    make(&mut elements[number], at, change);
                }
                if *at == usize::MAX {
                    return;
                }
            }
        }
        Data::Object(members) => {
            let keys: Vec<String> = members.iter().map(|(key, _)| key.to_owned()).collect();
            for key in keys {
                if *at == 0 && matches!(change, Change::Remove) {
                    members.remove(&key);
                    *at = usize::MAX;
                } else if *at != usize::MAX {
                    make(members.get_mut(&key).unwrap(), at, change);
                }
                if *at == usize::MAX {
                    return;
                }
            }
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}

/// Makes changes of one document: whether anything was to be changed, or the reason why it is not.
fn edit(resource: &Document, changes: &[(prop::sample::Index, Change)]) -> Result<bool, Reason> {
    let mut wanted = trees(resource).unwrap();
    for (index, change) in changes {
        let document = index.index(wanted.len());
        let tree = &mut wanted[document];
        make(tree, &mut index.index(count(tree)), change);
    }
    match rewrite(resource, &wanted) {
        Ok(rewritten) => {
            check_splices(resource.source().text(), &rewritten);
            let again = read(resource.format(), &rewritten.text).unwrap();
            let found = trees(&again).unwrap();
            assert!(found.iter().zip(&wanted).all(|(found, wanted)| found.same_data(wanted)));
            Ok(!rewritten.splices.is_empty())
        }
        Err(refusal) => {
            let _ = refusal.diagnostic(resource.source());
            Err(refusal.reason)
        }
    }
}

/// Counts an edit, unless it was none.
fn count_edit(tally: &Tally, edited: Result<bool, Reason>) {
    if edited != Ok(false) {
        tally.count(edited.is_ok());
    }
}

/// Anchors, tags and what is spelled for one reader only are left alone, and so are edits that would touch them.
#[test]
fn yaml_becomes_what_is_wanted() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(
        text in prop::sample::select(YAML),
        changes in prop::collection::vec(change(), 1..4),
    )| {
        count_edit(&tally, edit(&read(Format::Yaml, text).unwrap(), &changes));
    });
    tally.demand(50, 1);
}

proptest! {
    #![proptest_config(random::cases(256))]

    #[test]
    fn json_becomes_what_is_wanted(
        text in prop::sample::select(JSON5),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let edited = edit(&read(Format::Json5, text).unwrap(), &changes);
        prop_assert!(edited.is_ok(), "{:?} {:?} {:?}", text, changes, edited);
    }
}

/// Of long texts without a grammar hardly any is read, so that there are many and most are short.
#[test]
fn any_text_becomes_what_is_wanted_or_stays() {
    let (read_at_all, edited) = (Tally::default(), Tally::default());
    proptest!(random::cases(1_000), |(
        pieces in (1..30usize).prop_flat_map(|most| prop::collection::vec(prop::sample::select(PIECES), 0..most)),
        syntax in prop::sample::select(vec![Format::Yaml, Format::Yaml, Format::Json5, Format::Json]),
        changes in prop::collection::vec(change(), 1..3),
    )| {
        let resource = read(syntax, &pieces.concat()).ok();
        let resource = resource.filter(|resource| resource.syntax_roots().count() > 0 && trees(resource).is_ok());
        read_at_all.count(resource.is_some());
        if let Some(resource) = resource {
            count_edit(&edited, edit(&resource, &changes));
        }
    });
    read_at_all.demand(5, 20);
    edited.demand(50, 0);
}

#[test]
#[ignore = "slow: documents of 20,000 entries"]
fn patches_of_large_documents_take_linear_time() {
    let many: String = (0..20_000).map(|n| format!("k{n}: {{a: [1, 2]}}\n")).collect();
    let line = format!("[{}]", vec!["{\"a\": [1, 2]}"; 20_000].join(", "));
    for (syntax, text, path) in [(Format::Yaml, many, "/k19999/a/0"), (Format::Json, line, "/19999/a/0")] {
        let resource = read(syntax, &text).unwrap();
        let mut wanted = trees(&resource).unwrap();
        let operations = patch(&format!("[{{op: 'replace', path: '{path}', value: 7}}]"));
        wanted[0] = operations.apply(&wanted[0], &mut |_, _| SyntaxOrigin::New(None)).unwrap();
        let rewritten = rewrite(&resource, &wanted).unwrap();
        assert_eq!(rewritten.splices.len(), 1);
        assert_eq!(
            json(read(syntax, &rewritten.text).unwrap().syntax_roots().next().unwrap()).pointer(path),
            Some(&7.into())
        );
    }
}
