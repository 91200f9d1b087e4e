//! What the documentation promises: pages of codes have one skeleton and their examples are true, every code
//! has a case, and links lead somewhere.

use confc::compile::{CompileOptions, ManifestInput};
use confc::diagnostic::{Code, Report, Severity};
use confc::schema::Feature;
use confc::syntax::source_from_bytes;
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Codes of manifests that no small manifest alone can show; their pages have the files as text.
const SHOWN_AS_TEXT: [Code; 9] = [
    // Bytes that a page in UTF-8 cannot hold, 64 MiB, a million fields.
    Code::E0101,
    Code::E0102,
    Code::E0323,
    Code::E0350,
    // 128 brackets.
    Code::E0103,
    // A character that a page must not hold either.
    Code::E0333,
    // More than one file.
    Code::E0324,
    Code::E0325,
    Code::E0326,
];

/// Codes whose smallest case is too large for a file, takes too many files or a build script; tests of their
/// own make it.
const CASES_MADE_BY_TESTS: [Code; 13] = [
    Code::E0102,
    Code::E0211,
    Code::E0323,
    Code::E0502,
    Code::E0506,
    Code::E0704,
    Code::E0705,
    Code::E0844,
    Code::E0909,
    // They are said in an answer, on stdout.
    Code::E0912,
    Code::E0914,
    // What it says follows from a warning: the case of plans of products shows it.
    Code::E0887,
    // It follows from an error, and never comes alone: the cases of products show it.
    Code::W0862,
];

/// Codes of YAML and of TOML.
const OF_FORMATS: RangeInclusive<Code> = Code::E0114..=Code::E0124;

/// Codes of YAML, of TOML and of changes in place that have no case yet.
const WITHOUT_CASES: [RangeInclusive<Code>; 2] = [OF_FORMATS, Code::E0801..=Code::E0810];

/// Codes of layers of values, which no manifest alone can show.
const OF_LAYERS: [RangeInclusive<Code>; 7] = [
    OF_FORMATS,
    Code::E0413..=Code::E0430,
    Code::E0450..=Code::E0459,
    Code::E0461..=Code::E0462,
    Code::E0465..=Code::E0465,
    Code::W0401..=Code::W0403,
    Code::W0407..=Code::W0407,
];

/// Whether a code is in one of these ranges.
fn is_among(ranges: &[RangeInclusive<Code>], code: Code) -> bool {
    ranges.iter().any(|range| range.contains(&code))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A page, taken apart.
struct Page<'a> {
    title: &'a str,
    meaning: &'a str,
    why: &'a str,
    wrong: Example<'a>,
    right: Example<'a>,
}

/// The text of a section of examples, and its blocks of JSON5.
struct Example<'a> {
    text: &'a str,
    json5: Vec<&'a str>,
}

impl<'a> Page<'a> {
    fn of(code: Code) -> Self {
        let text = code.page();
        let mut parts = Vec::new();
        let mut rest = text;
        for heading in ["\n## Why\n", "\n## Wrong\n", "\n## Right\n"] {
            let (part, behind) = rest.split_once(heading).unwrap_or_else(|| {
                panic!("{code}: the page has no `{}` behind the sections before it", heading.trim())
            });
            parts.push(part.trim());
            rest = behind;
        }
        assert!(!text.contains("\n### ") && text.matches("\n## ").count() == 3, "{code}: other sections");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{code}: the page ends in one line feed");
        let (title, meaning) = parts[0].split_once('\n').unwrap_or((parts[0], ""));
        let (why, wrong, right) = (parts[1], Example::of(parts[2]), Example::of(rest.trim()));
        Self { title, meaning, why, wrong, right }
    }
}

impl<'a> Example<'a> {
    fn of(text: &'a str) -> Self {
        let blocks = text.split("```json5\n").skip(1);
        let json5 = blocks.map(|block| block.split("```").next().unwrap_or(block)).collect();
        Self { text, json5 }
    }
}

/// What compiling a manifest alone reports.
fn compile(text: &str) -> Vec<Code> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let options = CompileOptions::default();
    let source = source_from_bytes(&mut sources, "m.cml", text.into(), None, &mut report);
    let source = source.expect("a text in UTF-8");
    let files = MemoryFiles::new();
    let input = ManifestInput::read(&source, "m.cml", &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    assert_eq!(declaration.is_none(), report.has_errors(), "{text}");
    report.sorted().iter().map(|diagnostic| diagnostic.code()).collect()
}

#[test]
fn every_page_has_the_skeleton() {
    for &code in Code::ALL {
        let page = Page::of(code);
        assert_eq!(page.title, format!("# {code} {}", code.slug()));
        for (part, text) in [("meaning", page.meaning), ("why", page.why)] {
            assert!(text.ends_with(['.', '`', '?']), "{code}: the {part} is whole sentences");
        }
        for (part, example) in [("wrong", &page.wrong), ("right", &page.right)] {
            assert!(example.text.starts_with("```"), "{code}: the {part} example is a fenced block");
            assert_eq!(example.text.matches("```").count() % 2, 0, "{code}: a block is not closed");
        }
        for line in code.page().lines() {
            assert!(line.chars().count() <= 120, "{code}: a line is too long: {line}");
            assert_eq!(line, line.trim_end(), "{code}: white space at the end of a line");
        }
    }
}

