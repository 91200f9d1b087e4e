//! Whether fixes help: what is found before them and after them.

use crate::cli::Invocation;
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, Fix, Label};
use crate::text::{Sources, Span, narrow};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What identifies a diagnostic while places move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DiagnosticKey {
    pub(super) code: Code,
    file: String,
    message: String,
}

impl DiagnosticKey {
    pub(super) fn of(found: &Diagnostic, sources: &Sources) -> Self {
        let file = found.primary().and_then(|label| sources.of(label.span)).map(|source| source.name());
        let file = file.or(found.file()).unwrap_or_default().to_owned();
        Self { code: found.code(), file, message: found.message().to_owned() }
    }
}

/// A fix of a diagnostic, with the place of the diagnostic.
pub(super) struct ChosenFix {
    pub(super) of: DiagnosticKey,
    pub(super) fix: Fix,
    pub(super) at: Option<Span>,
}

/// What is found, with the offset of each place; 0 without a place.
#[derive(Debug, Default)]
pub(super) struct FoundPlaces(BTreeSet<(DiagnosticKey, u32)>);

impl FoundPlaces {
    pub(super) fn of(invocation: &Invocation) -> Self {
        let place = |found: &Diagnostic| found.primary().map_or(0, |label| label.span.start);
        let found = invocation.report.sorted().into_iter();
        Self(found.map(|found| (DiagnosticKey::of(found, &invocation.sources), place(found))).collect())
    }

    /// The same after changes.
    pub(super) fn moved(&self, changes: &TextChanges) -> Self {
        let moved = |(key, at): &(DiagnosticKey, u32)| (key.clone(), changes.moved(&key.file, *at));
        Self(self.0.iter().map(moved).collect())
    }
}

/// The edits of several texts, by the names of the texts.
#[derive(Debug, Default)]
pub(super) struct TextChanges(BTreeMap<String, Vec<WrittenEdit>>);

/// An edit with its place in the new text.
#[derive(Debug)]
struct WrittenEdit {
    /// The range in the old text.
    old: Range<u32>,
    /// The range in the new text.
    new: Range<u32>,
    /// The position of its fix among the chosen ones.
    fix: usize,
}

impl TextChanges {
    /// Adds the edits of a text, in their order. `fixes` has the fix of each place.
    pub(super) fn add(&mut self, name: &str, edits: &[Edit], fixes: &BTreeMap<Span, usize>) {
        let mut shift = 0_i64;
        let written = edits.iter().map(|edit| {
            let (Span { start, end, .. }, size) = (edit.span, narrow(edit.text.len()));
            let new = shifted(start, shift);
            shift += i64::from(size) - i64::from(end - start);
            let fix = fixes.get(&edit.span).copied().unwrap_or(usize::MAX);
            WrittenEdit { old: start..end, new: new..new.saturating_add(size), fix }
        });
        self.0.insert(name.to_owned(), written.collect());
    }

    /// An offset in the new text. An offset within an edit becomes its start.
    pub(super) fn moved(&self, name: &str, at: u32) -> u32 {
        let edits = self.0.get(name).map_or(&[][..], Vec::as_slice);
        // An insertion comes after what begins at its place.
        let count =
            edits.partition_point(|edit| edit.old.start < at || edit.old.end <= at && !edit.old.is_empty());
        match count.checked_sub(1).and_then(|last| edits.get(last)) {
            None => at,
            Some(last) if last.old.end > at => last.new.start,
            Some(last) => shifted(at, i64::from(last.new.end) - i64::from(last.old.end)),
        }
    }

    /// The fixes that have written something that a place in a new text touches.
    fn touching<'c>(&'c self, name: &str, place: Span) -> impl Iterator<Item = usize> + use<'c> {
        let edits = self.0.get(name).map_or(&[][..], Vec::as_slice);
        let first = edits.partition_point(|edit| edit.new.end < place.start);
        let from = edits.get(first..).unwrap_or_default();
        from.iter().take_while(move |edit| edit.new.start <= place.end).map(|edit| edit.fix)
    }
}

fn shifted(at: u32, shift: i64) -> u32 {
    u32::try_from(i64::from(at) + shift).unwrap_or_default()
}

/// The fixes that do not help, by their positions: their diagnostic stays, something new is at their place, or, for safe
/// ones that are not about syntax, anything new has come. A syntax error may hide others, and so may a mistake whose fix
/// a person has asked for.
pub(super) fn guilty(
    chosen: &[ChosenFix],
    before: &FoundPlaces,
    changes: &TextChanges,
    invocation: &Invocation,
) -> BTreeSet<usize> {
    let (sources, after) = (&invocation.sources, FoundPlaces::of(invocation));
    let stays = |chosen: &ChosenFix| {
        let at = chosen.at.map_or(0, |at| changes.moved(&chosen.of.file, at.start));
        after.0.contains(&(chosen.of.clone(), at))
    };
    let mut guilty: BTreeSet<usize> =
        chosen.iter().enumerate().filter(|(_, chosen)| stays(chosen)).map(|(at, _)| at).collect();
    let may_uncover =
        |chosen: &ChosenFix| chosen.of.code.is_syntax() || chosen.fix.applicability != Applicability::Safe;
    let all_may_uncover = chosen.iter().all(may_uncover);
    let touching = |place: Span| {
        let name = sources.of(place).map_or("", |source| source.name());
        changes.touching(name, place).collect::<Vec<_>>()
    };
    for found in invocation.report.sorted() {
        let at = found.primary().map_or(0, |label| label.span.start);
        if before.0.contains(&(DiagnosticKey::of(found, sources), at)) {
            continue;
        }
        let others: &[Label] = if found.code().is_of_two_keys() { found.secondary() } else { &[] };
        let labels = found.primary().into_iter().chain(others);
        let touched = labels.map(|label| touching(label.span)).find(|touched| !touched.is_empty());
        match touched {
            Some(touched) => guilty.extend(touched),
            None if all_may_uncover => {}
            // Any of the safe ones may be the cause.
            None => {
                let safe = chosen.iter().enumerate().filter(|(_, chosen)| !may_uncover(chosen));
                return safe.map(|(at, _)| at).take(chosen.len().div_ceil(2)).chain(guilty).collect();
            }
        }
    }
    guilty
}

#[cfg(test)]
mod tests {
    use super::TextChanges;
    use crate::diagnostic::Edit;
    use crate::text::Sources;
    use std::collections::BTreeMap;

    #[test]
    fn offsets_move_with_the_text() {
        let source = Sources::new().add(String::new(), "0123456789".into(), None);
        let edits = [(2, 4, "x"), (6, 6, "yy")]
            .map(|(start, end, text)| Edit { span: source.span(start, end), text: text.to_owned() });
        let fixes = BTreeMap::from([(edits[0].span, 0), (edits[1].span, 1)]);
        let mut changes = TextChanges::default();
        changes.add("a", &edits, &fixes);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|at| changes.moved("a", at)), [0, 1, 2, 2, 3, 4, 5, 8]);
        assert_eq!(changes.moved("b", 7), 7);
        let touching = |start, end| changes.touching("a", source.span(start, end)).collect::<Vec<_>>();
        assert_eq!(
            [touching(0, 1), touching(2, 3), touching(4, 4), touching(3, 5)],
            [vec![], vec![0], vec![], vec![0, 1]]
        );
        assert_eq!(touching(7, 9), [1]);
    }
}
