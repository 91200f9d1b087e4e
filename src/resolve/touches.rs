//! The operations of a patch by the places that they change.

use crate::layers::patch::ValuesPatch;
use crate::pointer::{Action, Reference, ReferenceToken};
use std::collections::BTreeMap;

/// The last operation on a place: its number, and its path or `from`.
pub(super) type Touch<'a> = (usize, &'a Reference);

/// The last operations on a place itself, and on any place in it.
#[derive(Default)]
pub(super) struct Touches<'a> {
    pub(super) at: Option<Touch<'a>>,
    pub(super) within: Option<Touch<'a>>,
}

/// The operations of a patch by the places that they change.
pub(super) fn touches(patch: &ValuesPatch) -> BTreeMap<&[ReferenceToken], Touches<'_>> {
    let mut all: BTreeMap<&[ReferenceToken], Touches<'_>> = BTreeMap::new();
    for (step, operation) in patch.applied.operations.iter().enumerate() {
        let changed = match &operation.action {
            Action::Test(_) => [None, None],
            Action::Move(from) => [Some(from), Some(&operation.path)],
            Action::Add(_) | Action::Remove | Action::Replace(_) | Action::Copy(_) => {
                [None, Some(&operation.path)]
            }
        };
        for reference in changed.into_iter().flatten() {
            let tokens = reference.pointer.tokens();
            all.entry(tokens).or_default().at = Some((step, reference));
            for around in (0..=tokens.len()).filter_map(|steps| tokens.get(..steps)) {
                all.entry(around).or_default().within = Some((step, reference));
            }
        }
    }
    all
}
