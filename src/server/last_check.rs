//! The results of checks that the session keeps.

use super::publish::Published;
use crate::workspace::{AskedFiles, OpenTexts};

/// The last check of a subject.
#[derive(Default)]
pub(super) struct LastCheck {
    /// The files that it asked for, by their absolute paths, with their states on disk.
    pub(super) asked: AskedFiles,
    pub(super) published: Published,
    /// The number of environments.
    pub(super) environments: usize,
    /// Whether the product or a declaration has a mistake, so that answers need earlier texts.
    pub(super) is_broken: bool,
}

/// A check in which every declaration could be read.
pub(super) struct WholeCheck {
    /// The open texts at that time.
    pub(super) texts: OpenTexts,
    /// The files that it asked for.
    pub(super) asked: AskedFiles,
}
