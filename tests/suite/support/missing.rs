//! The second opinions that this machine cannot give, in one line.

use crate::support::skip::{PROGRAMS, runs};
use std::env;
use std::io::{self, Write as _};

/// Variables that name other second opinions; CONTRIBUTING.md explains each.
const VARIABLES: &[&str] = &["CONFC_CORPUS", "CONFC_SARIF_SCHEMA", "CONFC_BUILDGRID"];

/// Writes past the capture of a test's output, so that every run shows it.
#[test]
fn missing_second_opinions_are_named() {
    let mut missing: Vec<&str> = PROGRAMS.iter().copied().filter(|program| !runs(program)).collect();
    let is_required = env::var_os("CONFC_REQUIRE_TOOLS").is_some();
    assert!(!is_required || missing.is_empty(), "missing: {missing:?}");
    missing.extend(VARIABLES.iter().filter(|name| env::var_os(name).is_none()));
    if !missing.is_empty() {
        let list = missing.join(", ");
        writeln!(io::stderr(), "skipped: second opinions of {list} (CONTRIBUTING.md)").unwrap();
    }
}

#[test]
fn every_variable_of_a_second_opinion_is_listed() {
    let page = include_str!("../../../CONTRIBUTING.md");
    let (_, variables) = page.split_once("unless a variable is set:\n").unwrap();
    let (variables, _) = variables.split_once("\n## ").unwrap();
    let named = variables.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next());
    assert_eq!(Vec::from_iter(named), VARIABLES);
}
