//! Leaves: the keys and literals of a text, and whether each may be shown.

use super::damage::{Damage, Ranges};
use super::drawn::Drawn;
use super::expected_shape::ExpectedShape;
use super::gaps;
use super::leaf::{Leaf, Look};
use super::names::Names;
use crate::schema::CheckedInputs;
use crate::syntax::{Format, Kind, Node};
use crate::text::{Source, Span, narrow};
use crate::value::{ABSENT, APPEND, INPUTS, OVERRIDE, Spelling, UNSET, is_definition, resembles_operator};
use std::cmp::Reverse;

/// The keys and literals of one text, in the order of reading.
pub(super) struct Leaves<'s> {
    source: &'s Source,
    format: Format,
    list: Vec<Leaf>,
    /// Arrays and objects whose contents are all secret.
    regions: Ranges,
    /// Maps in a text that was not understood as a whole: the fields after them may look like entries.
    maps: Ranges,
    /// Entries of maps: their keys and their values.
    entries: Vec<(Span, Span)>,
    any_secret: bool,
    /// The inputs of the run, if they are known.
    pub(super) inputs: Option<&'s CheckedInputs>,
}

impl<'s> Leaves<'s> {
    pub(super) fn new(source: &'s Source, format: Format) -> Self {
        let (list, regions, maps, entries) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { source, format, list, regions, maps, entries, any_secret: false, inputs: None }
    }

    /// For a text that declares some of these inputs, which other texts may declare too.
    pub(super) fn with_inputs(self, inputs: Option<&'s CheckedInputs>) -> Self {
        Self { inputs, ..self }
    }

