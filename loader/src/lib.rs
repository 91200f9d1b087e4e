//! Loads the configuration of a component, or says why it must not start.
//!
//! A build compiles a component's manifest to a **declaration** (`.cm`: typed fields and a SHA-256 checksum over
//! the interface) and values for it to a **value file** (`.cvf`). This crate is what runs afterwards, inside a
//! component framework or the component itself, on untrusted bytes:
//!
//! - [`Declaration::decode`](declaration::Declaration::decode) reads a declaration and checks everything again that
//!   the compiler checked;
//! - [`values::load`] reads a value file for it and refuses any skew between the two;
//! - [`values::load_with`] also applies what the component's parent may override, which
//!   [`values::override_from_text`] reads from `key=value`;
//! - [`LoadedValues`](values::LoadedValues) gives access to the values by key, by position, or as the component's
//!   own struct, through serde.
//!
//! It depends on `sha2` and `regex-lite` alone, and on `serde` unless that feature is off.

pub mod client;
pub mod declaration;
// What rules are made of; it may change with any release.
#[doc(hidden)]
pub mod expr;
pub mod plan;
pub mod rules;
mod text;
pub mod types;
pub mod values;
pub mod wire;

/// What the compiler of the same version shares with the loader. It may change with any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::declaration::{check_carried, checked_schema, seal_checked, used_keys};
    pub use crate::text::{escape, numeral};
    pub use crate::types::{float_literal, to_f32};
    pub use crate::values::load_before_rules;
    pub use crate::wire::append_integrity;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
