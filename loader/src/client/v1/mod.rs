//! The first version of the runtime.
//!
//! A client is a struct for the configuration of one component, with the declaration that it was generated from.
//! [`Interface`] holds this declaration and loads value files for it, with every check of
//! [`LoadOptions::load`](crate::LoadOptions::load). [`Typed`] converts values to the client's own types and back: structs
//! by [`members`], enums by [`variant`], enums of unions by [`case`] and [`of_case`].
//! [`Builder`] makes a configuration without a value file, for tests. [`Json`] holds a JSON value,
//! and [`Secret`] a sensitive value.

mod builder;
mod interface;
mod json;
mod secret;
#[cfg(feature = "serde")]
mod serialize;
mod typed;

pub use builder::{BuildError, Builder};
pub use interface::Interface;
pub use json::Json;
pub use secret::Secret;
pub use typed::{Element, Typed, case, members, of_case, structs, unions, variant, variants};
