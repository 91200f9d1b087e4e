//! Decides which keys and literals of a text are shown, once all of them are known.

use super::damage::{Damage, Ranges};
use super::leaf::{Leaf, Look};
use super::names::Names;
use crate::syntax::Format;
use crate::text::{Source, narrow};

/// The leaves that must not be shown.
pub(super) struct Drawn<'t> {
    source: &'t Source,
    format: Format,
    names: &'t Names<'t>,
    /// The positions of the errors still ahead, in ascending order.
    errors: &'t [u32],
    all_errors: &'t [u32],
    /// Whether an error follows the last known key. Quotes or brackets may then be swapped, and the text after it may
    /// belong to any key.
    doubtful: bool,
    /// The end of the last leaf, if that is a key.
    behind_key: Option<u32>,
    /// Whether the value of the last key is secret.
    in_secret: bool,
    /// The secret regions still ahead, in ascending order.
    regions: &'t [(u32, u32)],
    /// The end of the last region that was passed.
    region_end: u32,
    /// The end of the last known key.
    known_end: u32,
    /// Whether plain text contains a sensitive key, which may be meant as a key.
    pub(super) any_name: bool,
    pub(super) hidden: Ranges,
}

impl<'t> Drawn<'t> {
    pub(super) fn new(
        source: &'t Source,
        format: Format,
        regions: &'t [(u32, u32)],
        names: &'t Names<'t>,
        damage: &'t Damage,
    ) -> Self {
        Self {
            source,
            format,
            names,
            errors: &damage.errors,
            all_errors: &damage.errors,
            doubtful: false,
            behind_key: None,
            in_secret: false,
            regions,
            region_end: 0,
            known_end: 0,
            any_name: false,
            hidden: Vec::new(),
        }
    }

    pub(super) fn leaf(&mut self, leaf: Leaf) {
        let passed = self.errors.partition_point(|error| *error < leaf.start);
        self.errors = self.errors.get(passed..).unwrap_or_default();
        self.pass_regions(leaf.start);
        // A value directly after a key belongs to that key, even if it has an error.
        let wrong_within = self.errors.first().is_some_and(|error| *error < leaf.end);
        let is_wrong = passed > 0 || wrong_within;
        let is_value = self.behind_key.is_some_and(|key| !leaf.is_key && self.is_close(key, leaf.start));
        self.doubtful |= is_wrong && !is_value;
        let hidden_from = match leaf.look {
            Look::Hidden => Some(leaf.start),
            Look::Known => {
                // An error of the key itself does not concern its value.
                let passed = self.errors.partition_point(|error| *error <= leaf.start);
                self.errors = self.errors.get(passed..).unwrap_or_default();
                self.doubtful = false;
                self.known_end = leaf.end;
                None
            }
            Look::Word => None,
            Look::Unknown => self.in_key(leaf),
            Look::Shown if self.doubtful || self.has_name_as_mark(leaf) => Some(leaf.start),
            Look::Shown => self.in_literal(leaf).into_iter().chain(self.before_error(leaf)).min(),
        };
        if leaf.is_key {
            // A reserved word may be at any place.
            self.in_secret = leaf.secret || (self.in_secret && leaf.look == Look::Word);
        }
        self.behind_key = leaf.is_key.then_some(leaf.end);
        self.hidden.extend(hidden_from.map(|from| (from, leaf.end)));
    }

    /// Passes the regions that begin before an offset. Offsets come in ascending order.
    fn pass_regions(&mut self, at: u32) {
        let passed = self.regions.partition_point(|(start, _)| *start < at);
        let (before, behind) = self.regions.split_at(passed);
        self.region_end = before.iter().map(|(_, end)| *end).fold(self.region_end, u32::max);
        self.regions = behind;
    }

    /// Whether a key may belong to the secret before it. If an error follows, an extra bracket may have closed that
    /// secret too early, unless a known key is in between.
    fn may_be_cut_off(&self, at: u32) -> bool {
        !self.errors.is_empty() && self.known_end < self.region_end && self.region_end <= at
    }

    /// Whether a YAML anchor or tag before a value has the name of a sensitive field: a line break may be missing.
    fn has_name_as_mark(&self, leaf: Leaf) -> bool {
        !leaf.is_key && self.mark_before(leaf).is_some_and(|mark| self.names.is_named_in(mark))
    }

