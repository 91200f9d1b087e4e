//! The corpus: real manifests, value files and test suites that are no part of this package.

use crate::support::skip::skip;
use confc::text::files::Files;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Names the folder of the corpus.
const VARIABLE: &str = "CONFC_CORPUS";

/// The folder of the corpus; where none is named, the output says that `test` was skipped. A folder that is
/// named must be there.
pub(crate) fn folder(test: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os(VARIABLE).map(PathBuf::from) else {
        skip(test, &format!("it needs the corpus; name its folder in {VARIABLE}"));
        return None;
    };
    assert!(folder.is_dir(), "{VARIABLE} names no folder: {}", folder.display());
    Some(folder)
}

/// The content of one of its files.
pub(crate) fn text(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// One of its files, as JSON.
pub(crate) fn json(folder: &Path, name: &str) -> serde_json::Value {
    serde_json::from_str(&text(folder, name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The paths of all files below a folder whose names end in `.extension`, from that folder, in order.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("an entry of a folder").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    let spelled = |path: &PathBuf| path.strip_prefix(folder).expect("below it").display().to_string();
    found.iter().map(spelled).collect()
}

/// The files of a folder on the disk.
pub(crate) struct Disk(pub(crate) PathBuf);

impl Files for Disk {
    fn read(&self, path: &str, _limit: u64) -> io::Result<Vec<u8>> {
        fs::read(self.0.join(path))
    }

    fn absolute(&self, path: &str) -> String {
        self.0.join(path).display().to_string()
    }
}
