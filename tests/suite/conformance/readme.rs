//! The parts of `conformance/README.md` that are copied from the sources: patterns and rules.

use super::FOLDER;
use crate::ROOT;
use std::fs;
use std::path::Path;

/// The line before these parts.
const START: &str = "<!-- From here on, the documentation of src/generate/table. -->\n";

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

/// Replaces ``[`name`]`` and `[text](path)` by the text in the brackets, and `Name::part` there by its last part.
/// Brackets in code stay.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['[', '`']) {
        let (before, after) = rest.split_at(at);
        out += before;
        let taken = if after.starts_with('`') { code(after).map(|code| (code, code)) } else { link(after) };
        let (shown, whole) = taken.unwrap_or_else(|| (&after[..1], &after[..1]));
        match shown.rsplit_once("::").filter(|_| whole != shown) {
            Some((_, part)) => out += &format!("`{part}"),
            None => out += shown,
        }
        rest = &after[whole.len()..];
    }
    out + rest
}

/// The code at the beginning of a text, with its backticks.
fn code(text: &str) -> Option<&str> {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let end = text[ticks..].find(&text[..ticks])?;
    Some(&text[..2 * ticks + end])
}

/// The link at the beginning of a text: the part that it shows, and the whole link.
fn link(text: &str) -> Option<(&str, &str)> {
    let (shown, after) = text.strip_prefix('[')?.split_once(']')?;
    let whole = &text[..shown.len() + 2];
    match after.strip_prefix('(').and_then(|path| path.split_once(')')) {
        Some((path, _)) => Some((shown, &text[..whole.len() + path.len() + 2])),
        None => shown.starts_with('`').then_some((shown, whole)),
    }
}

/// The variants of an enum in a list: number, name, documentation.
fn variants(source: &str, name: &str) -> String {
    let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let mut out = String::new();
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

/// The documentation of an enum without its first paragraph, which is only for the sources.
fn enum_documentation(source: &str, name: &str) -> String {
    let (before, _) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum");
    let lines = before.lines().rev().skip_while(|line| line.starts_with("#["));
    let mut lines: Vec<&str> = lines.map_while(|line| line.strip_prefix("///")).map(str::trim).collect();
    lines.reverse();
    let text = lines.join("\n");
    text.split_once("\n\n").map_or(String::new(), |(_, text)| without_links(text))
}

fn from_sources() -> String {
    let source = |name: &str| {
        let path = Path::new(ROOT).join("src/generate/table").join(name);
        fs::read_to_string(path).expect("a source")
    };
    let assertions = source("pattern_assertion.rs");
    let operations = source("rule_operation.rs");
    [
        START.to_owned(),
        format!("## Patterns\n\n{}\n", module_documentation(&source("pattern_states.rs"))),
        format!(
            "### Assertions\n\nBefore the first and after the last character, there is no word character.\n\n{}",
            variants(&assertions, "PatternAssertion")
        ),
        format!("## Rules\n\n{}\n", module_documentation(&source("rule_code.rs"))),
        format!("## Operations of rules\n\n{}\n", module_documentation(&operations)),
        format!("{}\n", enum_documentation(&operations, "RuleOperation")),
        variants(&operations, "RuleOperation"),
    ]
    .join("\n")
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
