use super::{OpenSlot, Replacement, Staged, TemporaryFile};
use crate::disk::modes::FileMode;
use crate::disk::temporary::Owner;
use crate::disk::{Access, leftovers};
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Held by tests that depend on free descriptors.
static DESCRIPTORS: Mutex<()> = Mutex::new(());

fn owner_only() -> FileMode {
    FileMode::new(Access::Owner, None, std::iter::empty())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// A content in one of the three forms before it is put into its place.
fn staged(target: &Path, way: usize) -> Replacement {
    let mode = owner_only();
    let create = |path: &Path| mode.create(path);
    let (temporary, mut file) = match way {
        0 => {
            let existing = fs::metadata(target).ok();
            return Replacement::new(target, existing.as_ref(), b"new", &mode, (None, false)).unwrap();
        }
        1 => TemporaryFile::locked(target, &create, OpenSlot::take().unwrap()).unwrap(),
        _ => TemporaryFile::of_many(target, &mode).unwrap(),
    };
    std::io::Write::write_all(&mut file, b"new").unwrap();
    assert_eq!(fs::metadata(&temporary.path).unwrap().permissions().mode() & 0o777, 0o600);
    Replacement {
        staged: Staged::Named(temporary),
        target: target.to_owned(),
        #[cfg(target_os = "linux")]
        replaces: true,
        read: None,
        is_first: false,
    }
}

#[test]
fn a_content_takes_its_place_or_goes() {
    let _descriptors = DESCRIPTORS.lock().unwrap_or_else(PoisonError::into_inner);
    for way in 0..3 {
        for has_old in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join("out");
            if has_old {
                fs::write(&target, "old").unwrap();
            }
            let before = names(folder.path());
            drop(staged(&target, way));
            assert_eq!(names(folder.path()), before, "{way}");
            staged(&target, way).finish().unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), "new");
            assert_eq!(names(folder.path()), ["out"], "{way}");
        }
    }
}

/// A killed run leaves its files, and the system releases their locks.
#[test]
fn the_next_run_takes_away_a_dead_file_and_leaves_a_living_one() {
    let _descriptors = DESCRIPTORS.lock().unwrap_or_else(PoisonError::into_inner);
    for way in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        fs::write(&target, "old").unwrap();
        let dead = leftovers::path_beside(&target, 0);
        fs::write(&dead, "secret").unwrap();
        staged(&target, way).finish().unwrap();
        assert_eq!(names(folder.path()), ["out"], "{way}");
        let living: PathBuf = dead;
        let lock = File::create(&living).unwrap();
        lock.lock().unwrap();
        staged(&target, way).finish().unwrap();
        assert_eq!(names(folder.path()).len(), 2, "{way}");
        assert!(living.exists());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_content_is_copied_where_it_cannot_be_named() {
    let _descriptors = DESCRIPTORS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out");
    let Staged::Unnamed(file, slot) = Staged::new(&target, b"new", &owner_only()).unwrap() else {
        // Some file systems do not support files without a name.
        return;
    };
    let copy = super::unnamed::copied(file, slot, &target).unwrap();
    assert!(matches!(copy._owner, Owner::File(..)));
    copy.finish(&target, false).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(names(folder.path()), ["out"]);
}

#[test]
fn more_contents_than_descriptors_wait_beside_one_lock() {
    let _descriptors = DESCRIPTORS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let target = |at: usize| folder.path().join(format!("out{at}"));
    let mode = owner_only();
    let many: Vec<Replacement> = (0..300)
        .map(|at| Replacement::new(&target(at), None, b"new", &mode, (None, false)).unwrap())
        .collect();
    let locks = names(folder.path()).iter().filter(|name| name.ends_with(".lock")).count();
    assert_eq!(locks, 1);
    many.into_iter().for_each(|one| one.finish().unwrap());
    assert_eq!(names(folder.path()).len(), 300);
    assert!(names(folder.path()).iter().all(|name| name.starts_with("out")));
}
