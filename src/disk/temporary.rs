//! Files with a temporary name beside their targets.

use super::errors::{THERE_ALREADY, WriteRefusal};
use super::leftovers::{self, FolderLock};
use super::modes::FileMode;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most names that are tried to find a free one.
const MAX_ATTEMPTS: usize = 1_000;

/// A file with a temporary name, which is removed unless it is renamed.
#[derive(Debug)]
pub(super) struct TemporaryFile {
    pub(super) path: PathBuf,
    is_done: bool,
    /// Shows other processes that this one is alive.
    pub(super) _owner: Owner,
}

#[derive(Debug)]
#[expect(dead_code, reason = "the system releases a lock when its file is closed")]
pub(super) enum Owner {
    /// The file itself is locked, if it can be.
    File(File, OpenSlot),
    /// A lock beside it; `None` if it could not be taken.
    Folder(Option<Arc<FolderLock>>),
}

/// One of the descriptors that contents may keep open at the same time. Systems allow a process 256 or 1,024.
#[derive(Debug)]
pub(super) struct OpenSlot;

static OPEN_SLOTS: AtomicUsize = AtomicUsize::new(128);

impl OpenSlot {
    pub(super) fn take() -> Option<Self> {
        let less = |free: usize| free.checked_sub(1);
        OPEN_SLOTS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok().map(|_| Self)
    }
}

impl Drop for OpenSlot {
    fn drop(&mut self) {
        OPEN_SLOTS.fetch_add(1, Ordering::Relaxed);
    }
}

impl TemporaryFile {
    /// The file under its new name `path`.
    #[cfg(target_os = "linux")]
    pub(super) fn linked(path: PathBuf, file: File, slot: OpenSlot) -> Self {
        Self { path, is_done: false, _owner: Owner::File(file, slot) }
    }

    /// Creates a file that is itself locked, and returns it open.
    pub(super) fn locked(
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

    /// Creates one of many files, and returns it open.
    pub(super) fn of_many(target: &Path, mode: &FileMode) -> io::Result<(Self, File)> {
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

    pub(super) fn finish(mut self, target: &Path, is_first: bool) -> io::Result<()> {
        if is_first {
            // Dropping `self` then removes the temporary name.
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
            // The earlier error is reported; a file that cannot be removed stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Calls `make` with one path beside a target after another, until a path is free. Removes files of dead processes on
/// the way.
pub(super) fn first_free<T>(
    target: &Path,
    make: &dyn Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
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

pub(super) fn is_taken(error: &io::Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
}

/// Gives a file a second name, which must be free.
fn link_first(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(there_already()),
        // On a file system without links, the name is only checked before the renaming.
        Err(_) if fs::symlink_metadata(name).is_err() => fs::rename(file, name),
        Err(_) => Err(there_already()),
        Ok(()) => Ok(()),
    }
}

pub(super) fn there_already() -> io::Error {
    io::Error::other(WriteRefusal(THERE_ALREADY))
}
