//! A document as a tape: its nodes in the order of the text, sixteen bytes each.
//!
//! An object's members follow it as key, value, key, value; an array's elements follow it one by one. Each
//! container knows where its subtree ends, so that a reader can step over it. Strings and numbers stay in the
//! source's text; only what a format writes in another way is kept decoded beside the tape. What few nodes have
//! (documentation, anchors, tags) lies beside it too.

mod fill;

use super::Format;
use super::lookup::Lookups;
use super::node::{Kind, Node};
use crate::text::{Source, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of a node in its document. Nodes are numbered in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes; aliases too, and null where nothing is written.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A block that keeps its lines, `|`.
    Literal,
    /// A block whose lines are folded, `>`.
    Folded,
    /// A container in brackets.
    Flow,
    /// A container by indentation.
    Block,
    /// An object of one member among the elements of an array in brackets, without brackets of its own:
    /// `[a: b]`.
    Pair,
}

/// Where the properties of a node are, in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties {
    /// `&name`
    pub anchor: Option<Span>,
    /// `!tag`
    pub tag: Option<Span>,
}

/// One entry of the tape. Keys are entries of kind `String`, unless they are containers or have been refused.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Of a container one past the last entry of its subtree, of a decoded text its number, of an alias the node it
    /// stands for.
    pub(super) next: u32,
    pub(super) kind: Kind,
    pub(super) text: Text,
    /// How it is written. The JSON5 reader leaves this to the caller.
    pub(super) style: Style,
    /// Whether readers of YAML disagree on what it is.
    pub(super) is_disputed: bool,
}

impl Entry {
    pub(super) const NOTHING: Self = Self {
        start: 0,
        end: 0,
        next: 0,
        kind: Kind::Null,
        text: Text::Bare,
        style: Style::Plain,
        is_disputed: false,
    };
}

/// Where the text of a string or number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// In the source, between quotes.
    Quoted,
    /// In the source, bare (identifier keys, numbers, everything else).
    Bare,
    /// Beside the tape.
    Decoded,
    /// Nowhere: the node is an alias, and its text that of the node it stands for.
    Alias,
}

/// A document: what was understood of one source. Of YAML it may hold several.
///
/// There are two ways to look at its nodes. A [`Node`] is what a reader of manifests and values sees: aliases are what
/// they stand for. A [`SyntaxNode`](super::SyntaxNode) is what an editor sees: everything as it is written.
#[derive(Debug)]
pub struct Document {
    source: Arc<Source>,
    format: Format,
    pub(super) tape: Vec<Entry>,
    /// The texts that are not written in the source as they are, one after the other, and where each ends.
    decoded: String,
    decoded_ends: Vec<u32>,
    documentation: Vec<Documentation>,
    lines: Vec<(u32, u32)>,
    repeated: Vec<Repeated>,
    /// The keys that are repeated, where they occur first; sorted.
    repeated_first: Vec<NodeId>,
    /// The roots of all documents but the first.
    more_roots: Vec<NodeId>,
    properties: BTreeMap<NodeId, Properties>,
    /// Each alias with what it stands for, in the order of the text. One without an anchor stands for itself.
    aliases: Vec<(NodeId, NodeId)>,
    /// What aliases stand for.
    shared: BTreeSet<NodeId>,
    is_complete: bool,
    lookups: Lookups,
}

/// `///` lines and the key they are directly above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// The key.
    pub key: NodeId,
    /// From the first `///` to the end of the last line, its line end not included.
    pub span: Span,
    /// The lines, as a range of `Document::lines`.
    first_line: u32,
    lines: u32,
}

/// A key that occurs twice in one object. All but the first are listed, each with the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The object.
    pub object: NodeId,
    /// The key where it occurs first.
    pub first: NodeId,
    /// The same key again.
    pub again: NodeId,
}

impl Document {
    /// The source it was read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The language it is written in.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether all of the text was understood: no syntax error was reported.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The root value; `None` where the text holds none.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.node(NodeId(0))
    }

    /// The roots of all its documents: one, but for YAML, and none where the text holds none.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        let first = (!self.tape.is_empty()).then_some(NodeId(0));
        first.into_iter().chain(self.more_roots.iter().copied()).filter_map(|root| self.node(root))
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.tape.get(id.0 as usize).map(|entry| Node::new(self, id, entry))
    }

    /// All `///` lines that are directly above a key, in the order of the text. Those elsewhere
    /// have been reported by the reader.
    #[must_use]
    pub fn documentation(&self) -> &[Documentation] {
        &self.documentation
    }

    /// Every repeated key, in the order of the text. The reader of the document reports them, because it
    /// knows what the key names.
    #[must_use]
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// Those of the [repeated keys](Self::repeated) that lie in this value.
    #[must_use]
    pub fn repeated_in(&self, value: Node<'_>) -> &[Repeated] {
        let until = |behind: u32| self.repeated.partition_point(|repeated| repeated.again.0 < behind);
        self.repeated.get(until(value.id().0)..until(value.behind())).unwrap_or_default()
    }

    /// Whether a key is one that its object has more than once, be it the first or another one.
    pub(super) fn is_repeated(&self, key: NodeId) -> bool {
        self.repeated_first.binary_search(&key).is_ok()
            || self.repeated.binary_search_by_key(&key, |repeated| repeated.again).is_ok()
    }

    /// Each alias and what it stands for, in the order of the text.
    #[must_use]
    pub fn aliases(&self) -> &[(NodeId, NodeId)] {
        &self.aliases
    }

    /// What was looked for in its containers.
    pub(super) fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    /// Whether an alias stands for a node.
    pub(super) fn is_shared(&self, node: NodeId) -> bool {
        self.shared.contains(&node)
    }

    /// The anchor and the tag of a node.
    pub(super) fn properties(&self, node: NodeId) -> Properties {
        self.properties.get(&node).copied().unwrap_or_default()
    }

    /// Where the `///` lines directly above a key are, if there are any.
    #[must_use]
    pub fn documentation_span(&self, key: NodeId) -> Option<Span> {
        let found = self.documentation.binary_search_by_key(&key, |comment| comment.key).ok();
        found.and_then(|at| self.documentation.get(at)).map(|comment| comment.span)
    }

    /// The `///` lines directly above a key, joined by line feeds: one leading space and a CR are taken off
    /// each line. `None` where there are none or where they are all empty.
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
