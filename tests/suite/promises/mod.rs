//! Promises beyond one room: frozen bytes, documentation that is true, and the order of the sources.

mod docs;
pub(crate) mod frozen;
#[cfg(unix)]
mod missing;
mod readme;
mod tidy;
