//! The places of layers in a plan: file, line, column, and the part of the line that a message shows.

use crate::manifest::relative_path;
use crate::text::escape::steers;
use crate::text::{LineHint, Source, Sources, Span};
use crate::wire::plan::PlanPlace;
use confc_core::plan::{MAX_EXCERPT, MAX_LINE};
use std::collections::BTreeMap;

/// The number of characters that are kept before a place in a long line, and of the place itself.
const BEFORE: usize = 60;
const OF_PLACE: usize = 100;

/// The bytes of a line that are read on either side of a place, and of the place itself. The kept characters take
/// fewer.
const LOOKED_AT: u32 = 1024;

/// The places of a plan, with their files.
pub(super) struct PlanPlaces<'s> {
    sources: &'s Sources,
    /// The number of each source, from 1, by its name: a file may have been read twice.
    numbers: BTreeMap<&'s str, u32>,
    names: Vec<String>,
    /// The folder that names of files are made relative to; `None` to keep the names.
    folder: Option<&'s str>,
    hint: LineHint,
}

impl<'s> PlanPlaces<'s> {
    pub(crate) fn new(sources: &'s Sources, folder: Option<&'s str>) -> Self {
        Self { sources, numbers: BTreeMap::new(), names: Vec::new(), folder, hint: LineHint::default() }
    }

    /// The names of the files, in the order of their first place.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.names.iter()
    }

    /// A place without an excerpt; `None` if its line or column is too large.
    pub(crate) fn bare(&mut self, place: Span) -> Option<PlanPlace> {
        let (_, source, line, column) = self.position(place)?;
        Some(PlanPlace { source, line, column, ..PlanPlace::default() })
    }

    /// A place with its excerpt; `None` if its line or column is too large. The excerpt of a secret ends before it.
    pub(crate) fn of(&mut self, place: Span, is_secret: bool) -> Option<PlanPlace> {
        let (of, source, line, column) = self.position(place)?;
        let excerpt = PlanExcerpt::of(of, place, line);
        let excerpt = if is_secret { excerpt.hidden() } else { excerpt };
        let PlanExcerpt { text, start, size } = excerpt;
        Some(PlanPlace { source, line, column, excerpt: text, start, size })
    }

    /// The source of a place with its number, and the line and column.
    fn position(&mut self, place: Span) -> Option<(&'s Source, u32, u32, u32)> {
        let source = self.sources.of(place).filter(|source| !source.name().is_empty())?;
        let at = source.place_near(place.start, &mut self.hint);
        if at.line > MAX_LINE || at.column > MAX_LINE {
            return None;
        }
        let next = self.names.len() + 1;
        let number = *self.numbers.entry(source.name()).or_insert(u32::try_from(next).ok()?);
        if number as usize == next {
            let name = |folder| relative_path(folder, source.name());
            self.names.push(self.folder.map_or_else(|| source.name().to_owned(), name));
        }
        Some((source, number, at.line, at.column))
    }
}

/// The part of a line around a place.
#[derive(Debug, Default)]
struct PlanExcerpt {
    text: String,
    start: u32,
    size: u32,
}

impl PlanExcerpt {
    fn of(source: &Source, place: Span, line: u32) -> Self {
        let Some(line) = source.line(line) else { return Self::default() };
        let end = place.end.min(line.end).max(place.start);
        // Only the part that may be kept is read.
        let start = source.around(place.start, line, LOOKED_AT).start;
        let last = source.around(end, line, LOOKED_AT).end;
        let end = source.around(place.start, Span { end, ..place }, LOOKED_AT).end;
        let shown = |start, end| clean(&source.shown(source.span(start, end)));
        let before = shown(start.min(place.start), place.start);
        let (within, behind) = (shown(place.start, end), shown(end, last.max(end)));
        let count = |text: &str| text.chars().count();
        if count(&before) + count(&within) + count(&behind) <= MAX_EXCERPT {
            return Self::joined(before, &within, &behind);
        }
        let before = match count(&before).checked_sub(BEFORE) {
            None | Some(0) => before,
            Some(cut) => std::iter::once('…').chain(before.chars().skip(cut)).collect(),
        };
        let within: String = within.chars().take(OF_PLACE).collect();
        let rest = MAX_EXCERPT.saturating_sub(count(&before) + count(&within));
        let behind: String = behind.chars().take(rest).collect();
        Self::joined(before, &within, &behind)
    }

    /// Removes the place and the text after it.
    fn hidden(mut self) -> Self {
        self.text.truncate(self.start as usize);
        self.text.push('…');
        self.size = 3;
        self
    }

    fn joined(before: String, within: &str, behind: &str) -> Self {
        let narrow = |size: usize| u32::try_from(size).unwrap_or_default();
        let (start, size) = (narrow(before.len()), narrow(within.len()));
        Self { text: before + within + behind, start, size }
    }
}

/// A text without characters that could control a terminal.
fn clean(text: &str) -> String {
    text.chars().map(|c| if steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
