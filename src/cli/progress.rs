//! The progress of a batch, on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A line on stderr that is drawn again and again. It is never drawn if stderr is not a terminal, or in the first
/// second.
#[derive(Debug)]
pub(super) struct Progress {
    count: usize,
    /// `None` if stderr is not a terminal.
    begun: Option<Instant>,
    drawn: Option<Instant>,
    is_visible: bool,
}

impl Progress {
    const FIRST: Duration = Duration::from_secs(1);
    const EACH: Duration = Duration::from_millis(100);

    pub(super) fn new(count: usize) -> Self {
        Self { count, begun: io::stderr().is_terminal().then(Instant::now), drawn: None, is_visible: false }
    }

    /// Draws the number of finished jobs, if it is time.
    pub(super) fn done(&mut self, done: usize) {
        let is_time = match (self.begun, self.drawn) {
            (None, _) => false,
            (Some(_), Some(drawn)) => drawn.elapsed() >= Self::EACH,
            (Some(begun), None) => begun.elapsed() >= Self::FIRST,
        };
        if is_time {
            self.drawn = Some(Instant::now());
            self.is_visible = true;
            let _ = write!(io::stderr(), "\r{done} of {} done", self.count);
        }
    }

    /// Removes the line, so that other text can be written.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
