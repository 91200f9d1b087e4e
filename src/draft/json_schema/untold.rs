//! The keywords of a schema that are not drafted.

use std::borrow::Cow;

/// The most keywords that a comment lists as not drafted.
const MAX_UNTOLD: usize = 32;

/// Keywords for the comment of a field, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Untold {
    always: Vec<Cow<'static, str>>,
    /// Keywords that are drafted unless the field is a secret.
    of_secrets: Vec<&'static str>,
}

impl Untold {
    /// Records a keyword that is not drafted.
    pub(super) fn tell(&mut self, what: impl Into<Cow<'static, str>>) {
        let what = what.into();
        if self.always.len() < MAX_UNTOLD && !self.always.contains(&what) {
            self.always.push(what);
        }
    }

    /// Records a keyword that is not drafted if the field is a secret.
    pub(super) fn tell_of_secret(&mut self, what: &'static str) {
        if !self.of_secrets.contains(&what) {
            self.of_secrets.push(what);
        }
    }

    /// Records the keywords of another list, too.
    pub(super) fn append(&mut self, other: Self) {
        other.always.into_iter().for_each(|what| self.tell(what));
        other.of_secrets.into_iter().for_each(|what| self.tell_of_secret(what));
    }

    /// The keywords, in the order of their first record; for a secret, followed by those that only secrets lack.
    pub(super) fn into_list(mut self, is_secret: bool) -> Vec<Cow<'static, str>> {
        if is_secret {
            std::mem::take(&mut self.of_secrets).into_iter().for_each(|what| self.tell(what));
        }
        self.always
    }
}
