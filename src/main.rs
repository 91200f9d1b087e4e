//! The `confc` command.
fn main() {}
