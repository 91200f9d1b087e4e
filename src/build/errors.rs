//! Diagnostics of build scripts, with one constructor per code.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::quoted;

/// A path that Cargo would read as two lines, so that the second could be any instruction.
pub(super) fn path_not_for_cargo(path: &str) -> Diagnostic {
    Diagnostic::new(
        Code::E0704,
        format!("{} cannot be passed to Cargo: it contains a line break", quoted(path)),
    )
    .help("rename the file")
}

/// A call outside a build script.
pub(super) fn no_out_dir() -> Diagnostic {
    Diagnostic::new(Code::E0705, "there is no folder to write to: `OUT_DIR` is not set")
        .note("Cargo sets it for build scripts")
        .help("run it as a build script, or name a folder with `Build::out_dir`")
}
