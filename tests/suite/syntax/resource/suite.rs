//! The YAML test suite, read with the reader that it tests.

use super::{json, read, yaml};
use crate::support::corpus;
use crate::syntax::formats::suite::unmarked;
use confc::syntax::{Format, SyntaxKind, SyntaxNode};
use serde_json::Value;

/// Texts that YAML refuses and we do not: name, and why.
const TAKEN: &[(&str, &str)] = &[(
    "9C9N.yaml/0",
    "lines in brackets need no indentation: other readers take them, and generated YAML has them",
)];

/// Texts that the suite has as YAML and we refuse: name, and why.
const REFUSED: &[(&str, &str)] = &[("ZYU8.yaml/2", "`%YAML 1.1 1.2`: the specification allows one version")];

/// Texts whose trees differ from the suite's: name, and why.
const OTHERWISE: &[(&str, &str)] = &[
    ("UGM3.yaml/0", "`450.00` is a float, and the suite says `450`"),
    (
        "L24T.yaml/1",
        "the last line of a block has no line break where the text ends, to the specification and all readers",
    ),
];

/// A case of the suite.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
    fails: bool,
    /// The documents, as JSON has them.
    json: Option<Vec<Value>>,
}

/// All cases; `None` where the corpus is not there.
pub(crate) fn cases(test: &str) -> Option<Vec<Case>> {
    let folder = corpus::folder(test)?.join("yaml-test-suite/src");
    let mut all = Vec::new();
    for name in corpus::files(&folder, "yaml") {
        let file = yaml(&corpus::text(&folder, &name));
        let root = file.syntax_roots().next().expect("a list of cases");
        for (number, case) in root.elements().enumerate() {
            let text = |key| case.get(key).map(SyntaxNode::text);
            let json =
                case.get("json").filter(|json| json.kind() == SyntaxKind::String).map(SyntaxNode::text);
            let json = json.and_then(|json| {
                serde_json::Deserializer::from_str(json).into_iter().collect::<Result<_, _>>().ok()
            });
            all.push(Case {
                name: format!("{name}/{number}"),
                text: unmarked(text("yaml").unwrap_or_default()),
                fails: text("fail") == Some("true"),
                json,
            });
        }
    }
    Some(all)
}

#[test]
fn the_yaml_test_suite() {
    let Some(cases) = cases("the YAML test suite, as resources") else { return };
    let mut equal = 0;
    for case in &cases {
        let listed = |list: &[(&str, &str)]| list.iter().any(|(name, _)| *name == case.name);
        let resource = read(Format::Yaml, &case.text);
        assert_eq!(
            resource.is_err(),
            (case.fails && !listed(TAKEN)) || listed(REFUSED),
            "{}: {:?}",
            case.name,
            case.text
        );
        let (Ok(resource), Some(expected), false) = (resource, &case.json, case.fails) else { continue };
        let found: Vec<Value> = resource.syntax_roots().map(json).collect();
        assert_eq!(found == *expected, !listed(OTHERWISE), "{}: {:?}\n{found:?}", case.name, case.text);
        equal += 1;
    }
    assert!(cases.len() > 400 && equal > 270, "{equal} of {} were compared", cases.len());
}
