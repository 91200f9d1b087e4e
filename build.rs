//! Compiles `proto/` into `OUT_DIR`, without a `protoc` on the machine, tells the compiler what builds it and what for, and
//! the linker what every start runs.

use std::env;
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
    println!("cargo::rustc-env=CONFC_TARGET={}", env::var_os("TARGET").unwrap_or_default().display());
    println!("cargo::rustc-env=CONFC_RUSTC={}", rustc().unwrap_or_else(|| "unknown".into()));
    order_functions();
    Ok(())
}

/// Lets the linker put what every start runs side by side, so that a process maps less: see `packaging/startup`.
///
/// Only where it is tried: in optimised programs for x86-64 Linux with glibc, with rustc's own choice of a linker.
fn order_functions() {
    println!("cargo::rerun-if-changed=src/startup.ld");
    let is = |name: &str, value: &str| env::var_os(name).is_some_and(|found| found == value);
    let flags = env::var_os("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let flags = flags.to_string_lossy();
    let is_known = is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("PROFILE", "release")
        && env::var_os("RUSTC_LINKER").is_none()
        && !["linker", "fuse-ld", "link-self-contained"].iter().any(|flag| flags.contains(flag));
    if let (true, Some(package)) = (is_known, env::var_os("CARGO_MANIFEST_DIR")) {
        let script = std::path::Path::new(&package).join("src/startup.ld");
        println!("cargo::rustc-link-arg-bin=confc=-T{}", script.display());
    }
}

/// The version of the Rust compiler: the second word of what it says.
fn rustc() -> Option<String> {
    let said = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?.stdout;
    Some(String::from_utf8(said).ok()?.split(' ').nth(1)?.trim().to_owned())
}
