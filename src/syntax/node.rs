//! The nodes of a document for readers of manifests and values.

use super::document::{Document, Repeated};
use super::tape::{Entry, Kind, NodeId, Style, Text};
use crate::text::{Span, narrow};
use std::ops::Range;

/// A value or key of a document.
///
/// Values of members and elements of arrays are never aliases: an alias is replaced by its target, with the place of
/// the target, because that text has the mistakes. A key that is an alias has the text of the target, but the place of
/// the alias: a repeated key must have two places.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document,
    id: NodeId,
    entry: &'d Entry,
}

impl Document {
    /// The root value; `None` if the text has no value.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.node(NodeId(0))
    }

    /// The roots of all its documents. Only YAML may have several; a text without a value has none.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        let first = (!self.tape.is_empty()).then_some(NodeId(0));
        first.into_iter().chain(self.more_roots().iter().copied()).filter_map(|root| self.node(root))
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.tape.get(id.0 as usize).map(|entry| Node::new(self, id, entry))
    }

    /// The [repeated keys](Self::repeated) in this value.
    #[must_use]
    pub fn repeated_in(&self, value: Node<'_>) -> &[Repeated] {
        let until = |behind: u32| self.repeated().partition_point(|repeated| repeated.again.0 < behind);
        self.repeated().get(until(value.id().0)..until(value.behind())).unwrap_or_default()
    }
}

impl<'d> Node<'d> {
    pub(super) fn new(document: &'d Document, id: NodeId, entry: &'d Entry) -> Self {
        Self { document, id, entry }
    }

    /// Its entry on the tape.
    pub(super) fn entry(self) -> &'d Entry {
        self.entry
    }

    /// The target, if it is an alias; else itself.
    pub(super) fn resolved(self) -> Self {
        match self.entry.text {
            Text::Alias => self.document.node(NodeId(self.entry.next)).unwrap_or(self),
            Text::Quoted | Text::Bare | Text::Decoded => self,
        }
    }

    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The document it belongs to.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry.kind
    }

    /// Its whole text, quotes and brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        self.document.source().span(self.entry.start, self.entry.end)
    }

    /// The text as written, quotes included, which `expand` prints and messages quote.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.document.source().slice(self.span())
    }

    /// The text that a message quotes: as written, and for a block scalar of YAML its value.
    #[must_use]
    pub fn quotable(self) -> &'d str {
        match self.entry.style {
            Style::Literal | Style::Folded => self.text(),
            Style::Plain | Style::Single | Style::Double | Style::Flow | Style::Block | Style::Pair => {
                self.raw()
            }
        }
    }

    /// The text of a string or key, escapes resolved. Empty for everything else.
    #[must_use]
    pub fn text(self) -> &'d str {
        if self.entry.kind != Kind::String {
            return "";
        }
        match self.entry.text {
            Text::Bare => self.raw(),
            Text::Quoted => {
                let raw = self.raw();
                raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default()
            }
            Text::Decoded => self.document.decoded(self.entry.next),
            Text::Alias => self.text_of_alias(),
        }
    }

    /// The place of a part of its text, a range of bytes. For a string with escapes of another format than JSON5, the place
    /// of the whole string.
    #[must_use]
    pub fn span_of_text(self, part: Range<usize>) -> Span {
        let (span, raw) = (self.span(), self.raw());
        let written = match self.entry.text {
            Text::Bare => part,
            Text::Quoted => part.start + 1..part.end + 1,
            Text::Decoded if self.document.format().is_json() => {
                let inside = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
                let offset = |at: usize| super::json5::written_offset(inside, at) + 1;
                offset(part.start)..offset(part.end)
            }
            Text::Decoded | Text::Alias => 0..raw.len(),
        };
        let offset = |at: usize| span.start + narrow(at.min(raw.len()));
        Span { start: offset(written.start), end: offset(written.end), ..span }
    }

    /// As [`span_of_text`](Self::span_of_text), but the whole node for an empty part at the start, which errors about a
    /// whole text have.
    #[must_use]
    pub fn place_in_text(self, part: Range<usize>) -> Span {
        if part == (0..0) { self.span() } else { self.span_of_text(part) }
    }

    /// The text of a key that is an alias, even if its target is a number or null.
    fn text_of_alias(self) -> &'d str {
        let of = self.resolved();
        match of.entry.kind {
            _ if of.id == self.id => "",
            Kind::String => of.text(),
            Kind::Null | Kind::True | Kind::False | Kind::Number => of.raw(),
            Kind::Array | Kind::Object | Kind::Invalid => "",
        }
    }

    /// The text of a number in the grammar of JSON5, in any format, for [`number`](super::number). Only numbers have one.
    #[must_use]
    pub fn numeral(self) -> &'d str {
        match self.entry.text {
            Text::Bare | Text::Quoted | Text::Alias => self.raw(),
            Text::Decoded => self.document.decoded(self.entry.next),
        }
    }

    /// Whether it is a plain scalar of YAML that readers disagree on: a string here, and a bool or a number for others.
    /// Dates do not count, since their text is the same for all.
    #[must_use]
    pub fn is_disputed(self) -> bool {
        self.entry.is_disputed && !super::disputed::is_date(self.text())
    }

    /// Whether it contains an unreadable value. Takes time linear in it.
    #[must_use]
    pub fn has_invalid(self) -> bool {
        let entries = self.document.tape.get(self.id.0 as usize..self.behind() as usize);
        entries.unwrap_or_default().iter().any(|entry| entry.kind == Kind::Invalid)
    }

    /// Whether a syntax error may have cut off its end: it has the last node of a text with an error.
    pub(crate) fn may_be_cut(self) -> bool {
        !self.document.is_complete() && self.behind() as usize == self.document.tape.len()
    }

    /// The members of an object; empty for other nodes.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members(self.children(Kind::Object))
    }

    /// The elements of an array; empty for other nodes.
    #[must_use]
    pub fn elements(self) -> Values<'d> {
        self.children(Kind::Array)
    }

    /// The value of an object's member, the first one if the key is repeated. Takes time linear in the number of
    /// members, so use it only for objects with a handful of known keys.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        self.members().find(|(name, _)| name.text() == key).map(|(_, value)| value)
    }

    /// The number one past its subtree.
    pub(super) fn behind(self) -> u32 {
        match self.entry.kind {
            Kind::Array | Kind::Object => self.entry.next,
            // Refused containers keep their parts.
            Kind::Invalid => self.entry.next.max(self.id.0 + 1),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String => self.id.0 + 1,
        }
    }

    pub(super) fn children(self, kind: Kind) -> Values<'d> {
        let at = self.id.0 + 1;
        let end = if self.entry.kind == kind { self.entry.next } else { at };
        Values { document: self.document, at, end }
    }
}

/// The members of an object, in the order of the text. See [`Node::members`].
#[derive(Debug, Clone)]
pub struct Members<'d>(Values<'d>);

impl<'d> Iterator for Members<'d> {
    type Item = (Node<'d>, Node<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next_written()?;
        self.0.next().map(|value| (key, value))
    }
}

/// The elements of an array, in the order of the text. See [`Node::elements`].
#[derive(Debug, Clone)]
pub struct Values<'d> {
    document: &'d Document,
    at: u32,
    end: u32,
}

impl<'d> Values<'d> {
    /// The next node, which may be an alias.
    pub(super) fn next_written(&mut self) -> Option<Node<'d>> {
        if self.at >= self.end {
            return None;
        }
        let node = self.document.node(NodeId(self.at))?;
        self.at = node.behind();
        Some(node)
    }
}

impl<'d> Iterator for Values<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_written().map(Node::resolved)
    }
}
