//! Contents on the file system of their target, ready to become files there.
//!
//! On Linux, a content has no name until it is complete, so a killed process leaves nothing. An existing file can only
//! be replaced by a file with a name: the content gets one right before the renaming. If a process is killed in
//! between, [`leftovers`](super::leftovers) removes the file later. On other systems, and if a process has many
//! contents, they have names from the start.

use super::errors::WriteRefusal;
use super::identity::folder_of;
use super::input::FileState;
use super::modes::FileMode;
use super::temporary::{OpenSlot, TemporaryFile};
#[cfg(target_os = "linux")]
use super::unnamed;
use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A content beside its target. It is removed unless it replaces the target.
#[derive(Debug)]
pub(super) struct Replacement {
    staged: Staged,
    target: PathBuf,
    /// Whether the target existed when the content was written.
    #[cfg(target_os = "linux")]
    replaces: bool,
    /// The state in which the target was read, if the content is made from it.
    read: Option<FileState>,
    /// Whether the target must not exist yet.
    is_first: bool,
}

/// The form of a content on disk.
#[derive(Debug)]
enum Staged {
    #[cfg(target_os = "linux")]
    Unnamed(File, OpenSlot),
    Named(TemporaryFile),
}

impl Replacement {
    /// Writes a content for a target. `read` is the state in which the target was read, if it was; a first file
    /// replaces none.
    pub(super) fn new(
        target: &Path,
        existing: Option<&Metadata>,
        content: &[u8],
        mode: &FileMode,
        (read, is_first): (Option<FileState>, bool),
    ) -> io::Result<Self> {
        Ok(Self {
            staged: Staged::new(target, content, mode)?,
            target: target.to_owned(),
            #[cfg(target_os = "linux")]
            replaces: existing.is_some(),
            read,
            is_first,
        })
    }

    /// The folder of the target, as in its path.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.target)
    }

    /// Fails if the target was changed since it was read.
    pub(super) fn check(&self) -> io::Result<()> {
        if let Some(read) = self.read
            && fs::metadata(&self.target).ok().as_ref().map(FileState::new) != Some(read)
        {
            return Err(io::Error::other(WriteRefusal("it was changed since it was read")));
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.check()?;
        match self.staged {
            #[cfg(target_os = "linux")]
            Staged::Unnamed(file, slot) => {
                unnamed::finish(file, slot, &self.target, self.replaces, self.is_first)
            }
            Staged::Named(temporary) => temporary.finish(&self.target, self.is_first),
        }
    }
}

impl Staged {
    fn new(target: &Path, content: &[u8], mode: &FileMode) -> io::Result<Self> {
        let write = |mut file: &File| file.write_all(content).and_then(|()| mode.finish(file));
        let (temporary, file) = match OpenSlot::take() {
            None => TemporaryFile::of_many(target, mode)?,
            Some(slot) => {
                // The attempt with a name reports why this one fails.
                #[cfg(target_os = "linux")]
                if let Ok(file) = mode.create_unnamed(folder_of(target)) {
                    return write(&file).map(|()| Self::Unnamed(file, slot));
                }
                TemporaryFile::locked(target, &|path| mode.create(path), slot)?
            }
        };
        write(&file).map(|()| Self::Named(temporary))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
