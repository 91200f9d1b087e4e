//! Everything that is generated from a declaration, held against the tools that read it.

pub(crate) mod editor_schema;
mod protobuf;
mod python;
mod reference;
mod rust_client;
mod values_schema;
