//! The nodes of a document for editors: the written form.

use super::document::{Document, Properties};
use super::format::Format;
use super::node::{Node, Values};
use super::tape::{Entry, Kind, NodeId, Style, Text};
use crate::text::Span;

/// The kind of a written node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxKind {
    /// `null`, or an absent value.
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number; its numeral has the value.
    Number,
    /// A text. Every scalar key is one.
    String,
    /// A text for some readers, and another value for others: see [the module](super).
    Disputed,
    /// An array.
    Array,
    /// An object.
    Object,
    /// `*name`: an alias of this node.
    Alias(NodeId),
}

/// A value or key of a document that was read by [`parse_lossless`](super::parse_lossless). Aliases are not followed.
#[derive(Debug, Clone, Copy)]
pub struct SyntaxNode<'d>(Node<'d>);

impl Document {
    /// The roots of its documents. JSON has one; YAML may have none, if the text has only comments.
    pub fn syntax_roots(&self) -> impl Iterator<Item = SyntaxNode<'_>> {
        self.roots().map(SyntaxNode)
    }

    /// The node with this number.
    #[must_use]
    pub fn syntax_node(&self, id: NodeId) -> SyntaxNode<'_> {
        // Numbers come from the document itself.
        let entry = self.node(id).map_or(&Entry::NOTHING, Node::entry);
        SyntaxNode(Node::new(self, id, entry))
    }
}

impl<'d> SyntaxNode<'d> {
    pub(super) fn new(node: Node<'d>) -> Self {
        Self(node)
    }

    pub(super) fn node(self) -> Node<'d> {
        self.0
    }

    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.0.id()
    }

    /// The document it belongs to.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.0.document()
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> SyntaxKind {
        let entry = self.0.entry();
        if entry.text == Text::Alias {
            return SyntaxKind::Alias(NodeId(entry.next));
        }
        match entry.kind {
            Kind::Null | Kind::Invalid => SyntaxKind::Null,
            Kind::True => SyntaxKind::True,
            Kind::False => SyntaxKind::False,
            Kind::Number => SyntaxKind::Number,
            Kind::String if entry.is_disputed => SyntaxKind::Disputed,
            Kind::String => SyntaxKind::String,
            Kind::Array => SyntaxKind::Array,
            Kind::Object => SyntaxKind::Object,
        }
    }

    /// Its style.
    #[must_use]
    pub fn style(self) -> Style {
        if self.document().format() == Format::Yaml {
            return self.0.entry().style;
        }
        match (self.0.kind(), self.raw().as_bytes().first()) {
            (Kind::Array | Kind::Object, _) => Style::Flow,
            (Kind::String, Some(b'"')) => Style::Double,
            (Kind::String, Some(b'\'')) => Style::Single,
            // A key without quotes, or a scalar other than a string.
            (Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid, _) => {
                Style::Plain
            }
        }
    }

    /// The place of its text with quotes and brackets, without anchor and tag. A block scalar begins at its `|` or `>` and
    /// ends before the line break of its last line. A container in block style ends with its last part. Empty for an
    /// absent value.
    #[must_use]
    pub fn span(self) -> Span {
        self.0.span()
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
    pub fn raw(self) -> &'d str {
        self.0.raw()
    }

    /// The text of a scalar or key, escapes resolved; the numeral of a number in the grammar of JSON5. Empty for containers
    /// and aliases.
    #[must_use]
    pub fn text(self) -> &'d str {
        match self.kind() {
            SyntaxKind::String | SyntaxKind::Disputed => self.0.text(),
            SyntaxKind::Number => self.0.numeral(),
            SyntaxKind::Null | SyntaxKind::True | SyntaxKind::False => self.raw(),
            SyntaxKind::Array | SyntaxKind::Object | SyntaxKind::Alias(_) => "",
        }
    }

    /// Its anchor and tag.
    #[must_use]
    pub fn properties(self) -> Properties {
        self.document().properties(self.id())
    }

    /// Whether it is absent: a null without any text.
    #[must_use]
    pub fn is_absent(self) -> bool {
        let entry = self.0.entry();
        entry.style == Style::Plain && entry.start == entry.end
    }

    /// Whether an alias refers to it.
    #[must_use]
    pub fn is_shared(self) -> bool {
        self.document().is_shared(self.id())
    }

    /// Whether it is a key that occurs more than once in its object.
    #[must_use]
    pub fn is_repeated(self) -> bool {
        self.document().is_repeated(self.id())
    }

    /// Whether it is a text, which can name a member: neither a container nor an alias.
    #[must_use]
    pub fn is_scalar(self) -> bool {
        !matches!(self.kind(), SyntaxKind::Array | SyntaxKind::Object | SyntaxKind::Alias(_))
    }

    /// Whether it is a string, [disputed](SyntaxKind::Disputed) or not.
    #[must_use]
    pub fn is_string(self) -> bool {
        matches!(self.kind(), SyntaxKind::String | SyntaxKind::Disputed)
    }

    /// Whether it is the key that merges an object into another one for readers of YAML 1.1: `<<`.
    #[must_use]
    pub fn is_merge_key(self) -> bool {
        self.style() == Style::Plain && self.raw() == "<<"
    }

    /// The target, if it is an alias; else itself.
    #[must_use]
    pub fn followed(self) -> Self {
        Self(self.0.resolved())
    }

    /// The members of an object, in the order of the text; empty for other nodes.
    #[must_use]
    pub fn members(self) -> SyntaxMembers<'d> {
        SyntaxMembers(SyntaxElements(self.0.children(Kind::Object)))
    }

    /// The elements of an array, in the order of the text; empty for other nodes.
    #[must_use]
    pub fn elements(self) -> SyntaxElements<'d> {
        SyntaxElements(self.0.children(Kind::Array))
    }

    /// The value of an object's member, the first one if the key is repeated. Takes time linear in the number of
    /// members.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.members().find(|(name, _)| name.is_scalar() && name.text() == key).map(|(_, value)| value)
    }

    /// Whether it contains another node, or is that node.
    #[must_use]
    pub fn contains(self, other: NodeId) -> bool {
        self.id() <= other && other.0 < self.0.behind()
    }
}

/// The members of an object. See [`SyntaxNode::members`].
#[derive(Debug, Clone)]
pub struct SyntaxMembers<'d>(SyntaxElements<'d>);

impl<'d> Iterator for SyntaxMembers<'d> {
    type Item = (SyntaxNode<'d>, SyntaxNode<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?;
        self.0.next().map(|value| (key, value))
    }
}

/// The elements of an array. See [`SyntaxNode::elements`].
#[derive(Debug, Clone)]
pub struct SyntaxElements<'d>(Values<'d>);

impl<'d> Iterator for SyntaxElements<'d> {
    type Item = SyntaxNode<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_written().map(SyntaxNode)
    }
}