    /// The text between a leaf and a key directly before it, if it contains a YAML anchor or tag.
    fn mark_before(&self, leaf: Leaf) -> Option<&'t str> {
        let key = self.behind_key.filter(|_| self.format == Format::Yaml)?;
        let between = self.source.slice(self.source.span(key, leaf.start));
        between.contains(['&', '!']).then_some(between)
    }

    /// Whether only a word is between a key and its value.
    fn is_close(&self, key: u32, value: u32) -> bool {
        let between = self.source.slice(self.source.span(key, value));
        let between = between.trim_start_matches([' ', '\t', ':', '=']);
        !between.contains(['\n', ':', '=', ',', '\'', '"', '{', '['])
    }

    /// The offset in a literal with an error directly after it at which the text of another field may begin: a closing
    /// quote or a line break may be missing.
    fn before_error(&self, leaf: Leaf) -> Option<u32> {
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let error = self.errors.iter().find(|error| **error >= leaf.end)?;
        let between = self.source.slice(self.source.span(leaf.end, *error));
        let offset = usize::from(raw.starts_with(['"', '\'']));
        let inside = raw.get(offset..raw.len().saturating_sub(offset)).unwrap_or_default();
        let at = inside.find(|c| is_mark(c) || matches!(c, ':' | '='))?;
        between.trim().is_empty().then_some(leaf.start + narrow(at + offset))
    }

    /// The offset in an unknown key from which it may be a secret.
    fn in_key(&mut self, leaf: Leaf) -> Option<u32> {
        let text = self.source.text();
        let behind = text.get(leaf.end as usize..).unwrap_or_default().trim_start();
        // A bracket ends the key of a table; in JSON5 it ends a list.
        let lacks_colon =
            !behind.starts_with([':', '=', '.']) && (self.format.is_json() || !behind.starts_with(']'));
        // A comma may have cut an anchor that is the secret: the rest of it looks like a key.
        self.doubtful |= self.in_secret && self.mark_before(leaf).is_some();
        // The key may be the value of the key before it, or a key in that value.
        let is_doubtful = self.doubtful && (self.in_secret || !self.begins_line(leaf.start));
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let cut = self.names.secret_in_key(raw).map(|at| leaf.start + narrow(at));
        // Nobody misspells a key with such a sign: a quote or line break before it is missing.
        let is_torn = raw.trim_matches(['"', '\'']).contains(|c| is_mark(c) || c == '\n');
        if is_doubtful || is_torn || self.may_be_cut_off(leaf.start) {
            Some(leaf.start)
        } else {
            // No key contains a space: a colon is missing, and the text after the space may be the value.
            let is_plain = !begins_quote(raw);
            let space = raw.find(char::is_whitespace).filter(|_| is_plain);
            let behind = space.map(|at| leaf.start + narrow(at) + 1);
            cut.into_iter().chain(behind).min().or(lacks_colon.then_some(leaf.start))
        }
    }

    /// Whether an offset is the first in its line, outside a string from the line before.
    fn begins_line(&self, at: u32) -> bool {
        let (start, _) = self.source.line_around(at);
        let is_first = self.source.slice(self.source.span(start, at)).trim().is_empty();
        self.format.is_json() && is_first && !self.has_open_string_before(start)
    }

    /// Whether the line before the one that starts at `start` leaves a string open.
    fn has_open_string_before(&self, start: u32) -> bool {
        let (start_before, _) = self.source.line_around(start.saturating_sub(1));
        let before = self.source.slice(self.source.span(start_before, start));
        let first = self.all_errors.partition_point(|error| *error < start_before);
        let mut errors = self.all_errors.iter().skip(first).take_while(|error| **error < start);
        let is_quote = |error: &u32| before.get((error - start_before) as usize..).is_some_and(begins_quote);
        before.trim_end_matches(['\r', '\n']).ends_with('\\') || errors.any(is_quote)
    }

    /// The offset in a literal at which another member may begin.
    fn in_literal(&mut self, leaf: Leaf) -> Option<u32> {
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let is_plain = !raw.starts_with(['"', '\'']);
        if self.format == Format::Env {
            let secret = self.names.secret_in_variable(&raw.to_ascii_lowercase());
            return secret.or_else(|| behind_variable(raw)).map(|at| leaf.start + narrow(at));
        }
        self.any_name |= is_plain && self.names.is_named_in(raw);
        self.names.secret_in_value(raw, is_plain).map(|at| leaf.start + narrow(at))
    }
}

/// The offset in the value of a variable at which another variable may begin: a line break is missing.
fn behind_variable(value: &str) -> Option<usize> {
    let sign = value.find('=')?;
    let name = value.get(..sign)?;
    name.ends_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_').then_some(sign + 1)
}

fn begins_quote(text: &str) -> bool {
    text.starts_with(['"', '\''])
}

/// Whether a character has a meaning in some format, and occurs in no key of a field.
fn is_mark(c: char) -> bool {
    matches!(c, ',' | '"' | '\'' | '{' | '}' | '[' | ']' | '&' | '!' | '*' | '#' | '|' | '>')
}
