//! Checks that cannot be made here: they say so.

use std::env;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Programs that tests ask for a second opinion.
pub(crate) const PROGRAMS: &[&str] = &[
    "bash",
    "bazel",
    "black",
    "cargo-clippy",
    "clang++",
    "clang-format",
    "cmake",
    "fish",
    "g++",
    "git",
    "gn",
    "go",
    "gofmt",
    "groff",
    "javac",
    "make",
    "man",
    "mandoc",
    "meson",
    "mypy",
    "ninja",
    "node",
    "od",
    "patch",
    "pre-commit",
    "protoc",
    "pyright",
    "python3",
    "rustfmt",
    "xargs",
    "zsh",
];

/// Says that a check is left out, and why: in the test's output, and in the file that `CONFC_SKIPPED` names,
/// so that whoever runs all tests can list what was not checked.
pub(crate) fn skip(test: &str, why: &str) {
    println!("skipped: {test}: {why}");
    if let Some(path) = env::var_os("CONFC_SKIPPED") {
        let mut file =
            OpenOptions::new().create(true).append(true).open(path).expect("CONFC_SKIPPED names a file");
        writeln!(file, "skipped: {test}: {why}").expect("the list of skipped checks can be written");
    }
}

/// Skips a test because something is missing. With `CONFC_REQUIRE_TOOLS` set that is a failure.
#[track_caller]
pub(crate) fn needs(test: &str, what: &str) {
    assert!(env::var_os("CONFC_REQUIRE_TOOLS").is_none(), "{test} needs {what}");
    skip(test, &format!("it needs {what}"));
}

/// Whether a program can be started.
pub(crate) fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Whether a program that gives a second opinion can be asked; otherwise as [`needs`].
pub(crate) fn has_tool(test: &str, program: &str) -> bool {
    assert!(PROGRAMS.contains(&program), "add `{program}` to the list of programs");
    let runs = runs(program);
    if !runs {
        needs(test, &format!("`{program}`"));
    }
    runs
}

/// Whether there is a Python 3 of this version or a later one; otherwise as [`needs`].
pub(crate) fn has_python(test: &str, minor: u32) -> bool {
    if !has_tool(test, "python3") {
        return false;
    }
    let old = format!("import sys; sys.exit(sys.version_info < (3, {minor}))");
    let status = Command::new("python3").args(["-c", &old]).status();
    let new_enough = status.is_ok_and(|status| status.success());
    if !new_enough {
        needs(test, &format!("Python 3.{minor} or later"));
    }
    new_enough
}
