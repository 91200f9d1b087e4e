//! Merges maps entry by entry.

use super::combine::Combiner;
use super::computed_values::ComputedValue;
use super::origin::{Origin, ProvenanceAction};
use super::slot::{Doubt, ListElement, MergeMode, Slot, SlotContext, SlotState};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::operator_errors;
use crate::text::Span;
use crate::types::{MapEntries, Type, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The entries so far while they are changed, and the effects of the changes.
pub(super) struct ChangedEntries<'l> {
    entries: BTreeMap<Box<str>, ListElement>,
    /// The entries to set, with their places.
    pub(super) set: Vec<(Cow<'l, str>, Value, Span)>,
    /// Whether an entry was replaced or removed.
    pub(super) overrides: bool,
    /// Whether an entry disagrees with the one before it.
    pub(super) disagrees: bool,
}

impl<'l> ChangedEntries<'l> {
    fn of(entries: BTreeMap<Box<str>, ListElement>) -> Self {
        Self { entries, set: Vec::new(), overrides: false, disagrees: false }
    }

    fn set(&mut self, key: Cow<'l, str>, value: Value, place: Span) {
        self.overrides |= self.entries.contains_key(&*key);
        self.set.push((key, value, place));
    }
}

impl Combiner<'_> {
    /// Merges a literal into the entries so far; there is at least one.
    pub(super) fn unite<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (map, places): (&MapEntries, &[Span]),
        (place, mode, origin): (Span, MergeMode, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let state = std::mem::replace(&mut slot.state, SlotState::Invalid);
        let Some(entries) = state.into_entries(slot.set_by) else { return };
        let mut changed = ChangedEntries::of(entries);
        let values = map.values().to_values();
        for (at, (key, value)) in map.keys().iter().zip(values).enumerate() {
            let place = places.get(at).copied().unwrap_or(place);
            self.unite_entry(&mut changed, (Cow::Borrowed(key), value, place), mode, context);
        }
        self.put_entries(slot, changed, (place, origin));
    }

    /// Changes entries of the map so far, which may be the default.
    pub(super) fn change_entries<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        assignments: impl Iterator<Item = (&'l str, &'l Assignment)>,
        (place, mode, origin): (Span, MergeMode, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let was_unset = slot.is_unset();
        let lacking = slot.lacking().cloned();
        if lacking.is_some() && mode == MergeMode::Unify {
            return self.disagree(slot, None, place, context);
        }
        let Some(entries) = self.take_entries(slot, context) else { return };
        let mut changed = ChangedEntries::of(entries);
        let mut is_valid = true;
        for (key, assignment) in assignments {
            let (mode, assignment) = mode.within(assignment);
            let value = match &assignment.value {
                AssignedValue::Unset => {
                    if changed.entries.remove(key).is_some() {
                        changed.overrides = true;
                    } else if slot.doubt == Doubt::None {
                        self.report
                            .push(operator_errors::nothing_to_unset(&context.entry(key), assignment.place));
                    }
                    continue;
                }
                AssignedValue::Whole(value, _) => Some(value.clone()),
                AssignedValue::Computed(literal) => match self.computed.take(origin, literal) {
                    ComputedValue::Known(known) => Some(known.value),
                    ComputedValue::Replaced => {
                        if mode != MergeMode::Unify || !changed.entries.contains_key(key) {
                            changed.set(Cow::Borrowed(key), Value::Absent, assignment.place);
                        }
                        continue;
                    }
                    ComputedValue::Waiting | ComputedValue::Failed => None,
                },
                // A value that does not fit was reported.
                AssignedValue::Members(_)
                | AssignedValue::Entries(_)
                | AssignedValue::Override(_)
                | AssignedValue::Append(..)
                | AssignedValue::Invalid => None,
            };
            is_valid &= value.is_some();
            if let Some(value) = value {
                let assigned = (Cow::Borrowed(key), value, assignment.place);
                self.unite_entry(&mut changed, assigned, mode, context);
            }
        }
        if !is_valid {
            self.sound = false;
            slot.doubt(Doubt::Mistake);
        }
        if was_unset && changed.set.is_empty() && !changed.overrides {
            slot.state = SlotState::Unset;
        } else if let Some(value) = lacking.clone().filter(|_| changed.set.is_empty()) {
            slot.state = SlotState::Whole(Cow::Owned(value), Cow::Borrowed(&[]));
        } else {
            changed.overrides |= lacking.is_some() || (mode == MergeMode::Replace && slot.last.is_some());
            self.put_entries(slot, changed, (place, origin));
        }
    }

    /// Takes the entries so far to change them, or those of the default if nothing is assigned. The caller puts them
    /// back. `None` if something was reported.
    pub(super) fn take_entries<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        context: &SlotContext<'_, 'l>,
    ) -> Option<BTreeMap<Box<str>, ListElement>> {
        let default = slot.default_in(context);
        match (std::mem::replace(&mut slot.state, SlotState::Invalid), default) {
            (SlotState::Unset, Some(default)) => SlotState::of_default(default).into_entries(None),
            (SlotState::Unset, None) => Some(BTreeMap::new()),
            (state, _) => state.into_entries(slot.set_by),
        }
    }

    /// Keeps the places of entries whose expressions were not evaluated, since later merges replace them. They are
    /// marked by an absent value, which no other entry has.
    pub(super) fn hold_replaced<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        replaced: &[(Box<str>, Span)],
        mode: MergeMode,
        context: &SlotContext<'_, 'l>,
    ) {
        if replaced.is_empty() {
            return;
        }
        let event = slot.last;
        let Some(mut entries) = self.take_entries(slot, context) else { return };
        for (key, place) in replaced {
            if mode != MergeMode::Unify || !entries.contains_key(key) {
                let held = ListElement { value: Value::Absent, event, place: Some(*place) };
                entries.insert(key.clone(), held);
            }
        }
        slot.state = SlotState::Entries(entries);
    }

    /// Merges one entry into those so far. It must agree with an entry of an earlier layer, and replaces one of the
    /// default.
    fn unite_entry<'k>(
        &mut self,
        changed: &mut ChangedEntries<'k>,
        (key, value, place): (Cow<'k, str>, Value, Span),
        mode: MergeMode,
        context: &SlotContext<'_, '_>,
    ) {
        let is_set = |first: &&ListElement| first.event.is_some() && !first.value.is_absent();
        let first = changed.entries.get(&*key).filter(is_set);
        if let (Some(ListElement { value: Value::Json(first), event, place: first_place }), Value::Json(text)) =
            (first, &value)
            && mode != MergeMode::Replace
        {
            let origin = event.and_then(|id| self.history.get(id)).map(|event| event.origin);
            let first_place = first_place.or(origin.and_then(Origin::place));
            let first = first.clone();
            let first = (&first, origin, first_place);
            return self.unite_json_entry(changed, (key, text, place), first, mode, context);
        }
        let Some(first) = first.filter(|_| mode == MergeMode::Unify) else {
            return changed.set(key, value, place);
        };
        if first.value != value {
            changed.disagrees = true;
            let origin = first.event.and_then(|id| self.history.get(id)).map(|event| event.origin);
            let first_place = first.place.or(origin.and_then(Origin::place));
            let ty = if let Type::Map(map) = &context.field.ty { map.value() } else { &context.field.ty };
            let values = self.shown(ty, (&first.value, &value), context);
            let refused = self.disagreement((context.entry(&key), place), (origin, first_place), values);
            // Most people expect the parts of an entry to be merged.
            let refused = match ty.is_composite() {
                true => refused.note("layers set an entry as a whole"),
                false => refused,
            };
            self.refuse(refused);
        }
    }

    fn put_entries(
        &mut self,
        slot: &mut Slot<'_>,
        mut changed: ChangedEntries<'_>,
        (place, origin): (Span, Origin),
    ) {
        if changed.disagrees {
            slot.doubt(Doubt::Disagreement);
        }
        let action = match (changed.overrides, changed.set.is_empty(), slot.last) {
            (true, ..) => ProvenanceAction::Overrides,
            (false, true, _) => ProvenanceAction::Agrees,
            (false, false, None) => ProvenanceAction::Sets,
            (false, false, Some(_)) => ProvenanceAction::Appends,
        };
        let id = self.event(slot, origin.at(place), action);
        for (key, value, place) in changed.set {
            changed.entries.insert(key.into(), ListElement { value, event: Some(id), place: Some(place) });
        }
        slot.state = SlotState::Entries(changed.entries);
    }
}
