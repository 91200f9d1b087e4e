//! The place of the files of a product: the disk, or a revision of a Git repository.

use super::errors;
use crate::cli::declarations::{not_read, push_unread};
use crate::cli::files::GitFiles;
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::{Diagnostic, Report};
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::{self, Format};
use crate::text::files::Files as _;
use crate::workspace::{FileKind, FileReader, ProductText, UserFiles};
use std::io::{self, ErrorKind};

/// The place of the product file and of all files that it names.
#[derive(Debug, Clone, Copy)]
pub(super) enum ProductFiles<'g> {
    /// The disk.
    Disk,
    /// A revision, which has only regular files.
    Revision(&'g GitFiles),
}

impl UserFiles for GitFiles {
    fn refusal(&self, path: &str, error: &io::Error) -> Option<Diagnostic> {
        let name = || self.name(path).unwrap_or_else(|| path.to_owned());
        (error.kind() == ErrorKind::BrokenPipe).then(|| not_read(self, &name(), error))
    }

    fn report_unread(&self, report: &mut Report) -> bool {
        push_unread(self, report)
    }
}

impl<'g> ProductFiles<'g> {
    /// A reader of these files for a run.
    pub(super) fn reader<'r>(self, invocation: &'r mut Invocation) -> FileReader<'r>
    where
        'g: 'r,
    {
        let Invocation { sources, report, files, .. } = invocation;
        let files: &dyn UserFiles = match self {
            Self::Disk => files,
            Self::Revision(git) => git,
        };
        FileReader { files, sources, report }
    }

    /// The name of a file in messages.
    pub(super) fn name(self, path: &str) -> String {
        let old = match self {
            Self::Disk => None,
            Self::Revision(git) => git.name(path),
        };
        old.unwrap_or_else(|| path.to_owned())
    }

    /// Reads a product file. `None` if it cannot be read, which is reported.
    pub(super) fn product_text(self, path: &str, invocation: &mut Invocation) -> Option<ProductText> {
        invocation.report.speak_of_product();
        if let Some(wrong) = named_otherwise(path) {
            invocation.report.push(wrong);
            return None;
        }
        let source = match self {
            Self::Disk if invocation.files.is_special(path) => {
                // Opening a pipe would wait for its writer, and a pipe has no files beside it.
                invocation.report.push(errors::special_product(path));
                return None;
            }
            Self::Disk => invocation.source_up_to(path, MAX_EDITED_SIZE)?,
            Self::Revision(git) => {
                let bytes = git.read(path, MAX_EDITED_SIZE);
                let bytes = bytes.map_err(|error| refuse_product(git, path, &error, invocation)).ok()?;
                let Invocation { sources, report, .. } = invocation;
                syntax::source_of_file(git, sources, path, bytes, None, report)?
            }
        };
        Some(ProductText::parse(path, &source, &mut invocation.report))
    }
}

/// The error of a path that is named like another kind of file; `None` if it may be a product.
fn named_otherwise(path: &str) -> Option<Diagnostic> {
    if let Some(other) = FileKind::of(path) {
        let help =
            "name the product file, `NAME.product.json5`: it names manifests as `{ manifest: \"NAME.cml\" }`";
        return Some(diagnostics::wrong_kind("product", other.name(), path).help(help));
    }
    let is_layer = Format::of(path).is_some_and(|format| !format.is_json());
    is_layer.then(|| errors::layer_in_place_of_product(path))
}

/// Reports that a revision does not give the product file.
fn refuse_product(git: &GitFiles, path: &str, error: &io::Error, invocation: &mut Invocation) {
    if !push_unread(git, &mut invocation.report) {
        let name = git.name(path).unwrap_or_else(|| path.to_owned());
        let refused = git.refusal(path, error);
        invocation.report.push(refused.unwrap_or_else(|| diagnostics::cannot_read_file(&name, error)));
    }
}
