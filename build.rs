//! Compiles `proto/` into `OUT_DIR` without a `protoc`, names the target and the Rust compiler for `confc --version`, and
//! gives the linker an order of functions.

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
    order_functions()
}

/// Gives the linker the order of functions in the file that `CONFC_STARTUP_ORDER` names. The functions that every start
/// runs are then side by side, so that a process maps fewer pages. `packaging/startup` writes such a file.
///
/// Such files fit programs for x86-64 Linux with glibc and rustc's own linker. For any other program this is an error.
fn order_functions() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-env-changed=CONFC_STARTUP_ORDER");
    let Some(order) = env::var_os("CONFC_STARTUP_ORDER") else { return Ok(()) };
    println!("cargo::rerun-if-changed={}", order.display());
    let is = |name: &str, value: &str| env::var_os(name).is_some_and(|found| found == value);
    let flags = env::var_os("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let flags = flags.to_string_lossy();
    let fits = is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && env::var_os("RUSTC_LINKER").is_none()
        && !["linker", "fuse-ld", "link-self-contained"].iter().any(|flag| flags.contains(flag));
    if !fits {
        return Err(
            "CONFC_STARTUP_ORDER is for x86-64 Linux with glibc and rustc's own linker: unset it".into()
        );
    }
    println!("cargo::rustc-link-arg-bin=confc=-T{}", order.display());
    Ok(())
}

/// The version of the Rust compiler: the second word of what it says.
fn rustc() -> Option<String> {
    let said = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?.stdout;
    Some(String::from_utf8(said).ok()?.split(' ').nth(1)?.trim().to_owned())
}
