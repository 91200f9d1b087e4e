//! What prost-build makes of `proto/confc/worker/`.

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

include!(concat!(env!("OUT_DIR"), "/confc.worker.rs"));
