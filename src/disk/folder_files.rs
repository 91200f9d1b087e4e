//! Files for a process that reads them again and again, as a language server does. Nothing is recorded or written.

use super::errors;
use super::input::{FileState, read_limited};
use crate::text::files::Files;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The most entries of a folder that are listed.
const MAX_LISTED: usize = 10_000;

/// The regular files on disk. Relative paths are relative to a folder, which is absolute.
#[derive(Debug, Clone)]
pub(crate) struct FolderFiles {
    folder: PathBuf,
}

impl FolderFiles {
    /// Files relative to this folder.
    pub(crate) fn new(folder: &str) -> Self {
        Self { folder: folder.into() }
    }

    /// The state of a file, by which a change is noticed; `None` if there is no regular file.
    pub(crate) fn state(&self, path: &str) -> Option<FileState> {
        let metadata = fs::metadata(self.folder.join(path)).ok()?;
        metadata.is_file().then(|| FileState::new(&metadata))
    }

    /// The names of the entries of a folder, sorted, each with whether it is a folder. Empty for a folder that cannot be
    /// read.
    pub(crate) fn list(&self, folder: &str) -> Vec<(String, bool)> {
        let entries = fs::read_dir(self.folder.join(folder)).into_iter().flatten().take(MAX_LISTED).flatten();
        let mut names: Vec<(String, bool)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path().is_dir())))
            .collect();
        names.sort_unstable();
        names
    }
}

impl Files for FolderFiles {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let place = self.folder.join(path);
        let metadata = fs::metadata(&place)?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(ErrorKind::InvalidInput.into());
        }
        let file = open_regular(&place)?;
        let size = file.metadata()?.len();
        if size > limit {
            return Err(ErrorKind::FileTooLarge.into());
        }
        read_limited(file, size, limit)
    }

    fn absolute(&self, path: &str) -> String {
        self.folder.join(path).to_string_lossy().into_owned()
    }

    fn near(&self, path: &str) -> Option<String> {
        errors::near(&self.absolute(path))
    }
}

/// Opens a regular file. On Linux it never waits, even if a pipe has taken the place of the file.
fn open_regular(place: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    if let Ok(flags) = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()) {
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let file = options.open(place)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}

/// Creates a log, or opens an existing one to add to it. Only its owner may read it.
///
/// # Errors
/// Errors of the system, and [`ErrorKind::InvalidInput`] for a pipe or a device.
pub(crate) fn create_log(path: &str) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        // Opening a pipe would wait for its reader.
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}
