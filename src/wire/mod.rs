//! Writes the wire format of `proto/` with `prost`. The core has its own reader, which trusts no byte and is compared
//! with prost in tests. The messages between a worker and a build tool are both written and read here.

mod generated;
pub(crate) mod plan;
pub(crate) mod write;

pub(crate) use confc_core::wire::append_integrity;
pub(crate) use generated::worker;
