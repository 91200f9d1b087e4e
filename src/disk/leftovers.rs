//! Temporary files beside outputs: their names, who owns them, and the removal of those whose owner is dead.
//!
//! The owner of a temporary file holds an exclusive lock, which the system releases when the process ends in any way.
//! Process numbers are not used: they are reused, and mean nothing in another container or on another machine that
//! shares the folder. On a file system without locks, nothing is removed.
//!
//! - `.confc-HASH-N.tmp`: the owner locks the file itself. HASH is of the name of the output, so the next run that
//!   writes this output finds the file without a look into the folder.
//! - `.confc-ID-N.tmp` beside `.confc-ID.lock`: one of many files of a run, which locks the latter.
//! - `.confc-unlocked-ID-N.tmp`: the owner could lock nothing, so nobody removes the file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, DefaultHasher, Hash as _, Hasher as _, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The beginning of the name of every temporary file, for ignore files and cleaners.
const PREFIX: &str = ".confc-";
/// The end of the name of a temporary file with content.
const CONTENT: &str = ".tmp";
/// The end of the name of a lock.
const LOCK: &str = ".lock";

/// The temporary file with this number for an output.
pub(super) fn path_beside(target: &Path, number: usize) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    target.file_name().hash(&mut hasher);
    beside(target, &format!("{PREFIX}{:016x}-{number}{CONTENT}", hasher.finish()))
}

fn beside(target: &Path, name: &str) -> PathBuf {
    target.parent().unwrap_or(Path::new("")).join(name)
}

/// Locks a new file for this process. Fails if another process has found it unlocked and removes it; returns `false` on
/// a file system without locks.
pub(super) fn lock_new(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) if is_linked(file) => Ok(true),
        Ok(()) | Err(fs::TryLockError::WouldBlock) => Err(ErrorKind::AlreadyExists.into()),
        Err(fs::TryLockError::Error(_)) => Ok(false),
    }
}

/// Whether a file still has a name. A temporary file is removed only under its lock, so its name refers to the same
/// file as long as it has one.
fn is_linked(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Removes a temporary file if its owner is dead, and returns whether it is gone.
pub(super) fn remove_if_dead(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(error) => error.kind() == ErrorKind::NotFound,
        Ok(found) if !found.is_file() => false,
        Ok(_) => lock_dead(path).is_some() && fs::remove_file(path).is_ok(),
    }
}

/// Opens and locks the file, unless a living process holds its lock.
fn lock_dead(path: &Path) -> Option<File> {
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    (file.try_lock().is_ok() && is_linked(&file)).then_some(file)
}

/// A lock for many temporary files, when a process has too few descriptors to lock each.
#[derive(Debug)]
pub(super) struct FolderLock {
    path: PathBuf,
    id: u64,
    _file: File,
}

/// The locks of this process by their folders.
static LOCKS: Mutex<BTreeMap<PathBuf, Weak<FolderLock>>> = Mutex::new(BTreeMap::new());

impl FolderLock {
    /// The lock of the folder of an output; `None` if it cannot be taken.
    pub(super) fn of(target: &Path) -> Option<Arc<Self>> {
        let folder = target.parent().unwrap_or(Path::new(""));
        let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(folder).and_then(Weak::upgrade) {
            return Some(lock);
        }
        let id = RandomState::new().hash_one(folder);
        let path = folder.join(format!("{PREFIX}{id:016x}{LOCK}"));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).ok()?;
        let lock = Arc::new(Self { path, id, _file: file });
        if !lock_new(&lock._file).ok()? {
            return None;
        }
        locks.insert(folder.to_owned(), Arc::downgrade(&lock));
        Some(lock)
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A free name for one of many temporary files in the folder of an output.
pub(super) fn path_of_many(target: &Path, lock: Option<&FolderLock>) -> PathBuf {
    /// Distinguishes the outputs that threads of one process write.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = match lock {
        Some(FolderLock { id, .. }) => format!("{PREFIX}{id:016x}-{count}{CONTENT}"),
        None => {
            let id = RandomState::new().hash_one(count);
            format!("{PREFIX}unlocked-{id:016x}-{count}{CONTENT}")
        }
    };
    beside(target, &name)
}

/// The folders that this process writes to.
#[derive(Debug)]
struct OutputFolders {
    outputs: usize,
    /// Folders that it has not searched.
    open: BTreeSet<PathBuf>,
    /// Folders that it has searched.
    done: BTreeSet<PathBuf>,
}

