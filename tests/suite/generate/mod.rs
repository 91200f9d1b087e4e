//! Everything that is generated from a declaration, held against the tools that read it.

mod json_schema;
pub(crate) mod protobuf;
mod python;
mod reference;
mod rust_client;
mod table;
