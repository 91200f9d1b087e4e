//! Declarations as bytes and as text. The loader reads these bytes.

mod carried;
mod encode;
pub(crate) mod errors;
pub mod show;

pub use carried::{OpenError, open};
pub use confc_core::declaration::{
    Checksum, Config, Declaration, DecodeError, DecodeErrorKind, Integrity, Schema, SealError, ValueSource,
    preimage,
};
pub use encode::encode;
