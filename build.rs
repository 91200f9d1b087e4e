//! Compiles `proto/` into `OUT_DIR`, with the feature `compiler` only; the loader needs no generated code.

#[cfg(feature = "compiler")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let files = ["confc/v1/declaration.proto", "confc/v1/values.proto"];
    let descriptors = protox::compile(files, ["proto"])?;
    prost_build::Config::new().compile_fds(descriptors)?;
    Ok(())
}

#[cfg(not(feature = "compiler"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
