//! Writing the wire format, as `proto/` specifies it, through `prost`. Reading is the loader's, which trusts no byte
//! and is held against prost in tests. What a worker and a build tool say to each other is both written and read here.

mod generated;
pub(crate) mod plan;
pub(crate) mod write;

pub(crate) use confc_core::wire::append_integrity;
pub(crate) use generated::worker;
