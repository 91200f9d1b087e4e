//! JSON values whose nodes have marks.

use super::members::OrderedMembers;
use super::numeral;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{JsonKind, JsonNode, JsonText};

/// A JSON value. Every node has a mark of the caller's choice, for example its origin.
///
/// Invariant: the depth is at most [`MAX_DEPTH`](super::limits::MAX_DEPTH). The builder ensures it, as every document
/// does.
#[derive(Debug, Clone)]
pub struct Tree<M> {
    /// The origin of this node. The nodes inside it have marks of their own.
    pub mark: M,
    /// The data of this node.
    pub data: Data<M>,
}

/// The members of an object in a [`Tree`].
pub type TreeMembers<M> = OrderedMembers<Tree<M>>;

/// The data of a node of a [`Tree`].
#[derive(Debug, Clone)]
pub enum Data<M> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number: its numeral in the grammar of JSON5, as [`Node::numeral`] gives it.
    Number(Box<str>),
    /// A string, escapes resolved.
    String(Box<str>),
    /// `[ … ]`
    Array(Vec<Tree<M>>),
    /// `{ … }`
    Object(TreeMembers<M>),
}

impl<M> Data<M> {
    /// Its kind.
    pub(crate) const fn kind(&self) -> JsonKind {
        match self {
            Self::Null => JsonKind::Null,
            Self::Bool(_) => JsonKind::Bool,
            Self::Number(_) => JsonKind::Number,
            Self::String(_) => JsonKind::String,
            Self::Array(_) => JsonKind::Array,
            Self::Object(_) => JsonKind::Object,
        }
    }
}

/// The size of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The number of nodes, including the root.
    pub nodes: usize,
    /// The number of bytes in all keys, strings and numerals.
    pub text: usize,
}

impl<M> Tree<M> {
    /// Makes a tree of a document's value. `mark` is called for each value, containers before their contents.
    ///
    /// If a key is repeated, the first one counts, and an unreadable value is `null`. A caller that must know this asks
    /// [`Document::repeated`](crate::syntax::Document::repeated) and
    /// [`Document::is_complete`](crate::syntax::Document::is_complete) first.
    pub fn of(node: Node<'_>, mark: &mut impl FnMut(Node<'_>) -> M) -> Self {
        Self::build(None, node, &mut |_, value| mark(value))
    }

    /// The tree of a canonical JSON text, with the same mark everywhere.
    pub(crate) fn of_json(text: &JsonText, mark: M) -> Self
    where
        M: Copy,
    {
        text.fold(|node| {
            let data = match node {
                JsonNode::Null => Data::Null,
                JsonNode::Bool(value) => Data::Bool(value),
                JsonNode::Number(text) => Data::Number(text.into()),
                JsonNode::String(text) => Data::String(text.text().into()),
                JsonNode::Array(elements) => Data::Array(elements),
                JsonNode::Object(members) => {
                    Data::Object(members.into_iter().map(|(key, value)| (key.text(), value)).collect())
                }
            };
            Self { mark, data }
        })
    }

    fn build(
        key: Option<Node<'_>>,
        node: Node<'_>,
        mark: &mut impl FnMut(Option<Node<'_>>, Node<'_>) -> M,
    ) -> Self {
        let own = mark(key, node);
        let data = match node.kind() {
            Kind::Null | Kind::Invalid => Data::Null,
            Kind::True => Data::Bool(true),
            Kind::False => Data::Bool(false),
            Kind::Number => Data::Number(node.numeral().into()),
            Kind::String => Data::String(node.text().into()),
            Kind::Array => {
                Data::Array(node.elements().map(|element| Self::build(None, element, mark)).collect())
            }
            Kind::Object => {
                let mut members = TreeMembers::new();
                for (key, value) in node.members() {
                    if members.get(key.text()).is_none() {
                        members.insert(key.text(), Self::build(Some(key), value, mark));
                    }
                }
                Data::Object(members)
            }
        };
        Self { mark: own, data }
    }

    /// The value with other marks. `mark` is called for each node, containers before their contents.
    pub fn map<N>(&self, mark: &mut impl FnMut(&M) -> N) -> Tree<N> {
        let own = mark(&self.mark);
        let data = match &self.data {
            Data::Null => Data::Null,
            Data::Bool(value) => Data::Bool(*value),
            Data::Number(numeral) => Data::Number(numeral.clone()),
            Data::String(text) => Data::String(text.clone()),
            Data::Array(elements) => Data::Array(elements.iter().map(|element| element.map(mark)).collect()),
            Data::Object(members) => {
                Data::Object(members.iter().map(|(key, value)| (key, value.map(mark))).collect())
            }
        };
        Tree { mark: own, data }
    }

    /// Whether both have the same data, regardless of their marks. Numbers are compared by value (`1`, `1.0` and `1e0`
    /// are equal), and members in any order. This is the comparison of the operation `test` in RFC 6902.
    #[must_use]
    pub fn same_data<N>(&self, other: &Tree<N>) -> bool {
        self.same(other, &numeral::same_number)
    }

    /// As [`same_data`](Self::same_data), but numbers are the same only if their texts are.
    pub(crate) fn same_text<N>(&self, other: &Tree<N>) -> bool {
        self.same(other, &|a, b| a == b)
    }

    fn same<N>(&self, other: &Tree<N>, same_number: &dyn Fn(&str, &str) -> bool) -> bool {
        match (&self.data, &other.data) {
            (Data::Null, Data::Null) => true,
            (Data::Bool(a), Data::Bool(b)) => a == b,
            (Data::Number(a), Data::Number(b)) => same_number(a, b),
            (Data::String(a), Data::String(b)) => a == b,
            (Data::Array(a), Data::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b, same_number))
            }
            (Data::Object(a), Data::Object(b)) => {
                let held = |(key, value): (&str, &Self)| {
                    b.get(key).is_some_and(|other| value.same(other, same_number))
                };
                a.len() == b.len() && a.iter().all(held)
            }
            (
                Data::Null
                | Data::Bool(_)
                | Data::Number(_)
                | Data::String(_)
                | Data::Array(_)
                | Data::Object(_),
                _,
            ) => false,
        }
    }

    /// The size of the tree. Takes time linear in it.
    #[must_use]
    pub fn size(&self) -> Size {
        let mut size = Size { nodes: 1, text: 0 };
        let mut add = |inner: Size, key: usize| {
            size.nodes += inner.nodes;
            size.text += inner.text + key;
        };
        match &self.data {
            Data::Null | Data::Bool(_) => {}
            Data::Number(text) | Data::String(text) => size.text += text.len(),
            Data::Array(elements) => elements.iter().for_each(|element| add(element.size(), 0)),
            Data::Object(members) => members.iter().for_each(|(key, value)| add(value.size(), key.len())),
        }
        size
    }

    /// The depth of arrays and objects: 0 for a scalar, 1 for `[]`. Takes time linear in the size.
    #[must_use]
    pub fn depth(&self) -> usize {
        match &self.data {
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => 0,
            Data::Array(elements) => 1 + elements.iter().map(Self::depth).max().unwrap_or(0),
            Data::Object(members) => 1 + members.iter().map(|(_, value)| value.depth()).max().unwrap_or(0),
        }
    }
}

