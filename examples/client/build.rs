//! Compiles the manifest into a declaration and a client.

fn main() -> Result<(), confc::build::Failed> {
    confc::build::compile("door.cml")
}
