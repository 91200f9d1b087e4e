//! Exit statuses, and the report of bugs.

use crate::text::escape;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

/// The exit status of a run. If several apply, the greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ExitStatus {
    /// The command succeeded, or a check passed.
    #[default]
    Success = 0,
    /// An input has an error, or a check failed.
    Failure = 1,
    /// Bad usage, an input that cannot be read, or an output that cannot be written.
    CouldNotRun = 2,
    /// A bug in the compiler.
    Bug = 101,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// Installs a panic hook that reports a bug and ends the process with [`ExitStatus::Bug`].
///
/// The hook itself exits, since the release build aborts on a panic, and that ends the process with a signal.
pub(super) fn report_bugs() {
    panic::set_hook(Box::new(|info| {
        // If stderr is closed, the message cannot be shown.
        let _ = io::stderr().write_all(bug_report(info).as_bytes());
        exit_as_bug();
    }));
}

#[expect(clippy::exit, reason = "a panic hook has no caller to return to")]
pub(super) fn exit_as_bug() -> ! {
    std::process::exit(ExitStatus::Bug as i32)
}

/// The report of a panic. Its message is the only part that may contain user text.
fn bug_report(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    let place = info.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
    report_of(&place, message)
}

/// The report of a bug without a panic. The message may contain user text.
pub(super) fn report_of(place: &str, message: &str) -> String {
    let repository = match env!("CARGO_PKG_REPOSITORY") {
        "" => String::new(),
        address => format!(" at {address}/issues"),
    };
    format!(
        "error: this is a bug in confc {}{place}: {}\n\
         help: please report these lines{repository}, with the command line and, if you may share it, the input\n",
        env!("CARGO_PKG_VERSION"),
        escape::quoted(message),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_greater_wins() {
        use ExitStatus::{Bug, CouldNotRun, Failure, Success};
        assert_eq!([Failure, CouldNotRun, Success].into_iter().max(), Some(CouldNotRun));
        assert!(Bug > CouldNotRun);
    }

    /// Runs itself in another process that panics.
    #[test]
    fn a_panic_is_a_bug_report_and_status_101() {
        const PANICS: &str = "CONFC_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            report_bugs();
            panic!("oh\u{1b}[31m no");
        }
        let name = "cli::exit::tests::a_panic_is_a_bug_report_and_status_101";
        let mut child = Command::new(std::env::current_exe().unwrap());
        let output = child.args(["--exact", name, "--nocapture"]).env(PANICS, "1").output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(101));
        assert!(text.starts_with("error: this is a bug in confc 0."), "{text}");
        assert!(text.contains("`oh\\u{1b}[31m no`") && text.lines().count() == 2, "{text}");
    }
}
