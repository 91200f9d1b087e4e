//! The content of a value plan: deferred slots, reduced to definitions that must agree.
//!
//! A deferred slot keeps every merge in order. Most of the merges can be done now: a winning value replaces the earlier
//! ones, and entries of a map are merged by their keys. The remaining definitions must agree. A slot cannot be deferred
//! to a plan if the winning value depends on an unknown value.

use super::combine::Combiner;
use super::computed_values::ComputedValue;
use super::defaults::value_so_far;
use super::origin::Origin;
use super::slot::{Deferred, DeferredAssignment, MergeMode, Slot, SlotContext, SlotState, list_of, map_of};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::computed::ComputedLiteral;
use crate::layers::definition_errors;
use crate::layers::index_path::IndexStep;
use crate::layers::plan_terms::{PlannedTerm, literal_term};
use crate::pointer::Data;
use crate::text::Span;
use crate::types::{Field, JsonText, Type, Value, merge_json};
use std::collections::BTreeMap;

/// The content of a field or member.
#[derive(Debug)]
pub(crate) enum PlannedSlot {
    Known(Value),
    /// A struct with a deferred member.
    Members(Vec<PlannedSlot>),
    /// Values that must agree.
    Definitions(Vec<PlannedDefinition>),
}

/// One of the values that must agree.
#[derive(Debug)]
pub(crate) struct PlannedDefinition {
    pub(crate) term: PlannedTerm,
    /// The origin of the whole value.
    pub(crate) origin: Origin,
    /// The origins of the elements of a list literal.
    pub(crate) elements: Vec<Origin>,
    /// Whether it has entries of a map.
    pub(crate) is_of_map: bool,
    /// Whether its text must not be shown.
    pub(crate) is_secret: bool,
}

/// A definition while others are merged into it.
struct PlannedItem {
    content: PlannedContent,
    origin: Origin,
    elements: Vec<Origin>,
}

enum PlannedContent {
    /// A value that is not a map, or a map with unknown keys.
    Whole(PlannedTerm),
    /// The entries of a map are kept together.
    Entries,
}

/// An entry of a map in one of the items.
struct PlannedEntry {
    item: usize,
    term: PlannedTerm,
    /// Whether it is from the default, which other values replace.
    gives_way: bool,
}

/// The place of a value that cannot be deferred to a plan; `None` if the mistake was reported.
type NotPlanned = Option<Span>;

struct Reducer<'a, 'c, 'l> {
    combiner: &'a mut Combiner<'c>,
    context: &'a SlotContext<'a, 'l>,
    items: Vec<PlannedItem>,
    entries: BTreeMap<Box<str>, Vec<PlannedEntry>>,
    counts: PlannedCounts,
}

/// The numbers of parts of each kind in a [`Reducer`], so that a merge need not visit all earlier parts.
#[derive(Default)]
struct PlannedCounts {
    /// Items that are not entries of a map.
    whole: usize,
    /// Items that are the absent value or null.
    lacking: usize,
    /// Entries that other values replace.
    giving_way: usize,
}

/// The content of a field or member for a plan. `None` if there is a mistake, which is reported.
pub(crate) fn planned<'l>(
    combiner: &mut Combiner<'_>,
    slot: &Slot<'l>,
    context: &SlotContext<'_, 'l>,
) -> Option<PlannedSlot> {
    if !slot.waits() {
        return value_so_far(slot, context, combiner.places).map(PlannedSlot::Known);
    }
    let SlotState::Deferred(deferred) = &slot.state else {
        let slots = slot.state.members();
        let mut members = Vec::with_capacity(slots.len());
        for (at, slot) in slots.iter().enumerate() {
            members.extend(planned(combiner, slot, &context.member(at)?));
        }
        return (members.len() == slots.len()).then_some(PlannedSlot::Members(members));
    };
    let counts = PlannedCounts::default();
    let mut reducer = Reducer { combiner, context, items: Vec::new(), entries: BTreeMap::new(), counts };
    match reducer.deferred(slot, deferred) {
        Ok(()) => Some(PlannedSlot::Definitions(reducer.definitions())),
        Err(refused) => {
            let path = context.path;
            let refuse = |place| combiner.refuse(definition_errors::not_for_a_plan(&path, place));
            refused.into_iter().for_each(refuse);
            combiner.sound = false;
            None
        }
    }
}

