//! The keywords of a schema that are not drafted.

use std::borrow::Cow;

/// The most keywords that a comment lists as not drafted.
const MAX_UNTOLD: usize = 32;

/// Keywords for the comment of a field, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Untold(Vec<Cow<'static, str>>);

impl Untold {
    /// Records a keyword that is not drafted.
    pub(super) fn tell(&mut self, what: impl Into<Cow<'static, str>>) {
        let what = what.into();
        if self.0.len() < MAX_UNTOLD && !self.0.contains(&what) {
            self.0.push(what);
        }
    }

    /// Records the keywords of another list, too.
    pub(super) fn append(&mut self, other: Self) {
        other.0.into_iter().for_each(|what| self.tell(what));
    }

    /// The keywords, in the order of their first record.
    pub(super) fn into_list(self) -> Vec<Cow<'static, str>> {
        self.0
    }
}
