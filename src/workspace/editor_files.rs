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

/// The files that a run read or looked for, by their normalized absolute paths, each with its state on disk at that time;
/// `None` for a missing one.
pub(crate) type FileStates = BTreeMap<String, Option<FileState>>;

/// Whether the states of all these files on disk are unchanged.
pub(crate) fn are_current(files: &FileStates, disk: &FolderFiles) -> bool {
    files.iter().all(|(path, state)| disk.state(path) == *state)
}

/// The open texts at the start of a run, over the files on disk. Records the files that the run reads or looks for.
#[derive(Debug)]
pub(crate) struct EditorFiles<'f> {
    open: Arc<OpenTexts>,
    disk: &'f FolderFiles,
    read: RefCell<FileStates>,
}

impl<'f> EditorFiles<'f> {
    /// These open texts over these files.
    pub(crate) fn new(open: Arc<OpenTexts>, disk: &'f FolderFiles) -> Self {
        Self { open, disk, read: RefCell::default() }
    }

    /// Whether the file with this absolute path has an open text.
    pub(crate) fn is_open(&self, path: &str) -> bool {
        self.open.contains_key(path)
    }

    /// These files with other texts of some.
    pub(crate) fn with_texts(&self, changed: OpenTexts) -> Self {
        let mut open = OpenTexts::clone(&self.open);
        open.extend(changed);
        Self::new(Arc::new(open), self.disk)
    }

    /// The normalized absolute form of a path, by which open texts are known.
    pub(crate) fn absolute_path(&self, path: &str) -> String {
        normalized_path(&self.absolute(path))
    }

    /// The path of a file in messages: relative to the folder if the file is below it.
    pub(crate) fn short_path(&self, path: &str) -> String {
        let folder = self.absolute("");
        let below = path.strip_prefix(folder.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
        below.filter(|below| !below.is_empty()).unwrap_or(path).to_owned()
    }

    /// The files that were read or looked for.
    pub(crate) fn read_files(&self) -> FileStates {
        self.read.borrow().clone()
    }

    /// The names of the entries of a folder, sorted, each with whether it is a folder.
    pub(crate) fn list(&self, folder: &str) -> Vec<(String, bool)> {
        self.disk.list(folder)
    }

    /// Whether the states of these files on disk are unchanged.
    pub(crate) fn is_current(&self) -> bool {
        are_current(&self.read.borrow(), self.disk)
    }
}

impl Files for EditorFiles<'_> {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let absolute = self.absolute_path(path);
        // The state comes first, so that a change during the read is noticed.
        self.read.borrow_mut().entry(absolute.clone()).or_insert_with(|| self.disk.state(&absolute));
        match self.open.get(&absolute) {
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
