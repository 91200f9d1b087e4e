//! Manifests that others wrote, and those of the cases in `testdata/`.

use super::{compile, disagreement};
use crate::ROOT;
use crate::support::corpus::{Disk, files, folder, json};
use confc::compile::CompileOptions;
use confc::manifest::IncludeOptions;
use confc::text::files::MemoryFiles;
use std::fs;
use std::path::Path;

/// Asks both about every manifest below a folder; how many compile. `options` are those for the manifest at a
/// path in it.
fn ask_all(folder: &Path, options: impl Fn(&str) -> CompileOptions) -> usize {
    let disk = Disk(folder.into());
    let (mut compiled, mut wrong) = (0, Vec::new());
    for path in files(folder, "cml") {
        // A validator is given text; bytes that are none never reach it.
        let Ok(text) = fs::read_to_string(folder.join(&path)) else { continue };
        let codes = compile(&disk, &path, &options(&path));
        compiled += usize::from(codes.is_empty());
        wrong.extend(disagreement(&text, &codes).map(|wrong| format!("{path}: {wrong}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    compiled
}

#[test]
fn both_say_the_same_about_real_manifests() {
    let Some(corpus) = folder("both_say_the_same_about_real_manifests") else { return };
    let compiled = ask_all(&corpus.join("manifests"), |path| {
        let root = path.split('/').next().expect("a repository").to_owned();
        let paths = vec![format!("{root}/sdk/lib"), root.clone()];
        CompileOptions { includes: IncludeOptions { root, paths }, ..CompileOptions::default() }
    });
    assert!(compiled > 100, "only {compiled} compile");
}

#[test]
fn both_say_the_same_about_the_originals_cases() {
    let Some(corpus) = folder("both_say_the_same_about_the_originals_cases") else { return };
    for (name, valid) in [("positive.json", true), ("negative.json", false)] {
        for case in json(&corpus, name).as_array().expect("cases") {
            let text = case["manifest"].as_str().expect("a manifest");
            let files = MemoryFiles::new().with("m.cml", text);
            let codes = compile(&files, "m.cml", &CompileOptions::default());
            assert_eq!(disagreement(text, &codes), None, "{}", case["name"]);
            println!("{} {valid} {codes:?}", case["name"]);
        }
    }
}

#[test]
fn both_say_the_same_about_the_manifests_of_cases() {
    let testdata = Path::new(ROOT).join("testdata");
    ask_all(&testdata, |_| CompileOptions::default());
}
