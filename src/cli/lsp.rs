//! `confc lsp`.

use super::files::{RunKind, create_log};
use super::{ExitStatus, Invocation, diagnostics, exit, path_values};
use crate::server::{Log, SessionEnd, serve};
use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

/// Serve an editor as a language server, over stdin and stdout
///
/// Editors start it; docs/editors.md describes their settings. It checks the products of open files as
/// `assemble --check --plan` does, writes no files, starts no programs and uses no network. It ends when the editor asks
/// for it, or when its stdin ends.
#[derive(Debug, clap::Args)]
pub(super) struct LspArguments {
    /// Write a line per message to this file, without any text of the messages
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    log: Option<String>,
    /// Accepted and ignored: many editors pass it to every server
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the session ends. Fails if the editor ends it without `shutdown`.
pub(super) fn run(arguments: &LspArguments, invocation: &mut Invocation) {
    let LspArguments { log, stdio: _ } = arguments;
    if invocation.kind() != RunKind::Process {
        let usage = "a language server cannot be a line of a batch or a request to a worker";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    let file = match log.as_deref().map(create_log).transpose() {
        Ok(file) => file.map(|file| Arc::new(Mutex::new(Box::new(file) as Box<dyn Write + Send>))),
        Err(error) => {
            let name = log.as_deref().unwrap_or_default();
            return invocation.report.push(diagnostics::cannot_write_file(name, &error));
        }
    };
    let places = file.clone();
    // The message of a panic may hold a secret, so only its place is logged. The session goes on in a build that unwinds.
    panic::set_hook(Box::new(move |info| {
        if let (Some(file), Some(place)) = (&places, info.location()) {
            // A log that cannot be written has no other place to say so.
            let _ = writeln!(LogFile(Arc::clone(file)), "panic at {}:{}", place.file(), place.line());
        }
        if cfg!(panic = "abort") {
            exit::exit_as_bug();
        }
    }));
    let log = Log::new(file.map(|file| Box::new(LogFile(file)) as Box<dyn Write + Send>));
    match serve(io::stdin(), &mut io::stdout().lock(), log) {
        Ok(SessionEnd::Orderly) => {}
        Ok(SessionEnd::Unannounced) => invocation.raise(ExitStatus::Failure),
        // The editor has ended first.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => invocation.raise(ExitStatus::Failure),
        Err(error) => invocation.report.push(diagnostics::cannot_write_file("<stdout>", &error)),
    }
}

/// The log, which the session and the panic hook write to.
struct LogFile(Arc<Mutex<Box<dyn Write + Send>>>);

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}
