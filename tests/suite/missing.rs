//! The second opinions that this machine cannot give, in one line.

use crate::skip::{PROGRAMS, runs};
use std::env;
use std::io::{self, Write as _};

/// Variables that name other second opinions.
const VARIABLES: &[&str] = &["CONFC_CORPUS", "CONFC_SARIF_SCHEMA"];

/// Writes past the capture of a test's output, so that every run shows it.
#[test]
fn missing_second_opinions_are_named() {
    let programs = PROGRAMS.iter().filter(|program| !runs(program));
    let variables = VARIABLES.iter().filter(|name| env::var_os(name).is_none());
    let missing: Vec<&str> = programs.chain(variables).copied().collect();
    if !missing.is_empty() {
        let list = missing.join(", ");
        writeln!(io::stderr(), "skipped: second opinions of {list} (CONTRIBUTING.md)").unwrap();
    }
}
