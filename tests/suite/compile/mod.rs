//! The way from the text of a manifest to its declaration: laws, limits, and manifests from elsewhere.

pub(crate) mod laws;
mod limits;
mod real;
