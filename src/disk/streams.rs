//! The standard streams, also as files.

use std::io::{self, ErrorKind, Write as _};

#[cfg(unix)]
pub(super) use unix::{is_writable, standard, stdin_metadata, stdout_metadata};

#[cfg(not(unix))]
pub(super) use other::{is_writable, standard, stdin_metadata, stdout_metadata};

/// The path of stdin as an input, and of stdout as an output.
pub(crate) const STDIO: &str = "-";

/// Writes to stdout.
pub(super) fn write_stdout(content: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    ignore_broken_pipe(stdout.write_all(content).and_then(|()| stdout.flush()))
}

/// A reader that has closed the pipe has seen enough.
pub(super) fn ignore_broken_pipe(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

#[cfg(unix)]
mod unix {
    use std::fs::{File, Metadata};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt as _;

    /// A second descriptor of the same open file.
    fn duplicate(stream: BorrowedFd<'_>) -> io::Result<File> {
        stream.try_clone_to_owned().map(File::from)
    }

    /// The file behind stdout.
    pub(in crate::disk) fn stdout_metadata() -> Option<Metadata> {
        duplicate(io::stdout().as_fd()).and_then(|file| file.metadata()).ok()
    }

    /// The file behind stdin.
    pub(in crate::disk) fn stdin_metadata() -> Option<Metadata> {
        duplicate(io::stdin().as_fd()).and_then(|file| file.metadata()).ok()
    }

    /// The standard stream with this number; other descriptors can only be opened again.
    pub(in crate::disk) fn standard(number: &str) -> Option<io::Result<File>> {
        match number {
            "0" => Some(duplicate(io::stdin().as_fd())),
            "1" => Some(duplicate(io::stdout().as_fd())),
            "2" => Some(duplicate(io::stderr().as_fd())),
            _ => None,
        }
    }

    /// Whether a descriptor is open for writing, by the mode of its link in `/proc`.
    pub(in crate::disk) fn is_writable(link: &Metadata) -> bool {
        link.mode() & 0o200 != 0
    }
}

#[cfg(not(unix))]
mod other {
    use std::fs::{File, Metadata};
    use std::io;

    /// The file behind stdout is unknown here.
    pub(in crate::disk) fn stdout_metadata() -> Option<Metadata> {
        None
    }

    /// The file behind stdin is unknown here.
    pub(in crate::disk) fn stdin_metadata() -> Option<Metadata> {
        None
    }

    /// No stream has a number here.
    pub(in crate::disk) fn standard(_: &str) -> Option<io::Result<File>> {
        None
    }

    /// No descriptor has a link here.
    pub(in crate::disk) fn is_writable(_: &Metadata) -> bool {
        true
    }
}
