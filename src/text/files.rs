//! Access to files as a trait, so that the stages of the compiler do not touch a disk.

use std::collections::BTreeMap;
use std::io;

/// Reads files for stages that need several: includes, policies.
///
/// Paths are as the user spelled them, with `/` between segments. A relative path is relative to a folder that the
/// implementation knows, such as the working directory or the sandbox of a build worker.
pub trait Files {
    /// The content of a file.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::NotFound`] if the file does not exist, [`io::ErrorKind::FileTooLarge`] if it is larger than
    /// `limit` bytes (it is not read then), or the error of the system.
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>>;

    /// The absolute form of a path. Symbolic links, `.` and `..` stay in it.
    fn absolute(&self, path: &str) -> String;

    /// The file in the same folder that a path most likely means, if no file has this path. Only for messages, so an
    /// implementation that must not list folders returns `None`.
    fn near(&self, _path: &str) -> Option<String> {
        None
    }

    /// The name of a file in messages, if its path would lead an editor to another text, as for a file of an old
    /// revision. `None` means the path itself.
    fn name(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }
}

/// Files in memory: for tests, editors and build workers. Its folder is `/`.
#[derive(Debug, Default, Clone)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// An empty set of files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.insert(self.absolute(path), content.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let content = self.files.get(&self.absolute(path)).ok_or(io::ErrorKind::NotFound)?;
        if content.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(content.clone())
    }

    fn absolute(&self, path: &str) -> String {
        let path = path.strip_prefix("./").unwrap_or(path);
        if path.starts_with('/') { path.into() } else { format!("/{path}") }
    }
}
