//! Runs a process to its end and tells what it took.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// What a process took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// From before it was started until its end was told.
    pub(crate) wall: Duration,
    /// User and system time.
    pub(crate) cpu: Duration,
    /// The most memory that was resident, in bytes. Linux starts this at what the parent has needed so far,
    /// so a measuring process must stay small.
    pub(crate) peak: u64,
}

/// The compiler that is measured: another build of it where `CONFC_PROGRAM` names its path, such as the program of a package.
pub(crate) fn confc() -> OsString {
    std::env::var_os("CONFC_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_confc").into())
}

/// Runs a command without standard input and output.
///
/// # Errors
/// Where it cannot be started or its status is not 0.
pub(crate) fn run(command: &mut Command) -> io::Result<Usage> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    measure(command)
}

/// Runs a command with the standard input and output that it was given.
///
/// # Errors
/// Where it cannot be started or its status is not 0.
pub(crate) fn measure(command: &mut Command) -> io::Result<Usage> {
    let start = Instant::now();
    let ended = command.spawn()?.wait4()?;
    let wall = start.elapsed();
    if !ended.status.success() {
        return Err(io::Error::other(format!("{command:?}: {}", ended.status)));
    }
    let cpu = ended.rusage.utime + ended.rusage.stime;
    Ok(Usage { wall, cpu, peak: ended.rusage.maxrss })
}

/// Makes a folder the one that this process and all that it starts stand in. Not each command for itself: a static
/// program cannot ask for that and be started cheaply, but is copied first, which takes the longer the larger this is.
///
/// # Errors
/// Where there is no such folder.
pub(crate) fn enter(folder: &Path) -> io::Result<()> {
    std::env::set_current_dir(folder)
}

/// Builds a program with rustc itself: cargo would apply this repository's settings.
pub(crate) fn build(
    source: impl AsRef<OsStr>,
    output: impl AsRef<OsStr>,
    flags: &[&str],
) -> Result<(), Box<dyn Error>> {
    let defaults = ["-C", "opt-level=3", "-C", "strip=debuginfo"];
    let mut rustc = Command::new(option_env!("RUSTC").unwrap_or("rustc"));
    run(rustc.args(defaults).args(flags).arg("-o").arg(output).arg(source))?;
    Ok(())
}
