//! Adds and removes entries of a container in brackets, with their commas.

use super::align::ContainerEntry;
use super::block::beside;
use super::container::{Item, Plan};
use super::render::Around;
use super::rewriter::Rewriter;
use crate::edit::SyntaxOrigin;
use crate::edit::refusal::Refusal;
use crate::pointer::Tree;

impl Rewriter<'_> {
    pub(super) fn change_flow(&mut self, plan: &Plan<'_, '_, '_>, around: Around<'_>) -> Result<(), Refusal> {
        if !plan.kept.contains(&true) {
            return self.fill(plan, around);
        }
        // JSON5 and YAML allow a comma after the last entry.
        let trailing = plan.items.last().is_some_and(|last| last.comma.is_some());
        self.remove_entries(plan);
        let mut behind: Option<Item<'_>> = None;
        for (number, entry) in plan.entries.iter().enumerate() {
            let needs = trailing || number + 1 < plan.entries.len();
            match entry {
                ContainerEntry::Kept(place, _) => {
                    let Some(item) = plan.items.get(*place) else { continue };
                    match item.comma {
                        Some(comma) if !needs => self.splice(comma, comma + 1, ""),
                        None if needs => self.splice(item.end, item.end, ","),
                        Some(_) | None => {}
                    }
                    behind = Some(*item);
                }
                ContainerEntry::New(key, tree) => {
                    self.insert(plan, behind.as_ref(), (*key, tree), needs, around)?
                }
            }
        }
        Ok(())
    }

    /// Removes entries, each with its comma.
    fn remove_entries(&mut self, plan: &Plan<'_, '_, '_>) {
        let last_kept = plan.kept.iter().rposition(|kept| *kept);
        for (number, item) in plan.items.iter().enumerate() {
            if plan.kept.get(number) != Some(&false) {
                continue;
            }
            let behind = item.comma.map_or(item.end, |comma| comma + 1);
            if self.has_own_lines(item) {
                let column = self.lines.column(item.start);
                let start = self.lines.above(item.start, column);
                self.splice(start, self.lines.next(behind), "");
                continue;
            }
            let next = plan.items.get(number + 1).filter(|_| last_kept > Some(number)).map(|next| next.start);
            let before = number.checked_sub(1).and_then(|before| plan.items.get(before));
            let before = before.map(|before| before.comma.map_or(before.end, |comma| comma + 1));
            let blank = |from: usize, to: usize| {
                let between = self.lines.slice(from, to);
                between.trim().is_empty() && !between.contains('\n')
            };
            let (start, end) = match (next, before) {
                (Some(next), _) if blank(behind, next) => (item.start, next),
                (None, Some(before)) if blank(before, item.start) => (before, behind),
                (Some(_) | None, _) => (item.start, behind),
            };
            self.splice(start, end, "");
        }
    }

    /// Whether an entry shares its lines with no other entry.
    fn has_own_lines(&self, item: &Item<'_>) -> bool {
        let behind = item.comma.map_or(item.end, |comma| comma + 1);
        self.lines.is_first(item.start) && self.lines.is_last(behind)
    }

    /// Adds an entry after one that stays, or before all of them.
    fn insert(
        &mut self,
        plan: &Plan<'_, '_, '_>,
        behind: Option<&Item<'_>>,
        (key, tree): (Option<&str>, &Tree<SyntaxOrigin>),
        needs: bool,
        around: Around<'_>,
    ) -> Result<(), Refusal> {
        let mut text = String::new();
        self.flow_entry(key, tree, around, beside(plan), plan.node.whole(), &mut text)?;
        let comma = if needs { "," } else { "" };
        let newline = self.layout.newline;
        if let Some(item) = behind {
            let at = item.comma.map_or(item.end, |comma| comma + 1);
            if self.has_own_lines(item) {
                let indentation = self.lines.indentation(item.start);
                let line = self.lines.end(at);
                self.splice(line, line, format!("{newline}{indentation}{text}{comma}"));
            } else {
                let space = if self.layout.spaced { " " } else { "" };
                self.splice(at, at, format!("{space}{text}{comma}"));
            }
            return Ok(());
        }
        let first = plan.items.iter().zip(plan.kept).find(|(_, kept)| **kept);
        let Some((item, _)) = first else { return Ok(()) };
        if self.has_own_lines(item) {
            let indentation = self.lines.indentation(item.start);
            let at = self.lines.above(item.start, self.lines.column(item.start));
            self.splice(at, at, format!("{indentation}{text},{newline}"));
        } else {
            let space = if self.layout.spaced { " " } else { "" };
            self.splice(item.start, item.start, format!("{text},{space}"));
        }
        Ok(())
    }

    /// Fills brackets that lose all entries. Comments that belong to no entry stay.
    fn fill(&mut self, plan: &Plan<'_, '_, '_>, around: Around<'_>) -> Result<(), Refusal> {
        let (start, end) =
            (plan.node.span().start as usize + 1, (plan.node.span().end as usize).saturating_sub(1));
        let before = self.splices.len();
        self.remove_entries(plan);
        let removed: Vec<_> = self.splices.split_off(before);
        let stays = self.without(start, end, &removed);
        let indentation = self.lines.indentation(start);
        let line = format!("{indentation}{}", self.layout.unit);
        let inside = match around {
            Around::Line if self.has_room_below(plan) => Around::Lines(&line),
            Around::Lines(_) | Around::Line | Around::Block(_) | Around::Nothing => around,
        };
        let mut text = String::new();
        for (number, entry) in plan.entries.iter().enumerate() {
            let ContainerEntry::New(key, tree) = entry else { continue };
            let comma = if number > 0 { "," } else { "" };
            match inside {
                Around::Lines(line) => text.extend([comma, self.layout.newline, line]),
                Around::Line | Around::Block(_) | Around::Nothing if number > 0 && self.layout.spaced => {
                    text.push_str(", ");
                }
                Around::Line | Around::Block(_) | Around::Nothing => text.push_str(comma),
            }
            self.flow_entry(*key, tree, inside, beside(plan), plan.node.whole(), &mut text)?;
        }
        let breaks = matches!(inside, Around::Lines(_)) && !plan.entries.is_empty();
        if stays.trim().is_empty() {
            text.extend(if breaks { [self.layout.newline, indentation] } else { [""; 2] });
            self.splice(start, end, text);
            return Ok(());
        }
        self.splices.extend(removed);
        let entries = text.trim_start();
        let at = self.lines.start(end);
        match (entries.is_empty(), self.lines.is_first(end)) {
            (true, _) => {}
            (false, true) => self.splice(at, at, format!("{line}{entries}{}", self.layout.newline)),
            // The last comment must end before the bracket.
            (false, false) => self.splice(end, end, entries),
        }
        Ok(())
    }

    /// The rest of a piece of the text without removed parts.
    fn without(&self, start: usize, end: usize, removed: &[(usize, usize, String)]) -> String {
        let mut sorted: Vec<_> = removed.iter().map(|(from, to, _)| (*from, *to)).collect();
        sorted.sort_unstable();
        let (mut left, mut at) = (String::new(), start);
        for (from, to) in sorted {
            left.push_str(self.lines.slice(at, from.min(end)));
            at = at.max(to);
        }
        left.push_str(self.lines.slice(at, end));
        left
    }

    /// Whether a container of JSON without entries gets lines for them: its line ends after it, and the text has other
    /// lines.
    fn has_room_below(&self, plan: &Plan<'_, '_, '_>) -> bool {
        let end = plan.node.span().end as usize;
        let comma = self.lines.slice(end, end + 1) == ",";
        let only = self.lines.is_only(end);
        !self.is_yaml() && plan.items.is_empty() && !only && self.lines.is_last(end + usize::from(comma))
    }
}