/// The spans of a value: the mark of trees from documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceSpans {
    /// The key, for a member.
    pub key: Option<Span>,
    /// The value with its quotes or brackets.
    pub value: Span,
    /// The text of a string without its quotes, if it is written without escapes.
    pub text: Option<Span>,
}

impl Tree<SourceSpans> {
    /// Makes a tree of a document's value with the spans of each node; otherwise as [`Tree::of`].
    #[must_use]
    pub fn written(node: Node<'_>) -> Self {
        Self::build(None, node, &mut |key, value| SourceSpans {
            key: key.map(Node::span),
            value: value.span(),
            text: verbatim(value),
        })
    }
}

/// The text of a string within its quotes, if it is written without escapes.
fn verbatim(node: Node<'_>) -> Option<Span> {
    let (span, raw, text) = (node.span(), node.raw(), node.text());
    if node.kind() != Kind::String {
        return None;
    }
    if raw == text {
        return Some(span);
    }
    let inside = raw.get(1..raw.len().saturating_sub(1));
    (inside == Some(text)).then(|| Span { start: span.start + 1, end: span.end - 1, ..span })
}

impl<M> Data<M> {
    /// Whether it is a scalar.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) => true,
            Self::Array(_) | Self::Object(_) => false,
        }
    }

    /// Its kind, with an article.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Null => "`null`",
            Self::Bool(true) => "`true`",
            Self::Bool(false) => "`false`",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Size, Tree};
    use crate::diagnostic::Report;
    use crate::pointer::limits;
    use crate::syntax::json5::parse;
    use crate::text::Sources;

    fn tree(text: &str) -> Tree<String> {
        let source = Sources::new().add("t".into(), text.into(), None);
        let mut report = Report::new();
        let document = parse(&source, &mut report);
        assert!(!report.has_errors(), "{text}");
        Tree::of(document.root().unwrap(), &mut |node| node.raw().to_owned())
    }

    #[test]
    fn every_node_has_its_mark() {
        let root = tree("{ a: [1, 0x2], 'b': \"\\u0062\" }");
        let mut marks = Vec::new();
        let again = root.map(&mut |mark| marks.push(mark.clone()));
        assert_eq!(marks, ["{ a: [1, 0x2], 'b': \"\\u0062\" }", "[1, 0x2]", "1", "0x2", "\"\\u0062\""]);
        assert!(root.same_data(&again) && again.same_data(&root));
        assert_eq!(root.size(), Size { nodes: 5, text: "a10x2bb".len() });
        assert_eq!((root.depth(), tree("1").depth(), tree("[]").depth()), (2, 0, 1));
    }

    #[test]
    fn data_is_equal_as_the_operation_test_has_it() {
        for (a, b) in [
            ("1", "1.0"),
            ("{ a: 1, b: [true, null] }", "{ 'b': [true, null], \"\\u0061\": 10e-1 }"),
            ("'x'", "\"\\x78\""),
        ] {
            assert!(tree(a).same_data(&tree(b)), "{a} {b}");
        }
        for (a, b) in [
            ("1", "'1'"),
            ("null", "false"),
            ("[1, 2]", "[2, 1]"),
            ("[1]", "[1, 1]"),
            ("{ a: null }", "{}"),
            ("{ a: 1 }", "{ b: 1 }"),
            ("[]", "{}"),
        ] {
            assert!(!tree(a).same_data(&tree(b)) && !tree(b).same_data(&tree(a)), "{a} {b}");
        }
    }

    #[test]
    fn the_deepest_document_is_a_tree() {
        let depth = limits::MAX_DEPTH;
        let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(tree(&text).depth(), depth);
    }
}
