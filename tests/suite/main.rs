//! What holds beyond single cases: laws, rules of each stage, promises about bytes, and what others say.

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

mod advice;
mod against;
mod arbitrary;
mod awkward;
#[cfg(unix)]
mod batch;
mod brackets;
mod budget;
mod carried;
mod checksum;
mod combination;
mod command;
mod compare;
mod computed;
mod corpus;
mod docs;
mod draft;
mod drawn;
mod edit;
mod editor_schema;
mod export;
mod expr;
mod extremes;
mod formats;
mod frozen;
mod habits;
mod json5;
mod killed;
mod laws;
mod layout;
mod leaks;
mod limits;
mod listing;
mod literals;
mod load;
mod loader_api;
mod loop_budget;
mod manifest;
#[cfg(unix)]
mod missing;
mod npm;
mod optional;
mod origins;
mod output_is_input;
mod outputs;
mod packaging;
mod patch;
mod patched;
mod pipeline;
mod plan;
mod policy;
mod precedence;
mod products;
mod products_large;
mod products_plans;
mod proto;
mod protobuf;
mod python;
#[path = "../random/mod.rs"]
#[allow(dead_code, reason = "other tests use other parts of it")]
mod random;
mod readers;
mod readme;
mod real;
mod reference;
mod refused;
mod remedies;
mod resolved;
mod resource;
mod restyle;
mod rust_client;
mod sarif;
mod sealed;
mod secrets;
mod skip;
mod tidy;
mod type_text;
mod units;
mod values_schema;
mod version;
mod wire;
#[cfg(unix)]
mod worker;
