//! User text made safe to print, numbers read from text, bytes as digits.

pub mod escape;
mod hexadecimal;
pub mod numeral;

pub use hexadecimal::Hexadecimal;
