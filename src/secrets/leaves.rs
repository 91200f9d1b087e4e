//! The keys and literals of a text, and how each of them may be drawn.

use super::expected_shape::ExpectedShape;
use super::names::Names;
use super::{Damage, Ranges, gaps};
use crate::schema::CheckedInputs;
use crate::syntax::{Format, Kind, Node};
use crate::text::{Source, narrow};
use crate::value::{is_definition, is_operator};
use std::cmp::Reverse;

/// How a key or literal may be drawn. Where one text is read twice, as the value of two aliases, the later counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// As it is.
    Shown,
    /// As it is: a word that is known wherever it is, and so says nothing of the place; the text of a rule.
    Word,
    /// As it is: a key that is known at its place.
    Known,
    /// As a key, if it looks like one.
    Unknown,
    /// Not at all.
    Hidden,
}

/// A key or literal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) look: Look,
    /// For a key, whether what is under it is secret.
    pub(super) secret: bool,
    /// For a key, whether nothing that belongs under it is.
    pub(super) open: bool,
    pub(super) is_key: bool,
}

/// The keys and literals of one text, as they are met.
pub(super) struct Leaves<'s> {
    source: &'s Source,
    format: Format,
    list: Vec<Leaf>,
    /// Arrays and objects in which all is secret.
    regions: Ranges,
    /// Maps in a text that was not understood as a whole: fields behind them may look like their entries.
    maps: Ranges,
    any_secret: bool,
    /// The inputs of the run, if they are known.
    pub(super) inputs: Option<&'s CheckedInputs>,
}

impl<'s> Leaves<'s> {
    pub(super) fn new(source: &'s Source, format: Format) -> Self {
        let (list, regions, maps) = (Vec::new(), Vec::new(), Vec::new());
        Self { source, format, list, regions, maps, any_secret: false, inputs: None }
    }

    /// The same for a text that declares some of these inputs, which other texts may declare too.
    pub(super) fn with_inputs(self, inputs: Option<&'s CheckedInputs>) -> Self {
        Self { inputs, ..self }
    }

    /// A document of which the keys are fields.
    pub(super) fn root(&mut self, node: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        // What an editor finds the schema by.
        let schema =
            node.members().find(|(key, value)| key.text() == "$schema" && value.kind() == Kind::String);
        let before = self.any_secret;
        self.value(node, shape, secret);
        if let Some((key, value)) = schema.filter(|_| !secret) {
            self.list.retain(|leaf| leaf.start != key.span().start && leaf.start != value.span().start);
            self.key(key, Look::Known, false);
            self.literal(value, false);
            let others = self.list.iter().any(|leaf| leaf.secret || leaf.look == Look::Hidden);
            self.any_secret = before || others;
        }
    }

    /// A value where `shape` belongs; `secret` says that all of it is.
    ///
    /// Depth is limited, so recursion is.
    pub(super) fn value(&mut self, node: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        match node.kind() {
            Kind::Object => {
                self.region(node, secret);
                if shape.has_entries() && !node.document().is_complete() {
                    self.maps.push((node.span().start, node.span().end));
                }
                if let (ExpectedShape::Fields(fields), Format::Env, false) = (shape, self.format, secret) {
                    return self.variables(node, &[Some(fields)]);
                }
                for (key, value) in node.members() {
                    self.member(key, value, shape, secret);
                }
            }
            Kind::Array => {
                self.region(node, secret);
                let (element, secret) = match shape.element() {
                    Some(element) => (element, secret),
                    None => (ExpectedShape::Nothing, secret || shape.has_secrets()),
                };
                self.elements(node, element, secret);
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                // Where an object with secrets belongs, a text may be one of them.
                self.literal(node, secret || shape.has_secrets());
            }
        }
    }

