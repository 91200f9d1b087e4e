//! The YAML test suite, read with the reader that it tests: its files are YAML too.

use super::Read;
use crate::support::corpus;
use confc::diagnostic::Code;
use confc::syntax::Node;
use serde_json::Value;

/// Texts that YAML refuses and we do not: name, and why.
const TAKEN: &[(&str, &str)] = &[(
    "9C9N.yaml/0",
    "lines in brackets need no indentation: other readers take them, and generated YAML has them",
)];

/// Texts whose values differ from the suite's: name, and why.
const OTHERWISE: &[(&str, &str)] = &[(
    "L24T.yaml/1",
    "the last line of a block has no line break where the text ends, to the specification and all readers",
)];

/// What is YAML, but not a layer. Only these codes may refuse a valid text; the suite's own tree of the text shows
/// that they are right.
fn is_right(code: Code, tree: &str, text: &str) -> bool {
    let documents = tree.lines().filter(|line| line.trim_start().starts_with("+DOC")).count();
    match code {
        Code::E0113 => documents == 0,
        Code::E0115 => tree.contains(" <"),
        // A key that is empty, a sequence or a mapping; the tree does not tell keys from values.
        Code::E0117 => {
            tree.lines().any(|line| line.ends_with(" :")) || tree.contains('[') || text.contains(['?', '{'])
        }
        Code::E0118 => documents > 1,
        Code::E0119 => text.starts_with('%'),
        _ => false,
    }
}

/// A text of the suite without the marks that make white space visible.
pub(crate) fn unmarked(text: &str) -> String {
    let text = text.replace('␣', " ").replace('←', "\r").replace('⇔', "\u{feff}").replace('↵', "");
    let text = text.strip_suffix("∎\n").map(str::to_owned).unwrap_or(text);
    // A tab is drawn as an arrow of up to five columns.
    let tabs = ["————»", "———»", "——»", "—»", "»"];
    tabs.iter().fold(text, |text, tab| text.replace(tab, "\t"))
}

/// The expected documents as JSON; `None` where the suite gives none.
fn expected(case: Node<'_>) -> Option<Vec<Value>> {
    let text = case.get("json")?.text();
    serde_json::Deserializer::from_str(text).into_iter().collect::<Result<_, _>>().ok()
}

/// Reads one case; says whether it was accepted and equals what the suite says.
fn check(name: &str, case: Node<'_>) -> bool {
    let text = |key| case.get(key).map(Node::text).unwrap_or_default();
    let yaml = unmarked(text("yaml"));
    let read = Read::yaml(&yaml);
    read.check();
    let taken = TAKEN.iter().any(|(listed, _)| *listed == name);
    if case.get("fail").is_some_and(|fail| fail.raw() == "true") {
        assert_eq!(read.is_accepted(), taken, "{name} is no YAML: {yaml:?}");
        return false;
    }
    if !read.is_accepted() {
        assert!(read.document.repeated().is_empty(), "{name}: {yaml:?}");
        let wrong = read.codes().into_iter().find(|code| !is_right(*code, text("tree"), &yaml));
        // The second text of a file may leave its tree to the first one.
        assert!(wrong.is_none() || text("tree").is_empty(), "{name}: {wrong:?} for {yaml:?}");
        return false;
    }
    let Some(expected) = expected(case) else { return false };
    let otherwise = OTHERWISE.iter().any(|(listed, _)| *listed == name);
    assert_eq!([read.json()].as_slice() == expected, !otherwise, "{name}: {yaml:?}: {:?}", read.json());
    true
}

#[test]
fn the_yaml_test_suite() {
    let Some(folder) = corpus::folder("the YAML test suite") else { return };
    let folder = folder.join("yaml-test-suite/src");
    let (mut cases, mut equal) = (0, 0);
    for name in corpus::files(&folder, "yaml") {
        let file = Read::yaml(&corpus::text(&folder, &name));
        assert!(file.is_accepted(), "{name}: {:?}", file.told());
        for (number, case) in file.root().elements().enumerate() {
            cases += 1;
            equal += usize::from(check(&format!("{name}/{number}"), case));
        }
    }
    assert!(cases > 400 && equal > 210, "{equal} of {cases} were compared");
}
