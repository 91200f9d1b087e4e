//! What holds beyond single cases: laws, rules of each stage, promises about bytes, and what others say.

// Also in the helpers of tests a panic is a failed test.
#![cfg(test)]

mod arbitrary;
mod builds;
mod checksum;
mod command;
mod corpus;
mod extremes;
mod frozen;
mod json5;
mod laws;
mod manifest;
mod outputs;
mod pipeline;
mod proto;
mod refused;
mod restyle;
mod tidy;
mod wire;
