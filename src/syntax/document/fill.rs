//! Fills a document, for readers, and changes it, for checks.

use super::lookups::Lookups;
use super::{Document, Documentation};
use crate::syntax::format::Format;
use crate::syntax::json5::DocComment;
use crate::syntax::keys;
use crate::syntax::node::Node;
use crate::syntax::tape::{Entry, Kind, NodeId, Style, Text};
use crate::text::{Source, Span, narrow};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Nodes must be added in the order of the text.
impl Document {
    /// A document without nodes yet.
    pub(crate) fn new(format: Format, source: &Arc<Source>) -> Self {
        /// The most nodes that are allocated in advance for a large text. More are allocated on demand.
        const ROOM: usize = 1 << 16;
        /// The approximate bytes per node in manifests.
        const BYTES_A_NODE: usize = 16;
        Self {
            source: Arc::clone(source),
            format,
            tape: Vec::with_capacity((source.text().len() / BYTES_A_NODE).min(ROOM)),
            decoded: String::new(),
            decoded_ends: Vec::new(),
            documentation: Vec::new(),
            lines: Vec::new(),
            repeated: Vec::new(),
            repeated_first: Vec::new(),
            more_roots: Vec::new(),
            properties: BTreeMap::new(),
            aliases: Vec::new(),
            shared: BTreeSet::new(),
            is_complete: true,
            lookups: Lookups::default(),
        }
    }

    /// An empty, incomplete document, for a text that could not be read.
    pub(crate) fn unread(format: Format, source: &Arc<Source>) -> Self {
        Self { is_complete: false, ..Self::new(format, source) }
    }

    /// The number of the next node.
    pub(in crate::syntax) fn next_id(&self) -> NodeId {
        NodeId(narrow(self.tape.len()))
    }

    fn add(&mut self, kind: Kind, text: Text, start: u32, end: u32, next: u32) {
        self.tape.push(Entry { start, end, next, kind, text, style: Style::Plain, is_disputed: false });
    }

    /// Adds a value that is neither a string nor a container.
    pub(crate) fn push(&mut self, kind: Kind, start: u32, end: u32) {
        self.add(kind, Text::Bare, start, end, 0);
    }

    /// Makes the scalar that was added last invalid, if it ends at a place or is empty.
    pub(in crate::syntax) fn refuse_last(&mut self, end: u32) {
        let is_at = |last: &Entry| match last.start < last.end {
            true => last.end == end,
            false => last.end >= end,
        };
        if let Some(last) = self.tape.last_mut().filter(|last| is_at(last))
            && !matches!(last.kind, Kind::Array | Kind::Object)
            && last.text != Text::Alias
        {
            (last.kind, last.text, last.next) = (Kind::Invalid, Text::Bare, 0);
        }
    }

    /// Makes the next node the root of another document.
    pub(in crate::syntax) fn begin_document(&mut self) {
        if !self.tape.is_empty() {
            self.more_roots.push(self.next_id());
        }
    }

    /// Sets the style of the node that was added last, and whether readers of YAML disagree on its kind.
    pub(in crate::syntax) fn set_style(&mut self, style: Style, is_disputed: bool) {
        if let Some(last) = self.tape.last_mut() {
            (last.style, last.is_disputed) = (style, is_disputed);
        }
    }

    pub(in crate::syntax) fn set_tag(&mut self, node: NodeId, tag: Span) {
        self.properties.entry(node).or_default().tag = Some(tag);
    }

    pub(in crate::syntax) fn set_anchor(&mut self, node: NodeId, anchor: Span) {
        self.properties.entry(node).or_default().anchor = Some(anchor);
    }

    /// Adds an alias of a node, or of itself if no node has its anchor.
    pub(in crate::syntax) fn push_alias(&mut self, start: u32, end: u32, of: Option<NodeId>) {
        let id = self.next_id();
        let of = of.unwrap_or(id);
        self.aliases.push((id, of));
        self.shared.insert(of);
        self.add(Kind::String, Text::Alias, start, end, of.0);
    }

