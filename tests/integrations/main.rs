//! The projects of `integrations/`, as a user copies them, built by the real tools.

#![cfg(test)]
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that fails may panic, in its helpers too"
)]

mod bazel;
mod cmake;
#[path = "../suite/support/command.rs"]
#[expect(dead_code, reason = "the suite needs more of it")]
mod command;
mod git;
mod gn;
mod make;
mod meson;
mod ninja;
mod project;
mod remote;
mod same_project;
#[path = "../suite/support/skip.rs"]
mod skip;

/// The compiler that is tested.
const CONFC: &str = env!("CARGO_BIN_EXE_confc");