#[test]
fn wrong_examples_yield_their_code_and_right_ones_nothing() {
    for &code in Code::ALL {
        let page = Page::of(code);
        for example in &page.wrong.json5 {
            let found = compile(example);
            let others = found.iter().filter(|found| **found != code);
            let others: Vec<_> = others.filter(|found| found.severity() == Severity::Error).collect();
            assert!(found.contains(&code), "{code}: the wrong example yields {found:?}");
            assert!(others.is_empty(), "{code}: the wrong example yields {others:?} too");
        }
        for example in &page.right.json5 {
            assert_eq!(compile(example), [], "{code}: the right example");
        }
    }
}

#[test]
fn manifests_are_shown_as_manifests() {
    let of_manifests = |code: &&Code| {
        let stages = ["E01", "E03", "E04", "W01", "W03"];
        let of_patches = code.name().starts_with("E044");
        stages.iter().any(|stage| code.name().starts_with(stage))
            && !is_among(&OF_LAYERS, **code)
            && !of_patches
    };
    for &code in Code::ALL.iter().filter(of_manifests) {
        let page = Page::of(code);
        let whole = page.wrong.json5.len() == 1 && page.right.json5.len() == 1;
        assert_eq!(whole, !SHOWN_AS_TEXT.contains(&code), "{code}");
    }
}

#[test]
fn codes_that_pages_mention_exist() {
    let mentioned = Regex::new(r"\b[EW][0-9]{4}\b").expect("a pattern");
    for &code in Code::ALL {
        // A block may show what a code that does not exist leads to.
        let prose: String = code.page().split("```").step_by(2).collect();
        for name in mentioned.find_iter(&prose) {
            assert!(name.as_str().parse::<Code>().is_ok(), "{code}: {} is no code", name.as_str());
        }
    }
}

#[test]
fn every_code_has_one_case_that_shows_it_alone() {
    let folder = root().join("testdata/codes");
    let shown = Regex::new(r"(?m)\b(?:error|warning)(?:\[([EW][0-9]{4})\]|: .* \[([EW][0-9]{4})\]$)");
    let shown = shown.expect("a pattern");
    let mut met = BTreeSet::new();
    for name in names(&folder) {
        let is_case = [".cml", ".json5", ".case"].iter().any(|end| name.ends_with(end));
        if name.starts_with('_') || !is_case {
            continue;
        }
        let stem = name.split('.').next().unwrap_or_default();
        let code: Code = stem.parse().unwrap_or_else(|_| panic!("testdata/codes/{name}: no code"));
        assert!(met.insert(code), "{code} has two cases");
        let told = fs::read_to_string(folder.join(format!("{name}.stderr"))).unwrap_or_default();
        let told: BTreeSet<&str> =
            shown.captures_iter(&told).filter_map(|c| Some(c.get(1).or(c.get(2))?.as_str())).collect();
        assert_eq!(told, BTreeSet::from([code.name()]), "testdata/codes/{name}");
    }
    for code in Code::ALL {
        let made = CASES_MADE_BY_TESTS.contains(code) || is_among(&WITHOUT_CASES, *code);
        assert!(met.contains(code) != made, "{code}: one case in testdata/codes/, or a test of its own");
    }
}

/// Longer lines are a paragraph that was joined to its heading.
#[test]
fn headings_are_short_and_no_sentences() {
    const MAX_HEADING: usize = 72;
    for folder in ["", "docs", "src/diagnostic/pages"].map(|folder| root().join(folder)) {
        for name in names(&folder).iter().filter(|name| name.ends_with(".md")) {
            let text = fs::read_to_string(folder.join(name)).expect("a page");
            // Lines with `#` in blocks are comments.
            let prose: String = text.split("```").step_by(2).collect();
            for heading in prose.lines().filter(|line| line.starts_with('#')) {
                let is_short = heading.chars().count() <= MAX_HEADING;
                assert!(is_short && !heading.ends_with('.'), "{name}: not a heading: {heading}");
            }
        }
    }
}

#[test]
fn links_lead_to_files() {
    let link = Regex::new(r"\]\(([^)#\s]+)").expect("a pattern");
    // What stands in backticks is no link, whatever it looks like.
    let code = Regex::new(r"(?s)```.*?```|`[^`\n]*`").expect("a pattern");
    let wild = root().join("examples/wild");
    let examples = names(&wild).into_iter().map(|name| wild.join(name));
    for folder in [root(), root().join("docs")].into_iter().chain(examples) {
        for name in names(&folder).iter().filter(|name| name.ends_with(".md")) {
            let text = fs::read_to_string(folder.join(name)).expect("a page");
            // A link's own text may be code.
            let text = code.replace_all(&text, "");
            for target in link.captures_iter(&text).filter_map(|c| c.get(1)) {
                let target = target.as_str();
                if !target.contains("://") && !target.starts_with("mailto:") {
                    let file = folder.join(target);
                    assert!(file.exists(), "{name}: {} does not exist", file.display());
                }
            }
        }
    }
}

#[test]
fn the_page_of_manifests_lists_the_features() {
    let page = fs::read_to_string(root().join("docs/manifests.md")).unwrap();
    let (_, section) = page.split_once("## Restricted features").unwrap();
    for feature in Feature::ALL {
        assert!(section.contains(&format!("`{}`", feature.name())), "{}", feature.name());
    }
}

#[test]
fn the_readme_names_the_oldest_rust() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    assert!(readme.contains(concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later")));
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| entry.expect("an entry of a folder").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