static FOLDERS: Mutex<OutputFolders> =
    Mutex::new(OutputFolders { outputs: 0, open: BTreeSet::new(), done: BTreeSet::new() });

/// Records an output. A process with more than a few outputs searches each of its folders once for files of dead
/// processes and removes them; for few outputs that would cost more than writing them.
pub(super) fn note_output(target: &Path) {
    const FEW: usize = 8;
    let folder = target.parent().unwrap_or(Path::new(""));
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    folders.outputs += 1;
    if !folders.done.contains(folder) && !folders.open.contains(folder) {
        folders.open.insert(folder.to_owned());
    }
    if folders.outputs <= FEW {
        return;
    }
    let found = std::mem::take(&mut folders.open);
    folders.done.extend(found.iter().cloned());
    drop(folders);
    found.iter().for_each(|folder| remove_dead_in(folder));
}

/// Removes files of dead processes from an output folder, once per process, even if nothing is written there.
pub(super) fn note_folder(folder: &Path) {
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = folders.done.insert(folder.to_owned());
    folders.open.remove(folder);
    drop(folders);
    if is_new {
        remove_dead_in(folder);
    }
}

/// Removes files of dead processes from a folder. A folder that cannot be listed stays as it is.
fn remove_dead_in(folder: &Path) {
    for name in temporary_names(folder) {
        let path = folder.join(&name);
        if let Some(id) = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(LOCK)) {
            // The lock is held until all its files are gone.
            let Some(_lock) = lock_dead(&path) else { continue };
            let files = format!("{PREFIX}{id}-");
            let of_lock = temporary_names(folder).into_iter().filter(|name| name.starts_with(&files));
            of_lock.for_each(|name| _ = fs::remove_file(folder.join(name)));
            let _ = fs::remove_file(&path);
        } else if let Some(id) = id_of_content(&name)
            && !folder.join(format!("{PREFIX}{id}{LOCK}")).exists()
        {
            remove_if_dead(&path);
        }
    }
}

/// The names of temporary files in a folder.
fn temporary_names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.starts_with(PREFIX)).collect()
}

/// HASH or ID in the name of a temporary file; `None` for an unlocked one, and for a name that this program does not
/// make.
fn id_of_content(name: &str) -> Option<&str> {
    let (id, number) = name.strip_prefix(PREFIX)?.strip_suffix(CONTENT)?.split_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
    (id.len() == 16 && id.bytes().all(|c| c.is_ascii_hexdigit()) && is_number).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names = temporary_names(folder);
        names.sort();
        names
    }

    #[test]
    fn files_of_the_living_and_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let target = path("out");
        // A file of a dead process: nobody holds its lock.
        fs::write(path_beside(&target, 0), "secret").unwrap();
        fs::write(path(".confc-00000000000000aa-0.tmp"), "secret").unwrap();
        fs::write(path(".confc-00000000000000bb.lock"), "").unwrap();
        fs::write(path(".confc-00000000000000bb-7.tmp"), "secret").unwrap();
        // A file of a living process. The lock belongs to the open file, so another process would see the same.
        let own = File::create(path_beside(&target, 1)).unwrap();
        own.lock().unwrap();
        let lock = FolderLock::of(&target).unwrap();
        fs::write(path_of_many(&target, Some(&lock)), "secret").unwrap();
        // Files of other outputs.
        fs::write(path_of_many(&target, None), "x").unwrap();
        fs::write(path(".confc-notes.tmp"), "x").unwrap();
        fs::create_dir(path(".confc-00000000000000cc-0.tmp")).unwrap();
        let before = names(folder.path());
        remove_dead_in(folder.path());
        let after = names(folder.path());
        let removed: Vec<&String> = before.iter().filter(|name| !after.contains(name)).collect();
        assert_eq!(removed.len(), 4, "{removed:?}");
        assert!(path_beside(&target, 1).exists());
        drop((own, lock));
        remove_dead_in(folder.path());
        // The lock was released with its owner, so its files are those of a dead process.
        assert_eq!(names(folder.path()).len(), 3, "{:?}", names(folder.path()));
    }

    #[test]
    fn a_file_that_is_removed_by_another_process_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let file = File::create(&path).unwrap();
        let other = lock_dead(&path).unwrap();
        assert_eq!(lock_new(&file).unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs::remove_file(&path).unwrap();
        drop(other);
        #[cfg(unix)]
        assert_eq!(lock_new(&file).unwrap_err().kind(), ErrorKind::AlreadyExists);
    }
}