    /// Makes a node an invalid value. Its content stays on the tape, but is unreachable.
    pub(in crate::syntax) fn refuse(&mut self, id: NodeId) {
        let behind = self.node(id).map_or(id.0 + 1, Node::behind);
        if let Some(entry) = self.tape.get_mut(id.0 as usize) {
            (entry.kind, entry.text, entry.next) = (Kind::Invalid, Text::Bare, behind);
        }
    }

    /// Replaces a scalar.
    pub(in crate::syntax) fn replace(&mut self, id: NodeId, kind: Kind, place: Span, text: &str) {
        match kind {
            Kind::String => self.push_text(place.start, place.end, text),
            Kind::Number => self.push_number(place.start, place.end, text),
            kind @ (Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid) => {
                self.push(kind, place.start, place.end);
            }
        }
        if let (Some(new), Some(old)) = (self.tape.pop(), self.tape.get_mut(id.0 as usize)) {
            *old = new;
        }
    }

    /// Removes all nodes from one on.
    pub(in crate::syntax) fn truncate(&mut self, id: NodeId) {
        self.tape.truncate(id.0 as usize);
        self.more_roots.retain(|root| *root < id);
        self.aliases.retain(|(alias, _)| *alias < id);
        self.repeated.retain(|repeated| repeated.again < id);
    }

    /// Ends containers at the last node.
    pub(in crate::syntax) fn end(&mut self, containers: impl Iterator<Item = NodeId>) {
        let next = self.next_id().0;
        for container in containers {
            if let Some(entry) = self.tape.get_mut(container.0 as usize) {
                entry.next = next;
            }
        }
    }

    /// Removes repeated keys from the list if one of the two was refused.
    pub(in crate::syntax) fn forget_refused_keys(&mut self) {
        let tape = &self.tape;
        let is_refused =
            |key: NodeId| tape.get(key.0 as usize).is_none_or(|entry| entry.kind == Kind::Invalid);
        self.repeated.retain(|repeated| !is_refused(repeated.first) && !is_refused(repeated.again));
    }

    /// Adds a key without quotes and escapes.
    pub(in crate::syntax) fn push_name(&mut self, start: u32, end: u32) {
        self.add(Kind::String, Text::Bare, start, end, 0);
    }

    /// Adds a string or key in quotes without escapes.
    pub(in crate::syntax) fn push_quoted(&mut self, start: u32, end: u32) {
        self.add(Kind::String, Text::Quoted, start, end, 0);
    }

    /// The buffer to which the text of a string with escapes is appended before [`push_decoded`](Self::push_decoded).
    pub(in crate::syntax) fn decode(&mut self) -> &mut String {
        &mut self.decoded
    }

    /// Adds the string whose text was just appended.
    pub(in crate::syntax) fn push_decoded(&mut self, start: u32, end: u32) {
        let number = self.end_decoded();
        self.add(Kind::String, Text::Decoded, start, end, number);
    }

    /// Removes the text that was just appended.
    pub(in crate::syntax) fn forget_decoded(&mut self) {
        self.decoded.truncate(self.decoded_ends.last().map_or(0, |&end| end as usize));
    }

    /// Adds a string or key whose text is this, in any spelling of the source.
    pub(crate) fn push_text(&mut self, start: u32, end: u32, text: &str) {
        let raw = self.source.slice(self.source.span(start, end));
        if raw == text {
            return self.push_name(start, end);
        }
        if raw.get(1..raw.len().saturating_sub(1)) == Some(text) {
            return self.push_quoted(start, end);
        }
        self.decoded.push_str(text);
        self.push_decoded(start, end);
    }