    fn member(&mut self, key: Node<'_>, value: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        let name = key.text();
        match shape.member(name) {
            Some((member, sensitive)) => {
                let secret = secret || sensitive;
                // The key of an entry is as secret as its value.
                let look = if secret && shape.has_entries() { Look::Hidden } else { Look::Known };
                self.entry((key, look), value, member, secret);
            }
            None if matches!(name, "$override" | "$append" | "$unset" | "$absent") => {
                self.any_secret |= secret;
                self.push(key, Look::Word, secret, Some(!secret && !shape.has_secrets()));
                self.value(value, shape, secret);
            }
            None if name == "$inputs" && matches!(shape, ExpectedShape::Fields(_)) && !secret => {
                self.key(key, Look::Known, false);
                self.inputs(value);
            }
            // Of an expression the text is shown as that of a rule is, unless it gives a sensitive value.
            // What stands for one by mistake is shown as the literal that the place takes.
            None if is_definition(name)
                && !matches!(shape, ExpectedShape::Fields(_))
                && (value.kind() == Kind::String
                    || (!secret && !matches!(value.kind(), Kind::Array | Kind::Object | Kind::Invalid))) =>
            {
                self.any_secret |= secret;
                self.push(key, Look::Word, secret, Some(!secret));
                self.literal(value, secret);
            }
            None => {
                // Under a sensitive path, what looks like a key may be the secret.
                let is_word = |name: &str| name.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
                let may_be_key = !secret || (is_operator(name) && is_word(name));
                self.key(key, if may_be_key { Look::Unknown } else { Look::Hidden }, true);
                self.value(value, ExpectedShape::Nothing, true);
            }
        }
    }

    /// A key, and a value where `shape` belongs; `secret` says that all of it is.
    pub(super) fn entry(
        &mut self,
        (key, look): (Node<'_>, Look),
        value: Node<'_>,
        shape: ExpectedShape<'_>,
        secret: bool,
    ) {
        // In the place of an object with secrets, the anchor before a text belongs to it.
        let is_text = shape.has_secrets() && !is_collection(value);
        self.any_secret |= secret || is_text;
        self.push(key, look, secret || is_text, Some(!secret && !shape.has_secrets()));
        self.value(value, shape, secret);
    }

    fn elements(&mut self, list: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        let has_secrets = shape.has_secrets();
        for element in list.elements() {
            if has_secrets && !is_collection(element) {
                let before = self.list.last().map_or(0, |leaf| leaf.end);
                self.regions.push((before, element.span().end));
            }
            self.value(element, shape, secret);
        }
    }

    fn region(&mut self, node: Node<'_>, secret: bool) {
        if secret {
            self.regions.push((node.span().start, node.span().end));
        }
    }

    pub(super) fn key(&mut self, node: Node<'_>, look: Look, secret: bool) {
        self.any_secret |= secret;
        self.push(node, look, secret, Some(!secret));
    }

    /// Whether a value is in another line than its key.
    pub(super) fn is_broken(&self, key: Node<'_>, value: Node<'_>) -> bool {
        self.source
            .slice(self.source.span(key.span().end, value.span().start.max(key.span().end)))
            .contains('\n')
    }

    pub(super) fn literal(&mut self, node: Node<'_>, secret: bool) {
        self.any_secret |= secret;
        // What was skipped, or was left open, reaches further than one literal does.
        let raw = node.raw();
        let is_open = raw.starts_with(['"', '\''])
            && (raw.len() < 2 || !raw.ends_with(raw.get(..1).unwrap_or_default()));
        if node.kind() == Kind::Invalid && (is_open || raw.starts_with(['[', '{']) || raw.contains('\n')) {
            return if secret {
                self.push(node, Look::Hidden, false, None)
            };
        }
        self.push(node, if secret { Look::Hidden } else { Look::Shown }, false, None);
    }

    /// Takes for known that the text has a secret.
    pub(super) fn has_secret(&mut self) {
        self.any_secret = true;
    }

    /// All that lies in a value, keys as keys.
    pub(super) fn shown(&mut self, node: Node<'_>) {
        match node.kind() {
            Kind::Object => {
                for (key, value) in node.members() {
                    self.key(key, Look::Known, false);
                    self.shown(value);
                }
            }
            Kind::Array => node.elements().for_each(|value| self.shown(value)),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.literal(node, false);
            }
        }
    }

    /// Shows all of a value as it is. A sensitive name in it is part of an expression, or of a text that is looked at
    /// elsewhere, and no member of its own.
    pub(super) fn text_of_rules(&mut self, node: Node<'_>) {
        for (key, value) in node.members() {
            self.key(key, Look::Known, false);
            self.text_of_rules(value);
        }
        node.elements().for_each(|value| self.text_of_rules(value));
        if !is_collection(node) {
            self.push(node, Look::Word, false, None);
        }
    }

