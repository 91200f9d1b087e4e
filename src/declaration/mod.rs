//! Declarations as bytes and as text: what is sealed here, the loader reads.

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
