//! Limits of manifests, from both sides.

mod budget;
mod extremes;
