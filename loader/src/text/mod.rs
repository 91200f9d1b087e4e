//! User text made safe to print.

pub mod escape;
