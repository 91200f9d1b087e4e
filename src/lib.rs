#![doc = "WIP"]
#[cfg(feature = "compiler")]
pub mod diagnostic;
#[cfg(feature = "compiler")]
pub mod json5;
pub mod text;
pub mod types;
