//! Sources with the lines that a plan keeps of its layers, which may no longer exist.

use crate::text::{Source, Sources, Span, narrow};
use confc_core::plan::{MAX_LINE, PlanPlace};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest total size of the sources of a plan, in bytes. It is needed because a plan may name any line number.
const MAX_DRAWN: usize = 64 << 20;

/// A file, the number of a line in it, the column at which its text begins, and the text.
type DrawnLine = (Box<str>, u32, usize, Box<str>);

/// The lines that plans keep, as sources.
#[derive(Default)]
pub(super) struct PlanSources {
    known: BTreeMap<DrawnLine, Arc<Source>>,
    drawn: usize,
}

impl PlanSources {
    /// The place in a source with the excerpt at its line and column.
    pub(super) fn span(&mut self, place: &PlanPlace, file: &str, sources: &mut Sources) -> Option<Span> {
        self.drawn_at(place, (usize::from(place.start), place.size.into()), file, sources)
    }

    /// The place of `place`, which has no excerpt, in the source of another place on the same line. If that excerpt
    /// hides text before the place, the line is empty.
    pub(super) fn span_on(
        &mut self,
        place: &PlanPlace,
        line: &PlanPlace,
        file: &str,
        sources: &mut Sources,
    ) -> Option<Span> {
        match column_in(line, place.column) {
            Some(at) => self.drawn_at(line, (at, 0), file, sources),
            None => self.span(place, file, sources),
        }
    }

    /// A part of the excerpt of a place, by its bytes.
    fn drawn_at(
        &mut self,
        place: &PlanPlace,
        (start, size): (usize, usize),
        file: &str,
        sources: &mut Sources,
    ) -> Option<Span> {
        let (line, skipped) = (place.line.min(MAX_LINE) as usize, skipped(place));
        let key = (Box::from(file), place.line, skipped, place.excerpt.clone());
        if !self.known.contains_key(&key) {
            let size = line.saturating_sub(1) + skipped + place.excerpt.len();
            self.drawn = self.drawn.checked_add(size).filter(|drawn| *drawn <= MAX_DRAWN)?;
            let text = "\n".repeat(line.saturating_sub(1)) + &" ".repeat(skipped) + &place.excerpt;
            // Plans contain no secrets in their excerpts.
            let source = sources.add_excerpt(file.to_owned(), text);
            self.known.insert(key.clone(), source);
        }
        let source = self.known.get(&key)?;
        let start = line.saturating_sub(1) + skipped + start;
        Some(source.span(narrow(start), narrow(start + size)))
    }
}

/// The number of columns before the excerpt of a place.
fn skipped(place: &PlanPlace) -> usize {
    let before = place.excerpt.get(..usize::from(place.start)).unwrap_or_default();
    (place.column.min(MAX_LINE) as usize).saturating_sub(1).saturating_sub(before.chars().count())
}

/// The offset of a column in the excerpt of a place, in bytes. `None` if the column is outside, or if `…` replaces text
/// before it.
fn column_in(place: &PlanPlace, column: u32) -> Option<usize> {
    let within = (column as usize).checked_sub(1)?.checked_sub(skipped(place))?;
    let (at, _) = place.excerpt.char_indices().nth(within)?;
    (!place.excerpt.get(..at)?.contains('…')).then_some(at)
}