    /// Adds a number whose [`numeral`](Node::numeral) is this, in any spelling of the source.
    pub(crate) fn push_number(&mut self, start: u32, end: u32, numeral: &str) {
        if self.source.slice(self.source.span(start, end)) == numeral {
            return self.push(Kind::Number, start, end);
        }
        self.decoded.push_str(numeral);
        let number = self.end_decoded();
        self.add(Kind::Number, Text::Decoded, start, end, number);
    }

    fn end_decoded(&mut self) -> u32 {
        let number = narrow(self.decoded_ends.len());
        self.decoded_ends.push(narrow(self.decoded.len()));
        number
    }

    pub(in crate::syntax) fn decoded(&self, number: u32) -> &str {
        let number = number as usize;
        let end_of = |number: usize| self.decoded_ends.get(number).map_or(0, |&end| end as usize);
        let start = number.checked_sub(1).map_or(0, end_of);
        self.decoded.get(start..end_of(number)).unwrap_or_default()
    }

    /// Adds an array or object. Nodes that are added until it is closed are its parts.
    pub(crate) fn open(&mut self, kind: Kind, start: u32) -> NodeId {
        let id = self.next_id();
        self.add(kind, Text::Bare, start, start, 0);
        id
    }

    /// Closes an array or object, and finds the repeated keys of an object.
    pub(crate) fn close(&mut self, id: NodeId, end: u32) {
        let next = self.next_id().0;
        if let Some(entry) = self.tape.get_mut(id.0 as usize) {
            (entry.end, entry.next) = (end, next);
        }
        // An object with one member has three entries.
        if next - id.0 > 3
            && let Some(object) = self.node(id).filter(|node| node.kind() == Kind::Object)
        {
            let found = keys::repeated(object);
            self.repeated.extend(found);
        }
    }

    /// Adds the `///` lines above a key. Keys come in the order of the text.
    pub(in crate::syntax) fn describe(&mut self, key: NodeId, comment: DocComment) {
        let span = self.source.span(comment.start, comment.end);
        let DocComment { first_line, lines, .. } = comment;
        self.documentation.push(Documentation { key, span, first_line, lines });
    }

    /// Records that an error was reported.
    pub(crate) fn mark_incomplete(&mut self) {
        self.is_complete = false;
    }

    /// Ends the reading. `lines` are the lines of the documentation comments.
    pub(crate) fn finish(&mut self, lines: Vec<(u32, u32)>) {
        self.lines = lines;
        // Otherwise each of many small documents would keep the memory of a large one.
        if self.tape.len() < self.tape.capacity() / 4 {
            self.tape.shrink_to_fit();
        }
        // Inner objects are closed before outer ones.
        self.repeated.sort_unstable_by_key(|repeated| repeated.again);
        self.repeated_first = self.repeated.iter().map(|repeated| repeated.first).collect();
        self.repeated_first.sort_unstable();
    }
}

impl Document {
    /// The document of an embedded text as a document of the outer text. `place` maps spans of the embedded text.
    /// Documentation comments are omitted.
    #[must_use]
    pub(crate) fn moved(&self, outer: &Arc<Source>, place: impl Fn(Span) -> Span) -> Self {
        let mut moved = Self::new(self.format, outer);
        for (id, entry) in self.tape.iter().enumerate() {
            let Span { start, end, .. } = place(self.source.span(entry.start, entry.end));
            let Some(node) = self.node(NodeId(narrow(id))) else { continue };
            match (entry.kind, entry.text) {
                (_, Text::Alias) => moved.push_alias(start, end, Some(NodeId(entry.next))),
                (Kind::String, _) => moved.push_text(start, end, node.text()),
                (Kind::Number, _) => moved.push_number(start, end, node.numeral()),
                (kind @ (Kind::Array | Kind::Object | Kind::Invalid), text) => {
                    moved.add(kind, text, start, end, entry.next);
                }
                (kind @ (Kind::Null | Kind::True | Kind::False), _) => moved.push(kind, start, end),
            }
        }
        moved.repeated.clone_from(&self.repeated);
        moved.is_complete = self.is_complete;
        moved
    }
}
