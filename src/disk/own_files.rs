//! Files of an output folder: looked at and removed, but never inputs.

use super::DiskFiles;
use super::input::{open_file, read_limited};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// No file that is looked at is larger.
const MAX_OWN_FILE: u64 = 1 << 28;

impl DiskFiles {
    /// Where a file lies in a folder, if it is a regular one, and no link leads to it from there.
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

    /// Whether a path leads from a folder to a regular file, through no link.
    pub(crate) fn is_own_file(&self, folder: &str, path: &str) -> bool {
        self.own_file(folder, path).is_some()
    }

    /// Whether something is at a path that is neither a regular file nor a folder: a pipe, say, at which whoever opens it
    /// waits for another process.
    pub(crate) fn is_special(&self, path: &str) -> bool {
        fs::metadata(self.place(path)).is_ok_and(|found| !found.is_file() && !found.is_dir())
    }

    /// The bytes of such a file, without remembering it as an input. `None` where there is none, or it is too large.
    pub(crate) fn peek(&self, folder: &str, path: &str) -> Option<Vec<u8>> {
        let (file, metadata) = open_file(&self.own_file(folder, path)?, MAX_OWN_FILE).ok()?;
        read_limited(file, metadata.len(), MAX_OWN_FILE).ok()
    }

    /// Removes such a file if its bytes are those that `holds` knows. Whether it is gone.
    ///
    /// # Errors
    /// What the system said when it was removed.
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