impl<'l> Reducer<'_, '_, 'l> {
    fn ty(&self) -> &'l Type {
        &self.context.field.ty
    }

    fn is_map(&self) -> bool {
        matches!(self.ty(), Type::Map(_))
    }

    fn deferred(&mut self, slot: &Slot<'l>, deferred: &Deferred<'l>) -> Result<(), NotPlanned> {
        let set_at = slot.set_by.and_then(|id| self.combiner.history.get(id));
        let origin = set_at.map_or(Origin::Default, |event| event.origin);
        let field: &Field = self.context.field;
        match &deferred.before {
            SlotState::Unset => {
                let first = deferred.merges.first().map(|merge| &merge.what.assignment().value);
                if let (Some(AssignedValue::Entries(_)), Some(default)) =
                    (first, slot.default_in(self.context))
                {
                    let entries = PlannedTerm::Known(default.clone()).into_entries().unwrap_or_default();
                    self.add_map(entries, Origin::Default, true);
                }
            }
            SlotState::Replaced => {}
            SlotState::Invalid => return Err(None),
            SlotState::Whole(value, _) => self.before(value.clone().into_owned(), origin),
            SlotState::Json(tree) => self.before(Value::Json(tree.text()), origin),
            SlotState::Elements(elements) => {
                self.before(Value::List(list_of(field, elements).ok_or(None)?), origin);
            }
            SlotState::Entries(entries) => {
                let first = self.items.len();
                self.before(Value::Map(map_of(field, entries).ok_or(None)?), origin);
                for (key, entry) in entries {
                    let planned = self.entries.get_mut(key).into_iter().flatten();
                    for planned in planned.filter(|planned| planned.item == first && entry.event.is_none()) {
                        planned.gives_way = true;
                        self.counts.giving_way += 1;
                    }
                }
            }
            SlotState::Members(slots) if !slot.is_given && slots.iter().all(Slot::is_unset) => {}
            SlotState::Members(_) | SlotState::Deferred(_) => return Err(deferred.place()),
        }
        for merge in &deferred.merges {
            match merge.what {
                DeferredAssignment::Merge(assignment, mode) => self.merge(assignment, mode, merge.origin)?,
                DeferredAssignment::Setting(steps, setting) => {
                    self.setting(steps, setting.assignment(), merge.origin)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the value before all deferred merges.
    fn before(&mut self, value: Value, origin: Origin) {
        match PlannedTerm::Known(value).into_entries() {
            Ok(entries) => self.add_map(entries, origin, false),
            Err(term) => self.add_whole(term, origin, Vec::new()),
        }
    }

    fn merge(
        &mut self,
        assignment: &'l Assignment,
        mode: MergeMode,
        origin: Origin,
    ) -> Result<(), NotPlanned> {
        let place = assignment.place;
        let term = match &assignment.value {
            AssignedValue::Invalid => return Err(None),
            AssignedValue::Override(inner) => {
                self.clear();
                return self.merge(inner, MergeMode::Replace, origin);
            }
            AssignedValue::Entries(entries) if self.is_map() => {
                if mode == MergeMode::Replace {
                    self.clear();
                }
                let entries = entries.iter().map(|(key, assignment)| (&**key, assignment));
                return self.change(entries, (place, mode), origin);
            }
            AssignedValue::Computed(literal) => self.computed(literal, self.ty(), origin)?,
            AssignedValue::Whole(value, _) => PlannedTerm::Known(value.clone()),
            AssignedValue::Append(..)
            | AssignedValue::Members(_)
            | AssignedValue::Entries(_)
            | AssignedValue::Unset => return Err(Some(place)),
        };
        let is_merged = matches!(self.ty(), Type::Struct(_) | Type::Map(_) | Type::Json(_));
        let lacks_value = term.lacks_value();
        let replaces = match mode {
            MergeMode::Unify => false,
            MergeMode::Override => !is_merged || lacks_value || self.counts.lacking > 0,
            MergeMode::Replace => true,
        };
        if replaces {
            self.clear();
        }
        if self.is_map() && !lacks_value {
            return self.unite(term, origin.at(place), mode);
        }
        // It is unknown which of its members win.
        let is_json = || self.ty().is_json() && mode == MergeMode::Override;
        let may_merge = matches!(self.ty(), Type::Struct(_)) || is_json();
        if may_merge && !lacks_value && self.items.len() > self.counts.lacking {
            return Err(Some(place));
        }
        let elements = elements_of(self.ty(), &assignment.value);
        let elements = elements.iter().map(|place| origin.at(*place)).collect();
        self.add_whole(term, origin.at(place), elements);
        Ok(())
    }

    fn clear(&mut self) {
        self.items.clear();
        self.entries.clear();
        self.counts = PlannedCounts::default();
    }

    fn add_whole(&mut self, term: PlannedTerm, origin: Origin, elements: Vec<Origin>) {
        self.counts.whole += 1;
        self.counts.lacking += usize::from(term.lacks_value());
        self.items.push(PlannedItem { content: PlannedContent::Whole(term), origin, elements });
    }

    /// Sets an entry, or an element of the only list.
    fn setting(
        &mut self,
        steps: &'l [IndexStep],
        assignment: &'l Assignment,
        origin: Origin,
    ) -> Result<(), NotPlanned> {
        let place = assignment.place;
        match (steps, &mut *self.items, &assignment.value) {
            ([IndexStep::Entry(key)], _, _) => {
                self.change([(&**key, assignment)].into_iter(), (place, MergeMode::Override), origin)
            }
            (
                [IndexStep::Element(at)],
                [
                    PlannedItem {
                        content: PlannedContent::Whole(PlannedTerm::Elements(terms)),
                        origin: own,
                        elements,
                    },
                ],
                AssignedValue::Whole(value, _),
            ) => {
                *terms.get_mut(*at).ok_or(Some(place))? = PlannedTerm::Known(value.clone());
                *own = origin.at(place);
                elements.get_mut(*at).into_iter().for_each(|element| *element = *own);
                Ok(())
            }
            (_, _, _) => Err(Some(place)),
        }
    }

    /// A literal with expressions, or its value if that is known.
    fn computed(
        &mut self,
        literal: &'l ComputedLiteral,
        ty: &Type,
        origin: Origin,
    ) -> Result<PlannedTerm, NotPlanned> {
        if self.combiner.computed.waits_for(origin, literal) {
            return literal_term(literal, ty).ok_or(None);
        }
        match self.combiner.computed.take(origin, literal) {
            ComputedValue::Known(known) => Ok(PlannedTerm::Known(known.value)),
            // A later merge replaces it.
            ComputedValue::Replaced => Ok(PlannedTerm::Known(Value::Absent)),
            ComputedValue::Waiting | ComputedValue::Failed => Err(None),
        }
    }

    /// Merges a literal into the entries so far.
    fn unite(&mut self, term: PlannedTerm, origin: Origin, mode: MergeMode) -> Result<(), NotPlanned> {
        let mut entries = match term.into_entries() {
            Ok(entries) => entries,
            Err(term) => {
                if !self.items.is_empty() && (mode != MergeMode::Unify || self.counts.giving_way > 0) {
                    return Err(origin.place());
                }
                self.add_whole(term, origin, Vec::new());
                return Ok(());
            }
        };
        if self.counts.whole > 0 && mode != MergeMode::Unify {
            return Err(origin.place());
        }
        for (key, term) in &mut entries {
            self.make_way_for(key, term, mode).ok_or(origin.place())?;
        }
        self.add_map(entries, origin, false);
        Ok(())
    }

    /// Removes the entries with a key that another value replaces. A JSON value that overrides earlier ones is merged
    /// with them. `None` if it is unknown which of its members win.
    fn make_way_for(&mut self, key: &str, term: &mut PlannedTerm, mode: MergeMode) -> Option<()> {
        let is_json = self.ty().contents().is_some_and(Type::is_json);
        if is_json && mode == MergeMode::Override {
            let earlier = self.entries.get(key).into_iter().flatten().filter(|entry| !entry.gives_way);
            let mut merged: Option<JsonText> = None;
            for (term, replaces) in earlier.map(|entry| (&entry.term, false)).chain([(&*term, true)]) {
                let PlannedTerm::Known(Value::Json(text)) = term else {
                    return merged.is_none().then_some(());
                };
                merged = Some(match merged {
                    // Values that disagree are reported later.
                    Some(first) => merge_json(&first, text, replaces).ok()?,
                    None => text.clone(),
                });
            }
            *term = PlannedTerm::Known(Value::Json(merged?));
        }
        self.make_way(key, mode);
        Some(())
    }

    /// Removes the entries with a key that another value replaces.
    fn make_way(&mut self, key: &str, mode: MergeMode) {
        if let Some(entries) = self.entries.get_mut(key) {
            self.counts.giving_way -= entries.iter().filter(|entry| entry.gives_way).count();
            entries.retain(|entry| mode == MergeMode::Unify && !entry.gives_way);
        }
    }

    /// Changes single entries of the map so far.
    fn change(
        &mut self,
        assignments: impl Iterator<Item = (&'l str, &'l Assignment)>,
        (place, mode): (Span, MergeMode),
        origin: Origin,
    ) -> Result<(), NotPlanned> {
        let Type::Map(map) = self.ty() else { return Err(Some(place)) };
        if self.counts.whole > 0 {
            return Err(Some(place));
        }
        let item = self.items.len();
        self.add_entries(origin.at(place));
        for (key, assignment) in assignments {
            let (mode, inner) = mode.within(assignment);
            let mut term = match &inner.value {
                AssignedValue::Unset => {
                    self.make_way(key, MergeMode::Replace);
                    continue;
                }
                AssignedValue::Whole(value, _) => PlannedTerm::Known(value.clone()),
                AssignedValue::Computed(literal) => self.computed(literal, map.value(), origin)?,
                AssignedValue::Members(_)
                | AssignedValue::Entries(_)
                | AssignedValue::Override(_)
                | AssignedValue::Append(..)
                | AssignedValue::Invalid => return Err(None),
            };
            self.make_way_for(key, &mut term, mode).ok_or(Some(place))?;
            let entry = PlannedEntry { item, term, gives_way: false };
            self.entries.entry(key.into()).or_default().push(entry);
        }
        Ok(())
    }

    /// Adds an item that is a map with known keys.
    fn add_map(&mut self, entries: Vec<(Box<str>, PlannedTerm)>, origin: Origin, gives_way: bool) {
        let item = self.items.len();
        self.add_entries(origin);
        self.counts.giving_way += if gives_way { entries.len() } else { 0 };
        for (key, term) in entries {
            self.entries.entry(key).or_default().push(PlannedEntry { item, term, gives_way });
        }
    }

    fn add_entries(&mut self, origin: Origin) {
        self.items.push(PlannedItem { content: PlannedContent::Entries, origin, elements: Vec::new() });
    }

    /// The definitions that must agree.
    fn definitions(self) -> Vec<PlannedDefinition> {
        let (is_secret, is_of_map) = (self.context.secret, self.is_map());
        let ty = self.ty();
        let mut entries: Vec<Vec<(Box<str>, PlannedTerm)>> = Vec::new();
        entries.resize_with(self.items.len(), Vec::new);
        for (key, planned) in self.entries {
            for PlannedEntry { item, term, .. } in planned {
                if let Some(entries) = entries.get_mut(item) {
                    entries.push((key.clone(), term));
                }
            }
        }
        let items = self.items.into_iter().zip(entries);
        let definition = |(PlannedItem { content, origin, elements }, entries): (
            PlannedItem,
            Vec<(Box<str>, PlannedTerm)>,
        )| {
            let term = match content {
                PlannedContent::Whole(term) => term,
                PlannedContent::Entries => PlannedTerm::of_entries(ty, entries)?,
            };
            Some(PlannedDefinition { term, origin, elements, is_of_map, is_secret })
        };
        items.filter_map(definition).collect()
    }
}

/// The places of the elements of a list literal. A union is one value, whatever its case.
fn elements_of(ty: &Type, value: &AssignedValue) -> Vec<Span> {
    if matches!(ty, Type::Union(_)) {
        return Vec::new();
    }
    if let AssignedValue::Whole(Value::List(_), places) = value {
        return places.to_vec();
    }
    if let AssignedValue::Computed(literal) = value
        && let Data::Array(elements) = &literal.literal.data
    {
        return elements.iter().map(|element| element.mark.value).collect();
    }
    Vec::new()
}
