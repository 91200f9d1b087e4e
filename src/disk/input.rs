//! Reads files, and keeps a record of each.

use super::identity::Identity;
use super::modes;
use super::streams::STDIO;
use crate::text::STDIN_NAME;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::SystemTime;

/// The name of an input in messages.
pub(crate) fn input_name(path: &str) -> &str {
    if path == STDIO { STDIN_NAME } else { path }
}

/// A file that was read.
#[derive(Debug, Clone)]
pub(super) struct InputFile {
    /// Its path, as the user wrote it; `None` for stdin.
    pub(super) path: Option<String>,
    /// Whether it is a response file. Depfiles do not list response files.
    pub(super) is_arguments: bool,
    /// `None` for something that can be read and written at once.
    pub(super) identity: Option<Identity>,
    /// The mode of a regular file.
    pub(super) mode: Option<u32>,
    pub(super) state: FileState,
}

/// The state by which a change of a file is noticed: another file at its path, another size, another time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileState {
    number: u64,
    size: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    pub(super) fn new(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let number = 0;
        Self { number, size: metadata.len(), modified: metadata.modified().ok() }
    }
}

impl InputFile {
    /// `path` is as the user wrote it, and `place` is the place that it refers to.
    pub(super) fn new(path: Option<&str>, place: &Path, metadata: &Metadata) -> Self {
        let identity = Identity::of(place, metadata);
        let (mode, state) = (modes::mode_of(metadata), FileState::new(metadata));
        Self { path: path.map(Into::into), is_arguments: false, identity, mode, state }
    }

    /// The name in messages.
    pub(super) fn name(&self) -> &str {
        self.path.as_deref().unwrap_or_else(|| input_name(STDIO))
    }
}

/// Reads a file. Also returns its record.
pub(super) fn read_file(path: &str, limit: u64) -> io::Result<(Vec<u8>, InputFile)> {
    let (file, metadata) = open_file(Path::new(path), limit)?;
    let content = read_limited(file, metadata.len(), limit)?;
    Ok((content, InputFile::new(Some(path), Path::new(path), &metadata)))
}

/// Opens a file. Fails if it exceeds the limit according to the size that the system gives.
pub(super) fn open_file(place: &Path, limit: u64) -> io::Result<(File, Metadata)> {
    let file = File::open(place)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if metadata.len() > limit {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok((file, metadata))
}

/// Reads to the end. The size given by a system, at most the limit, can be wrong: devices have none, files grow. If it
/// is right, one allocation holds the content.
pub(super) fn read_limited(input: impl Read, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    input.take(limit.saturating_add(1)).read_to_end(&mut content)?;
    if content.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(content) }
}
