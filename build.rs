//! Compiles `proto/` into `OUT_DIR`, without a `protoc` on the machine, and tells the compiler what builds it and what for.

use std::process::Command;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let files = [
        "confc/v1/declaration.proto",
        "confc/v1/values.proto",
        "confc/v1/plan.proto",
        "confc/worker/messages.proto",
    ];
    let descriptors = protox::compile(files, ["proto"])?;
    prost_build::Config::new().compile_fds(descriptors)?;
    println!("cargo::rustc-env=CONFC_TARGET={}", std::env::var_os("TARGET").unwrap_or_default().display());
    println!("cargo::rustc-env=CONFC_RUSTC={}", rustc().unwrap_or_else(|| "unknown".into()));
    Ok(())
}

/// The version of the Rust compiler: the second word of what it says.
fn rustc() -> Option<String> {
    let said = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?.stdout;
    Some(String::from_utf8(said).ok()?.split(' ').nth(1)?.trim().to_owned())
}
