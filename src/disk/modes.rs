//! Permissions and owners of outputs, on systems that have them.

/// The readers that an output may have if it is a regular file. An existing file keeps its mode, unless this says
/// otherwise. Systems without modes ignore it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// The readers that the umask allows.
    Umask,
    /// The owner, and those of the readers allowed by the umask that can read all inputs.
    Inputs,
    /// The owner alone (0600), even if others could read the old file.
    Owner,
    /// As `Umask`, but the output may replace the input at its own path.
    InPlace,
}

#[cfg(unix)]
pub(super) use unix::{FileMode, is_private, mode_of};

#[cfg(not(unix))]
pub(super) use other::{FileMode, is_private, mode_of};

#[cfg(unix)]
mod unix {
    use crate::disk::modes::Access;
    use std::fs::{self, File, Metadata, OpenOptions, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
    use std::path::Path;

    /// The owner reads and writes.
    const OWNER: u32 = 0o600;
    /// Everybody reads and writes, minus the umask.
    const ALL: u32 = 0o666;
    /// Everybody but the owner.
    const OTHERS: u32 = 0o077;

    /// The mode of a regular file. With [`Access::Inputs`], the mode of an output depends on the modes of all inputs.
    pub(in crate::disk) fn mode_of(metadata: &Metadata) -> Option<u32> {
        metadata.is_file().then(|| metadata.mode())
    }

    /// Whether nobody but the owner may access a file.
    pub(in crate::disk) fn is_private(metadata: &Metadata) -> bool {
        metadata.mode() & OTHERS == 0
    }

    /// The mode for creating an output, and its final mode, which is never narrower.
    pub(in crate::disk) struct FileMode {
        /// The mode for creating it, which the umask narrows.
        first: u32,
        /// The mode that it gets before it is visible; `None` leaves it to the umask.
        last: Option<u32>,
        /// The owner and the group of the replaced file.
        owner: Option<(u32, u32)>,
    }

    impl FileMode {
        /// `inputs` are the modes of all inputs.
        pub(in crate::disk) fn new(
            access: Access,
            existing: Option<&Metadata>,
            inputs: impl Iterator<Item = u32>,
        ) -> Self {
            let kept = existing.map(|metadata| metadata.mode() & 0o7777);
            let last = if access == Access::Owner { kept.map(|mode| mode & !OTHERS) } else { kept };
            let new = match access {
                Access::Umask | Access::InPlace => ALL,
                Access::Owner => OWNER,
                Access::Inputs => inputs.fold(ALL, |all, mode| all & (mode | OWNER)),
            };
            // A file for only its owner belongs to the user of this process, not to the owner of the old file.
            let owner = existing.filter(|_| access != Access::Owner);
            let owner = owner.map(|metadata| (metadata.uid(), metadata.gid()));
            Self { first: last.unwrap_or(new) & 0o777, last, owner }
        }

        pub(in crate::disk) fn create(&self, path: &Path) -> io::Result<File> {
            OpenOptions::new().write(true).create_new(true).mode(self.first).open(path)
        }

        /// Creates a file without a name on the file system of a folder.
        #[cfg(target_os = "linux")]
        pub(in crate::disk) fn create_unnamed(&self, folder: &Path) -> io::Result<File> {
            use rustix::fs::{Mode, OFlags, open};
            let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
            Ok(open(folder, flags, Mode::from_raw_mode(self.first))?.into())
        }

        /// Gives a new file the owner and the group of the old one, if this process may, and the permissions that the
        /// umask removed.
        pub(in crate::disk) fn finish(&self, file: &File) -> io::Result<()> {
            if let Some((user, group)) = self.owner {
                let made = file.metadata()?;
                if (made.uid(), made.gid()) != (user, group) && fchown(file, Some(user), Some(group)).is_err()
                {
                    // Most processes may only choose among their groups; otherwise the file stays theirs.
                    let _ = fchown(file, None, Some(group));
                }
            }
            self.last.map_or(Ok(()), |mode| file.set_permissions(Permissions::from_mode(mode)))
        }

        /// Removes permissions from a file with unchanged content.
        pub(in crate::disk) fn narrow(&self, path: &Path, existing: &Metadata) -> io::Result<()> {
            match self.last {
                Some(mode) if mode != existing.mode() & 0o7777 => {
                    fs::set_permissions(path, Permissions::from_mode(mode))
                }
                Some(_) | None => Ok(()),
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use crate::disk::modes::Access;
    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::path::Path;

    pub(in crate::disk) fn mode_of(_: &Metadata) -> Option<u32> {
        None
    }

    pub(in crate::disk) fn is_private(_: &Metadata) -> bool {
        false
    }

    /// The permissions of an existing file.
    pub(in crate::disk) struct FileMode(Option<Permissions>);

    impl FileMode {
        pub(in crate::disk) fn new(
            _: Access,
            existing: Option<&Metadata>,
            _: impl Iterator<Item = u32>,
        ) -> Self {
            Self(existing.map(Metadata::permissions))
        }

        pub(in crate::disk) fn create(&self, path: &Path) -> io::Result<File> {
            File::create_new(path)
        }

        pub(in crate::disk) fn finish(&self, file: &File) -> io::Result<()> {
            self.0.clone().map_or(Ok(()), |permissions| file.set_permissions(permissions))
        }

        pub(in crate::disk) fn narrow(&self, _: &Path, _: &Metadata) -> io::Result<()> {
            Ok(())
        }
    }
}
