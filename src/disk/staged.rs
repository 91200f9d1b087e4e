//! Contents that are on the disk of their place, ready to become files there.
//!
//! On Linux a content has no name until it is complete, so nothing is left of a process that is killed. A file that is
//! there already can only be replaced by one with a name: the content gets it right before the renaming, and
//! [`leftovers`] removes what a process left that was killed in between. Elsewhere, and where a process has many
//! contents, they have names from the start.

use super::errors::{THERE_ALREADY, WriteRefusal};
use super::leftovers::{self, FolderLock};
use super::modes::FileMode;
use super::{FileState, folder_of};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many files are tried for a name that no other process has.
const MAX_ATTEMPTS: usize = 1_000;

/// A content beside the place that it is for. Where it does not get there, it goes.
#[derive(Debug)]
pub(super) struct Replacement {
    staged: Staged,
    target: PathBuf,
    /// Whether there was a file when the content was written.
    #[cfg(target_os = "linux")]
    replaces: bool,
    /// The state in which the target was read, where it is replaced by what was made from it.
    read: Option<FileState>,
    /// Whether the target takes the place of no file.
    is_first: bool,
}

/// Where a content is.
#[derive(Debug)]
enum Staged {
    #[cfg(target_os = "linux")]
    Unnamed(File, OpenSlot),
    Named(TemporaryFile),
}

/// A file with a name of its own, which is removed unless it is renamed.
#[derive(Debug)]
struct TemporaryFile {
    path: PathBuf,
    is_done: bool,
    /// Shows other processes that this one lives.
    _owner: Owner,
}

#[derive(Debug)]
#[expect(dead_code, reason = "the system releases a lock when its file is closed")]
enum Owner {
    /// The file itself is locked, if it can be.
    File(File, OpenSlot),
    /// A lock beside it; `None` where none could be had.
    Folder(Option<Arc<FolderLock>>),
}

/// One of the descriptors that contents may keep open at once: systems let a process have 256 or 1,024.
#[derive(Debug)]
struct OpenSlot;

static OPEN_SLOTS: AtomicUsize = AtomicUsize::new(128);

impl OpenSlot {
    fn take() -> Option<Self> {
        let less = |free: usize| free.checked_sub(1);
        OPEN_SLOTS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok().map(|_| Self)
    }
}

impl Drop for OpenSlot {
    fn drop(&mut self) {
        OPEN_SLOTS.fetch_add(1, Ordering::Relaxed);
    }
}

impl Replacement {
    /// Writes a content for a target. `read` is the state in which the target was read, if it was; a first file takes
    /// the place of none.
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

    /// The folder of the file that is replaced, as the path has it.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.target)
    }

    pub(super) fn finish(self) -> io::Result<()> {
        if let Some(read) = self.read
            && fs::metadata(&self.target).ok().as_ref().map(FileState::new) != Some(read)
        {
            return Err(io::Error::other(WriteRefusal("it was changed since it was read")));
        }
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

impl TemporaryFile {
    /// A file that is itself locked, and the open file.
    fn locked(
        target: &Path,
        create: &dyn Fn(&Path) -> io::Result<File>,
        slot: OpenSlot,
    ) -> io::Result<(Self, File)> {
        let (path, file) = first_free(target, &|path| {
            let file = create(path)?;
            leftovers::lock_new(&file).map(|_| file)
        })?;
        let owner = Owner::File(file.try_clone()?, slot);
        Ok((Self { path, is_done: false, _owner: owner }, file))
    }

    /// One of many files, and the open file.
    fn of_many(target: &Path, mode: &FileMode) -> io::Result<(Self, File)> {
        let lock = FolderLock::of(target);
        for _ in 0..MAX_ATTEMPTS {
            let path = leftovers::path_of_many(target, lock.as_deref());
            match mode.create(&path) {
                Ok(file) => return Ok((Self { path, is_done: false, _owner: Owner::Folder(lock) }, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn finish(mut self, target: &Path, is_first: bool) -> io::Result<()> {
        if is_first {
            // The temporary name goes as where nothing was written.
            return link_first(&self.path, target);
        }
        fs::rename(&self.path, target)?;
        self.is_done = true;
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_done {
            // The error that is told is the one that led here; a file that cannot be removed stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Makes something at the first path beside a target at which no living process has a file.
fn first_free<T>(target: &Path, make: &dyn Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    for number in 0..MAX_ATTEMPTS {
        let path = leftovers::path_beside(target, number);
        let made = match make(&path) {
            Err(error) if is_taken(&error) && leftovers::remove_if_dead(&path) => make(&path),
            made => made,
        };
        match made {
            Ok(made) => return Ok((path, made)),
            Err(error) if is_taken(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn is_taken(error: &io::Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
}

/// Gives a file a second name, which must be that of none.
fn link_first(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(there_already()),
        // Where the file system has no links, or lets nobody make one, a look before the renaming is the best there is.
        Err(_) if fs::symlink_metadata(name).is_err() => fs::rename(file, name),
        Err(_) => Err(there_already()),
        Ok(()) => Ok(()),
    }
}

fn there_already() -> io::Error {
    io::Error::other(WriteRefusal(THERE_ALREADY))
}

/// Names for files without one.
#[cfg(target_os = "linux")]
mod unnamed {
    use super::{OpenSlot, Owner, TemporaryFile, first_free, is_taken, there_already};
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::fs::{File, OpenOptions, Permissions};
    use std::io::{self, Seek as _};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
    use std::path::Path;

    pub(super) fn finish(
        file: File,
        slot: OpenSlot,
        target: &Path,
        replaces: bool,
        is_first: bool,
    ) -> io::Result<()> {
        if !replaces {
            match link(&file, target) {
                Ok(()) => return Ok(()),
                Err(error) if is_taken(&error) && is_first => return Err(there_already()),
                // Another process was faster, or this one cannot give names in this way.
                Err(_) => {}
            }
        }
        // Without locks nobody removes the file in the moment in which it has this name.
        let _ = file.try_lock();
        let temporary = match first_free(target, &|path| link(&file, path)) {
            Ok((path, ())) => TemporaryFile { path, is_done: false, _owner: Owner::File(file, slot) },
            Err(error) if is_taken(&error) => return Err(error),
            Err(_) => copied(file, slot, target)?,
        };
        temporary.finish(target, is_first)
    }

    /// Gives a file a name. Fails if it is that of another file.
    fn link(file: &File, name: &Path) -> io::Result<()> {
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    /// A copy with a name, where `/proc` is missing or the file system names no file that was made without one.
    pub(super) fn copied(mut file: File, slot: OpenSlot, target: &Path) -> io::Result<TemporaryFile> {
        let create = |path: &Path| OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let (temporary, mut copy) = TemporaryFile::locked(target, &create, slot)?;
        file.rewind()?;
        io::copy(&mut file, &mut copy)?;
        let metadata = file.metadata()?;
        let _ = fchown(&copy, Some(metadata.uid()), Some(metadata.gid()));
        copy.set_permissions(Permissions::from_mode(metadata.mode() & 0o7777))?;
        Ok(temporary)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
