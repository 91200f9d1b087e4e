//! What the benchmarks share: the texts they compile and the measuring of processes.

#![allow(dead_code, reason = "each benchmark uses a part of this")]

pub(crate) mod component;
pub(crate) mod peers;
pub(crate) mod process;
pub(crate) mod product;

/// The middle of some measurements; for an even number the greater of the two.
pub(crate) fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The least of some measurements.
pub(crate) fn minimum(all: &[f64]) -> f64 {
    all.iter().copied().fold(f64::INFINITY, f64::min)
}
