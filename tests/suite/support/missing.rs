//! The second opinions that this machine cannot give, in one line.

use crate::support::skip::{PROGRAMS, runs};
use std::env;
use std::io::{self, Write as _};

/// Variables that name other second opinions.
const VARIABLES: &[&str] = &["CONFC_CORPUS", "CONFC_SARIF_SCHEMA"];

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
