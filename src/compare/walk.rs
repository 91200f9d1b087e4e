//! Where a comparison is: the field on either side, and what was found so far.

use super::change::{Change, FieldPath, PathStep, Side};
use super::{Breaks, ChangeKind};
use crate::text::suggest::Suggestions;
use crate::types::Field;
use std::fmt::Display;

/// A walk over two schemas side by side.
#[derive(Debug, Default)]
pub(super) struct SchemaWalk<'d> {
    pub(super) changes: Vec<Change<'d>>,
    old: Vec<PathStep<'d>>,
    new: Vec<PathStep<'d>>,
    /// What looking for renamed fields may still cost.
    pub(super) suggestions: Suggestions,
    /// Whether the field, or one that it lies in, is sensitive on either side.
    pub(super) secret: bool,
    /// Whether literals that are different values before may be one value behind: old to new, new to old.
    pub(super) coincide: (bool, bool),
    /// Whether the field whose type is compared is optional on either side.
    pub(super) optional: (bool, bool),
    /// Whether only literals stand here, no operators: within elements.
    pub(super) literals_only: bool,
    /// Whether the old side, and the new one, has no value here, whatever is said: then nothing of it can break.
    pub(super) barren: (bool, bool),
}

impl<'d> SchemaWalk<'d> {
    /// Goes on inside of a field that has a key on either side.
    pub(super) fn inside(&mut self, old: &'d str, new: &'d str, secret: bool, go: impl FnOnce(&mut Self)) {
        let outer = self.secret;
        self.secret |= secret;
        self.below(PathStep::Key(old), PathStep::Key(new), go);
        self.secret = outer;
    }

    /// Goes on with the elements of a list, or the values of a map. `barren` says on which side there are none.
    pub(super) fn elements(&mut self, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        self.parts(PathStep::Element, barren, go);
    }

    /// Goes on with the keys of a map, as with elements.
    pub(super) fn keys(&mut self, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        self.parts(PathStep::MapKey, barren, go);
    }

    fn parts(&mut self, step: PathStep<'d>, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        let outer = (self.literals_only, self.barren);
        self.literals_only = true;
        self.optional = (false, false);
        self.barren = (self.barren.0 || barren.0, self.barren.1 || barren.1);
        self.below(step, step, go);
        (self.literals_only, self.barren) = outer;
    }

    fn below(&mut self, old: PathStep<'d>, new: PathStep<'d>, go: impl FnOnce(&mut Self)) {
        self.old.push(old);
        self.new.push(new);
        go(self);
        self.old.pop();
        self.new.pop();
    }

    /// Reports a change of the field that the walk is at, with what either side says.
    pub(super) fn change(&mut self, kind: ChangeKind, old: Option<impl Display>, new: Option<impl Display>) {
        self.limited(kind, old, new, (Breaks::Yes, Breaks::Yes));
    }

    /// Reports a change that breaks no more than this, backward and forward.
    pub(super) fn limited(
        &mut self,
        kind: ChangeKind,
        old: Option<impl Display>,
        new: Option<impl Display>,
        limits: (Breaks, Breaks),
    ) {
        let side = |steps: &[PathStep<'d>], text| Side { path: Some(FieldPath(steps.to_vec())), text };
        let old = side(&self.old, old.map(|text| text.to_string()));
        let new = side(&self.new, new.map(|text| text.to_string()));
        self.push(Change::new(kind, old, new).within(limits));
    }

    /// Adds a change, which breaks nothing that is not there.
    pub(super) fn push(&mut self, change: Change<'d>) {
        let limit = |barren: bool| if barren { Breaks::No } else { Breaks::Yes };
        self.changes.push(change.within((limit(self.barren.0), limit(self.barren.1))));
    }

    /// Reports that a field of the old schema has no counterpart.
    pub(super) fn removed(&mut self, kind: ChangeKind, field: &'d Field, limit: Breaks) {
        let gone = only(&self.old, field);
        self.push(Change::new(kind, gone, Side::default()).within((limit, limit)));
    }

    /// Reports that a field of the new schema has no counterpart.
    pub(super) fn added(
        &mut self,
        kind: ChangeKind,
        field: &'d Field,
        limit: Breaks,
        renamed_from: Option<&'d str>,
    ) {
        let change = Change::new(kind, Side::default(), only(&self.new, field)).within((limit, limit));
        self.push(Change { renamed_from, ..change });
    }

    /// What the changes from this one on break: backward, forward.
    pub(super) fn broken_since(&self, start: usize) -> (Breaks, Breaks) {
        let changes = self.changes.get(start..).unwrap_or_default();
        let worst = |of: fn(&Change<'_>) -> Breaks| changes.iter().map(of).max().unwrap_or(Breaks::No);
        (worst(|change| change.backward), worst(|change| change.forward))
    }

    /// Reports a number that went up or down, if it did.
    pub(super) fn bound<T: PartialOrd>(
        &mut self,
        [raised, lowered]: [ChangeKind; 2],
        [old, new]: [T; 2],
        [old_text, new_text]: [String; 2],
        limits: (Breaks, Breaks),
    ) {
        if old != new {
            let kind = if old < new { raised } else { lowered };
            self.limited(kind, Some(old_text), Some(new_text), limits);
        }
    }
}

/// A field that the other side has not.
fn only<'d>(steps: &[PathStep<'d>], field: &'d Field) -> Side<'d> {
    let path = FieldPath(steps.iter().copied().chain([PathStep::Key(field.key.as_str())]).collect());
    Side { path: Some(path), text: Some(field.type_text().to_string()) }
}
