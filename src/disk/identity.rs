//! Identifies files, regardless of the spelling of their paths and of links.

#[cfg(not(unix))]
use std::fs;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// The identity of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Identity {
    /// An existing file. All its hard links, and all symbolic links to it, have the same identity.
    #[cfg(unix)]
    Node {
        /// The file system.
        device: u64,
        /// The file on it.
        inode: u64,
    },
    /// A file that does not exist yet: its name in the folder at the end of the path. On systems without numbers for
    /// files, this is the place of any file, and hard links are different files.
    Path(PathBuf),
}

impl Identity {
    /// The identity of an existing file. Character devices (terminals, `/dev/null`) have none, since reading and
    /// writing them are unrelated.
    #[cfg(unix)]
    pub(super) fn of(_: &Path, metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
        let node = || Self::Node { device: metadata.dev(), inode: metadata.ino() };
        (!metadata.file_type().is_char_device()).then(node)
    }

    /// The identity of an existing file.
    #[cfg(not(unix))]
    pub(super) fn of(path: &Path, metadata: &Metadata) -> Option<Self> {
        metadata.is_file().then(|| Self::Path(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())))
    }

    /// The identity of a file that does not exist. If its folder does not exist either, the path is used as written.
    /// `canonical` follows the path of a folder.
    pub(super) fn of_absent(path: &Path, canonical: &dyn Fn(&Path) -> io::Result<PathBuf>) -> Self {
        let folder = folder_of(path);
        match (canonical(folder), path.file_name()) {
            (Ok(folder), Some(name)) => Self::Path(folder.join(name)),
            (Ok(_) | Err(_), _) => Self::Path(path.to_owned()),
        }
    }
}

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}
