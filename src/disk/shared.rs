//! Files that several jobs of a batch read: each is read from disk once.

use super::input::InputFile;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The files that were read so far, by path as written. A file is the same for all jobs, even if it changes in between.
#[derive(Debug, Default)]
pub(crate) struct SharedReads {
    kept: Mutex<KeptReads>,
    /// Folders of outputs, and the places that their paths refer to.
    folders: Mutex<HashMap<PathBuf, PathBuf>>,
    /// The working directory.
    pub(super) folder: OnceLock<PathBuf>,
}

#[derive(Debug, Default)]
struct KeptReads {
    files: HashMap<String, Arc<KeptRead>>,
    /// The size of all contents together, in bytes.
    size: usize,
}

/// A file as first read.
#[derive(Debug)]
pub(super) struct KeptRead {
    pub(super) content: Vec<u8>,
    pub(super) input: InputFile,
}

impl SharedReads {
    /// The largest total size of kept files, in bytes. Other files are read again.
    const MAX_KEPT: usize = 1 << 26;

    /// Follows the path of a folder.
    pub(super) fn canonical(&self, folder: &Path) -> io::Result<PathBuf> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = folders.get(folder) {
            return Ok(known.clone());
        }
        let found = fs::canonicalize(folder)?;
        folders.insert(folder.to_owned(), found.clone());
        Ok(found)
    }

    pub(super) fn get(&self, path: &str) -> Option<Arc<KeptRead>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).files.get(path).map(Arc::clone)
    }

    /// Keeps a file that was read, unless the limit is reached.
    pub(super) fn keep(&self, path: &str, content: &[u8], input: &InputFile) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let size = kept.size + content.len();
        // Another job may have read it at the same time.
        if size > Self::MAX_KEPT || kept.files.contains_key(path) {
            return;
        }
        kept.size = size;
        let read = KeptRead { content: content.to_vec(), input: input.clone() };
        kept.files.insert(path.to_owned(), Arc::new(read));
    }
}
