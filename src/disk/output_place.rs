//! Finds the place of an output.

use super::errors::WriteRefusal;
use super::identity::{Identity, folder_of};
use super::streams::{self, STDIO};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The place that the path of an output refers to.
#[derive(Debug)]
pub(super) enum OutputPlace {
    /// A regular file, or a path without a file: it is replaced.
    File {
        /// The end of all links.
        path: PathBuf,
        existing: Option<Metadata>,
    },
    /// A device, a pipe or an open descriptor, which is written to directly: no file could replace it.
    Direct(PathBuf),
    /// A standard stream of this process, possibly named as a descriptor: other holders see the position move.
    Stream(File),
    /// Stdout, by its name `-`.
    Stdout,
}

impl OutputPlace {
    /// Follows the links of the last segment; the system follows those before it. `path` is as the user wrote it, and
    /// `place` is the place that it refers to. `canonical` follows the path of a folder.
    pub(super) fn find(
        path: &str,
        place: &Path,
        canonical: &dyn Fn(&Path) -> io::Result<PathBuf>,
    ) -> io::Result<Self> {
        /// The limit of Linux.
        const MAX_LINKS: usize = 40;
        if path == STDIO {
            return Ok(Self::Stdout);
        }
        if path.is_empty() {
            return Err(ErrorKind::InvalidInput.into());
        }
        let mut target = place.to_owned();
        for _ in 0..MAX_LINKS {
            let metadata = match fs::symlink_metadata(&target) {
                Ok(metadata) => Some(metadata),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(error),
            };
            let is_link = metadata.as_ref().is_some_and(Metadata::is_symlink);
            // An existing file may be a descriptor only if it is a link or, on systems where descriptors are devices,
            // an entry of `/dev/fd`.
            if (is_link || metadata.is_none() || target.starts_with(DESCRIPTORS))
                && let Some(descriptor) = descriptor(&target, metadata.as_ref(), canonical)?
            {
                return Ok(descriptor);
            }
            match metadata {
                Some(_) if is_link => target = folder_of(&target).join(fs::read_link(&target)?),
                metadata => return Self::of(target, metadata),
            }
        }
        Err(io::Error::other(WriteRefusal("its symbolic links form a loop, or there are too many")))
    }

    /// The place of a path without links and descriptors.
    fn of(path: PathBuf, existing: Option<Metadata>) -> io::Result<Self> {
        match &existing {
            Some(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Some(metadata) if !metadata.is_file() => Ok(Self::Direct(path)),
            None if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                Err(ErrorKind::IsADirectory.into())
            }
            Some(_) | None => Ok(Self::File { path, existing }),
        }
    }

    /// The identity of the written file; `None` for something that can be written and read at once.
    pub(super) fn identity(&self, canonical: &dyn Fn(&Path) -> io::Result<PathBuf>) -> Option<Identity> {
        let stdio = Path::new(STDIO);
        match self {
            Self::File { path, existing: Some(metadata) } => Identity::of(path, metadata),
            Self::File { path, existing: None } => Some(Identity::of_absent(path, canonical)),
            Self::Direct(path) => Identity::of(path, &fs::metadata(path).ok()?),
            Self::Stream(file) => Identity::of(stdio, &file.metadata().ok()?),
            // Two outputs must not both be stdout, whatever stdout refers to.
            Self::Stdout => streams::stdout_metadata()
                .and_then(|metadata| Identity::of(stdio, &metadata))
                .or_else(|| Some(Identity::Path(stdio.into()))),
        }
    }
}

/// The folder in which systems show a process its open descriptors.
const DESCRIPTORS: &str = "/dev/fd";
/// The folder in which Linux shows them for each process; `/dev/fd` links into it. A link in it refers to the open
/// file, even if its text is another path.
const PROCESSES: &str = "/proc";

/// Whether a path refers to an open descriptor, or to other data that systems show of processes.
pub(super) fn is_of_process(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path)).unwrap_or_default();
    folder.starts_with(PROCESSES) || folder == Path::new(DESCRIPTORS)
}

/// The open descriptor that a path names, possibly of another process (`/proc/PID/fd/N`).
fn descriptor(
    path: &Path,
    metadata: Option<&Metadata>,
    canonical: &dyn Fn(&Path) -> io::Result<PathBuf>,
) -> io::Result<Option<OutputPlace>> {
    let Ok(folder) = canonical(folder_of(path)) else { return Ok(None) };
    let in_processes = folder.starts_with(PROCESSES);
    if !in_processes && folder != Path::new(DESCRIPTORS) {
        return Ok(None);
    }
    let Some(metadata) = metadata else {
        let missing = || io::Error::other(WriteRefusal("there is no such open descriptor"));
        return if folder.ends_with("fd") { Err(missing()) } else { Ok(None) };
    };
    if in_processes && !metadata.is_symlink() {
        return Ok(None);
    }
    if in_processes && !streams::is_writable(metadata) {
        return Err(io::Error::other(WriteRefusal("the descriptor is open for reading only")));
    }
    let is_own =
        !in_processes || folder == Path::new(PROCESSES).join(std::process::id().to_string()).join("fd");
    let number = path.file_name().and_then(|name| name.to_str()).filter(|_| is_own);
    match number.map(streams::standard) {
        Some(Some(stream)) => stream.map(|file| Some(OutputPlace::Stream(file))),
        Some(None) | None => Ok(Some(OutputPlace::Direct(path.to_owned()))),
    }
}
