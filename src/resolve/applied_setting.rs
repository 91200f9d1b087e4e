//! Merges single settings, which win over all other sources.

use super::combine::{Combiner, members_of};
use super::origin::{Origin, ProvenanceAction};
use super::slot::{Doubt, ListElement, MergeMode, Slot, SlotContext, SlotState};
use crate::diagnostic::Diagnostic;
use crate::layers::assignment::AssignedValue;
use crate::layers::errors::{self, NothingToChange};
use crate::layers::index_path::{IndexPath, IndexStep};
use crate::layers::setting::Setting;
use crate::text::Span;
use crate::types::{Field, MapEntries, Type, Value};
use crate::value::ValuePath;

impl Combiner<'_> {
    /// Merges a setting into the assignments so far.
    pub(crate) fn setting<'l>(
        &mut self,
        slots: &mut [Slot<'l>],
        fields: &'l [Field],
        at: usize,
        setting: &'l Setting,
    ) {
        let IndexPath { field, steps } = &setting.path;
        let (Some(slot), Some(field)) = (slots.get_mut(*field), fields.get(*field)) else { return };
        self.sound &= setting.assignment.value != AssignedValue::Invalid;
        let origin = Origin::Setting { setting: at, place: setting.assignment.place };
        self.step(slot, steps, setting, origin, &SlotContext::field(field));
    }

    pub(crate) fn step<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        steps: &'l [IndexStep],
        setting: &'l Setting,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        if self.setting_waits(slot, steps, setting, origin) {
            return;
        }
        match steps {
            [] => self.merge(slot, &setting.assignment, MergeMode::Override, origin, context),
            [IndexStep::Member(_), ..] if slot.lacks_value() && !setting.assignment.value.sets() => {
                self.nothing_to_unset(steps, &setting.assignment, context);
            }
            [IndexStep::Member(at), rest @ ..] => {
                if slot.lacks_value() {
                    self.unset(slot, origin.at(setting.assignment.place), context);
                }
                let inner = members_of(slot, context.field).get_mut(*at);
                if let (Some(slot), Some(context)) = (inner, context.member(*at)) {
                    self.step(slot, rest, setting, origin, &context);
                }
                // The literal may give no member, or only empty structs.
                if context.field.presence().may_lack_value()
                    && setting.assignment.value.sets()
                    && slot.is_unset()
                    && slot.doubt == Doubt::None
                {
                    self.give(slot, origin.at(setting.assignment.place));
                }
            }
            [IndexStep::Element(at), rest @ ..] => self.element(slot, *at, rest, setting, origin, context),
            [IndexStep::Entry(key)] => {
                let entry = [(&**key, &setting.assignment)].into_iter();
                let merge = (setting.assignment.place, MergeMode::Override, origin);
                self.change_entries(slot, entry, merge, context);
            }
            [IndexStep::Entry(key), rest @ ..] => {
                self.within_entry(slot, key, rest, setting, origin, context)
            }
        }
    }

    /// Replaces a part of the value of an entry.
    fn within_entry<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        key: &str,
        rest: &[IndexStep],
        setting: &Setting,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        let AssignedValue::Whole(value, _) = &setting.assignment.value else {
            return slot.doubt(Doubt::Mistake);
        };
        let (literal, path) = (setting.assignment.place, setting.path_place);
        let Type::Map(map) = &context.field.ty else { return };
        let Some(mut entries) = self.take_entries(slot, context) else { return };
        let named = context.entry(key);
        let Some(entry) = entries.get_mut(key) else {
            if slot.doubt == Doubt::Mistake {
                return;
            }
            return self.refuse(errors::no_such_entry(&named, path));
        };
        // A later setting replaces the entry.
        if entry.value.is_absent() {
            slot.state = SlotState::Entries(entries);
            return;
        }
        if let Err(refused) =
            replace(&mut entry.value, map.value(), rest, value, (&named, path, context.secret))
        {
            return self.refuse(*refused);
        }
        self.set_part(slot, entry, origin.at(literal));
        slot.state = SlotState::Entries(entries);
    }

    /// Records that a setting changed an element or entry.
    fn set_part(&mut self, slot: &mut Slot<'_>, part: &mut ListElement, origin: Origin) {
        let id = self.event(slot, origin, ProvenanceAction::Overrides);
        (part.event, part.place) = (Some(id), origin.place());
    }

    /// Replaces an element, or a part of one.
    fn element<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        index: usize,
        rest: &[IndexStep],
        setting: &Setting,
        origin: Origin,
        context: &SlotContext<'_, 'l>,
    ) {
        let AssignedValue::Whole(value, _) = &setting.assignment.value else {
            return slot.doubt(Doubt::Mistake);
        };
        let (literal, path) = (setting.assignment.place, setting.path_place);
        let Some(mut elements) = self.take_elements(slot, path, context) else { return };
        let (count, ty) = (elements.len(), context.field.ty.element());
        let (Some(element), Some(ty)) = (elements.get_mut(index), ty) else {
            let help = matches!(context.field.ty, Type::Vector(_)).then_some(errors::ADD_INSTEAD);
            return self.refuse(errors::no_such_element(&context.path, index, count, path).help_if(help));
        };
        let element_path = ValuePath::Element(&context.path, index);
        if let Err(refused) =
            replace(&mut element.value, ty, rest, value, (&element_path, path, context.secret))
        {
            return self.refuse(*refused);
        }
        self.set_part(slot, element, origin.at(literal));
        slot.state = SlotState::Elements(elements);
    }
}

