//! Files that several jobs of a batch read: each is read from the disk once.

use super::InputFile;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was read so far, by its path as spelled. A file is the same for all jobs, also if it changes in between.
#[derive(Debug, Default)]
pub(crate) struct SharedReads {
    kept: Mutex<KeptReads>,
}

#[derive(Debug, Default)]
struct KeptReads {
    files: BTreeMap<String, Arc<KeptRead>>,
    /// Of all contents together, in bytes.
    size: usize,
}

/// A file as it was when it was read first.
#[derive(Debug)]
pub(super) struct KeptRead {
    pub(super) content: Vec<u8>,
    pub(super) input: InputFile,
}

impl SharedReads {
    /// The most that is kept of all files together, in bytes; others are read again.
    const MAX_KEPT: usize = 1 << 26;

    pub(super) fn get(&self, path: &str) -> Option<Arc<KeptRead>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).files.get(path).map(Arc::clone)
    }

    /// Keeps what was read, unless it is too much.
    pub(super) fn keep(&self, path: &str, content: &[u8], input: &InputFile) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let size = kept.size + content.len();
        if size > Self::MAX_KEPT {
            return;
        }
        kept.size = size;
        let read = KeptRead { content: content.to_vec(), input: input.clone() };
        kept.files.insert(path.to_owned(), Arc::new(read));
    }
}
