//! Values: from layers to one value for each field.
//!
//! A [`Layer`] is what one document says, checked against the declaration; [`resolve`] makes one value a
//! field of all layers and the defaults.

#[cfg(feature = "compiler")]
mod errors;
#[cfg(feature = "compiler")]
mod layer;
#[cfg(feature = "compiler")]
mod resolve;
#[cfg(feature = "compiler")]
mod text;

#[cfg(feature = "compiler")]
pub use layer::{Given, GivenValue, Layer};
#[cfg(feature = "compiler")]
pub use resolve::{Origin, ResolvedValues, resolve};
#[cfg(feature = "compiler")]
pub use text::read_text;
