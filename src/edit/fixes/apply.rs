//! Fixes applied to texts.

use crate::diagnostic::{Edit, Fix};
use crate::text::{SourceId, Sources, Span};
use std::collections::BTreeMap;

/// The fixes that can be applied together, in the order of their places: one that overlaps or touches an earlier one is
/// left for later, since the new text decides whether it is still needed. `of` gives the fix.
pub(crate) fn compatible<T>(mut all: Vec<T>, of: impl Fn(&T) -> &Fix) -> Vec<T> {
    all.sort_by_key(|one| of(one).edits.first().map(|edit| edit.span));
    let mut taken: BTreeMap<Span, u32> = BTreeMap::new();
    all.retain(|one| {
        let edits = &of(one).edits;
        let is_free = edits.iter().all(|Edit { span: Span { source, start, end }, .. }| {
            let behind = Span { source: *source, start: *end, end: u32::MAX };
            // Taken parts do not overlap, so the last one that begins before this ends is the nearest.
            let before = taken.range(..=behind).next_back();
            before.is_none_or(|(before, taken)| before.source != *source || taken < start)
        });
        if is_free {
            taken.extend(edits.iter().map(|edit| (edit.span, edit.span.end)));
        }
        is_free
    });
    all
}

/// The edits of compatible fixes by text, each with the new text.
pub(crate) fn changed_texts<'f>(
    fixes: impl IntoIterator<Item = &'f Fix>,
    sources: &Sources,
) -> BTreeMap<SourceId, (Vec<Edit>, String)> {
    let mut edits: BTreeMap<SourceId, Vec<Edit>> = BTreeMap::new();
    for edit in fixes.into_iter().flat_map(|fix| &fix.edits) {
        edits.entry(edit.span.source).or_default().push(edit.clone());
    }
    let changed = edits.into_iter().filter_map(|(id, mut edits)| {
        let source = sources.get(id)?;
        edits.sort_by_key(|edit| edit.span);
        let (mut text, mut at) = (String::with_capacity(source.text().len()), 0);
        for edit in &edits {
            text += source.slice(source.span(at, edit.span.start));
            text += &edit.text;
            at = edit.span.end;
        }
        text += source.text().get(at as usize..).unwrap_or_default();
        Some((id, (edits, text)))
    });
    changed.collect()
}
