//! The conformance suite: files of every kind with the loader's verdicts, as texts that a client in any language can be
//! tested with (`conformance/README.md`).

pub(crate) mod answers;
mod cases;
mod cpp;
mod declarations;
mod deliberate;
mod drawn;
mod embedded;
mod go;
pub(crate) mod python;
mod readme;
mod runner;
#[path = "../../fuzz/tree.rs"]
#[allow(dead_code, reason = "the tests of random bytes use the rest")]
mod tree;
mod typescript;

use crate::ROOT;
use crate::support::random;
use cases::{Case, CorpusSize, cases};
use declarations::Declared;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The text of the cases, one per line.
fn text(cases: &[Case]) -> String {
    cases.iter().enumerate().map(|(n, case)| format!("c{n:05} {case}\n")).collect()
}

/// Writes a corpus into a folder.
fn write(folder: &Path, declarations: &[Declared], cases: &[Case]) {
    let of_declarations = folder.join("declarations");
    fs::create_dir_all(&of_declarations).expect("the folder can be made");
    for declared in declarations {
        let file = |extension: &str| of_declarations.join(format!("{}.{extension}", declared.name));
        fs::write(file("cm"), declared.bytes()).expect("a declaration can be written");
        if let Some(manifest) = &declared.manifest {
            fs::write(file("cml"), format!("{manifest}\n")).expect("a manifest can be written");
        }
    }
    fs::write(folder.join("cases.txt"), text(cases)).expect("the cases can be written");
}

/// How often each kind of answer is expected.
fn answers(cases: &[Case]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for case in cases {
        *counts.entry(case.answer.split(' ').next().unwrap_or_default()).or_default() += 1;
    }
    counts
}

/// Fails unless there are enough refusals of each kind.
fn demand(cases: &[Case], least: usize) {
    let counts = answers(cases);
    let accepted = counts["ok"];
    assert!(2 * (cases.len() - accepted) >= 5 * accepted / 2, "{counts:?}");
    for kind in ["decode", "checksum", "count", "constraint", "override", "rule"] {
        assert!(counts.get(kind).copied().unwrap_or_default() >= least, "{kind}: {counts:?}");
    }
}

/// The cases of the frozen corpus, about the [frozen declarations](declarations::frozen).
fn frozen_cases() -> Vec<Case> {
    let text = fs::read_to_string(Path::new(ROOT).join(FOLDER).join("cases.txt")).expect("the frozen cases");
    text.lines().map(|line| Case::read(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

/// The folder of the frozen corpus.
const FOLDER: &str = "conformance";

/// `BLESS=conformance` writes the frozen corpus again. That breaks a promise to clients that others wrote.
#[test]
fn the_frozen_corpus_refuses_enough() {
    if std::env::var_os("BLESS").is_some_and(|what| what == FOLDER) {
        let (folder, declarations) = (Path::new(ROOT).join(FOLDER), declarations::to_freeze());
        let size = CorpusSize { each: 25, longest: 900, longest_embedded: 2_800, stream: random::Random::of };
        let drawn = declarations.len() - deliberate::manifests().len();
        let mut cases = cases(&declarations[..drawn], size);
        cases.extend(deliberate::cases(&declarations, drawn));
        write(&folder, &declarations, &cases);
    }
    demand(&frozen_cases(), 25);
    let last = frozen_cases().iter().map(|case| case.declaration).max();
    assert_eq!(last, declarations::frozen().len().checked_sub(1));
}

/// Makes a large corpus, and writes it into the folder that `CONFC_CONFORMANCE` names, if this is set.
#[test]
#[ignore = "slow: makes a large corpus"]
fn a_large_corpus_refuses_enough() {
    let (declarations, cases) = large();
    if let Some(folder) = std::env::var_os("CONFC_CONFORMANCE") {
        write(Path::new(&folder), &declarations, &cases);
    }
}

/// The frozen cases, and many random ones.
fn large() -> (Vec<Declared>, Vec<Case>) {
    let declarations = declarations::all(random::times(80));
    let mut all = frozen_cases();
    let size =
        CorpusSize { each: 80, longest: 200_000, longest_embedded: 200_000, stream: random::Random::stream };
    all.extend(cases(&declarations, size));
    demand(&all, 200);
    println!("{} declarations, {} cases: {:?}", declarations.len(), all.len(), answers(&all));
    (declarations, all)
}
