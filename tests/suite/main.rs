//! What holds beyond single cases: laws, rules of each stage, promises about bytes, and what others say.

// Also in the helpers of tests a panic is a failed test.
#![cfg(test)]

mod arbitrary;
mod checksum;
mod corpus;
mod docs;
mod frozen;
mod json5;
mod limits;
mod manifest;
mod proto;
mod refused;
mod secrets;
mod wire;
