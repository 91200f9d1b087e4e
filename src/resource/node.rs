//! The nodes of a resource.

use super::{Properties, Resource};
use crate::text::Span;

/// The number of a node in its resource. Nodes are numbered in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`; also where nothing stands at all.
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number; its numeral says which.
    Number,
    /// A text.
    String,
    /// A text to some readers, and something else to others; see [the room](super).
    Disputed,
    /// An array.
    Array,
    /// An object.
    Object,
    /// `*name`: stands for this node.
    Alias(NodeId),
}

/// How a node is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes; aliases too, and null where nothing stands.
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

/// One entry of the tape.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) style: Style,
    pub(super) start: u32,
    pub(super) end: u32,
    /// One behind the last entry of the subtree.
    pub(super) next: u32,
    /// Which of the texts beside the tape is its own, if one is.
    pub(super) text: Option<u32>,
}

impl Entry {
    pub(super) const NOTHING: Self =
        Self { kind: Kind::Null, style: Style::Plain, start: 0, end: 0, next: 0, text: None };
}

/// A value or key of a resource.
#[derive(Debug, Clone, Copy)]
pub struct Node<'r> {
    resource: &'r Resource,
    id: NodeId,
    entry: &'r Entry,
}

impl<'r> Node<'r> {
    pub(super) fn new(resource: &'r Resource, id: NodeId) -> Self {
        Self { resource, id, entry: resource.entry(id) }
    }

    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The resource it belongs to.
    #[must_use]
    pub fn resource(self) -> &'r Resource {
        self.resource
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry.kind
    }

    /// How it is written.
    #[must_use]
    pub fn style(self) -> Style {
        self.entry.style
    }

    /// Its text, quotes and brackets included, anchor and tag not. A block scalar begins at its `|` or `>` and
    /// ends with its last line, the line break behind that not included. A container in block style ends with
    /// what lies in it. Empty where nothing stands.
    #[must_use]
    pub fn span(self) -> Span {
        self.resource.source().span(self.entry.start, self.entry.end)
    }

    /// Its text with anchor and tag.
    #[must_use]
    pub fn whole(self) -> Span {
        let own = self.span();
        let Properties { anchor, tag } = self.properties();
        let start = [anchor, tag].into_iter().flatten().map(|property| property.start).min();
        Span { start: start.unwrap_or(own.start), ..own }
    }

    /// The text as written, quotes and brackets included.
    #[must_use]
    pub fn raw(self) -> &'r str {
        self.resource.source.slice(self.span())
    }

    /// The text of a scalar or key, escapes resolved; what a number is read from, in the grammar of JSON5,
    /// however it is written. Empty for containers and aliases.
    #[must_use]
    pub fn text(self) -> &'r str {
        if let Some(text) = self.entry.text {
            return self.resource.texts.get(text as usize).map(AsRef::as_ref).unwrap_or_default();
        }
        let raw = self.raw();
        match (self.entry.kind, self.entry.style) {
            (Kind::Array | Kind::Object | Kind::Alias(_), _) => "",
            (_, Style::Single | Style::Double) => raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default(),
            (_, Style::Plain | Style::Literal | Style::Folded | Style::Flow | Style::Block | Style::Pair) => {
                raw
            }
        }
    }

    /// Its anchor and tag.
    #[must_use]
    pub fn properties(self) -> Properties {
        self.resource.properties.get(&self.id).copied().unwrap_or_default()
    }

    /// Whether nothing stands there: null that is not written.
    #[must_use]
    pub fn is_absent(self) -> bool {
        self.entry.style == Style::Plain && self.entry.start == self.entry.end
    }

    /// Whether an alias stands for it.
    #[must_use]
    pub fn is_shared(self) -> bool {
        self.resource.shared.contains(&self.id)
    }

    /// Whether it is a key that its object has more than once.
    #[must_use]
    pub fn is_repeated(self) -> bool {
        self.resource.repeated.contains(&self.id)
    }

    /// Whether it is a text, so that it names a member: no container, and no alias.
    #[must_use]
    pub fn is_scalar(self) -> bool {
        !matches!(self.entry.kind, Kind::Array | Kind::Object | Kind::Alias(_))
    }

    /// Whether it is the key that merges an object into another one for readers of YAML 1.1: `<<`.
    #[must_use]
    pub fn is_merge_key(self) -> bool {
        self.entry.style == Style::Plain && self.raw() == "<<"
    }

    /// The members of an object; none for everything else.
    #[must_use]
    pub fn members(self) -> Members<'r> {
        Members(self.children(Kind::Object))
    }

    /// The elements of an array; none for everything else.
    #[must_use]
    pub fn elements(self) -> Elements<'r> {
        self.children(Kind::Array)
    }

    /// The value of an object's member, the first where the key is repeated. Takes time linear in the number of
    /// members.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.members().find(|(name, _)| name.is_scalar() && name.text() == key).map(|(_, value)| value)
    }

    /// The numbers of all nodes in it, itself included.
    #[must_use]
    pub fn contains(self, other: NodeId) -> bool {
        self.id <= other && other.0 < self.entry.next
    }

    fn children(self, kind: Kind) -> Elements<'r> {
        let at = self.id.0 + 1;
        let end = if self.entry.kind == kind { self.entry.next } else { at };
        Elements { resource: self.resource, at, end }
    }
}

/// The members of an object, in the order of the text. See [`Node::members`].
#[derive(Debug, Clone)]
pub struct Members<'r>(Elements<'r>);

impl<'r> Iterator for Members<'r> {
    type Item = (Node<'r>, Node<'r>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?;
        self.0.next().map(|value| (key, value))
    }
}

/// The elements of an array, in the order of the text. See [`Node::elements`].
#[derive(Debug, Clone)]
pub struct Elements<'r> {
    resource: &'r Resource,
    at: u32,
    end: u32,
}

impl<'r> Iterator for Elements<'r> {
    type Item = Node<'r>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let node = Node::new(self.resource, NodeId(self.at));
        self.at = node.entry.next;
        Some(node)
    }
}
