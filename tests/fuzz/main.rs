//! Bytes and texts that nobody wrote: mutations of valid ones, the same for the same seed, sealed again so that
//! integrity and checksum pass and what lies behind them is reached.
//!
//! `cargo test` runs a few thousand of each kind. For millions of new ones:
//! `CONFC_SEED=fresh CONFC_TIMES=1000 cargo test --release --test fuzz -- --nocapture`.

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

mod decode;
mod edit;
mod layout;
mod load;
mod plan;
#[path = "../random/mod.rs"]
#[allow(dead_code, reason = "other tests use other parts of it")]
mod random;
mod seeds;
mod tree;

use peak_alloc::PeakAlloc;
use random::{Random, Tally, attempts};
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Held by the test that runs: memory is counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Runs a kind of execution, in the usual run a `few` times. An execution says whether what it made was accepted: so
/// many of a hundred must be.
fn run(name: &str, few: usize, accepted: usize, mut execution: impl FnMut(&mut Random) -> bool) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let tally = Tally::default();
    attempts(few, |random| tally.count(execution(random)));
    println!("{name}: {tally:?}");
    tally.demand(accepted, 20);
}

/// What a function returns, and the bytes it held at its worst moment.
fn measured<T>(function: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = function();
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}
