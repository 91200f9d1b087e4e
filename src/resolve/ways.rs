//! Looks up slots and types by paths.

use super::slot::{Slot, SlotContext, SlotState};
use crate::declaration::Config;
use crate::layers::computed::KeptStep;
use crate::types::Type;

/// Calls a function with the slot at the end of a path.
pub(super) fn at_slot<'l>(
    slots: &mut [Slot<'l>],
    config: &'l Config,
    way: &[u32],
    then: &mut dyn FnMut(&mut Slot<'l>, &SlotContext<'_, 'l>),
) {
    let Some((field, members)) = way.split_first() else { return };
    let (Some(slot), Some(field)) = (slots.get_mut(*field as usize), config.fields().get(*field as usize))
    else {
        return;
    };
    at_member(slot, &SlotContext::field(field), members, then);
}

fn at_member<'l>(
    slot: &mut Slot<'l>,
    context: &SlotContext<'_, 'l>,
    members: &[u32],
    then: &mut dyn FnMut(&mut Slot<'l>, &SlotContext<'_, 'l>),
) {
    let Some((first, rest)) = members.split_first() else { return then(slot, context) };
    let SlotState::Members(slots) = &mut slot.state else { return };
    if let (Some(slot), Some(context)) = (slots.get_mut(*first as usize), context.member(*first as usize)) {
        at_member(slot, &context, rest, then);
    }
}

/// The type at the end of a path.
pub(super) fn type_at<'t>(config: &'t Config, path: &[KeptStep]) -> Option<&'t Type> {
    let (first, rest) = path.split_first()?;
    let KeptStep::Field(key) = first else { return None };
    let mut ty = &config.fields().get(config.position_in_path(key)?)?.ty;
    for step in rest {
        ty = match (step, ty) {
            (KeptStep::Member(key), Type::Struct(of)) => &of.members().get(of.position(key)?)?.ty,
            (KeptStep::Entry(_), Type::Map(map)) => map.value(),
            (KeptStep::Element(_), ty) => ty.element()?,
            (KeptStep::Field(_) | KeptStep::Member(_) | KeptStep::Entry(_), _) => return None,
        };
    }
    Some(ty)
}