/// The value of an absent or null struct when one of its members is set: the other members have their defaults.
fn present(ty: &Type, set: usize, (named, place): (&ValuePath<'_>, Span)) -> Result<Value, Box<Diagnostic>> {
    let members = ty.members().iter().enumerate().map(|(at, member)| match member.unset_value() {
        Some(value) => Ok(value),
        // The caller replaces this placeholder by the value of the setting.
        None if at == set => Ok(Value::Absent),
        None => {
            let missing = ValuePath::Member(named, member.into());
            Err(Box::new(errors::no_value_so_far(named, NothingToChange::NoDefault(&missing), place, None)))
        }
    });
    members.collect::<Result<_, _>>().map(Value::Struct)
}

/// Replaces a part of a value. `path` has the path of the value for messages, the place of the whole path, and whether
/// the value is secret.
fn replace(
    value: &mut Value,
    ty: &Type,
    steps: &[IndexStep],
    new: &Value,
    path: (&ValuePath<'_>, Span, bool),
) -> Result<(), Box<Diagnostic>> {
    let (named, place, secret) = path;
    if let ([IndexStep::Member(at), ..], Value::Absent | Value::Null) = (steps, &*value) {
        *value = present(ty, *at, (named, place))?;
    }
    match (steps, value) {
        ([], value) => value.clone_from(new),
        // A list that is absent or null has no elements.
        ([IndexStep::Element(index), ..], Value::Absent | Value::Null) => {
            return Err(Box::new(errors::no_such_element(named, *index, 0, place)));
        }
        ([IndexStep::Member(at), rest @ ..], Value::Struct(members)) => {
            if let (Some(value), Some(member)) = (members.get_mut(*at), ty.members().get(*at)) {
                let named = ValuePath::Member(named, member.into());
                replace(value, &member.ty, rest, new, (&named, place, secret || member.sensitive))?;
            }
        }
        ([IndexStep::Element(index), rest @ ..], Value::List(list)) => {
            let Some((mut value, element)) = list.take(*index).zip(ty.element()) else {
                return Err(Box::new(errors::no_such_element(named, *index, list.len(), place)));
            };
            let path = (&ValuePath::Element(named, *index), place, secret);
            let changed = replace(&mut value, element, rest, new, path);
            // The element is put back even after a mistake.
            let _ = list.set(*index, value);
            changed?;
        }
        ([IndexStep::Entry(key), rest @ ..], Value::Map(entries)) => {
            let Type::Map(map) = ty else { return Ok(()) };
            let named = ValuePath::Entry(named, Some(&**key).filter(|_| !secret));
            let at = entries.position(key);
            match (at.and_then(|at| entries.take(at)).zip(at), rest) {
                (Some((mut value, at)), rest) => {
                    let changed = replace(&mut value, map.value(), rest, new, (&named, place, secret));
                    let _ = entries.set(at, value);
                    changed?;
                }
                (None, []) => {
                    let mut changed = entries.to_entries();
                    changed.push((key.clone(), new.clone()));
                    if let Some(changed) = MapEntries::of(map.value(), changed) {
                        *entries = changed;
                    }
                }
                (None, _) => return Err(Box::new(errors::no_such_entry(&named, place))),
            }
        }
        // Paths are read by the type, so every step fits its value.
        ([IndexStep::Member(_) | IndexStep::Element(_) | IndexStep::Entry(_), ..], _) => {}
    }
    Ok(())
}
