//! What holds for the whole, beyond single cases.

// Also in the helpers of tests a panic is a failed test.
#![cfg(test)]

mod json5;
