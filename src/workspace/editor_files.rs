//! The files of users as an editor shows them: open texts hide the files on disk.

use super::UserFiles;
use crate::disk::{FileState, FolderFiles};
use crate::manifest::normalized_path;
use crate::text::files::Files;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The texts that an editor has open, by their normalized absolute paths.
pub(crate) type OpenTexts = BTreeMap<String, Arc<str>>;

/// The files that a run asked for, by their normalized absolute paths, each with its state on disk at that time; `None`
/// for a missing one.
pub(crate) type AskedFiles = BTreeMap<String, Option<FileState>>;

/// Whether all of these files are on disk as they were.
pub(crate) fn are_current(asked: &AskedFiles, disk: &FolderFiles) -> bool {
    asked.iter().all(|(path, state)| disk.state(path) == *state)
}

/// Open texts over the disk, as they were when a run began. Remembers which files the run asked for.
#[derive(Debug)]
pub(crate) struct EditorFiles<'f> {
    open: OpenTexts,
    disk: &'f FolderFiles,
    asked: RefCell<AskedFiles>,
}

impl<'f> EditorFiles<'f> {
    /// These open texts over these files.
    pub(crate) fn new(open: OpenTexts, disk: &'f FolderFiles) -> Self {
        Self { open, disk, asked: RefCell::default() }
    }

    /// The normalized absolute form of a path, by which open texts are known.
    pub(crate) fn whole_path(&self, path: &str) -> String {
        normalized_path(&self.absolute(path))
    }

    /// The path of a file in messages: relative to the folder if the file is below it.
    pub(crate) fn short_path(&self, path: &str) -> String {
        let folder = self.absolute("");
        let below = path.strip_prefix(folder.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
        below.filter(|below| !below.is_empty()).unwrap_or(path).to_owned()
    }

    /// The files that were asked for.
    pub(crate) fn asked(&self) -> AskedFiles {
        self.asked.borrow().clone()
    }

    /// Whether the file with this normalized absolute path was asked for.
    pub(crate) fn asks(&self, path: &str) -> bool {
        self.asked.borrow().contains_key(path)
    }

    /// The names of the entries of a folder, sorted, each with whether it is a folder.
    pub(crate) fn list(&self, folder: &str) -> Vec<(String, bool)> {
        self.disk.list(folder)
    }

    /// Whether every file that was asked for is on disk as it was.
    pub(crate) fn is_current(&self) -> bool {
        are_current(&self.asked.borrow(), self.disk)
    }
}

impl Files for EditorFiles<'_> {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let whole = self.whole_path(path);
        // The state is asked first, so that a change while the file is read is noticed.
        self.asked.borrow_mut().entry(whole.clone()).or_insert_with(|| self.disk.state(&whole));
        match self.open.get(&whole) {
            Some(text) if text.len() as u64 > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.disk.read(path, limit),
        }
    }

    fn absolute(&self, path: &str) -> String {
        self.disk.absolute(path)
    }

    fn near(&self, path: &str) -> Option<String> {
        self.disk.near(path)
    }
}

impl UserFiles for EditorFiles<'_> {}
