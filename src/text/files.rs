//! Where texts come from, so that nothing below the command line touches a disk.

use std::collections::BTreeMap;
use std::io;

/// Reads files for the stages that need more than one: includes, policies.
///
/// Paths are as spelled by the user, with `/` between segments. A relative path is meant from a folder
/// the implementation knows (the process's, a build worker's sandbox), never from the environment.
pub trait Files {
    /// The whole content of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is no such file, [`io::ErrorKind::FileTooLarge`] for one
    /// larger than `limit` bytes (which is not read), else what the system said.
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>>;

    /// The absolute form of a path, symbolic links not followed, `.` and `..` not yet taken out.
    fn absolute(&self, path: &str) -> String;

    /// The name of the file most likely meant by a path that names none, in the same folder. It is for messages alone, so
    /// an implementation that must not list folders has none.
    fn near(&self, _path: &str) -> Option<String> {
        None
    }

    /// What messages call a file if its path would lead an editor to another text, as that of a file of an old
    /// revision does. `None` is the path itself.
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
    /// No files.
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
