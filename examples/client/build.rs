//! Compiles the manifest into a declaration and a client.

fn main() -> Result<(), confc::build::CompileError> {
    confc::build::compile("door.cml")
}
