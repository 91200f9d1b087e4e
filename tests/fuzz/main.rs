//! Bytes and texts that nobody wrote: mutations of valid ones, the same for the same seed, sealed again so that
//! integrity and checksum pass and what lies behind them is reached.
//!
//! `cargo test` runs a few thousand of each kind. `CONFC_FUZZ` says how many instead, `CONFC_FUZZ_SEED` where to
//! begin: `CONFC_FUZZ=10000000 cargo test --release --test fuzz -- --nocapture decode`. What fails is printed
//! with the seed of its own execution, which alone makes it again.

#![cfg(test)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may panic, in its helpers too"
)]

mod decode;
mod edit;
mod load;
mod random;
mod seeds;
mod tree;

use peak_alloc::PeakAlloc;
use random::Random;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Held by the test that runs: memory is counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// What all executions of one kind came to.
#[derive(Debug, Default)]
struct Tally {
    executions: u64,
    accepted: u64,
}

/// Runs a kind of execution as often as the environment says, each with a seed of its own. An execution says
/// whether what it made was accepted.
fn run(name: &str, few: u64, mut execution: impl FnMut(&mut Random) -> bool) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    #[expect(clippy::disallowed_methods, reason = "how long to run, which no test of `cargo test` needs")]
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
    let count = number("CONFC_FUZZ").unwrap_or(few);
    let first = number("CONFC_FUZZ_SEED").unwrap_or(1);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let blame = Blame { name, seed };
        tally.accepted += u64::from(execution(&mut Random::new(seed)));
        tally.executions += 1;
        std::mem::forget(blame);
    }
    println!("{name}: {tally:?}");
    assert!(tally.accepted > 0, "{name}: nothing was ever accepted, so nothing was tried");
}

/// Names the execution that did not come back.
struct Blame<'a> {
    name: &'a str,
    seed: u64,
}

impl Drop for Blame<'_> {
    fn drop(&mut self) {
        println!("{}: CONFC_FUZZ=1 CONFC_FUZZ_SEED={} makes it again", self.name, self.seed);
    }
}

/// What a function returns, and the bytes it held at its worst moment.
fn measured<T>(function: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = function();
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}
