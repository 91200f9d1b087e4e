//! The place of the files of a product: the disk, or a revision of a Git repository.

use crate::cli::declarations::{not_read, report_unread};
use crate::cli::files::{DiskFiles, GitFiles};
use crate::cli::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::text::files::Files;
use std::io::{self, ErrorKind};

/// The place of the product file and of all files that it names.
#[derive(Debug, Clone, Copy)]
pub(super) enum ProductFiles<'g> {
    /// The disk.
    Disk,
    /// A revision, which has only regular files.
    Revision(&'g GitFiles),
}

impl<'g> ProductFiles<'g> {
    /// The files themselves.
    pub(super) fn files<'a>(self, disk: &'a DiskFiles) -> &'a dyn Files
    where
        'g: 'a,
    {
        match self {
            Self::Disk => disk,
            Self::Revision(git) => git,
        }
    }

    /// The name of a file in messages.
    pub(super) fn name(self, path: &str) -> String {
        let old = match self {
            Self::Disk => None,
            Self::Revision(git) => git.name(path),
        };
        old.unwrap_or_else(|| path.to_owned())
    }

    /// Whether there is a pipe or a device at a path.
    pub(super) fn is_special(self, path: &str, invocation: &Invocation) -> bool {
        match self {
            Self::Disk => invocation.files.is_special(path),
            Self::Revision(_) => false,
        }
    }

    /// Reads a file.
    pub(super) fn read(self, path: &str, limit: u64, invocation: &Invocation) -> io::Result<Vec<u8>> {
        self.files(&invocation.files).read(path, limit)
    }

    /// The diagnostic of a file that only a revision fails to give in this way; `None` for all other failures.
    pub(super) fn refusal(self, path: &str, error: &io::Error) -> Option<Diagnostic> {
        match self {
            Self::Revision(git) if error.kind() == ErrorKind::BrokenPipe => {
                Some(not_read(git, &self.name(path), error))
            }
            Self::Disk | Self::Revision(_) => None,
        }
    }

    /// Reports the files that the revision has, but that cannot be read. Returns whether there are any.
    pub(super) fn report_unread(self, invocation: &mut Invocation) -> bool {
        match self {
            Self::Disk => false,
            Self::Revision(git) => report_unread(git, invocation),
        }
    }

    /// Reports that the product file cannot be read.
    pub(super) fn refuse_product(self, path: &str, error: &io::Error, invocation: &mut Invocation) {
        if !self.report_unread(invocation) {
            let refused = self.refusal(path, error);
            invocation
                .report
                .push(refused.unwrap_or_else(|| diagnostics::cannot_read_file(&self.name(path), error)));
        }
    }
}
