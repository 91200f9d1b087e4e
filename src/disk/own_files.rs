//! Reads and removes files of an output folder, which never become inputs.

use super::DiskFiles;
use super::input::{open_file, read_limited};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file to read, in bytes.
const MAX_OWN_FILE: u64 = 1 << 28;

impl DiskFiles {
    /// The place of a regular file in a folder, if its path has no links.
    fn own_file(&self, folder: &str, path: &str) -> Option<PathBuf> {
        let mut place = self.place(folder).into_owned();
        let mut segments = Path::new(path).components().peekable();
        while let Some(segment) = segments.next() {
            let std::path::Component::Normal(segment) = segment else { return None };
            place.push(segment);
            let kind = fs::symlink_metadata(&place).ok()?.file_type();
            let is_expected = if segments.peek().is_some() { kind.is_dir() } else { kind.is_file() };
            if !is_expected {
                return None;
            }
        }
        Some(place)
    }

    /// Whether a regular file is at a path in a folder, without links.
    pub(crate) fn is_own_file(&self, folder: &str, path: &str) -> bool {
        self.own_file(folder, path).is_some()
    }

    /// Whether the file at a path is neither regular nor a folder. For example, opening a pipe waits for another
    /// process.
    pub(crate) fn is_special(&self, path: &str) -> bool {
        fs::metadata(self.place(path)).is_ok_and(|found| !found.is_file() && !found.is_dir())
    }

    /// Reads such a file without recording it as an input; `None` if it does not exist or is too large.
    pub(crate) fn peek(&self, folder: &str, path: &str) -> Option<Vec<u8>> {
        let (file, metadata) = open_file(&self.own_file(folder, path)?, MAX_OWN_FILE).ok()?;
        read_limited(file, metadata.len(), MAX_OWN_FILE).ok()
    }

    /// Removes such a file if `holds` accepts its bytes, and returns whether it is gone.
    ///
    /// # Errors
    /// The system cannot remove it.
    pub(crate) fn remove_own_file(
        &self,
        folder: &str,
        path: &str,
        holds: &dyn Fn(&[u8]) -> bool,
    ) -> io::Result<bool> {
        let Some(place) = self.own_file(folder, path) else { return Ok(true) };
        if !self.peek(folder, path).is_some_and(|bytes| holds(&bytes)) {
            return Ok(false);
        }
        fs::remove_file(place).map(|()| true)
    }
}
