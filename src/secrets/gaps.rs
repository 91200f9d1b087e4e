//! Gaps: punctuation, comments, anchors, tags and skipped text between the keys and literals of a text.

use super::damage::{Damage, Ranges};
use super::leaf::{Leaf, Look};
use super::names::Names;
use crate::syntax::Format;
use crate::text::{Source, narrow};

/// The gaps of one text, in order.
pub(super) struct Gaps<'t> {
    source: &'t Source,
    format: Format,
    /// The secret regions, in ascending order.
    regions: &'t [(u32, u32)],
    /// The number of regions that have begun, and the end of the last one.
    begun: usize,
    region_end: u32,
    damage: &'t Damage,
    names: &'t Names<'t>,
    hidden: Ranges,
    comments: Ranges,
}

impl<'t> Gaps<'t> {
    pub(super) fn new(
        source: &'t Source,
        format: Format,
        regions: &'t [(u32, u32)],
        damage: &'t Damage,
        names: &'t Names<'t>,
    ) -> Self {
        let (hidden, comments) = (Vec::new(), Vec::new());
        Self { source, format, regions, begun: 0, region_end: 0, damage, names, hidden, comments }
    }

    /// The hidden ranges. Comments are hidden if the text contains a secret, or if they are skipped text.
    pub(super) fn finish(mut self, any_secret: bool) -> Ranges {
        if any_secret || !self.hidden.is_empty() {
            self.hidden.append(&mut self.comments);
        }
        self.hidden
    }

    /// A gap after a key or literal.
    pub(super) fn gap(&mut self, (start, end): (u32, u32), previous: Option<Leaf>) {
        let secret = previous.is_some_and(|leaf| leaf.is_key && leaf.secret);
        let mut may_tell = previous
            .is_some_and(|leaf| matches!(leaf.look, Look::Known | Look::Word) && leaf.open)
            && previous.is_some_and(|leaf| !self.has_error_before(leaf.start));
        let mut at = start;
        let mut in_comment = false;
        while at < end {
            let (_, line_end) = self.source.line_around(at);
            let line_end = line_end.min(end).max(at + 1);
            let line = self.source.slice(self.source.span(at, line_end));
            let mut from = 0;
            while from < line.len() {
                let rest = line.get(from..).unwrap_or_default();
                let comment = self.comment(rest, &mut in_comment);
                let (text, length) = comment.unwrap_or((rest.len(), 0));
                let place = |offset: usize| at + narrow(from + offset);
                self.text((place(0), place(text)), secret, &mut may_tell);
                self.remark((place(text), place(text + length)));
                from += (text + length).max(1);
            }
            at = line_end;
            may_tell = false;
        }
    }

    /// The offset of the next comment in a line, and its length.
    fn comment(&self, line: &str, in_comment: &mut bool) -> Option<(usize, usize)> {
        if !self.format.is_json() {
            return line.find('#').map(|at| (at, line.len() - at));
        }
        let at = if *in_comment {
            0
        } else {
            line.match_indices('/')
                .map(|(at, _)| at)
                .find(|at| line.get(at + 1..).is_some_and(|rest| rest.starts_with(['/', '*'])))?
        };
        let comment = line.get(at..).unwrap_or_default();
        if !*in_comment && comment.starts_with("//") {
            return Some((at, comment.len()));
        }
        let opening = if *in_comment { 0 } else { 2 };
        let closed = comment.get(opening..).and_then(|inside| inside.find("*/"));
        *in_comment = closed.is_none();
        Some((at, closed.map_or(comment.len(), |at| opening + at + 2)))
    }

    fn remark(&mut self, (start, end): (u32, u32)) {
        let text = self.source.slice(self.source.span(start, end));
        let (start, end) = (start, start + narrow(text.trim_end().len()));
        // Text that was not understood may be a comment by mistake. A value may be in text that names a sensitive field
        // or looks like an entry.
        let is_skipped = !self.damage.whole || text.contains([':', '=']) || self.names.mentions_secret(text);
        if start < end {
            if is_skipped { self.hidden.push((start, end)) } else { self.comments.push((start, end)) }
        }
    }

    /// A part of a line outside comments.
    fn text(&mut self, (start, end): (u32, u32), secret: bool, may_tell: &mut bool) {
        let text = self.source.slice(self.source.span(start, end));
        if secret || self.is_in_region(start) {
            if let (Some(first), Some(last)) = (text.find(is_no_punctuation), text.rfind(is_no_punctuation)) {
                let behind = text.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                self.hidden.push((start + narrow(first), start + narrow(last + behind)));
            }
        } else if !self.damage.whole {
            self.skipped(text, start, may_tell);
        }
    }

    /// Skipped text: only known keys are shown. The first word after a known key was found at the place of its value,
    /// so it belongs to no other key.
    fn skipped(&mut self, text: &str, start: u32, may_tell: &mut bool) {
        let mut open: Option<(u32, u32)> = None;
        let mut at = 0;
        while let Some(first) = text.get(at..).and_then(|rest| rest.find(is_word)).map(|first| at + first) {
            let rest = text.get(first..).unwrap_or_default();
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            at = first + length;
            let word = rest.get(..length).unwrap_or_default().trim_matches(['"', '\'']);
            let behind = text.get(at..).unwrap_or_default().trim_start();
            let is_key = self.names.is_known(word) && behind.starts_with([':', '=', '.', ']']);
            if std::mem::take(may_tell) || is_key {
                self.hidden.extend(open.take());
                continue;
            }
            let (start, end) = (start + narrow(first), start + narrow(at));
            open = Some((open.map_or(start, |(start, _)| start), end));
        }
        self.hidden.extend(open);
    }

    /// Whether an offset is in a secret region. Offsets come in ascending order.
    fn is_in_region(&mut self, at: u32) -> bool {
        while let Some((_, end)) = self.regions.get(self.begun).filter(|(start, _)| *start <= at) {
            self.region_end = self.region_end.max(*end);
            self.begun += 1;
        }
        at < self.region_end
    }

    /// Whether an error is before an offset in its line.
    fn has_error_before(&self, at: u32) -> bool {
        let (start, _) = self.source.line_around(at);
        let errors = &self.damage.errors;
        let first = errors.partition_point(|error| *error < start);
        errors.get(first).is_some_and(|error| *error < at)
    }
}

fn is_no_punctuation(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, ',' | ':' | '=' | '[' | ']' | '{' | '}' | '-' | '?')
}

fn is_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, ',' | ':' | '=' | '[' | ']' | '{' | '}')
}
