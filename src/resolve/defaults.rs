//! Fills in defaults of everything that is not assigned, which is the last step to one value per field.

use super::missing_errors::{MissingAt, Wanted, missing_value};
use super::origin::{EventId, History, Origin, PartOrigins, ProvenanceAction, Trace};
use super::slot::{Doubt, ListElement, Slot, SlotContext, SlotState, list_of, map_of};
use crate::diagnostic::Report;
use crate::layers::errors;
use crate::text::{Span, narrow};
use crate::types::{ConstraintViolation, Field, Value};
use crate::value::Places;
use confc_core::expr::{UnknownMembers, UnknownPart};

/// The state while defaults are filled in.
pub(super) struct DefaultsContext<'a> {
    pub(crate) places: &'a Places<'a>,
    pub(crate) report: &'a mut Report,
    pub(crate) history: &'a History,
    pub(super) wanted: Wanted<'a>,
    /// Whether missing values are reported. They are not if a layer could not be read completely, since it may have
    /// them.
    pub(super) tells_missing: bool,
    /// The assignment that made the optional struct around the current members present.
    pub(super) made_present: Option<Span>,
}

/// The value of a slot, with defaults filled in.
pub(super) struct FilledSlot {
    pub(crate) value: Value,
    pub(crate) trace: Trace,
    /// The members of a struct without a value. The struct has placeholders for them.
    pub(crate) unknown: UnknownMembers,
}

impl FilledSlot {
    /// A value that is known completely.
    fn known(value: Value, trace: Trace) -> Self {
        Self { value, trace, unknown: UnknownMembers::default() }
    }
}

/// Fills in the defaults of fields. Returns the value of each field with its trace; `None` if a value is missing or
/// does not fit, which is reported. A struct keeps the members that have a value.
pub(super) fn apply_defaults<'l>(
    fields: &'l [Field],
    slots: Vec<Slot<'l>>,
    mut context: DefaultsContext<'_>,
) -> impl Iterator<Item = Option<FilledSlot>> {
    fields.iter().zip(slots).map(move |(field, slot)| context.value(slot, &SlotContext::field(field)))
}

/// The value and trace of a slot, with its unknown part. Without a value, both are placeholders, which nothing reads.
pub(super) fn known_and_unknown(filled: Option<FilledSlot>) -> (Value, Trace, UnknownPart) {
    match filled {
        Some(FilledSlot { value, trace, unknown }) => (value, trace, UnknownPart::Members(unknown)),
        None => (Value::Absent, Trace { last: None, parts: PartOrigins::Whole }, UnknownPart::Whole),
    }
}

/// The value of a slot with its default. `None` if it has no value or the value does not fit; [`apply_defaults`]
/// reports that.
pub(super) fn value_so_far<'l>(
    slot: &Slot<'l>,
    context: &SlotContext<'_, 'l>,
    places: &Places<'_>,
) -> Option<Value> {
    let (report, history) = (&mut Report::new(), &History::default());
    let mut quiet = DefaultsContext {
        places,
        report,
        history,
        wanted: Wanted::default(),
        tells_missing: false,
        made_present: None,
    };
    let filled = quiet.value(slot.clone(), context)?;
    filled.unknown.is_empty().then_some(filled.value)
}

