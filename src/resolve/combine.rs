//! Merges layers, patches and settings in order of precedence, with the operators of `docs/values.md`, which resemble
//! those of KCL.

use super::computed_values::{ComputedValue, ComputedValues, KnownLiteral};
use super::origin::{EventId, History, Origin, ProvenanceAction};
use super::slot::{Doubt, ListElement, MergeMode, Slot, SlotContext, SlotState, list_of};
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::errors::{self, NothingToChange};
use crate::layers::index_path::IndexStep;
use crate::layers::layer::{Layer, MergeStrategy};
use crate::layers::{definition_errors, operator_errors};
use crate::text::Span;
use crate::text::escape::cut_shown;
use crate::types::{Field, List, StructType, Type, Value};
use crate::value::{Places, ValuePath};
use confc_core::expr::MAX_SHOWN;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The state of merging layers into the assignments so far.
pub(crate) struct Combiner<'a> {
    pub(crate) places: &'a Places<'a>,
    pub(crate) report: &'a mut Report,
    pub(crate) history: History,
    /// The positions of the layers so far that override the layers before them, ascending.
    pub(super) overriding: Vec<usize>,
    /// The values of expressions.
    pub(crate) computed: ComputedValues,
    /// Whether there were no mistakes so far.
    pub(super) sound: bool,
}

