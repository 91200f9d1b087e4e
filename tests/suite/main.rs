//! Laws, promises about bytes, and second opinions of other programs: what cases cannot show.
//!
//! Each room of the sources has a folder of its name; `loader` is for its package. `conformance`, `promises`, `packages`
//! and `support` belong to no room.

// Also in the helpers of tests a panic is a failed test.
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

mod catalogue;
mod cli;
mod compare;
mod compile;
mod conformance;
mod declaration;
mod diagnostic;
mod disk;
mod draft;
mod edit;
mod evaluation;
mod export;
mod expr;
mod generate;
mod layers;
mod loader;
mod manifest;
mod packages;
mod plan;
mod pointer;
mod product;
mod promises;
mod provenance;
mod resolve;
mod rules;
mod schema;
mod secrets;
mod support;
mod syntax;
mod types;
mod value;
mod values;
mod wire;

// What the random files of another test program change.
use support::random;

/// The compiler that is tested.
const CONFC: &str = env!("CARGO_BIN_EXE_confc");
/// The folder of the workspace.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
