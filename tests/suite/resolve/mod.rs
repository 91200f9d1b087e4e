//! Values resolved from layers.

pub(crate) mod resolved;
