//! Runs the language server as editors do: `confc lsp` over stdio.
//!
//! `cargo test --test server FILTER` runs the tests with `FILTER` in their names. `CONFC_PROGRAM` names another program
//! to test. `CONFC_SEED` and `CONFC_TIMES` control the random tests (CONTRIBUTING.md). `BLESS=1` rewrites the answers
//! in `testdata/_lsp`.

#![cfg(test)]
#![cfg(unix)]
#![allow(
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
#[path = "../suite/support/command.rs"]
#[allow(dead_code, reason = "the suite needs more of it")]
mod command;
mod damage;
mod hostile;
mod laws;
mod leaks;
mod positions;
#[path = "../random/mod.rs"]
#[allow(dead_code, reason = "other tests use other parts of it")]
mod random;
#[path = "../suite/support/skip.rs"]
#[allow(dead_code, reason = "the suite needs more of it")]
mod skip;
mod threads;
mod wire;

/// The compiler that is tested, unless `CONFC_PROGRAM` names another one.
const CONFC: &str = env!("CARGO_BIN_EXE_confc");
/// The root of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
