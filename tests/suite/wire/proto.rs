//! The messages of `proto/` as prost sees them: the oracle of our own reader.

#![allow(clippy::all, missing_docs, unreachable_pub, dead_code, reason = "the code is generated")]

include!(concat!(env!("OUT_DIR"), "/confc.v1.rs"));

/// What a worker and a build tool say to each other.
pub mod worker {
    include!(concat!(env!("OUT_DIR"), "/confc.worker.rs"));
}
