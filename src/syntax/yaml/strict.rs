//! The YAML that a layer may use: the check between a written document and its readers.
//!
//! It refuses tags, merge keys, keys that are not texts, and numbers that readers disagree on. An alias of a scalar
//! becomes a copy of it. The target of an alias of an array or object is counted for each alias, so that following
//! aliases never exceeds the limits.

use super::plain::{self, Plain};
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::syntax::document::Document;
use crate::syntax::errors;
use crate::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT, MAX_DEPTH};
use crate::syntax::node::Node;
use crate::syntax::places::{content_start, span};
use crate::syntax::tape::{Entry, Kind, NodeId, Style, Text};
use crate::text::{Source, Span, narrow};
use std::collections::HashMap;
use std::sync::Arc;

/// The next part of an array or object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Element,
    Key,
    Value,
}

impl Next {
    /// The first part of a container.
    pub(super) fn first_in(kind: Kind) -> Self {
        if kind == Kind::Object { Self::Key } else { Self::Element }
    }

    /// The part after it.
    pub(super) fn following(self) -> Self {
        match self {
            Self::Element => Self::Element,
            Self::Key => Self::Value,
            Self::Value => Self::Key,
        }
    }
}

/// The check ended before the end of the document, for a reported reason.
pub(super) struct Stopped;

/// Checks a document, and makes refused nodes invalid values. If it stops, the document ends there.
pub(super) fn check(document: &mut Document, report: &mut Report) -> Result<(), Stopped> {
    let source = Arc::clone(document.source());
    let counts = !document.aliases().is_empty();
    let mut check = Check {
        source: &source,
        document,
        report,
        counts,
        open: Vec::new(),
        extents: HashMap::new(),
        hidden: Vec::new(),
        copied: Extent::default(),
    };
    let checked = check.nodes();
    document.forget_refused_keys();
    checked
}

/// The first directive that layers may not have. The parser reports no events for directives that it does not know.
/// Directives after the document belong to a second document, which is refused anyway.
pub(super) fn foreign_directive(source: &Source) -> Option<Diagnostic> {
    let mut start = content_start(source.text());
    let content = source.text().get(start..).unwrap_or_default();
    for line in content.split_inclusive(['\n', '\r']) {
        let said = line.trim();
        if line.starts_with('%') {
            let words: Vec<&str> = said.split_whitespace().take(3).collect();
            let comment = words.get(2).is_none_or(|word| word.starts_with('#'));
            if words.get(..2) != Some(&["%YAML", "1.2"]) || !comment {
                let place = span(source, start, start + line.trim_end().len());
                return Some(errors::yaml::directive(source, place));
            }
        } else if !said.is_empty() && !said.starts_with('#') {
            break;
        }
        start += line.len();
    }
    None
}

/// The extent of a value, including the targets of its aliases.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    /// The number of keys and values, including itself.
    nodes: usize,
    /// The bytes of strings, numbers and keys.
    text: usize,
    /// The nesting of arrays and objects in it.
    depth: usize,
}

impl Extent {
    /// Adds a part.
    fn add(&mut self, part: Self) {
        self.nodes = self.nodes.saturating_add(part.nodes);
        self.text = self.text.saturating_add(part.text);
        self.depth = self.depth.max(part.depth + 1);
    }
}

/// An array or object that is being checked.
struct OpenContainer {
    node: NodeId,
    start: u32,
    /// The number one past its last node.
    behind: u32,
    next: Next,
    extent: Extent,
}

struct Check<'d, 'r> {
    source: &'d Source,
    document: &'d mut Document,
    report: &'r mut Report,
    /// Whether there are aliases, so that extents are of use.
    counts: bool,
    open: Vec<OpenContainer>,
    /// The extents of the arrays and objects that aliases refer to. The map is never iterated.
    extents: HashMap<NodeId, Extent>,
    /// The keys that are not strings, in ascending order. Aliases of nodes in them are refused.
    hidden: Vec<(NodeId, NodeId)>,
    /// The extent of all copies so far.
    copied: Extent,
}

impl Check<'_, '_> {
    fn nodes(&mut self) -> Result<(), Stopped> {
        let mut at = NodeId(0);
        while let Some(node) = self.document.node(at) {
            let (entry, behind) = (*node.entry(), node.behind());
            self.close(at);
            at = match (entry.text, entry.kind) {
                (Text::Alias, _) => {
                    self.alias(at, entry)?;
                    NodeId(behind)
                }
                (_, Kind::Array | Kind::Object) => self.container(at, entry, behind)?,
                (_, _) => {
                    self.scalar(at, entry);
                    NodeId(behind)
                }
            };
        }
        self.close(at);
        Ok(())
    }

