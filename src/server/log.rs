//! The log: one line per message and per step of a check, without parameters and text of messages.

use std::io::Write;
use std::time::Instant;

/// Writes a line for each message: the time since the start in milliseconds, the direction, the method, the id, and the
/// size in bytes. A log without a file writes nothing.
pub(crate) struct Log {
    file: Option<Box<dyn Write + Send>>,
    start: Instant,
}

impl Log {
    /// A log in this file.
    pub(crate) fn new(file: Option<Box<dyn Write + Send>>) -> Self {
        Self { file, start: Instant::now() }
    }

    /// Writes a line, after the time. If the file cannot be written, there is no log.
    pub(super) fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let time = self.start.elapsed().as_millis();
        if let Some(file) = &mut self.file
            && writeln!(file, "{time} {line}").and_then(|()| file.flush()).is_err()
        {
            self.file = None;
        }
    }
}
