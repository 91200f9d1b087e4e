//! The laws that hold for everything, and the promises about bytes.

mod arbitrary;
mod checksum;
mod frozen;
mod proto;
mod refused;
mod wire;
