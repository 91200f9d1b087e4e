//! The files of a job of a batch: each input is read once for all jobs, and outputs are held back.

use super::errors::WriteRefusal;
use super::identity::Identity;
use super::input::{InputFile, read_file};
use super::shared::SharedReads;
use super::staged::Replacement;
use std::cell::RefCell;
use std::fs;
use std::io::{self, ErrorKind};
use std::sync::Arc;

/// The state of files for one job.
#[derive(Debug)]
pub(super) struct JobState {
    pub(super) held: RefCell<HeldOutputs>,
    pub(super) shared: Arc<SharedReads>,
    /// Paths at which it found no file.
    missing: RefCell<Vec<String>>,
}

impl JobState {
    pub(super) fn new(shared: &Arc<SharedReads>) -> Self {
        Self { held: RefCell::default(), shared: Arc::clone(shared), missing: RefCell::default() }
    }

    /// The outputs of a finished job, and the paths at which it found no file.
    pub(super) fn finish(self) -> (HeldOutputs, Vec<String>) {
        (self.held.into_inner(), self.missing.into_inner())
    }

    /// Reads a file as a separate run would, but once for all jobs.
    pub(super) fn read(&self, path: &str, limit: u64) -> io::Result<(Vec<u8>, InputFile)> {
        if let Some(kept) = self.shared.get(path) {
            if kept.content.len() as u64 > limit {
                return Err(ErrorKind::FileTooLarge.into());
            }
            return Ok((kept.content.clone(), kept.input.clone()));
        }
        // The kind is checked before the file is opened, because opening a pipe waits for its writer.
        let read = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                let refusal = WriteRefusal("a line of a batch reads regular files only");
                return Err(io::Error::new(ErrorKind::Unsupported, refusal));
            }
            Ok(_) | Err(_) => read_file(path, limit),
        };
        match &read {
            // Anything else than a regular file may have another content each time.
            Ok((content, input)) if input.mode.is_some() => self.shared.keep(path, content, input),
            Ok(_) => {}
            Err(error) => self.miss(path, error),
        }
        read
    }

    /// Records a path without a file: another job may write it.
    pub(super) fn miss(&self, path: &str, error: &io::Error) {
        if error.kind() == ErrorKind::NotFound {
            self.missing.borrow_mut().push(path.to_owned());
        }
    }
}

/// The outputs of one job.
#[derive(Debug, Default)]
pub(super) struct HeldOutputs {
    pub(super) stdout: Vec<u8>,
    pub(super) files: Vec<HeldFile>,
}

/// An output that is ready beside its target.
#[derive(Debug)]
pub(super) struct HeldFile {
    /// The request for it, such as `-o FILE`.
    pub(super) asked: String,
    /// The name in messages.
    pub(super) name: String,
    /// `None` for something that can be read and written at once.
    pub(super) identity: Option<Identity>,
    /// `None` if the file has these bytes already.
    pub(super) replacement: Option<Replacement>,
}

impl HeldOutputs {
    pub(super) fn print(&mut self, content: &[u8]) {
        self.stdout.extend_from_slice(content);
    }

    pub(super) fn hold(&mut self, file: HeldFile) {
        self.files.push(file);
    }
}
