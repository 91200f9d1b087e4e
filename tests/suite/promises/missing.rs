//! The second opinions that this machine cannot give, in one line.

use crate::support::command::{Answer, Workspace};
use crate::support::skip::{PROGRAMS, runs};
use std::env;
use std::io::{self, Write as _};

/// The package of tests that `cargo test` leaves out: its dependencies take long to build.
const PACKAGE: &str = "confc-opinions";

/// Variables that name other second opinions; CONTRIBUTING.md explains each.
const VARIABLES: &[&str] = &["CONFC_CORPUS", "CONFC_SARIF_SCHEMA", "CONFC_TYPESCRIPT", "CONFC_BUILDGRID"];

/// Writes past the capture of a test's output, so that every run shows it.
#[test]
fn missing_second_opinions_are_named() {
    let programs: Vec<&str> = PROGRAMS.iter().copied().filter(|program| !runs(program)).collect();
    let is_required = env::var_os("CONFC_REQUIRE_TOOLS").is_some();
    assert!(!is_required || programs.is_empty(), "missing: {programs:?}");
    let variables = VARIABLES.iter().copied().filter(|name| env::var_os(name).is_none());
    let list = Vec::from_iter([PACKAGE].into_iter().chain(programs).chain(variables)).join(", ");
    writeln!(io::stderr(), "skipped: second opinions of {list} (CONTRIBUTING.md)").unwrap();
}

#[test]
fn a_machine_with_nothing_but_rust_prints_one_line() {
    let workspace = Workspace::new();
    let arguments = ["--exact", "promises::missing::missing_second_opinions_are_named"];
    let mut suite = workspace.command(env::current_exe().unwrap(), &arguments);
    // Without PATH, the system would search its own folders.
    let answer = Answer::of(suite.env("PATH", workspace.folder())).with_status(0);
    let list = [&[PACKAGE], PROGRAMS, VARIABLES].concat().join(", ");
    assert_eq!(answer.stderr, format!("skipped: second opinions of {list} (CONTRIBUTING.md)\n"));
}

#[test]
fn every_variable_of_a_second_opinion_is_listed() {
    let page = include_str!("../../../CONTRIBUTING.md");
    let (_, variables) = page.split_once("unless a variable is set:\n").unwrap();
    let (variables, _) = variables.split_once("\n## ").unwrap();
    let named = variables.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next());
    assert_eq!(Vec::from_iter(named), VARIABLES);
}
