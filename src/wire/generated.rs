//! The code that prost-build generates from `proto/`.

#![allow(
    clippy::all,
    clippy::too_many_lines,
    dead_code,
    missing_docs,
    rustdoc::all,
    unreachable_pub,
    unused_qualifications,
    reason = "the code is generated"
)]

/// The messages of declarations and value files, `proto/confc/v1/`.
pub(super) mod proto {
    include!(concat!(env!("OUT_DIR"), "/confc.v1.rs"));
}

/// The messages of a worker, `proto/confc/worker/`.
pub(crate) mod worker {
    include!(concat!(env!("OUT_DIR"), "/confc.worker.rs"));
}
