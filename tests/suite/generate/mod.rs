//! Everything that is generated from a declaration, held against the tools that read it.

pub(crate) mod cpp;
pub(crate) mod go;
mod json_schema;
#[cfg(unix)]
mod programs;
pub(crate) mod protobuf;
pub(crate) mod python;
mod reference;
mod rust_client;
mod table;
pub(crate) mod typescript;