    /// `open` is for keys, as in [`Leaf`].
    fn push(&mut self, node: Node<'_>, look: Look, secret: bool, open: Option<bool>) {
        let (start, end) = (node.span().start, node.span().end);
        // A key that could not be read is text that was skipped.
        let is_skipped = open.is_some() && node.kind() == Kind::Invalid;
        if start < end && !is_skipped {
            let (is_key, open) = (open.is_some(), open == Some(true));
            self.list.push(Leaf { start, end, look, secret, open, is_key });
        }
    }

    /// Of maps that may have taken in a sensitive field, nothing is drawn.
    fn hide_in_maps(&mut self, names: &Names<'_>) {
        let mut maps = std::mem::take(&mut self.maps);
        maps.sort_unstable();
        let mut end = 0;
        // What lies in one of them has been seen with it.
        maps.retain(|map| {
            let is_outer = map.0 >= end;
            end = end.max(map.1);
            is_outer
        });
        maps.retain(|(start, end)| names.mentions_secret(self.source.slice(self.source.span(*start, *end))));
        for leaf in &mut self.list {
            let before = maps.partition_point(|map| map.0 <= leaf.start);
            let map = before.checked_sub(1).and_then(|at| maps.get(at));
            if map.is_some_and(|map| leaf.start < map.1) {
                (leaf.look, leaf.secret, leaf.open) = (Look::Hidden, true, false);
                self.any_secret = true;
            }
        }
    }

    /// What must not be drawn, in ascending order.
    pub(super) fn ranges(mut self, names: &Names<'_>, damage: &Damage) -> Ranges {
        self.hide_in_maps(names);
        self.list.sort_unstable_by_key(|leaf| (leaf.start, leaf.end, Reverse((leaf.look, leaf.secret))));
        self.list.dedup_by_key(|leaf| (leaf.start, leaf.end));
        self.regions.sort_unstable();
        let mut gaps = gaps::Gaps::new(self.source, self.format, &self.regions, damage, names);
        let mut drawn = Drawn::new(self.source, self.format, &self.regions, names, damage);
        let (mut at, mut previous): (u32, Option<Leaf>) = (0, None);
        for leaf in self.list {
            if leaf.start > at {
                gaps.gap((at, leaf.start), previous);
            }
            drawn.leaf(leaf);
            if leaf.end >= at {
                (at, previous) = (leaf.end, Some(leaf));
            }
        }
        gaps.gap((at, narrow(self.source.text().len())), previous);
        drawn.hidden.extend(gaps.finish(self.any_secret || drawn.any_name));
        drawn.hidden
    }
}

/// Whether a node is an object or an array.
pub(super) fn is_collection(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::Object | Kind::Array)
}

/// The leaves that must not be drawn.
struct Drawn<'t> {
    source: &'t Source,
    format: Format,
    names: &'t Names<'t>,
    /// Where errors were met, in ascending order, but for those that have been passed.
    errors: &'t [u32],
    all_errors: &'t [u32],
    /// Whether one was met after the last key that is known: quotes or brackets may be the wrong way round then,
    /// and what follows be any key's.
    doubtful: bool,
    /// Where the last leaf ends, if it is a key.
    behind_key: Option<u32>,
    /// Whether what is under the last key is secret.
    in_secret: bool,
    /// Where all is secret, by their starts, but for what has been passed.
    regions: &'t [(u32, u32)],
    /// Where the last of those ends that have been passed.
    region_end: u32,
    /// Where the last key ends that is known.
    known_end: u32,
    /// Whether plain text holds a sensitive key, which may have been meant as one.
    any_name: bool,
    hidden: Ranges,
}

