//! Merges JSON values member by member.

use super::combine::Combiner;
use super::entries::ChangedEntries;
use super::origin::{Origin, ProvenanceAction};
use super::slot::{Doubt, MergeMode, Slot, SlotContext, SlotState};
use crate::diagnostic::Diagnostic;
use crate::layers::errors;
use crate::text::Span;
use crate::types::{JsonConflict, JsonMerge, JsonText, JsonTree, PlacedJson, Value};
use std::borrow::Cow;

impl Combiner<'_> {
    /// Merges a literal into the JSON value so far.
    pub(super) fn unite_json<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (text, members): (&JsonText, &[Span]),
        (place, mode, origin): (Span, MergeMode, Origin),
        context: &SlotContext<'_, 'l>,
    ) {
        let first = slot.set_by.and_then(|id| self.history.get(id)).map(|event| event.origin);
        if let SlotState::Whole(value, places) = &slot.state
            && let Some(text) = value.as_json()
        {
            let whole = first.and_then(Origin::place).unwrap_or(place);
            slot.state = SlotState::Json(JsonTree::new(PlacedJson::new(text, whole, places)));
        }
        let SlotState::Json(tree) = &mut slot.state else { return };
        let second = PlacedJson::new(text, place, members);
        match tree.merge(second, mode != MergeMode::Unify) {
            Ok(merge) => {
                self.event(slot, origin.at(place), action_of(merge));
            }
            Err(conflict) => {
                slot.doubt(Doubt::Disagreement);
                let [first_place, place] = conflict.places;
                let refused = self.disagreement((context.path, place), (first, Some(first_place)), None);
                self.refuse(within(refused, &conflict, context));
            }
        }
    }

    /// Merges the JSON value of an entry into the one so far, which has this origin and place.
    pub(super) fn unite_json_entry<'k>(
        &mut self,
        changed: &mut ChangedEntries<'k>,
        (key, text, place): (Cow<'k, str>, &JsonText, Span),
        (first, origin, first_place): (&JsonText, Option<Origin>, Option<Span>),
        mode: MergeMode,
        context: &SlotContext<'_, '_>,
    ) {
        let mut tree = JsonTree::new(PlacedJson::new(first, first_place, &[]));
        let second = PlacedJson::new(text, Some(place), &[]);
        match tree.merge(second, mode != MergeMode::Unify) {
            Ok(merge) => {
                changed.overrides |= merge.replaces;
                if merge.replaces || merge.adds {
                    changed.set.push((key, Value::Json(tree.text()), place));
                }
            }
            Err(conflict) => {
                changed.disagrees = true;
                let path = context.entry(&key);
                let refused = self.disagreement((path, place), (origin, first_place), None);
                self.refuse(within(refused, &conflict, context));
            }
        }
    }
}

fn action_of(merge: JsonMerge) -> ProvenanceAction {
    match (merge.replaces, merge.adds) {
        (true, _) => ProvenanceAction::Overrides,
        (false, true) => ProvenanceAction::Appends,
        (false, false) => ProvenanceAction::Agrees,
    }
}

/// Names the part of the JSON value that differs, unless it is secret.
fn within<P>(refused: Diagnostic, conflict: &JsonConflict<P>, context: &SlotContext<'_, '_>) -> Diagnostic {
    if conflict.path.is_empty() || context.secret {
        return refused;
    }
    refused.note(errors::differ_within(&conflict.path)).without_fixes()
}