impl DefaultsContext<'_> {
    /// The value of a field, with its trace. `None` if it has no value, which is reported.
    fn value<'l>(&mut self, slot: Slot<'l>, context: &SlotContext<'_, 'l>) -> Option<FilledSlot> {
        let last = slot.last;
        if slot.doubt != Doubt::None {
            return None;
        }
        let (made_present, default) = (self.made_present(&slot, context), slot.default_in(context));
        match slot.state {
            // Deferred and replaced slots are settled before.
            SlotState::Invalid | SlotState::Replaced | SlotState::Deferred(_) => None,
            SlotState::Whole(value, places) => {
                // Only the complete map shows whether there are enough entries.
                if let Some(entries) = value.as_map()
                    && let Err(violation) = context.field.ty.check_count(entries.len())
                {
                    self.refuse(context, violation, &[], last);
                    return None;
                }
                let is_whole = places.is_empty() || value.as_json().is_some();
                let parts = if is_whole { PartOrigins::Whole } else { PartOrigins::Literal(places.into()) };
                Some(FilledSlot::known(value.into_owned(), Trace { last, parts }))
            }
            SlotState::Json(tree) => {
                let value = Value::Json(tree.text());
                // Each literal fits, but all of them together may be too large.
                let filled = self.parts(context, value, &[], last)?;
                Some(FilledSlot { trace: Trace { last, parts: PartOrigins::Whole }, ..filled })
            }
            SlotState::Elements(elements) => {
                let value = Value::List(list_of(context.field, &elements)?);
                self.parts(context, value, &elements.iter().collect::<Vec<_>>(), last)
            }
            SlotState::Entries(entries) => {
                let value = Value::Map(map_of(context.field, &entries)?);
                self.parts(context, value, &entries.values().collect::<Vec<_>>(), last)
            }
            SlotState::Members(slots) if !context.is_unset_optional(&slots, slot.is_given) => {
                let around = std::mem::replace(&mut self.made_present, made_present);
                let found = self.members(slots, last, context);
                self.made_present = around;
                found
            }
            SlotState::Unset | SlotState::Members(_) => match default {
                Some(default) => {
                    Some(FilledSlot::known(default.clone(), Trace { last, parts: PartOrigins::Whole }))
                }
                None if context.field.optional => {
                    Some(FilledSlot::known(Value::Absent, Trace { last, parts: PartOrigins::Whole }))
                }
                None if context.field.is_rest() => {
                    let trace = Trace { last, parts: PartOrigins::Whole };
                    context.field.unset_value().map(|empty| FilledSlot::known(empty, trace))
                }
                None if context.field.ty.is_struct() => {
                    self.members(Slot::empty(context.field.ty.members()), last, context)
                }
                None => {
                    if self.tells_missing {
                        let (field, path) = (context.field, &context.path);
                        let declared = (self.places)(path);
                        let taken = self.taken_away(last);
                        let present = self.made_present.filter(|_| taken.is_none());
                        let at = MissingAt { declared, taken, present };
                        self.report.push(missing_value(field, path, at, self.wanted));
                    }
                    None
                }
            },
        }
    }

    /// The assignment that made the optional or nullable struct of this slot, or around it, present.
    fn made_present(&self, slot: &Slot<'_>, context: &SlotContext<'_, '_>) -> Option<Span> {
        if !context.field.presence().may_lack_value() {
            return self.made_present;
        }
        let event = slot.first_set_by().and_then(|id| self.history.get(id))?;
        event.origin.place()
    }

    fn members<'l>(
        &mut self,
        slots: Vec<Slot<'l>>,
        last: Option<EventId>,
        context: &SlotContext<'_, 'l>,
    ) -> Option<FilledSlot> {
        let count = slots.len();
        let (mut values, mut traces) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut unknown = UnknownMembers::default();
        for (at, slot) in slots.into_iter().enumerate() {
            let filled = self.value(slot, &context.member(at)?);
            let (value, trace, part) = known_and_unknown(filled);
            values.push(value);
            traces.push(trace);
            unknown.insert(narrow(at), part);
        }
        let trace = Trace { last, parts: PartOrigins::Members(traces) };
        Some(FilledSlot { value: Value::Struct(values.into()), trace, unknown })
    }

    /// A list or map whose parts come from several places. Their number, and repeated elements, are checked here.
    fn parts(
        &mut self,
        context: &SlotContext<'_, '_>,
        value: Value,
        elements: &[&ListElement],
        last: Option<EventId>,
    ) -> Option<FilledSlot> {
        if let Err(violation) = context.field.ty.check(&value) {
            self.refuse(context, violation, elements, last);
            return None;
        }
        let origins = elements.iter().map(|element| self.origin_of(element)).collect();
        Some(FilledSlot::known(value, Trace { last, parts: PartOrigins::Elements(origins) }))
    }

    fn refuse(
        &mut self,
        context: &SlotContext<'_, '_>,
        violation: ConstraintViolation,
        elements: &[&ListElement],
        last: Option<EventId>,
    ) {
        let place = |at: usize| elements.get(at).and_then(|element| self.place_of(element));
        let is_secret = context.secret || context.field.holds_sensitive();
        let violation = if is_secret { violation.without_value() } else { violation };
        let last = self.history.back_from(last).next().and_then(|event| event.origin.place());
        let refused = errors::violation_of_whole(&context.path, &violation, place, last);
        self.report.push(refused);
    }

    /// The place that removed the last assignment, if one did.
    fn taken_away(&self, last: Option<EventId>) -> Option<Span> {
        let event = self.history.back_from(last).next()?;
        (event.action == ProvenanceAction::Unsets).then(|| event.origin.place()).flatten().map(Span::at_start)
    }

    fn origin_of(&self, element: &ListElement) -> Origin {
        let event = element.event.and_then(|id| self.history.get(id));
        let origin = event.map_or(Origin::Default, |event| event.origin);
        element.place.map_or(origin, |place| origin.at(place))
    }

    fn place_of(&self, element: &ListElement) -> Option<Span> {
        self.origin_of(element).place()
    }
}
