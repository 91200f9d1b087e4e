//! The laws that hold for everything, and the promises about bytes.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may panic, in its helpers too"
)]

mod arbitrary;
mod checksum;
mod frozen;
mod proto;
mod refused;
mod wire;
