//! Deferred merges. An expression reads final values, so its result is merged when these are known.
//!
//! A slot with an expression keeps its earlier value and every later merge, in order. After the evaluation, all of them
//! are merged as if the expressions were literals.

use super::combine::Combiner;
use super::origin::{Origin, ProvenanceAction};
use super::slot::{Deferred, DeferredAssignment, DeferredMerge, MergeMode, Slot, SlotContext, SlotState};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::errors;
use crate::layers::index_path::IndexStep;
use crate::layers::setting::Setting;
use crate::types::Type;

/// Whether the value of an entry contains expressions.
fn is_computed(value: &AssignedValue) -> bool {
    if let AssignedValue::Override(inner) = value {
        return is_computed(&inner.value);
    }
    matches!(value, AssignedValue::Computed(_))
}

impl<'l> Combiner<'_> {
    /// Defers a merge if necessary. Drops deferred merges that this one replaces.
    pub(crate) fn waits(
        &mut self,
        slot: &mut Slot<'l>,
        (assignment, mode): (&'l Assignment, MergeMode),
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) -> bool {
        if self.computed.is_settling {
            return false;
        }
        if replaces(&assignment.value, mode, &context.field.ty) {
            self.supersede_all(slot, mode, context);
        }
        let waits = if let AssignedValue::Entries(entries) = &assignment.value {
            entries.iter().any(|(_, inner)| is_computed(&inner.value))
        } else {
            matches!(assignment.value, AssignedValue::Computed(_))
        };
        if !waits && !matches!(slot.state, SlotState::Deferred(_)) {
            return false;
        }
        self.defer(slot, DeferredAssignment::Merge(assignment, mode), origin);
        true
    }

    /// As [`waits`](Self::waits), for a setting of a part of a deferred value.
    pub(super) fn setting_waits(
        &mut self,
        slot: &mut Slot<'l>,
        steps: &'l [IndexStep],
        setting: &'l Setting,
        origin: Origin,
    ) -> bool {
        let waits = matches!(slot.state, SlotState::Deferred(_)) && !steps.is_empty();
        if waits {
            self.defer(slot, DeferredAssignment::Setting(steps, setting), origin);
        }
        waits
    }

    fn defer(&mut self, slot: &mut Slot<'l>, what: DeferredAssignment<'l>, origin: Origin) {
        let merge = DeferredMerge { what, origin };
        if let SlotState::Deferred(deferred) = &mut slot.state {
            deferred.merges.push(merge);
        } else {
            let before = std::mem::replace(&mut slot.state, SlotState::Unset);
            slot.state = SlotState::Deferred(Box::new(Deferred { before, merges: vec![merge] }));
        }
    }

    /// Drops the deferred merges in a slot and in the members of a struct, since something replaces them. A merge into
    /// the entries of a map keeps the other entries, unless it replaces the map.
    fn supersede_all(&mut self, slot: &mut Slot<'l>, mode: MergeMode, context: &SlotContext<'_, 'l>) {
        if mode == MergeMode::Override && matches!(context.field.ty, Type::Map(_)) {
            return;
        }
        if let SlotState::Members(slots) = &mut slot.state {
            for (at, slot) in slots.iter_mut().enumerate() {
                if !slot.is_untouched()
                    && let Some(context) = context.member(at)
                {
                    self.supersede_all(slot, mode, &context);
                }
            }
        }
        self.supersede(slot, context);
    }

    /// Drops deferred merges, since something replaces them; their history stays. Reports literals in them that
    /// disagree.
    pub(super) fn supersede(&mut self, slot: &mut Slot<'l>, context: &SlotContext<'_, 'l>) {
        let SlotState::Deferred(deferred) = &mut slot.state else { return };
        let merges = std::mem::take(&mut deferred.merges);
        let before = std::mem::replace(&mut deferred.before, SlotState::Replaced);
        let is_first = matches!(before, SlotState::Unset);
        let trial = Slot { state: before, ..slot.without_state() };
        self.merge_literals(trial, &merges, context);
        for (at, merge) in merges.into_iter().enumerate() {
            let action = if at == 0 && is_first { ProvenanceAction::Sets } else { ProvenanceAction::Agrees };
            self.event(slot, merge.origin.at(merge.what.assignment().place), action);
        }
        slot.state = SlotState::Replaced;
    }

    /// Merges the literals among deferred merges, only to report those that disagree: no value of the expressions
    /// between them would agree with both.
    fn merge_literals(
        &mut self,
        mut trial: Slot<'l>,
        merges: &[DeferredMerge<'l>],
        context: &SlotContext<'_, 'l>,
    ) {
        let events = self.history.len();
        let (part, sound) = (self.report.of_part(), self.sound);
        let report = std::mem::replace(self.report, part);
        for DeferredMerge { what, origin } in merges {
            match *what {
                DeferredAssignment::Merge(assignment, mode) => {
                    self.merge_literal(&mut trial, (assignment, mode), *origin, context);
                }
                DeferredAssignment::Setting(..) => trial = Slot::EMPTY,
            }
        }
        if matches!(trial.state, SlotState::Members(_)) {
            self.supersede_all(&mut trial, MergeMode::Replace, context);
        }
        self.history.truncate(events);
        let found = std::mem::replace(self.report, report);
        let errors = self.report.errors();
        self.report.push_all_unless(found, |diagnostic| diagnostic.code() != errors::LAYERS_DISAGREE);
        self.sound = sound && self.report.errors() == errors;
    }

    fn merge_literal(
        &mut self,
        trial: &mut Slot<'l>,
        (assignment, mode): (&'l Assignment, MergeMode),
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        let computed = |entries: &[(Box<str>, Assignment)]| {
            let computed = entries.iter().map(|(_, inner)| &inner.value).filter(|inner| is_computed(inner));
            let (unified, others): (Vec<_>, Vec<_>) =
                computed.partition(|inner| matches!(inner, AssignedValue::Computed(_)));
            (!unified.is_empty(), !others.is_empty())
        };
        if let AssignedValue::Computed(_) = &assignment.value {
            // In another mode, the earlier values no longer count.
            if mode != MergeMode::Unify {
                *trial = Slot::EMPTY;
            }
            return;
        }
        let AssignedValue::Entries(entries) = &assignment.value else {
            return self.merge(trial, assignment, mode, origin, context);
        };
        match (computed(entries), mode) {
            ((false, false), _) => self.merge(trial, assignment, mode, origin, context),
            ((_, false), MergeMode::Unify) => {
                let literals = entries.iter().filter(|(_, inner)| !is_computed(&inner.value));
                let literals = literals.map(|(key, inner)| (&**key, inner));
                self.change_entries(trial, literals, (assignment.place, mode, origin), context);
            }
            (_, _) => *trial = Slot::EMPTY,
        }
    }

    /// From now on, the value of every literal is known when it is merged.
    pub(super) fn begin_settling(&mut self) {
        self.computed.is_settling = true;
    }

    /// Applies the deferred merges in a slot and in all its parts. Recursion is limited by the depth of structs.
    pub(super) fn settle(&mut self, slot: &mut Slot<'l>, context: &SlotContext<'_, 'l>) {
        if let SlotState::Members(slots) = &mut slot.state {
            for (at, slot) in slots.iter_mut().enumerate() {
                if let Some(context) = context.member(at) {
                    self.settle(slot, &context);
                }
            }
        }
        let state = std::mem::replace(&mut slot.state, SlotState::Unset);
        let SlotState::Deferred(deferred) = state else {
            slot.state = state;
            return;
        };
        let Deferred { before, merges } = *deferred;
        slot.state = before;
        self.settle(slot, context);
        for DeferredMerge { what, origin } in merges {
            match what {
                DeferredAssignment::Merge(assignment, mode) => {
                    self.merge(slot, assignment, mode, origin, context);
                }
                DeferredAssignment::Setting(steps, setting) => {
                    self.step(slot, steps, setting, origin, context);
                }
            }
        }
    }
}

/// Whether an assignment replaces all of the earlier value.
fn replaces(value: &AssignedValue, mode: MergeMode, ty: &Type) -> bool {
    if matches!(value, AssignedValue::Unset | AssignedValue::Override(_)) {
        return true;
    }
    match mode {
        MergeMode::Unify => false,
        MergeMode::Override => {
            let is_merged = matches!(ty, Type::Struct(_) | Type::Map(_) | Type::Json(_));
            // A struct that is given as one value has all its members, but adds to the entries of a map in it, and to the
            // members of a JSON value.
            matches!(value, AssignedValue::Whole(value, _) if !value.is_of_type() || !is_merged)
                || (matches!(value, AssignedValue::Computed(_)) && !merges_parts(ty))
        }
        MergeMode::Replace => !matches!(value, AssignedValue::Append(..) | AssignedValue::Invalid),
    }
}

/// Whether a type is a map or a `json`, or a struct that contains one: an override adds to its value. Those in elements
/// do not count, since a list is replaced as a whole. Recursion is limited by the depth of structs.
fn merges_parts(ty: &Type) -> bool {
    matches!(ty, Type::Map(_) | Type::Json(_))
        || (ty.is_struct() && ty.members().iter().any(|member| merges_parts(&member.ty)))
}
