//! How layers and patches combine, and which of them wins.

mod combination;
mod patched;
mod precedence;
