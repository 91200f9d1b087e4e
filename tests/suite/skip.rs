//! Checks that cannot be made here: they say so.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Says that a check is left out, and why: in the test's output, and in the file that `CONFC_SKIPPED` names,
/// so that whoever runs all tests can list what was not checked.
pub(crate) fn skip(test: &str, why: &str) {
    println!("skipped: {test}: {why}");
    if let Some(path) = std::env::var_os("CONFC_SKIPPED") {
        let mut file =
            OpenOptions::new().create(true).append(true).open(path).expect("CONFC_SKIPPED names a file");
        writeln!(file, "skipped: {test}: {why}").expect("the list of skipped checks can be written");
    }
}

/// Whether a program that gives a second opinion can be asked. Where it is missing, that is said; with
/// `CONFC_REQUIRE_TOOLS` set it is a failure.
pub(crate) fn has_tool(test: &str, program: &str) -> bool {
    let runs = std::process::Command::new(program)
        .arg("--version")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok();
    if !runs {
        assert!(
            std::env::var_os("CONFC_REQUIRE_TOOLS").is_none(),
            "{test} needs `{program}`, which is missing"
        );
        skip(test, &format!("`{program}` is missing"));
    }
    runs
}

/// Whether there is a Python 3 of this version or a later one; otherwise as [`has_tool`].
pub(crate) fn has_python(test: &str, minor: u32) -> bool {
    if !has_tool(test, "python3") {
        return false;
    }
    let old = format!("import sys; sys.exit(sys.version_info < (3, {minor}))");
    let status = std::process::Command::new("python3").args(["-c", &old]).status();
    let new_enough = status.is_ok_and(|status| status.success());
    if !new_enough {
        assert!(std::env::var_os("CONFC_REQUIRE_TOOLS").is_none(), "{test} needs Python 3.{minor} or later");
        skip(test, &format!("`python3` is older than 3.{minor}"));
    }
    new_enough
}
