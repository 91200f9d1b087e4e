//! The base of the clients that `confc generate rust` writes.
//!
//! A client is a struct for the configuration of one component, with the declaration that it was generated from.
//! [`Interface`] holds that declaration and loads value files for it with every check of
//! [`values::load`](crate::values::load); [`Typed`] turns verified values into the client's own types; [`Builder`]
//! makes a configuration without a value file, for tests. None of it is meant to be used by hand, and it is as stable
//! as any other part of this crate.

mod builder;
mod interface;
mod typed;

pub use builder::{BuildError, Builder, DeclaredMembers};
pub use interface::{Interface, Overrides};
pub use typed::{Element, MemberValues, Structure, Typed, TypedKey, WrittenMembers, structs, variants};
