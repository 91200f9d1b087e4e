//! Reads files for a run: bytes from wherever they are, texts with their diagnostics.

use super::errors;
use super::file_content::FileContent;
use super::file_kind::FileKind;
use crate::diagnostic::{Diagnostic, Report};
use crate::disk::DiskFiles;
use crate::disk::errors::document_too_large;
use crate::product::ProductPath;
use crate::syntax;
use crate::text::files::Files;
use crate::text::{Source, Sources};
use std::io;
use std::sync::Arc;

/// The place of the files that users name: the disk, a revision, or texts in an editor.
pub(crate) trait UserFiles: Files {
    /// Whether there is a pipe or a device at a path. Opening it could wait for another process.
    fn is_special(&self, _path: &str) -> bool {
        false
    }

    /// The diagnostic of a failure that only this place has; `None` for all others.
    fn refusal(&self, _path: &str, _error: &io::Error) -> Option<Diagnostic> {
        None
    }

    /// Reports the files that this place has, but that cannot be read. Returns whether there are any.
    fn report_unread(&self, _report: &mut Report) -> bool {
        false
    }
}

impl UserFiles for DiskFiles {
    fn is_special(&self, path: &str) -> bool {
        Self::is_special(self, path)
    }
}

/// What a run reads from, and the texts and diagnostics that reading adds to.
pub(crate) struct FileReader<'r> {
    pub(crate) files: &'r dyn UserFiles,
    pub(crate) sources: &'r mut Sources,
    pub(crate) report: &'r mut Report,
}

impl FileReader<'_> {
    /// The name of a file in messages.
    pub(crate) fn name(&self, path: &str) -> String {
        self.files.name(path).unwrap_or_else(|| path.to_owned())
    }

    /// Reports the files that the place has, but that cannot be read. Returns whether there are any.
    pub(super) fn report_unread(&mut self) -> bool {
        self.files.report_unread(self.report)
    }

    /// Reads the bytes of a file that a product names. `None` if it cannot be read, which is reported at the place that
    /// names it.
    pub(super) fn bytes(&mut self, named: &ProductPath, file: &str, limit: u64) -> Option<Vec<u8>> {
        if self.files.is_special(file) {
            self.report.push(errors::not_regular(file, named.place));
            return None;
        }
        match self.files.read(file, limit) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                self.report.push(document_too_large(&self.name(file), limit));
                None
            }
            Err(_) if self.report_unread() => None,
            Err(error) => {
                let refused = self.files.refusal(file, &error).unwrap_or_else(|| {
                    errors::cannot_read((file, &self.name(file)), named, &error, self.files, self.report)
                });
                self.report.push(refused);
                None
            }
        }
    }

    /// Reads a file that a product names as a text.
    pub(super) fn source(&mut self, named: &ProductPath, file: &str, limit: u64) -> Option<Arc<Source>> {
        let bytes = self.bytes(named, file, limit)?;
        if std::str::from_utf8(&bytes).is_err()
            && let Some(other) = FileContent::misplaced(&bytes, FileKind::Manifest, &self.name(file))
        {
            self.report.push(other.label(named.place, "named here"));
            return None;
        }
        syntax::source_of_file(self.files, self.sources, file, bytes, None, self.report)
    }
}
