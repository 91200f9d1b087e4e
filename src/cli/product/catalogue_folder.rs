//! The folder of a catalogue: replaces the files of an earlier catalogue, and protects all other files.

use super::errors;
use crate::catalogue::{CatalogueFile, CatalogueList, LIST_NAME};
use crate::cli::files::Output;
use crate::cli::{Invocation, diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

/// The folder that a catalogue is written to.
pub(super) struct CatalogueFolder<'f> {
    /// The folder, as the user wrote it.
    folder: &'f str,
}

impl<'f> CatalogueFolder<'f> {
    pub(super) fn new(folder: &'f str) -> Self {
        let trimmed = folder.trim_end_matches('/');
        Self { folder: if trimmed.is_empty() { folder } else { trimmed } }
    }

    /// Writes all files, the list last, and removes files of the earlier catalogue that were not made again.
    /// Reports files that it must not change, and then writes nothing.
    pub(super) fn write(&self, files: Vec<CatalogueFile>, invocation: &mut Invocation) {
        let folder = self.folder;
        let Some(earlier) = self.earlier(&files, invocation) else {
            return invocation.conclude("nothing was written".into());
        };
        let made: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
        for folder in [folder.to_owned(), format!("{folder}/components")] {
            if let Err(error) = invocation.files.create_folder(&folder) {
                return invocation.report.push(diagnostics::cannot_create_folder(&folder, &error));
            }
        }
        let outputs = files.into_iter();
        let outputs: Vec<Output> =
            outputs.map(|file| Output::new("", format!("{folder}/{}", file.path), file.text, None)).collect();
        let count = outputs.len();
        let Some(written) = invocation.write_counted(&outputs) else { return };
        let mut removed = 0;
        for (path, sha256) in earlier.iter().filter(|(path, _)| !made.contains(*path)) {
            let holds = |bytes: &[u8]| CatalogueList::sha256(bytes) == *sha256;
            match invocation.files.remove_own_file(folder, path, &holds) {
                Ok(is_gone) => removed += usize::from(is_gone),
                Err(error) => {
                    let path = format!("{folder}/{path}");
                    invocation.report.push(diagnostics::cannot_write_file(&path, &error));
                }
            }
        }
        let mut line =
            format!("{count} files: {written} written, {} unchanged", count.saturating_sub(written));
        if removed > 0 {
            line += &format!(", {removed} removed");
        }
        invocation.conclude(line);
    }

    /// The files of the earlier catalogue that still exist, each with its SHA-256. Reports files that must not be
    /// changed, and returns `None`.
    fn earlier(
        &self,
        files: &[CatalogueFile],
        invocation: &mut Invocation,
    ) -> Option<BTreeMap<String, String>> {
        let folder = self.folder;
        let opened = match invocation.files.open_folder(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(BTreeMap::new()),
            opened => opened.and_then(|opened| Ok((opened.is_empty()?, opened))),
        };
        let opened = match opened {
            Ok((true, _)) => return Some(BTreeMap::new()),
            Ok((false, opened)) => opened,
            Err(error) => {
                invocation.report.push(diagnostics::cannot_list_folder(folder, &error));
                return None;
            }
        };
        // Before the files are listed: a folder of others may be large.
        let list = invocation.files.peek(folder, LIST_NAME).and_then(|bytes| CatalogueList::read(&bytes));
        let Some(list) = list else {
            invocation.report.push(errors::no_catalogue(folder, opened.has(LIST_NAME)));
            return None;
        };
        let present: BTreeSet<String> = match opened.list(|_| true) {
            Ok(present) => present.into_iter().collect(),
            Err(error) => {
                invocation.report.push(diagnostics::cannot_list_folder(folder, &error));
                return None;
            }
        };
        let made: BTreeMap<&str, &str> =
            files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
        let is_ours = |path: &String| match list.files.get(path) {
            // A run that was stopped may have written the new file before the list.
            Some(sha256) => invocation.files.peek(folder, path).is_some_and(|bytes| {
                CatalogueList::sha256(&bytes) == *sha256
                    || made.get(path.as_str()).is_some_and(|text| text.as_bytes() == bytes)
            }),
            None => path == LIST_NAME || !made.contains_key(path.as_str()),
        };
        if let Some(other) = present.iter().find(|path| !is_ours(path)) {
            let path = format!("{folder}/{other}");
            invocation.report.push(errors::not_of_catalogue(&path, list.files.contains_key(other)));
            return None;
        }
        Some(list.files.into_iter().filter(|(path, _)| present.contains(path)).collect())
    }
}
