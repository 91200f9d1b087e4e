//! The folder of a catalogue: replaces the files of an earlier catalogue, and protects all other files.

use super::errors;
use crate::catalogue::{CatalogueFile, CatalogueList, LIST_NAME};
use crate::cli::files::Output;
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};

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
        let errors = invocation.report.errors();
        let written = self.try_write(files, invocation);
        match written {
            Some(line) => invocation.conclude(line),
            None if invocation.report.errors() > errors => invocation.conclude("nothing was written".into()),
            // An interrupt has a conclusion of its own.
            None => {}
        }
    }

    /// The last line for people; `None` if nothing was written.
    fn try_write(&self, files: Vec<CatalogueFile>, invocation: &mut Invocation) -> Option<String> {
        let folder = self.folder;
        let earlier = match self.earlier(&files, invocation) {
            Ok(earlier) => earlier,
            Err(refused) => {
                invocation.report.push(*refused);
                return None;
            }
        };
        let made: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
        for folder in [folder.to_owned(), format!("{folder}/components")] {
            if let Err(error) = invocation.files.create_folder(&folder) {
                invocation.report.push(diagnostics::cannot_create_folder(&folder, &error));
                return None;
            }
        }
        let outputs = files.into_iter();
        let outputs: Vec<Output> =
            outputs.map(|file| Output::new("", format!("{folder}/{}", file.path), file.text, None)).collect();
        let count = outputs.len();
        let written = invocation.write_counted(&outputs)?;
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
        Some(line)
    }

    /// The files of the earlier catalogue that still exist, each with its SHA-256.
    ///
    /// # Errors
    /// The diagnostic of a file that must not be changed, or of a folder that cannot be read.
    fn earlier(
        &self,
        files: &[CatalogueFile],
        invocation: &Invocation,
    ) -> Result<BTreeMap<String, String>, Box<Diagnostic>> {
        let folder = self.folder;
        let unreadable = |error: &io::Error| Box::new(diagnostics::cannot_list_folder(folder, error));
        let opened = match invocation.files.open_folder(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            opened => opened.map_err(|error| unreadable(&error))?,
        };
        if opened.is_empty().map_err(|error| unreadable(&error))? {
            return Ok(BTreeMap::new());
        }
        let list = invocation.files.peek(folder, LIST_NAME).and_then(|bytes| CatalogueList::read(&bytes));
        let Some(CatalogueList { files: mut listed, .. }) = list else {
            let is_listed = opened.entry(LIST_NAME).is_ok_and(|entry| entry.is_some());
            return Err(Box::new(errors::no_catalogue(folder, is_listed)));
        };
        let made: BTreeMap<&str, &str> = files
            .iter()
            .filter(|file| file.path != LIST_NAME)
            .map(|file| (file.path.as_str(), file.text.as_str()))
            .collect();
        let paths: BTreeSet<String> =
            made.keys().map(|path| (*path).to_owned()).chain(listed.keys().cloned()).collect();
        for path in paths {
            let name = format!("{folder}/{path}");
            let entry = opened.entry(&path);
            let Some(kind) =
                entry.map_err(|error| Box::new(diagnostics::cannot_write_file(&name, &error)))?
            else {
                listed.remove(&path);
                continue;
            };
            let sha256 = listed.get(&path);
            let is_ours = sha256.is_some_and(|sha256| {
                // A run that was stopped may have written the new file before the list.
                invocation.files.peek(folder, &path).is_some_and(|bytes| {
                    CatalogueList::sha256(&bytes) == *sha256
                        || made.get(path.as_str()).is_some_and(|text| text.as_bytes() == bytes)
                })
            });
            if !is_ours {
                return Err(Box::new(match kind.is_dir() {
                    true => errors::folder_in_catalogue(&name),
                    false => errors::not_of_catalogue(&name, sha256.is_some()),
                }));
            }
        }
        Ok(listed)
    }
}
