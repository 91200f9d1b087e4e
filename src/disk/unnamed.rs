//! Files without a name, which get one once they are complete.

use super::temporary::{OpenSlot, TemporaryFile, first_free, is_taken, there_already};
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
            // Another process was faster, or this process cannot name files in this way.
            Err(_) => {}
        }
    }
    // Without locks, nobody removes the file in the short time for which it has this name.
    let _ = file.try_lock();
    let temporary = match first_free(target, &|path| link(&file, path)) {
        Ok((path, ())) => TemporaryFile::linked(path, file, slot),
        Err(error) if is_taken(&error) => return Err(error),
        Err(_) => copied(file, slot, target)?,
    };
    temporary.finish(target, is_first)
}

/// Gives a file a name. Fails if another file has it.
fn link(file: &File, name: &Path) -> io::Result<()> {
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

/// Copies the file to one with a name, if `/proc` is missing or the file system cannot give a name to an unnamed file.
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
