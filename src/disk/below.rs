//! Reads files that untrusted data name, such as an index of outputs. Never reads outside one folder.

use super::DiskFiles;
use super::modes::is_private;
use crate::text::files::Files as _;
use std::fs::{self, FileType};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The most entries that are listed, including those of inner folders. A larger folder is probably not one of outputs.
pub(crate) const MAX_ENTRIES: usize = 2_000_000;

/// A folder whose files are read.
#[derive(Debug)]
pub(crate) struct OpenFolder {
    /// As the user wrote it.
    folder: String,
    /// Its place after following all links.
    place: PathBuf,
}

/// Why a file in a folder cannot be read.
#[derive(Debug)]
pub(crate) enum NotReadBelow {
    /// A link leads out of the folder.
    Outside,
    /// It is a folder, a device or a pipe.
    NotRegular,
    /// The error of the system; [`ErrorKind::FileTooLarge`] for more than the limit.
    System(io::Error),
}

impl From<io::Error> for NotReadBelow {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl DiskFiles {
    /// Opens an existing folder.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn open_folder(&self, path: &str) -> io::Result<OpenFolder> {
        let place = fs::canonicalize(self.place(path))?;
        Ok(OpenFolder { folder: path.to_owned(), place })
    }
}

impl OpenFolder {
    /// As the user wrote it.
    pub(crate) fn path(&self) -> &str {
        &self.folder
    }

    /// The name of a file in messages; `path` is relative to the folder, with `/`.
    pub(crate) fn name(&self, path: &str) -> String {
        match self.folder.as_str() {
            "." => path.to_owned(),
            folder => format!("{}/{path}", folder.trim_end_matches('/')),
        }
    }

    /// Reads a regular file; `path` is relative to the folder: names with `/` between them, none of them `..`.
    ///
    /// # Errors
    /// A file outside the folder, a file that is not regular, and errors of the system: see [`NotReadBelow`].
    pub(crate) fn read(&self, path: &str, limit: u64, files: &DiskFiles) -> Result<Vec<u8>, NotReadBelow> {
        let name = self.name(path);
        let place = fs::canonicalize(files.place(&name)).inspect_err(|error| files.miss(&name, error))?;
        if !place.starts_with(&self.place) {
            return Err(NotReadBelow::Outside);
        }
        // Opening a pipe waits for its writer.
        if !fs::metadata(&place)?.is_file() {
            return Err(NotReadBelow::NotRegular);
        }
        Ok(files.read(&name, limit)?)
    }

    /// Whether only the owner may access a file that was read; `path` is as in [`read`](Self::read).
    pub(crate) fn is_private(&self, path: &str, files: &DiskFiles) -> bool {
        fs::metadata(files.place(&self.name(path))).is_ok_and(|metadata| is_private(&metadata))
    }

    /// Whether both are the same folder, or this one is inside the other, in any spelling.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.place.starts_with(&other.place)
    }

    /// Whether the folder has no entries.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn is_empty(&self) -> io::Result<bool> {
        Ok(fs::read_dir(&self.place)?.next().is_none())
    }

    /// What is at a path in the folder: a file, a folder, or a link, which is not followed. `None` if nothing is there.
    ///
    /// # Errors
    /// Errors of the system, for example in a folder that it does not let this process search.
    pub(crate) fn entry(&self, path: &str) -> io::Result<Option<FileType>> {
        match fs::symlink_metadata(self.place.join(path)) {
            Ok(metadata) => Ok(Some(metadata.file_type())),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The paths of all files in the folder and below with a wanted name, in order, without following links. A name
    /// that is not UTF-8 has replacement characters. A folder below that another process removes meanwhile has no files.
    ///
    /// # Errors
    /// Errors of the system; [`ErrorKind::FileTooLarge`] for more than [`MAX_ENTRIES`] entries.
    pub(crate) fn list(&self, is_wanted: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let mut wanted = Vec::new();
        let mut open = vec![(self.place.clone(), String::new())];
        let mut met = 0;
        while let Some((folder, path)) = open.pop() {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound && !path.is_empty() => continue,
                entries => entries?,
            };
            for entry in entries {
                let entry = entry?;
                met += 1;
                if met > MAX_ENTRIES {
                    return Err(ErrorKind::FileTooLarge.into());
                }
                let name = entry.file_name().to_string_lossy().into_owned();
                let inner = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                if entry.file_type()?.is_dir() {
                    open.push((entry.path(), inner));
                } else if is_wanted(&name) {
                    wanted.push(inner);
                }
            }
        }
        wanted.sort_unstable();
        Ok(wanted)
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::NotReadBelow;
    use crate::disk::DiskFiles;
    use std::fs;
    use std::io::ErrorKind;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("confc-below-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("out/in")).unwrap();
        folder
    }

    fn read(folder: &Path, path: &str) -> Result<Vec<u8>, NotReadBelow> {
        let files = DiskFiles::default();
        files.open_folder(folder.join("out").to_str().unwrap()).unwrap().read(path, 4, &files)
    }

    #[test]
    fn a_link_is_followed_within_the_folder_and_not_out_of_it() {
        let folder = folder("link");
        fs::write(folder.join("secret"), "s").unwrap();
        fs::write(folder.join("out/in/a"), "a").unwrap();
        symlink("../secret", folder.join("out/file")).unwrap();
        symlink("..", folder.join("out/folder")).unwrap();
        symlink("in/a", folder.join("out/b")).unwrap();
        assert_eq!(read(&folder, "b").unwrap(), b"a");
        for path in ["file", "folder/secret", "folder/out/../secret"] {
            assert!(matches!(read(&folder, path), Err(NotReadBelow::Outside)), "{path}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_regular_files_are_read_and_no_further_than_the_limit() {
        let folder = folder("kind");
        let _listener = UnixListener::bind(folder.join("out/socket")).unwrap();
        fs::write(folder.join("out/long"), "12345").unwrap();
        for path in ["socket", "in"] {
            assert!(matches!(read(&folder, path), Err(NotReadBelow::NotRegular)), "{path}");
        }
        let long = read(&folder, "long");
        assert!(matches!(long, Err(NotReadBelow::System(error)) if error.kind() == ErrorKind::FileTooLarge));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_lies_behind_a_link_is_not_listed() {
        let folder = folder("list");
        fs::write(folder.join("out/in/b.cm"), "").unwrap();
        fs::write(folder.join("out/a.txt"), "").unwrap();
        symlink("..", folder.join("out/in/up")).unwrap();
        symlink("nowhere", folder.join("out/a.cm")).unwrap();
        let opened = DiskFiles::default().open_folder(folder.join("out").to_str().unwrap()).unwrap();
        assert_eq!(opened.list(|name| name.ends_with(".cm")).unwrap(), ["a.cm", "in/b.cm"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