    /// Closes the containers that end before a node.
    fn close(&mut self, at: NodeId) {
        while let Some(open) = self.open.pop_if(|open| open.behind <= at.0) {
            if self.counts && self.document.is_shared(open.node) {
                self.extents.insert(open.node, open.extent);
            }
            self.count(open.extent);
        }
    }

    /// Counts a part of the innermost container.
    fn count(&mut self, part: Extent) {
        if let Some(open) = self.open.last_mut() {
            open.extent.add(part);
        }
    }

    fn next(&self) -> Next {
        self.open.last().map_or(Next::Element, |open| open.next)
    }

    /// Continues after a key, value or element.
    fn advance(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.next = open.next.following();
        }
    }

    /// Reports an error. Its text is made only if the report keeps it.
    fn fail(&mut self, error: impl FnOnce(&Source) -> Diagnostic) {
        self.document.mark_incomplete();
        let source = self.source;
        self.report.push_with(Severity::Error, || error(source));
    }

    /// Refuses a node because of an error.
    fn refuse(&mut self, at: NodeId, error: impl FnOnce(&Source) -> Diagnostic) {
        self.fail(error);
        self.document.refuse(at);
    }

    /// Ends the document before a node.
    fn stop(&mut self, at: NodeId, error: Diagnostic) -> Stopped {
        self.document.mark_incomplete();
        self.report.push(error);
        let start = self.document.node(at).map_or(0, |node| node.span().start);
        self.document.truncate(at);
        if self.next() == Next::Value {
            self.document.push(Kind::Invalid, start, start);
        }
        self.document.end(self.open.iter().map(|open| open.node));
        Stopped
    }

    fn place(&self, entry: Entry) -> Span {
        self.source.span(entry.start, entry.end)
    }

    /// Whether a node has a tag, which is an error.
    fn has_tag(&mut self, at: NodeId) -> bool {
        let tag = self.document.properties(at).tag;
        if let Some(tag) = tag {
            self.fail(|source| errors::yaml::tag(source, tag));
        }
        tag.is_some()
    }

    fn container(&mut self, at: NodeId, entry: Entry, behind: u32) -> Result<NodeId, Stopped> {
        self.has_tag(at);
        if self.next() != Next::Key {
            // This comes before it is opened, because its end is found only at the first node after it.
            self.advance();
            self.open.push(OpenContainer {
                node: at,
                start: entry.start,
                behind,
                next: Next::first_in(entry.kind),
                extent: Extent { nodes: 1, text: 0, depth: 1 },
            });
            return Ok(NodeId(at.0 + 1));
        }
        // Its bracket, or the first character of its first part.
        let first = self.source.text().get(entry.start as usize..).and_then(|rest| rest.chars().next());
        let length = first.map_or(0, char::len_utf8);
        let place = self.source.span(entry.start, entry.start.saturating_add(narrow(length)));
        if errors::is_template(self.source.text(), place.start as usize) {
            return Err(self.template(at, place));
        }
        let found = if entry.kind == Kind::Array { "an array" } else { "an object" };
        self.refuse(at, |_| errors::yaml::no_text_as_key(place, found));
        self.hidden.push((at, NodeId(behind)));
        self.advance();
        Ok(NodeId(behind))
    }

    /// Stops at an expression of a template, which looks like an object in an object.
    fn template(&mut self, at: NodeId, place: Span) -> Stopped {
        let stopped = self.stop(at, errors::template(self.source, place));
        for open in self.open.iter().rev().take_while(|open| open.start + 2 >= place.start) {
            self.document.refuse(open.node);
        }
        stopped
    }

    fn scalar(&mut self, at: NodeId, entry: Entry) {
        let place = self.place(entry);
        let is_absent = entry.style == Style::Plain && entry.start == entry.end;
        if self.has_tag(at) {
            self.document.refuse(at);
        } else if self.next() == Next::Key {
            if entry.style == Style::Plain && self.source.slice(place) == "<<" {
                self.refuse(at, |_| errors::yaml::merge_key(place));
            } else if is_absent {
                self.refuse(at, |_| errors::yaml::no_text_as_key(place, "nothing"));
            }
        } else if entry.style == Style::Plain
            && entry.is_disputed
            && self.document.node(at).is_some_and(|node| plain::read(node.text()) == Plain::Ambiguous)
        {
            self.refuse(at, |source| errors::disputed::ambiguous_number(source, place));
        }
        if self.counts {
            let text = self.document.node(at).map_or(0, size);
            self.count(Extent { nodes: 1, text, depth: 0 });
        }
        self.advance();
    }

    fn alias(&mut self, at: NodeId, alias: Entry) -> Result<(), Stopped> {
        let (of, place, is_key) = (NodeId(alias.next), self.place(alias), self.next() == Next::Key);
        let Some(target) = self.document.node(of).filter(|target| target.id() != at) else {
            self.refuse(at, |source| errors::yaml::unknown_anchor(source, place));
            self.count(Extent { nodes: 1, text: 0, depth: 0 });
            self.advance();
            return Ok(());
        };
        let (entry, text) = (*target.entry(), size(target));
        let mut extent = Extent { nodes: 1, text, depth: 0 };
        if self.is_hidden(of) {
            // Its target is in a refused key.
            self.document.refuse(at);
        } else if !matches!(entry.kind, Kind::Array | Kind::Object) {
            if !self.may_copy(extent) {
                return Err(self.stop(at, errors::yaml::aliases_too_large(place)));
            }
            self.copy_scalar(at, of, entry, place);
        } else if is_key {
            self.refuse(at, |_| errors::yaml::no_text_as_key(place, "an alias of an array or object"));
        } else if let Some(found) = self.extents.get(&of).copied() {
            if !self.may_copy(found) {
                return Err(self.stop(at, errors::yaml::aliases_too_large(place)));
            }
            if self.open.len() + found.depth > MAX_DEPTH {
                return Err(self.stop(at, errors::too_deep(place, MAX_DEPTH)));
            }
            extent = found;
        } else {
            // Its target is not complete yet.
            self.refuse(at, |source| errors::yaml::alias_in_itself(source, place));
        }
        self.count(extent);
        self.advance();
        Ok(())
    }

    /// Whether a node is in a key that is not a text.
    fn is_hidden(&self, node: NodeId) -> bool {
        let before = self.hidden.partition_point(|(start, _)| *start <= node);
        before.checked_sub(1).and_then(|last| self.hidden.get(last)).is_some_and(|(_, behind)| node < *behind)
    }

    /// Whether this much more may be copied.
    fn may_copy(&mut self, extent: Extent) -> bool {
        self.copied.nodes = self.copied.nodes.saturating_add(extent.nodes);
        self.copied.text = self.copied.text.saturating_add(extent.text);
        self.copied.nodes <= MAX_COPIED_NODES && self.copied.text <= MAX_COPIED_TEXT
    }

    /// Replaces an alias by its target. A value gets the place of the target, a key the place of the alias. The scalar is
    /// read again: a key is a text, and a value with the same text may be a number.
    fn copy_scalar(&mut self, at: NodeId, of: NodeId, entry: Entry, place: Span) {
        let is_plain = entry.style == Style::Plain;
        let scalar = self.place(entry);
        let is_absent = is_plain && entry.start == entry.end;
        let text = self.document.node(of).map_or(String::new(), |node| written(node).to_owned());
        if entry.kind == Kind::Invalid {
            return self.document.refuse(at);
        }
        if self.next() == Next::Key {
            if is_plain && text == "<<" {
                self.refuse(at, |_| errors::yaml::merge_key(place));
            } else if is_absent {
                self.refuse(at, |_| errors::yaml::no_text_as_key(place, "nothing"));
            } else {
                self.document.replace(at, Kind::String, place, &text);
            }
            return;
        }
        let said = match is_plain {
            true if is_absent => Plain::Null,
            true => plain::read(&text),
            false => Plain::Text,
        };
        match said {
            Plain::Null => self.document.replace(at, Kind::Null, scalar, ""),
            Plain::True => self.document.replace(at, Kind::True, scalar, ""),
            Plain::False => self.document.replace(at, Kind::False, scalar, ""),
            Plain::Number(numeral) => self.document.replace(at, Kind::Number, scalar, numeral),
            Plain::Text => self.document.replace(at, Kind::String, scalar, &text),
            Plain::Ambiguous => self.refuse(at, |source| errors::disputed::ambiguous_number(source, scalar)),
        }
    }
}

/// The text of a scalar; the written text of a plain one.
fn written(node: Node<'_>) -> &str {
    match node.kind() {
        Kind::String => node.text(),
        Kind::Null | Kind::True | Kind::False | Kind::Number => node.raw(),
        Kind::Array | Kind::Object | Kind::Invalid => "",
    }
}

/// The size of a scalar's text, in bytes.
fn size(node: Node<'_>) -> usize {
    match node.kind() {
        Kind::String => node.text().len(),
        Kind::Number => node.numeral().len(),
        Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid => 0,
    }
}
