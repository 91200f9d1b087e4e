//! Declarations: the checksum, what is sealed, and the bytes that readers refuse.

mod carried;
pub(crate) mod checksum;
mod independent;
mod names;
mod optional;
pub(crate) mod refused;
mod sealed;
mod show;
