//! The language server, run as editors run it: `confc lsp` over stdio.
//!
//! `cargo test --test server FILTER` runs the tests with `FILTER` in their names. `CONFC_PROGRAM` names another program
//! to test. `CONFC_SEED` and `CONFC_TIMES` are those of the other random tests, and `BLESS=1` rewrites the answers in
//! `testdata/_lsp`.

#![cfg(test)]
#![cfg(unix)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may panic, in its helpers too"
)]

mod cases;
mod client;
mod damage;
mod hostile;
mod laws;
mod leaks;
mod positions;
#[path = "../random/mod.rs"]
#[allow(dead_code, reason = "other tests use other parts of it")]
mod random;
mod threads;
mod wire;

/// The root of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The folder of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/_lsp");

/// The program that is tested.
fn program() -> String {
    variable("CONFC_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_confc").into())
}

/// A variable of the environment.
#[expect(clippy::disallowed_methods, reason = "tests may read the environment")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