impl Combiner<'_> {
    /// Merges a layer into the layers before it.
    pub(crate) fn layer<'l>(
        &mut self,
        slots: &mut [Slot<'l>],
        fields: &'l [Field],
        at: usize,
        layer: &'l Layer,
    ) {
        let mode = match layer.strategy {
            MergeStrategy::Unify => MergeMode::Unify,
            MergeStrategy::Override => {
                self.overriding.push(at);
                MergeMode::Override
            }
        };
        self.sound &= layer.is_sound;
        for (field, assignment) in layer.assignments.iter() {
            let origin = Origin::Layer { layer: at, place: assignment.place };
            let (Some(slot), Some(field)) = (slots.get_mut(*field), fields.get(*field)) else { continue };
            self.merge(slot, assignment, mode, origin, &SlotContext::field(field));
        }
    }

    /// Merges an assignment to a field or member into the earlier ones.
    pub(crate) fn merge<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        assignment: &'l Assignment,
        mode: MergeMode,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        let place = assignment.place;
        if self.waits(slot, (assignment, mode), origin, context) {
            return;
        }
        match &assignment.value {
            AssignedValue::Invalid => self.fail(slot, mode),
            // An invalid value was reported before.
            _ if matches!(slot.state, SlotState::Invalid) => {}
            AssignedValue::Unset => {
                if slot.is_unset() && slot.doubt == Doubt::None {
                    self.report.push(operator_errors::nothing_to_unset(&context.path, place));
                }
                self.unset(slot, origin.at(place), context);
            }
            AssignedValue::Override(assignment) => {
                self.merge(slot, assignment, MergeMode::Replace, origin, context)
            }
            AssignedValue::Append(list, places) => {
                self.append(slot, (list, places), (place, origin), context)
            }
            // A struct or map that is absent or null has no members or entries to remove.
            AssignedValue::Members(_) | AssignedValue::Entries(_)
                if slot.lacks_value() && !assignment.value.sets() =>
            {
                self.nothing_to_unset(&[], assignment, context);
            }
            AssignedValue::Members(members) => self.members(slot, place, members, mode, origin, context),
            AssignedValue::Entries(entries) => {
                if mode == MergeMode::Replace {
                    (slot.state, slot.doubt) = (SlotState::Entries(BTreeMap::new()), Doubt::None);
                }
                let entries = entries.iter().map(|(key, assignment)| (&**key, assignment));
                self.change_entries(slot, entries, (place, mode, origin), context);
            }
            AssignedValue::Computed(literal) => match self.computed.take(origin, literal) {
                ComputedValue::Known(KnownLiteral { value, places, replaced }) => {
                    self.value(slot, value, places, (place, mode, origin), context);
                    self.hold_replaced(slot, &replaced, mode, context);
                }
                // The reason was reported.
                ComputedValue::Waiting | ComputedValue::Replaced | ComputedValue::Failed => {
                    self.fail(slot, mode);
                }
            },
            AssignedValue::Whole(value, places) => {
                let literal = (Cow::Borrowed(value), Cow::Borrowed(&**places));
                self.whole(slot, literal, (place, mode, origin), context);
            }
        }
    }

    /// Warns that the removals of an assignment, at the end of these steps, have no effect: there is no struct or map.
    pub(super) fn nothing_to_unset(
        &mut self,
        steps: &[IndexStep],
        assignment: &Assignment,
        context: &SlotContext<'_, '_>,
    ) {
        match (steps, &assignment.value) {
            ([IndexStep::Member(at), rest @ ..], _) => {
                if let Some(context) = context.member(*at) {
                    self.nothing_to_unset(rest, assignment, &context);
                }
            }
            ([], AssignedValue::Members(members)) => {
                for (at, inner) in members {
                    if let Some(context) = context.member(*at) {
                        self.nothing_to_unset(&[], inner, &context);
                    }
                }
            }
            ([], AssignedValue::Entries(entries)) => {
                for (key, inner) in entries {
                    let path = context.entry(key);
                    self.report.push(operator_errors::nothing_to_unset(&path, inner.place));
                }
            }
            (_, _) => {
                self.report.push(operator_errors::nothing_to_unset(&context.path, assignment.place));
            }
        }
    }

    /// Merges an assignment with a reported mistake. Other assignments that it had to agree with are still compared
    /// with each other.
    fn fail(&mut self, slot: &mut Slot<'_>, mode: MergeMode) {
        self.sound = false;
        match mode {
            MergeMode::Unify => slot.doubt(Doubt::Mistake),
            MergeMode::Override | MergeMode::Replace => slot.state = SlotState::Invalid,
        }
    }

    /// Merges an absent value or null, or a value that is not a struct.
    fn whole<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (value, places): (Cow<'l, Value>, Cow<'l, [Span]>),
        (place, mode, origin): (Span, MergeMode, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        match (&*value, mode) {
            (Value::Map(map), MergeMode::Unify | MergeMode::Override)
                if !slot.is_unset() && !slot.lacks_value() =>
            {
                self.unite(slot, (map, &places), (place, mode, origin), context);
            }
            (Value::Json(text), MergeMode::Unify | MergeMode::Override) if slot.is_json() => {
                self.unite_json(slot, (text, &places), (place, mode, origin), context);
            }
            (_, MergeMode::Unify) => self.unify(slot, (value, places), (place, origin), context),
            (_, MergeMode::Override | MergeMode::Replace) => {
                self.put(slot, SlotState::Whole(value, places), origin.at(place), context);
            }
        }
    }

    /// Merges the result of an expression; a struct member by member.
    fn value<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        value: Value,
        places: Box<[Span]>,
        (place, mode, origin): (Span, MergeMode, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let Value::Struct(members) = value else {
            let literal = (Cow::Owned(value), Cow::Owned(places.into()));
            return self.whole(slot, literal, (place, mode, origin), context);
        };
        if slot.lacks_value() {
            match mode {
                MergeMode::Unify => return self.disagree(slot, None, place, context),
                MergeMode::Override | MergeMode::Replace => self.unset(slot, origin.at(place), context),
            }
        }
        if context.field.presence().may_lack_value() {
            self.give(slot, origin.at(place));
        }
        for (at, (slot, value)) in members_of(slot, context.field).iter_mut().zip(members).enumerate() {
            if let Some(context) = context.member(at) {
                self.value(slot, value, Box::default(), (place, mode, origin), &context);
            }
        }
    }

    /// Records an assignment to a slot in the history.
    pub(crate) fn event(&mut self, slot: &mut Slot<'_>, origin: Origin, action: ProvenanceAction) -> EventId {
        let id = self.history.push(origin, action, slot.last);
        slot.last = Some(id);
        if action != ProvenanceAction::Agrees {
            slot.set_by = Some(id);
        }
        id
    }

    /// Replaces the earlier value of a slot.
    pub(crate) fn put<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        state: SlotState<'l>,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        self.supersede(slot, context);
        let action = if slot.is_unset() { ProvenanceAction::Sets } else { ProvenanceAction::Overrides };
        self.event(slot, origin, action);
        slot.state = state;
        slot.doubt = Doubt::None;
    }

    /// Gives a slot its first value, and keeps its doubt.
    fn put_first<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        state: SlotState<'l>,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        let doubt = slot.doubt;
        self.put(slot, state, origin, context);
        slot.doubt = doubt;
    }

    fn unify<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (value, places): (Cow<'l, Value>, Cow<'l, [Span]>),
        (place, origin): (Span, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let agree = match &slot.state {
            SlotState::Unset | SlotState::Replaced => {
                return self.put_first(slot, SlotState::Whole(value, places), origin.at(place), context);
            }
            SlotState::Whole(first, _) => **first == *value,
            SlotState::Elements(elements) => {
                value.as_list().is_some() && list_of(context.field, elements).as_ref() == value.as_list()
            }
            // Only an absent struct is assigned as a whole.
            SlotState::Members(_) if slot.is_unset() => {
                return self.put_first(slot, SlotState::Whole(value, places), origin.at(place), context);
            }
            // A map is united with the entries so far, unless it is absent. An invalid value was reported.
            SlotState::Members(_)
            | SlotState::Entries(_)
            | SlotState::Json(_)
            | SlotState::Invalid
            | SlotState::Deferred(_) => false,
        };
        if agree {
            self.event(slot, origin.at(place), ProvenanceAction::Agrees);
            return;
        }
        self.disagree(slot, Some(&value), place, context);
    }

    /// Reports that another layer has set a different value. `again` is the new value, if it is a single one.
    pub(crate) fn disagree(
        &mut self,
        slot: &mut Slot<'_>,
        again: Option<&Value>,
        place: Span,
        context: &SlotContext<'_, '_>,
    ) {
        slot.doubt(Doubt::Disagreement);
        let first = slot.first_set_by().and_then(|id| self.history.get(id)).map(|event| event.origin);
        let values = match (&slot.state, again) {
            (SlotState::Whole(first, _), Some(again)) => {
                self.shown(&context.field.ty, (first, again), context)
            }
            (_, _) => None,
        };
        let first = (first, first.and_then(Origin::place));
        let disagree = self.disagreement((context.path, place), first, values);
        let is_null = slot.lacks_value() || again.is_some_and(|value| !value.is_of_type());
        let add = errors::add_instead(&context.field.ty).filter(|_| !is_null);
        self.refuse(disagree.help_if(add));
    }

    /// The error of a value that differs from an earlier one. It shows both values if one of them is computed.
    pub(super) fn disagreement(
        &self,
        (path, place): (ValuePath<'_>, Span),
        (first, first_place): (Option<Origin>, Option<Span>),
        values: Option<(String, String)>,
    ) -> Diagnostic {
        if self.computed.is_settling {
            return definition_errors::disagree(path.native(), place, first_place, values);
        }
        let wins = |layer: &usize| self.overriding.binary_search(layer).is_ok();
        let is_override = matches!(first, Some(Origin::Layer { layer, .. }) if wins(&layer));
        errors::disagree(&path, place, first_place, is_override)
    }

    /// The texts of two values for a message, if one of them is computed and they are not secret.
    pub(super) fn shown(
        &self,
        ty: &Type,
        (first, again): (&Value, &Value),
        context: &SlotContext<'_, '_>,
    ) -> Option<(String, String)> {
        let shown = |value: &Value| cut_shown(ty.show(value), MAX_SHOWN);
        let is_secret = context.secret || context.field.holds_sensitive();
        (self.computed.is_settling && !is_secret).then(|| (shown(first), shown(again)))
    }

    /// Adds elements to the vector so far, which may be the default.
    fn append<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        more: (&'l List, &'l [Span]),
        from: (Span, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let (place, origin) = from;
        let Some(mut elements) = self.take_elements(slot, place, context) else { return };
        let id = self.event(slot, origin.at(place), ProvenanceAction::Appends);
        let (list, places) = more;
        let more = SlotState::Whole(Cow::Owned(Value::List(list.clone())), Cow::Borrowed(places));
        elements.extend(more.into_elements(Some(id)).unwrap_or_default());
        slot.state = SlotState::Elements(elements);
    }

    /// Takes the elements so far to change them, or those of the default if nothing is assigned. The caller puts them
    /// back. `None` if there is no list, which is reported at `place`.
    pub(super) fn take_elements<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        place: Span,
        context: &SlotContext<'_, 'l>,
    ) -> Option<Vec<ListElement>> {
        // Elements may be missing because of the mistake.
        if slot.doubt == Doubt::Mistake {
            return None;
        }
        let (state, event) = match (std::mem::replace(&mut slot.state, SlotState::Invalid), context.default) {
            (SlotState::Invalid, _) => return None,
            (SlotState::Unset, Some(default)) => (SlotState::of_default(default), None),
            (SlotState::Unset, None) => {
                // Other assignments are still compared with each other.
                slot.state = SlotState::Unset;
                slot.doubt(Doubt::Mistake);
                self.refuse(errors::no_value_so_far(
                    &context.path,
                    NothingToChange::NotSet,
                    place,
                    (self.places)(&context.path),
                ));
                return None;
            }
            (state, _) => (state, slot.set_by),
        };
        let is_null = matches!(&state, SlotState::Whole(value, _) if value.is_null());
        let elements = state.into_elements(event);
        if elements.is_none() {
            let what = match is_null {
                _ if context.secret => "absent or null",
                true => "null",
                false => "absent",
            };
            let (why, declared) = (NothingToChange::IsLacking { what }, (self.places)(&context.path));
            self.refuse(errors::no_value_so_far(&context.path, why, place, declared));
        }
        elements
    }

    pub(crate) fn refuse(&mut self, error: Diagnostic) {
        self.report.push(error);
        self.sound = false;
    }

    fn members<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        place: Span,
        assignments: &'l [(usize, Assignment)],
        mode: MergeMode,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        if slot.lacks_value() {
            match mode {
                MergeMode::Unify => return self.disagree(slot, None, place, context),
                MergeMode::Override | MergeMode::Replace => self.unset(slot, origin.at(place), context),
            }
        }
        if mode == MergeMode::Replace {
            slot.is_given = false;
        }
        if context.field.presence().may_lack_value() && sets_no_member(context.field, assignments) {
            self.give(slot, origin.at(place));
        }
        let slots = members_of(slot, context.field);
        if mode == MergeMode::Replace {
            let mut given = assignments.iter().map(|(at, _)| *at).peekable();
            for (at, slot) in slots.iter_mut().enumerate() {
                if given.next_if_eq(&at).is_none()
                    && !slot.is_untouched()
                    && let Some(context) = context.member(at)
                {
                    self.unset(slot, origin.at(place), &context);
                }
            }
        }
        let rest = context.field.ty.inner_struct().and_then(StructType::rest);
        if let Some(rest) = rest.and_then(|(at, ..)| slots.get_mut(at)) {
            rest.is_given = true;
        }
        for (at, assignment) in assignments {
            if let (Some(slot), Some(context)) = (slots.get_mut(*at), context.member(*at)) {
                self.merge(slot, assignment, mode, origin, &context);
            }
        }
    }

    /// Makes an optional or nullable struct present without setting a member.
    pub(crate) fn give(&mut self, slot: &mut Slot<'_>, origin: Origin) {
        let action = if slot.is_given { ProvenanceAction::Agrees } else { ProvenanceAction::Sets };
        self.event(slot, origin, action);
        slot.is_given = true;
    }

    /// Removes the assignments to a slot and all its parts.
    pub(crate) fn unset<'l>(&mut self, slot: &mut Slot<'l>, origin: Origin, context: &SlotContext<'_, 'l>) {
        slot.doubt = Doubt::None;
        slot.is_given &= !context.field.is_rest();
        match &mut slot.state {
            SlotState::Unset => {}
            SlotState::Members(slots) => {
                for (at, slot) in slots.iter_mut().enumerate() {
                    if let Some(context) = context.member(at) {
                        self.unset(slot, origin, &context);
                    }
                }
                if std::mem::take(&mut slot.is_given) {
                    self.event(slot, origin, ProvenanceAction::Unsets);
                }
            }
            SlotState::Invalid
            | SlotState::Replaced
            | SlotState::Whole(..)
            | SlotState::Elements(_)
            | SlotState::Entries(_)
            | SlotState::Json(_)
            | SlotState::Deferred(_) => {
                self.supersede(slot, context);
                slot.state = SlotState::Unset;
                self.event(slot, origin, ProvenanceAction::Unsets);
            }
        }
    }
}

/// Whether a literal of a struct gives only empty literals for required structs, or nothing. Then no member records
/// that the struct is present.
fn sets_no_member(field: &Field, assignments: &[(usize, Assignment)]) -> bool {
    assignments.iter().all(|(at, assignment)| match (&assignment.value, field.ty.members().get(*at)) {
        (AssignedValue::Members(inner), Some(member)) => {
            !member.presence().may_lack_value() && sets_no_member(member, inner)
        }
        (_, _) => false,
    })
}

/// The slots of a struct's members. A struct that is absent or null becomes a struct without set members.
pub(crate) fn members_of<'s, 'l>(slot: &'s mut Slot<'l>, field: &Field) -> &'s mut [Slot<'l>] {
    if slot.lacks_value() || matches!(slot.state, SlotState::Unset | SlotState::Replaced) {
        slot.state = SlotState::Members(Slot::empty(field.ty.members()));
    }
    if let SlotState::Members(slots) = &mut slot.state { slots } else { &mut [] }
}
