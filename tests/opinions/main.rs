//! Second opinions of other crates, which take long to build: `cargo test -p confc-opinions`. Validators of JSON Schemas
//! read what confc describes and prints, and `cel` evaluates expressions.

#![cfg(test)]
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

mod adoption;
mod cel_context;
mod editor_schema;
mod expressions;
mod outputs;
mod provenance;
mod sarif;
#[path = "../suite/support/mod.rs"]
#[allow(dead_code, reason = "the suite needs more of it")]
mod support;
mod validator;
mod values_schema;

/// The compiler that is tested.
const CONFC: &str = env!("CARGO_BIN_EXE_confc-opinions");
/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
