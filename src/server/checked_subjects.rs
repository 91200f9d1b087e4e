//! The subjects with the results of their last checks, and which of them must be checked.

use super::publish::Published;
use super::subject::CheckSubject;
use crate::workspace::{FileStates, OpenTexts};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

/// The last check of a subject.
#[derive(Default)]
pub(super) struct LastCheck {
    /// The files that it read or looked for, by their absolute paths, with their states on disk.
    pub(super) files: FileStates,
    pub(super) published: Published,
    /// The number of environments.
    pub(super) environments: usize,
    /// Whether the product or a declaration has a mistake, so that answers need earlier texts.
    pub(super) is_broken: bool,
    /// The last check without such a mistake. Only answers use it, diagnostics never.
    pub(super) readable: Option<ReadableCheck>,
}

/// A check in which every declaration could be read.
pub(super) struct ReadableCheck {
    /// The open texts at that time.
    pub(super) texts: Arc<OpenTexts>,
    /// The files that it read or looked for.
    pub(super) files: FileStates,
}

/// The known subjects. A subject is new until its first check, and then checked. A checked one is stale if its texts
/// may have changed since. New and stale subjects are due.
#[derive(Default)]
pub(super) struct CheckedSubjects {
    new: BTreeSet<CheckSubject>,
    stale: BTreeSet<CheckSubject>,
    checked: BTreeMap<CheckSubject, LastCheck>,
    /// For each file, the checked subjects that it concerns: those that read it, have diagnostics in it, or are its own.
    concerned: BTreeMap<String, BTreeSet<CheckSubject>>,
}

impl CheckedSubjects {
    pub(super) fn get(&self, subject: &CheckSubject) -> Option<&LastCheck> {
        self.checked.get(subject)
    }

    pub(super) fn is_due(&self, subject: &CheckSubject) -> bool {
        self.is_new(subject) || self.stale.contains(subject)
    }

    pub(super) fn is_new(&self, subject: &CheckSubject) -> bool {
        self.new.contains(subject)
    }

    pub(super) fn has_new(&self) -> bool {
        !self.new.is_empty()
    }

    pub(super) fn has_due(&self) -> bool {
        self.has_new() || !self.stale.is_empty()
    }

    /// The first new subject.
    pub(super) fn first_new(&self) -> Option<&CheckSubject> {
        self.new.first()
    }

    /// The first due subject; new ones come first.
    pub(super) fn first_due(&self) -> Option<&CheckSubject> {
        self.first_new().or_else(|| self.stale.first())
    }

    /// Adds a subject, unless it is known.
    pub(super) fn add(&mut self, subject: CheckSubject) {
        if !self.checked.contains_key(&subject) {
            self.new.insert(subject);
        }
    }

    /// Marks a subject as stale.
    pub(super) fn renew(&mut self, subject: &CheckSubject) {
        if self.checked.contains_key(subject) {
            self.stale.insert(subject.clone());
        }
    }

    /// Marks all subjects as stale.
    pub(super) fn renew_all(&mut self) {
        self.stale.extend(self.checked.keys().cloned());
    }

    /// Marks the subjects that a changed file concerns as stale. `path` is the file, or a folder around it.
    pub(super) fn renew_readers(&mut self, path: &str) {
        let below = format!("{path}/");
        let inside = self.concerned.range::<str, _>((Bound::Included(below.as_str()), Bound::Unbounded));
        let inside = inside.take_while(|(file, _)| file.starts_with(&below)).map(|(_, subjects)| subjects);
        let subjects = self.concerned.get(path).into_iter().chain(inside).flatten();
        self.stale.extend(subjects.cloned());
    }

    /// Forgets that subjects are due.
    pub(super) fn stop(&mut self) {
        self.new.clear();
        self.stale.clear();
    }

    /// Forgets that a subject is due, although a panic ended its check.
    pub(super) fn give_up(&mut self, subject: &CheckSubject) {
        self.stale.remove(subject);
        if self.is_new(subject) {
            self.finish(subject, LastCheck::default());
        }
    }

    /// Sets the result of a check, after which the subject is not due. A readable check stays until the next one. Returns
    /// the check before, without it.
    pub(super) fn finish(&mut self, subject: &CheckSubject, mut check: LastCheck) -> Option<LastCheck> {
        self.new.remove(subject);
        self.stale.remove(subject);
        let mut before = self.checked.remove(subject);
        let readable = before.as_mut().and_then(|before| before.readable.take());
        check.readable = check.readable.or(readable);
        if !before.as_ref().is_some_and(|before| before.concerns_same(&check)) {
            before.iter().for_each(|before| self.remove_concerned(subject, before));
            for file in check.concerned(subject) {
                self.concerned.entry(file.to_owned()).or_default().insert(subject.clone());
            }
        }
        self.checked.insert(subject.clone(), check);
        before
    }

    /// Drops the readable check of a subject.
    pub(super) fn forget_readable(&mut self, subject: &CheckSubject) {
        if let Some(check) = self.checked.get_mut(subject) {
            check.readable = None;
        }
    }

    /// Removes all subjects but these. Returns the checks of the removed ones.
    pub(super) fn retain(&mut self, wanted: &BTreeSet<CheckSubject>) -> Vec<LastCheck> {
        self.new.retain(|subject| wanted.contains(subject));
        self.stale.retain(|subject| wanted.contains(subject));
        let gone: Vec<_> = self.checked.extract_if(.., |subject, _| !wanted.contains(subject)).collect();
        gone.iter().for_each(|(subject, check)| self.remove_concerned(subject, check));
        gone.into_iter().map(|(_, check)| check).collect()
    }

    /// The checked subjects that a file concerns.
    pub(super) fn concerned(
        &self,
        path: &str,
    ) -> impl DoubleEndedIterator<Item = (&CheckSubject, &LastCheck)> {
        let subjects = self.concerned.get(path).into_iter().flatten();
        subjects.filter_map(|subject| Some((subject, self.checked.get(subject)?)))
    }

    /// The checked subjects with their last checks.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&CheckSubject, &LastCheck)> {
        self.checked.iter()
    }

    fn remove_concerned(&mut self, subject: &CheckSubject, check: &LastCheck) {
        for file in check.concerned(subject) {
            if let Some(subjects) = self.concerned.get_mut(file) {
                subjects.remove(subject);
                if subjects.is_empty() {
                    self.concerned.remove(file);
                }
            }
        }
    }
}

impl LastCheck {
    /// Whether the check read or looked for a file.
    pub(super) fn reads(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether the last readable check before this one read a file. A product with syntax errors names no files.
    pub(super) fn has_read(&self, path: &str) -> bool {
        let readable = self.readable.as_ref().filter(|_| self.is_broken);
        readable.is_some_and(|readable| readable.files.contains_key(path))
    }

    /// The files that the check concerns.
    pub(super) fn concerned<'c>(&'c self, subject: &'c CheckSubject) -> BTreeSet<&'c str> {
        let files = self.files.keys().chain(self.published.keys()).map(String::as_str);
        files.chain([subject.path()]).collect()
    }

    /// Whether the check read the same files as another one, and has diagnostics in the same files.
    fn concerns_same(&self, other: &Self) -> bool {
        self.files.keys().eq(other.files.keys()) && self.published.keys().eq(other.published.keys())
    }
}
