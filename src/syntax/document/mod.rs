//! A document as a tape: its nodes in the order of the text, sixteen bytes each.
//!
//! An object's members follow it as key, value, key, value; an array's elements follow it one by one. Each
//! container knows where its subtree ends, so that a reader can step over it. Strings and numbers stay in the
//! source's text; only texts with another spelling are kept decoded beside the tape. Rare properties (documentation,
//! anchors, tags) are beside it too.

mod fill;
mod lookups;

use super::format::Format;
use super::tape::{Entry, NodeId};
use crate::text::{Source, Span};
#[cfg(test)]
pub(super) use lookups::FEW;
use lookups::Lookups;
pub(super) use lookups::PartsIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The places of the properties of a node, which precede it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties {
    /// `&name`
    pub anchor: Option<Span>,
    /// `!tag`
    pub tag: Option<Span>,
}

/// The nodes of one source. A YAML source may have several documents.
///
/// There are two views of its nodes. Readers of manifests and values see a [`Node`](super::Node), with aliases
/// resolved. Editors see a [`SyntaxNode`](super::SyntaxNode), the written form.
#[derive(Debug)]
pub struct Document {
    source: Arc<Source>,
    format: Format,
    pub(super) tape: Vec<Entry>,
    /// The texts with another spelling in the source, one after the other, and the end of each.
    decoded: String,
    decoded_ends: Vec<u32>,
    documentation: Vec<Documentation>,
    lines: Vec<(u32, u32)>,
    repeated: Vec<Repeated>,
    /// The first occurrences of repeated keys, sorted.
    repeated_first: Vec<NodeId>,
    /// The roots of all documents except the first.
    more_roots: Vec<NodeId>,
    properties: BTreeMap<NodeId, Properties>,
    /// Each alias with its target, in the order of the text. The target of an alias without an anchor is itself.
    aliases: Vec<(NodeId, NodeId)>,
    /// The targets of aliases.
    shared: BTreeSet<NodeId>,
    is_complete: bool,
    lookups: Lookups,
}

/// `///` lines and the key they are directly above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// The key.
    pub key: NodeId,
    /// From the first `///` to the end of the last line, without its line break.
    pub span: Span,
    /// The lines, as a range of `Document::lines`.
    first_line: u32,
    lines: u32,
}

/// A key that repeats an earlier one of its object. Each is listed with the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The object.
    pub object: NodeId,
    /// The first occurrence of the key.
    pub first: NodeId,
    /// The later key.
    pub again: NodeId,
}

impl Document {
    /// Its source.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Its format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the whole text could be read, without a syntax error.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// All `///` lines that are directly above a key, in the order of the text. The reader has reported those
    /// elsewhere.
    #[must_use]
    pub fn documentation(&self) -> &[Documentation] {
        &self.documentation
    }

    /// Every repeated key, in the order of the text. The reader of the document reports them, because it knows the meaning
    /// of keys.
    #[must_use]
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// Whether a key occurs more than once in its object.
    pub(super) fn is_repeated(&self, key: NodeId) -> bool {
        self.repeated_first.binary_search(&key).is_ok()
            || self.repeated.binary_search_by_key(&key, |repeated| repeated.again).is_ok()
    }

    /// The roots of all documents except the first.
    pub(super) fn more_roots(&self) -> &[NodeId] {
        &self.more_roots
    }

    /// Each alias with its target, in the order of the text.
    #[must_use]
    pub fn aliases(&self) -> &[(NodeId, NodeId)] {
        &self.aliases
    }

    /// The look-ups in its containers.
    pub(super) fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    /// Whether an alias refers to a node.
    pub(super) fn is_shared(&self, node: NodeId) -> bool {
        self.shared.contains(&node)
    }

    /// The anchor and the tag of a node.
    pub(super) fn properties(&self, node: NodeId) -> Properties {
        self.properties.get(&node).copied().unwrap_or_default()
    }

    /// The place of the `///` lines directly above a key, if there are any.
    #[must_use]
    pub fn documentation_span(&self, key: NodeId) -> Option<Span> {
        let found = self.documentation.binary_search_by_key(&key, |comment| comment.key).ok();
        found.and_then(|at| self.documentation.get(at)).map(|comment| comment.span)
    }

    /// The `///` lines directly above a key, joined by line feeds: one leading space and a CR are taken off
    /// each line. `None` if there are no lines, or only empty ones.
    #[must_use]
    pub fn documentation_of(&self, key: NodeId) -> Option<String> {
        let found = self.documentation.binary_search_by_key(&key, |comment| comment.key).ok();
        let comment = found.and_then(|at| self.documentation.get(at))?;
        let lines =
            self.lines.get(comment.first_line as usize..(comment.first_line + comment.lines) as usize)?;
        let mut joined = String::with_capacity((comment.span.end - comment.span.start) as usize);
        for (number, &(start, end)) in lines.iter().enumerate() {
            if number > 0 {
                joined.push('\n');
            }
            let line = self.source.slice(self.source.span(start, end));
            let line = line.strip_suffix('\r').unwrap_or(line);
            joined.push_str(line.strip_prefix(' ').unwrap_or(line));
        }
        (!joined.is_empty()).then_some(joined)
    }
}
