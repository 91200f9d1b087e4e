//! User text made safe to print.

pub mod escape;
pub mod numeral;
