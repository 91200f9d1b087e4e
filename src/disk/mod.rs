//! The only place that touches the disk, for the command line and for build scripts.
//!
//! Inputs are read no further than their limit, whatever the system says about their size. Outputs are
//! either the old file or the new one, whole: they are written beside their place and renamed. Bytes that
//! are there already are not written again, so that build systems see an unchanged file.

pub(crate) mod errors;

use crate::text::files::Files;
use std::cell::OnceCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Stdin as an input, stdout as an output.
pub(crate) const STDIO: &str = "-";

/// How an input is named in messages.
pub(crate) fn input_name(path: &str) -> &str {
    if path == STDIO { "<stdin>" } else { path }
}

/// Files on disk; relative paths are meant from the process's folder. `-` is a file of that name here.
#[derive(Debug, Default)]
pub(crate) struct DiskFiles {
    /// The process's folder, asked for once: each include needs it several times.
    folder: OnceCell<PathBuf>,
}

impl Files for DiskFiles {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if metadata.len() > limit {
            return Err(ErrorKind::FileTooLarge.into());
        }
        read_limited(file, metadata.len(), limit)
    }

    #[expect(clippy::disallowed_methods, reason = "this is the caller's Files that knows the folder")]
    fn absolute(&self, path: &str) -> String {
        // Without a folder to start from (it was removed), the path as spelled is the best there is.
        let folder = self.folder.get_or_init(|| std::env::current_dir().unwrap_or_default());
        folder.join(path).to_string_lossy().into_owned()
    }
}

/// Reads stdin to its end.
///
/// # Errors
/// [`ErrorKind::FileTooLarge`] for more than `limit` bytes, else what the system said.
pub(crate) fn read_stdin(limit: u64) -> io::Result<Vec<u8>> {
    read_limited(io::stdin().lock(), 0, limit)
}

/// Reads to the end. The size a system tells, at most the limit, can be wrong: devices have none, files grow.
/// Where it is right, the content is read at once into a place of that size.
fn read_limited(input: impl Read, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    input.take(limit.saturating_add(1)).read_to_end(&mut content)?;
    if content.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(content) }
}

/// Writes to stdout. A reader that has gone away has seen enough, so a broken pipe is no error.
///
/// # Errors
/// What the system said.
pub(crate) fn write_stdout(content: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    ignore_broken_pipe(stdout.write_all(content).and_then(|()| stdout.flush()))
}

fn ignore_broken_pipe(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// What [`write_output`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// The file is new, or its bytes are.
    Changed,
    /// The bytes were there already; the file and its time are as they were.
    Unchanged,
}

/// Makes `content` the content of a file, at once or not at all.
///
/// A new file has the mode that the umask gives, an existing one keeps its own. A symbolic link stays and
/// what it points to is written. What exists and is no regular file (a device, a pipe) is written directly.
///
/// # Errors
/// What the system said; [`ErrorKind::NotFound`] where the folder does not exist, and
/// [`ErrorKind::IsADirectory`] where the path is one. Whatever was there is then untouched, but for what
/// is no regular file.
pub(crate) fn write_output(path: &str, content: &[u8]) -> io::Result<Written> {
    if path.is_empty() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let path = Path::new(path);
    let existing = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = match follow_links(path)? {
        Target::File(target) => target,
        Target::Descriptor => return write_directly(path, content),
    };
    let Some(existing) = existing else {
        return replace(&target, None, content);
    };
    if existing.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !existing.is_file() {
        return write_directly(path, content);
    }
    if existing.len() == content.len() as u64 && holds(&target, content).is_ok_and(|unchanged| unchanged) {
        return Ok(Written::Unchanged);
    }
    replace(&target, Some(existing.permissions()), content)
}

/// Whether this is the content of a file. No more than a part of it is in memory at a time.
fn holds(path: &Path, mut content: &[u8]) -> io::Result<bool> {
    const PART: usize = 1 << 16;
    let mut file = BufReader::with_capacity(PART.min(content.len() + 1), File::open(path)?);
    loop {
        let part = file.fill_buf()?;
        if part.is_empty() {
            return Ok(content.is_empty());
        }
        let Some(rest) = content.strip_prefix(part) else { return Ok(false) };
        content = rest;
        let read = part.len();
        file.consume(read);
    }
}

/// What stands at the end of a path's links.
enum Target {
    /// A file, which may not exist.
    File(PathBuf),
    /// An open descriptor of this process, such as `/dev/stdout`.
    Descriptor,
}

/// Follows the links of the last segment; those before it are the system's.
fn follow_links(path: &Path) -> io::Result<Target> {
    /// As Linux has it.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&target).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(Target::File(target));
        }
        if target.starts_with("/proc") {
            return Ok(Target::Descriptor);
        }
        let link = fs::read_link(&target)?;
        target = target.parent().unwrap_or(Path::new("")).join(link);
    }
    // Linux says ELOOP here, for which the standard library has no stable kind.
    Err(ErrorKind::InvalidFilename.into())
}

/// Appends, so that `>> log` through `/dev/stdout` keeps what is there; devices and pipes have no end.
fn write_directly(path: &Path, content: &[u8]) -> io::Result<Written> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    ignore_broken_pipe(file.write_all(content)).map(|()| Written::Changed)
}

/// Writes beside the target and renames.
fn replace(target: &Path, permissions: Option<fs::Permissions>, content: &[u8]) -> io::Result<Written> {
    let (temporary, mut file) = create_beside(target)?;
    let written = file.write_all(content).and_then(|()| match permissions {
        Some(permissions) => file.set_permissions(permissions),
        None => Ok(()),
    });
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, target)) {
        // The error that is told is the first one; a temporary file that cannot be removed stays.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    Ok(Written::Changed)
}

/// Creates a file with a name of its own in the folder of the target.
///
/// The prefix is fixed, so that ignore files and cleaners can name these files. A file that is there
/// already belongs to another process, or to one that was killed: it is left alone.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    /// Tells apart the outputs that threads of one process write.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    const MAX_ATTEMPTS: usize = 1_000;
    let folder = target.parent().unwrap_or(Path::new(""));
    for _ in 0..MAX_ATTEMPTS {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".confc-{}-{count}.tmp", std::process::id()));
        match File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
