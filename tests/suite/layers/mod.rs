//! How layers and patches combine, and which of them wins.

pub(crate) mod combination;
mod patched;
mod precedence;
