//! Drafts from real files: documents in ConfigMaps and values of others.

use super::{TextFile, check, drafted};
use crate::support::corpus;
use confc::diagnostic::{Code, Report};
use confc::draft::KeyNaming;
use confc::syntax::{Format, SyntaxNode, parse_lossless};
use confc::text::Sources;
use std::collections::BTreeMap;

/// The texts in `data` of the ConfigMaps of a file, with what their names end in. A text without an ending is YAML.
fn embedded(name: &str, text: &str) -> Vec<TextFile> {
    let source = Sources::new().add(name.into(), text.into(), None);
    let Some(document) = parse_lossless(Format::Yaml, &source, &mut Report::new()) else { return Vec::new() };
    let mut found = Vec::new();
    let is_map = |root: &SyntaxNode<'_>| root.get("kind").is_some_and(|kind| kind.text() == "ConfigMap");
    for root in document.syntax_roots().filter(is_map) {
        for (key, value) in root.get("data").into_iter().flat_map(SyntaxNode::members) {
            let (key, value) = (key.text(), value.followed());
            if value.is_string() && value.text().contains('\n') {
                let name = if Format::of(key).is_some() { key.into() } else { format!("{key}.yaml") };
                found.push((name, value.text().to_owned()));
            }
        }
    }
    found
}

/// What became of files.
#[derive(Default)]
struct Outcomes {
    drafted: usize,
    refused: BTreeMap<Vec<&'static str>, usize>,
}

impl Outcomes {
    fn of(files: &[TextFile], naming: KeyNaming) -> Self {
        let mut outcomes = Self::default();
        for file in files {
            let file = std::slice::from_ref(file);
            match drafted(file, naming) {
                Ok(draft) => {
                    check(&draft, file);
                    outcomes.drafted += 1;
                }
                Err(codes) => {
                    let codes = codes.iter().map(|code: &Code| code.name()).collect();
                    *outcomes.refused.entry(codes).or_default() += 1;
                }
            }
        }
        outcomes
    }
}

#[test]
fn real_files_are_drafted_or_refused_for_a_reason() {
    let Some(folder) = corpus::folder("drafts from real files") else { return };
    let folder = folder.join("k8s");
    let (mut embedded_files, mut whole_files) = (Vec::new(), Vec::new());
    for ending in ["yaml", "yml", "json"] {
        for path in corpus::files(&folder, ending) {
            let Ok(text) = std::fs::read_to_string(folder.join(&path)) else { continue };
            let found = embedded(&path, &text);
            if found.is_empty() {
                whole_files.push((path, text));
            } else {
                embedded_files.extend(found);
            }
        }
    }
    let mut all_drafted = 0;
    for (what, files) in [("texts in ConfigMaps", &embedded_files), ("other files", &whole_files)] {
        for naming in [KeyNaming::Keep, KeyNaming::Rename] {
            let Outcomes { drafted, refused } = Outcomes::of(files, naming);
            println!("{what}, {naming:?}: {drafted} of {} drafted; refused: {refused:?}", files.len());
            all_drafted += drafted;
        }
    }
    assert!(embedded_files.len() > 50 && all_drafted > 50, "{} {all_drafted}", embedded_files.len());
}

#[test]
#[ignore = "slow: drafts some large schemas"]
fn schemas_in_use_are_drafted_and_compile() {
    let Some(folder) = corpus::folder("drafts from schemas") else { return };
    for (kind, ending, least) in [("crd", "yaml", 100), ("schema", "json", 100), ("ss", "json", 90)] {
        let folder = folder.join("wild").join(kind);
        let (mut all, mut compiled) = (0, 0);
        for path in corpus::files(&folder, ending) {
            let Ok(text) = std::fs::read_to_string(folder.join(&path)) else { continue };
            all += 1;
            if let Ok(draft) = drafted(&[(path, text)], KeyNaming::Keep) {
                check(&draft, &[]);
                compiled += 1;
            }
        }
        println!("{kind}: {compiled} of {all} drafted");
        assert!(all > 10 && compiled * 100 >= all * least, "{kind}: {compiled} of {all}");
    }
}
