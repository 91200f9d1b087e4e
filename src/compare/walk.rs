//! The state of a comparison: the current field on both sides, and the changes so far.

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
    /// The budget for looking up renamed fields.
    pub(super) suggestions: Suggestions,
    /// Whether the field, or one around it, is sensitive on either side.
    pub(super) secret: bool,
    /// Whether literals with different values on one side may have the same value on the other: old to new, new to old.
    pub(super) coincide: (bool, bool),
    /// The field of both sides whose types are compared; `None` inside of elements, keys and values.
    pub(super) fields: Option<[&'d Field; 2]>,
    /// Whether only literals are allowed here and no operators, as inside elements.
    pub(super) literals_only: bool,
    /// Whether no value is possible here on the old side, and on the new one. Such a side has no value source that
    /// could break.
    pub(super) barren: (bool, bool),
    /// Whether layers have no name for the field, or for one around it, that both sides read as this field.
    pub(super) apart: bool,
    /// Whether a struct around the field is absent or null by default, on the old side and on the new one.
    pub(super) lacking: [bool; 2],
}

impl<'d> SchemaWalk<'d> {
    /// Whether the walk is outside of all fields.
    pub(super) const fn is_at_top(&self) -> bool {
        self.old.is_empty()
    }

    /// Continues inside a field of both sides.
    pub(super) fn inside(
        &mut self,
        old: &'d Field,
        new: &'d Field,
        secret: bool,
        go: impl FnOnce(&mut Self),
    ) {
        let outer = self.secret;
        self.secret |= secret;
        self.below(PathStep::of(old), PathStep::of(new), go);
        self.secret = outer;
    }

    /// Continues with the elements of a list, or the values of a map. `barren` is whether a side can have none.
    pub(super) fn elements(&mut self, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        self.parts(PathStep::Element, barren, go);
    }

    /// Continues with the keys of a map; see [`elements`](Self::elements).
    pub(super) fn keys(&mut self, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        self.parts(PathStep::MapKey, barren, go);
    }

    /// Continues with the values of the case of a union with this name; see [`elements`](Self::elements).
    pub(super) fn case(&mut self, name: &'d str, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        self.parts(PathStep::Case(name), barren, go);
    }

    fn parts(&mut self, step: PathStep<'d>, barren: (bool, bool), go: impl FnOnce(&mut Self)) {
        let outer = (self.literals_only, self.barren);
        self.literals_only = true;
        self.fields = None;
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

    /// Reports a change of the current field, with the texts of both sides.
    pub(super) fn change(&mut self, kind: ChangeKind, old: Option<impl Display>, new: Option<impl Display>) {
        self.limited(kind, old, new, (Breaks::Yes, Breaks::Yes));
    }

    /// Reports a change with a limit to what it breaks, backward and forward.
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

    /// Adds a change. It breaks nothing on a side without values. If no layer names the field for both sides, it is
    /// undecided whether any layer reaches the change.
    pub(super) fn push(&mut self, change: Change<'d>) {
        let limit = |barren: bool| match (barren, self.apart) {
            (true, _) => Breaks::No,
            (false, true) => Breaks::May,
            (false, false) => Breaks::Yes,
        };
        self.changes.push(change.within((limit(self.barren.0), limit(self.barren.1))));
    }

    /// Reports that a field of the old schema is removed.
    pub(super) fn removed(&mut self, kind: ChangeKind, field: &'d Field, limit: Breaks) {
        let gone = only(&self.old, field);
        self.push(Change::new(kind, gone, Side::default()).within((limit, limit)));
    }

    /// Reports that a field of the new schema is added.
    pub(super) fn added(
        &mut self,
        kind: ChangeKind,
        field: &'d Field,
        limit: Breaks,
        renamed_from: Option<&'d Field>,
    ) {
        let change = Change::new(kind, Side::default(), only(&self.new, field)).within((limit, limit));
        let renamed_from = renamed_from.map(|field| FieldPath(vec![PathStep::of(field)]));
        self.push(Change { renamed_from, ..change });
    }

    /// The worst effect of the changes from this index on, backward and forward.
    pub(super) fn broken_since(&self, start: usize) -> (Breaks, Breaks) {
        let changes = self.changes.get(start..).unwrap_or_default();
        let worst = |of: fn(&Change<'_>) -> Breaks| changes.iter().map(of).max().unwrap_or(Breaks::No);
        (worst(|change| change.backward), worst(|change| change.forward))
    }

    /// Reports that a bound was raised or lowered, if it was.
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

/// A side with a field that the other side lacks.
fn only<'d>(steps: &[PathStep<'d>], field: &'d Field) -> Side<'d> {
    let path = FieldPath(steps.iter().copied().chain([PathStep::of(field)]).collect());
    Side { path: Some(path), text: Some(field.type_text().to_string()) }
}
