//! Outputs: each is the old file or the new one, whole, and none takes the place of an input.

mod killed;
mod output_is_input;
mod outputs;