impl<'t> Drawn<'t> {
    fn new(
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

    fn leaf(&mut self, leaf: Leaf) {
        let passed = self.errors.partition_point(|error| *error < leaf.start);
        self.errors = self.errors.get(passed..).unwrap_or_default();
        self.pass_regions(leaf.start);
        // What comes directly after a key is that key's, whatever is wrong with it.
        let wrong_within = self.errors.first().is_some_and(|error| *error < leaf.end);
        let is_wrong = passed > 0 || wrong_within;
        let is_value = self.behind_key.is_some_and(|key| !leaf.is_key && self.is_close(key, leaf.start));
        self.doubtful |= is_wrong && !is_value;
        let hidden_from = match leaf.look {
            Look::Hidden => Some(leaf.start),
            Look::Known => {
                // What is wrong with the key itself is not wrong with what is under it.
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
            // A word says nothing of where it is.
            self.in_secret = leaf.secret || (self.in_secret && leaf.look == Look::Word);
        }
        self.behind_key = leaf.is_key.then_some(leaf.end);
        self.hidden.extend(hidden_from.map(|from| (from, leaf.end)));
    }

    /// Passes the regions that begin before a place. Places come in ascending order.
    fn pass_regions(&mut self, at: u32) {
        let passed = self.regions.partition_point(|(start, _)| *start < at);
        let (before, behind) = self.regions.split_at(passed);
        self.region_end = before.iter().map(|(_, end)| *end).fold(self.region_end, u32::max);
        self.regions = behind;
    }

    /// Whether a key may be one of the secret before it: where an error follows, a bracket too many may have closed that
    /// too early, and no known key has shown since that it did not.
    fn may_be_cut_off(&self, at: u32) -> bool {
        !self.errors.is_empty() && self.known_end < self.region_end && self.region_end <= at
    }

    /// Whether a YAML anchor or tag before a value is called like a sensitive field: a line break may have been lost.
    fn has_name_as_mark(&self, leaf: Leaf) -> bool {
        let key = self.behind_key.filter(|_| self.format == Format::Yaml && !leaf.is_key);
        let between = key.map_or("", |key| self.source.slice(self.source.span(key, leaf.start)));
        between.contains(['&', '!']) && self.names.is_named_in(between)
    }

    /// Whether nothing but a word is written between a key and its value.
    fn is_close(&self, key: u32, value: u32) -> bool {
        let between = self.source.slice(self.source.span(key, value));
        let between = between.trim_start_matches([' ', '\t', ':', '=']);
        !between.contains(['\n', ':', '=', ',', '\'', '"', '{', '['])
    }

    /// Where an error comes directly after a literal, it may go further than it was meant to, for want of a quote or
    /// line break, and what follows a comma in it may be another field's.
    fn before_error(&self, leaf: Leaf) -> Option<u32> {
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let error = self.errors.iter().find(|error| **error >= leaf.end)?;
        let between = self.source.slice(self.source.span(leaf.end, *error));
        let offset = usize::from(raw.starts_with(['"', '\'']));
        let inside = raw.get(offset..raw.len().saturating_sub(offset)).unwrap_or_default();
        let at = inside.find(|c| is_mark(c) || matches!(c, ':' | '='))?;
        between.trim().is_empty().then_some(leaf.start + narrow(at + offset))
    }

    /// Where an unknown key may be a secret.
    fn in_key(&mut self, leaf: Leaf) -> Option<u32> {
        let text = self.source.text();
        let behind = text.get(leaf.end as usize..).unwrap_or_default().trim_start();
        // A bracket ends the key of a table; in JSON5 it ends a list.
        let lacks_colon =
            !behind.starts_with([':', '=', '.']) && (self.format.is_json() || !behind.starts_with(']'));
        // It may be the value that the key before it lacks, or one of the keys in that.
        let is_doubtful = self.doubtful && (self.in_secret || !self.begins_line(leaf.start));
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let cut = self.names.secret_in_key(raw).map(|at| leaf.start + narrow(at));
        // No key is misspelled like that: a quote or line break was lost before it.
        let is_torn = raw.trim_matches(['"', '\'']).contains(|c| is_mark(c) || c == '\n');
        if is_doubtful || is_torn || self.may_be_cut_off(leaf.start) {
            Some(leaf.start)
        } else {
            cut.or(lacks_colon.then_some(leaf.start))
        }
    }

    /// Whether a place is the first of its line, and no string reaches into that from the line before.
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

    /// Where a literal holds what was meant to be a member of its own.
    fn in_literal(&mut self, leaf: Leaf) -> Option<u32> {
        let raw = self.source.slice(self.source.span(leaf.start, leaf.end));
        let is_plain = !raw.starts_with(['"', '\'', '|', '>']);
        if self.format == Format::Env {
            let secret = self.names.secret_in_variable(&raw.to_ascii_lowercase());
            return secret.map(|at| leaf.start + narrow(at));
        }
        self.any_name |= is_plain && self.names.is_named_in(raw);
        self.names.secret_in_value(raw, is_plain).map(|at| leaf.start + narrow(at))
    }
}

fn begins_quote(text: &str) -> bool {
    text.starts_with(['"', '\''])
}

/// What begins or ends something else, or gives it a name, and is in no field's key.
fn is_mark(c: char) -> bool {
    matches!(c, ',' | '"' | '\'' | '{' | '}' | '[' | ']' | '&' | '!' | '*' | '#' | '|' | '>')
}