    /// A document whose keys are fields.
    pub(super) fn root(&mut self, node: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        // The key for the JSON Schema, which editors read.
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

    /// A value at a place of this shape; `secret` says that all of it is secret.
    ///
    /// Recurses as deep as documents nest.
    pub(super) fn value(&mut self, node: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        match node.kind() {
            Kind::Object => {
                let shape = shape.of_object(node);
                self.region(node, secret);
                if (shape.has_entries() || shape.is_open()) && !node.document().is_complete() {
                    self.maps.push((node.span().start, node.span().end));
                }
                if let (ExpectedShape::Fields(fields), Format::Env, false) = (shape, self.format, secret) {
                    return self.variables(node, &[Some(fields)]);
                }
                // After a key without a value, unknown keys may be its entries, which lost their indentation. A known key
                // that is not a sensitive map has no such entries.
                let mut is_lost = false;
                // One of two expressions in an object may have lost the key of its own field.
                let definitions = node.members().filter(|(key, _)| is_definition(key.text()));
                let has_two = definitions.take(2).count() > 1;
                for (key, value) in node.members() {
                    let known = shape.member(key.text());
                    let was_lost = is_lost && known.is_none();
                    is_lost = match known {
                        Some((member, sensitive)) => {
                            (secret || sensitive) && member.has_entries() && value.kind() == Kind::Null
                        }
                        None => is_lost || (value.kind() == Kind::Null && value.raw().is_empty()),
                    };
                    let is_astray = has_two && is_definition(key.text());
                    self.member(key, value, shape, secret || was_lost || is_astray);
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
                // A text at the place of an object with secrets may be one of them.
                self.literal(node, secret || shape.hides(node));
            }
        }
    }

    fn member(&mut self, key: Node<'_>, value: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        let name = key.text();
        // Whatever an operator gives to an unknown value is as secret as that value.
        let given_secret = secret || matches!(shape, ExpectedShape::Nothing);
        match shape.member(name) {
            Some((member, sensitive)) => {
                let secret = secret || sensitive;
                // The key of an entry is as secret as its value.
                let is_entry = shape.takes_entry(name, Spelling::Native);
                let look = if secret && is_entry { Look::Hidden } else { Look::Known };
                if is_entry && !secret {
                    self.entries.push((key.span(), value.span()));
                }
                self.entry((key, look), value, member, secret);
            }
            None if matches!(name, OVERRIDE | APPEND | UNSET | ABSENT) => {
                self.any_secret |= given_secret;
                self.push(key, Look::Word, given_secret, Some(!given_secret && !shape.has_secrets()));
                self.value(value, shape, given_secret);
            }
            None if name == INPUTS && matches!(shape, ExpectedShape::Fields(_)) && !secret => {
                self.key(key, Look::Known, false);
                self.inputs(value);
            }
            // The text of an expression is shown like that of a rule, unless the expression gives a sensitive value. A
            // text that is an expression by mistake is shown like a literal at its place.
            None if is_definition(name)
                && !matches!(shape, ExpectedShape::Fields(_))
                && (value.kind() == Kind::String
                    || (!secret && !matches!(value.kind(), Kind::Array | Kind::Object | Kind::Invalid))) =>
            {
                // A text at the place of an object with secrets may be one of them.
                let secret = given_secret || shape.has_secrets();
                self.any_secret |= secret;
                self.push(key, Look::Word, secret, Some(!secret));
                self.literal(value, secret);
            }
            None => {
                // Under a sensitive path, a text that looks like a key may be the secret.
                let may_be_key = !(secret || shape.hides_entries()) || resembles_operator(name);
                self.key(key, if may_be_key { Look::Unknown } else { Look::Hidden }, true);
                self.value(value, ExpectedShape::Nothing, true);
            }
        }
    }

    /// A key, and its value at a place of this shape; `secret` says that all of it is secret.
    pub(super) fn entry(
        &mut self,
        (key, look): (Node<'_>, Look),
        value: Node<'_>,
        shape: ExpectedShape<'_>,
        secret: bool,
    ) {
        // An anchor before a text at the place of an object with secrets belongs to the text.
        let is_text = !is_collection(value) && shape.hides(value);
        self.any_secret |= secret || is_text;
        self.push(key, look, secret || is_text, Some(!secret && !shape.has_secrets()));
        self.value(value, shape, secret);
    }

    fn elements(&mut self, list: Node<'_>, shape: ExpectedShape<'_>, secret: bool) {
        let has_secrets = shape.has_secrets();
        for element in list.elements() {
            // An anchor before an element may be the text of it.
            if !is_collection(element) && (secret || (has_secrets && shape.hides(element))) {
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

    /// Whether a value is on another line than its key.
    pub(super) fn is_broken(&self, key: Node<'_>, value: Node<'_>) -> bool {
        self.source
            .slice(self.source.span(key.span().end, value.span().start.max(key.span().end)))
            .contains('\n')
    }

    pub(super) fn literal(&mut self, node: Node<'_>, secret: bool) {
        self.any_secret |= secret;
        // Skipped or unclosed text is longer than one literal.
        let raw = node.raw();
        let is_open = raw.starts_with(['"', '\''])
            && (raw.len() < 2 || !raw.ends_with(raw.get(..1).unwrap_or_default()));
        if node.kind() == Kind::Invalid && (is_open || raw.starts_with(['[', '{']) || raw.contains('\n')) {
            return if secret {
                self.push(node, Look::Hidden, false, None)
            };
        }
        // A line without its key continues the value before it.
        let is_continued =
            self.format == Format::Yaml && raw.contains('\n') && !raw.starts_with(['"', '\'', '|', '>']);
        self.push(node, if secret || is_continued { Look::Hidden } else { Look::Shown }, false, None);
    }

    /// Marks the text as one with a secret.
    pub(super) fn has_secret(&mut self) {
        self.any_secret = true;
    }

    /// Shows all of a value, and its keys as keys.
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

    /// Shows the keys in a value at every level, and hides every scalar. Recurses as deep as documents nest.
    pub(super) fn keys(&mut self, node: Node<'_>) {
        for (key, value) in node.members() {
            self.key(key, Look::Known, !is_collection(value));
            self.keys(value);
        }
        node.elements().for_each(|value| self.keys(value));
        if !is_collection(node) {
            self.literal(node, true);
        }
    }

    /// Shows all of a value as it is. A sensitive name in it is part of an expression, or of a text that is checked
    /// elsewhere, and not a member.
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
        // A key that could not be read is skipped text.
        let is_skipped = open.is_some() && node.kind() == Kind::Invalid;
        if start < end && !is_skipped {
            let (is_key, open) = (open.is_some(), open == Some(true));
            self.list.push(Leaf { start, end, look, secret, open, is_key });
        }
    }

    /// Hides maps that may include a sensitive field, and the values of entries with the name of such a field: the
    /// field may be one level too deep.
    fn hide_in_maps(&mut self, names: &Names<'_>) {
        let (source, entries) = (self.source, std::mem::take(&mut self.entries));
        let mut maps = std::mem::take(&mut self.maps);
        // The outer map includes the inner ones.
        keep_outer(&mut maps);
        maps.retain(|(start, end)| names.mentions_secret(source.slice(source.span(*start, *end))));
        let is_named = |key: Span| names.is_sensitive(source.slice(key).trim_matches(['"', '\'']));
        let named = entries.iter().filter(|(key, _)| is_named(*key));
        self.regions.extend(named.clone().map(|(_, value)| (value.start, value.end)));
        maps.extend(named.map(|(_, value)| (value.start, value.end)));
        keep_outer(&mut maps);
        for leaf in &mut self.list {
            let before = maps.partition_point(|map| map.0 <= leaf.start);
            let map = before.checked_sub(1).and_then(|at| maps.get(at));
            if map.is_some_and(|map| leaf.start < map.1) {
                (leaf.look, leaf.secret, leaf.open) = (Look::Hidden, true, false);
                self.any_secret = true;
            }
        }
    }

    /// The hidden ranges, in ascending order.
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

/// Sorts ranges, and removes each one that begins in an earlier one.
fn keep_outer(ranges: &mut Ranges) {
    ranges.sort_unstable();
    let mut end = 0;
    ranges.retain(|range| {
        let is_outer = range.0 >= end;
        end = end.max(range.1);
        is_outer
    });
}

/// Whether a node is an object or an array.
pub(super) fn is_collection(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::Object | Kind::Array)
}
