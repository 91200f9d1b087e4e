//! The parts of `conformance/README.md` that are copied from the sources: patterns and rules.

use super::FOLDER;
use crate::ROOT;
use std::fs;
use std::path::Path;

/// The line before these parts.
const START: &str = "<!-- From here on, the documentation of src/generate/table. -->\n";

/// The sources, each with the heading of its part.
const SOURCES: &[(&str, &str)] = &[
    ("Patterns", "pattern_states.rs"),
    ("Rules", "rule_code.rs"),
    ("Operations of rules", "rule_operation.rs"),
];

/// The documentation of a module, without links, and its headings one level deeper.
fn module_documentation(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<String> = lines
        .skip_while(|line| !line.is_empty())
        .map(|line| line.trim_start_matches(' '))
        .map(|line| if line.starts_with('#') { format!("##{line}") } else { line.into() })
        .collect();
    without_links(text.join("\n").trim())
}

/// Replaces ``[`name`](path)`` and ``[`name`]`` by the name, and paths such as `RuleCode::places` by their last part.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let (name, after) = after.split_once("`]").expect("a link has an end");
        let after = match after.strip_prefix('(').and_then(|after| after.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
        let name = name.rsplit("::").next().unwrap_or(name);
        out += &format!("{before}`{name}`");
        rest = after;
    }
    out + rest
}

/// The operations in a list: number, name, documentation.
fn operations(source: &str) -> String {
    let (_, body) = source.split_once("pub enum RuleOperation {\n").expect("the enum of operations");
    let (body, _) = body.split_once("\n}").expect("its end");
    let mut out = String::from("\n");
    let mut documentation: Vec<&str> = Vec::new();
    for line in body.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            documentation.push(text.trim());
        } else if let Some((name, number)) = line.trim_end_matches(',').split_once(" = ") {
            out += &format!("- {number} `{name}`: {}\n", without_links(&documentation.join(" ")));
            documentation.clear();
        }
    }
    out
}

fn from_sources() -> String {
    let mut out = START.to_owned();
    for (heading, name) in SOURCES {
        let path = Path::new(ROOT).join("src/generate/table").join(name);
        let source = fs::read_to_string(path).expect("a source");
        out += &format!("\n## {heading}\n\n{}\n", module_documentation(&source));
        if source.contains("pub enum RuleOperation {") {
            let (before, _) = source
                .split_once("#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum RuleOperation")
                .expect("the enum");
            let lines = before.lines().rev().map_while(|line| line.strip_prefix("///"));
            let mut lines: Vec<&str> = lines.map(str::trim).collect();
            lines.reverse();
            // The first paragraph is only for the sources.
            let text = lines.join("\n");
            out += &format!("\n{}\n", text.split_once("\n\n").map_or("", |(_, text)| text));
            out += &operations(&source);
        }
    }
    out
}

/// `BLESS=conformance` copies the parts again.
#[test]
fn the_page_says_what_the_sources_say() {
    let path = Path::new(ROOT).join(FOLDER).join("README.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (own, _) = page.split_once(START).expect("the line before the parts from the sources");
    let expected = format!("{own}{}", from_sources());
    if std::env::var_os("BLESS").is_some_and(|what| what == FOLDER) {
        fs::write(&path, &expected).expect("the page can be written");
    }
    assert!(page == expected || std::env::var_os("BLESS").is_some(), "run BLESS=conformance");
}
