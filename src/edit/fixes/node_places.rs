//! The places of the keys and values of a text.

use crate::syntax::{Document, NodeId, SyntaxKind, SyntaxNode};
use crate::text::Span;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A text in its written form, with its nodes by their places.
pub(super) struct NodePlaces {
    pub(super) document: Document,
    /// The nodes by their starts; at the same start, containers before what is in them.
    nodes: Vec<NodePlace>,
    /// The ranges of values that aliases repeat, in order and apart.
    shared: Vec<(u32, u32)>,
    /// The starts of the keys that are there again, sorted.
    repeated: Vec<u32>,
    /// How often each object has each key.
    names: OnceCell<BTreeMap<(NodeId, String), usize>>,
}

#[derive(Clone, Copy)]
struct NodePlace {
    start: u32,
    end: u32,
    node: NodeId,
    /// The object in which the node is a key.
    key_of: Option<NodeId>,
}

impl NodePlaces {
    pub(super) fn new(document: Document) -> Self {
        let mut nodes = Vec::new();
        document.syntax_roots().for_each(|root| note(root, None, &mut nodes));
        nodes.sort_by_key(|place| (place.start, u32::MAX - place.end));
        let ranges = document.aliases().iter().map(|(_, of)| document.syntax_node(*of).span());
        let mut ranges: Vec<(u32, u32)> = ranges.map(|span| (span.start, span.end)).collect();
        ranges.sort_unstable();
        let mut shared: Vec<(u32, u32)> = Vec::new();
        for (start, end) in ranges {
            match shared.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => shared.push((start, end)),
            }
        }
        let start = |again: NodeId| document.syntax_node(again).span().start;
        let mut repeated: Vec<u32> =
            document.repeated().iter().map(|repeated| start(repeated.again)).collect();
        repeated.sort_unstable();
        Self { document, nodes, shared, repeated, names: OnceCell::new() }
    }

    /// Whether a place is in a value that aliases repeat.
    pub(super) fn is_shared(&self, span: Span) -> bool {
        let at = self.shared.partition_point(|(_, end)| *end < span.start);
        self.shared.get(at).is_some_and(|(start, _)| *start <= span.end)
    }

    fn node(&self, place: &NodePlace) -> SyntaxNode<'_> {
        self.document.syntax_node(place.node)
    }

    /// The nodes at exactly this place. An absent value has the place of nothing.
    fn at(&self, span: Span) -> impl Iterator<Item = &NodePlace> {
        let first = self.nodes.partition_point(|place| place.start < span.start);
        let from = self.nodes.get(first..).unwrap_or_default();
        from.iter()
            .take_while(move |place| place.start == span.start)
            .filter(move |place| place.end == span.end)
    }

    /// The value or key of a kind at exactly this place.
    pub(super) fn exactly(&self, span: Span, is_kind: impl Fn(SyntaxKind) -> bool) -> Option<NodeId> {
        let found =
            self.at(span).find(|place| is_kind(self.node(place).kind()) && !self.node(place).is_absent());
        found.map(|place| place.node)
    }

    /// The scalar at exactly this place.
    pub(super) fn scalar(&self, span: Span) -> Option<SyntaxNode<'_>> {
        let found = self.at(span).map(|place| self.node(place)).find(|node| node.is_scalar());
        found.filter(|node| !node.is_absent())
    }

    /// The scalar that this place is a part of.
    pub(super) fn scalar_around(&self, span: Span) -> Option<SyntaxNode<'_>> {
        let behind = self.nodes.partition_point(|place| place.start <= span.start);
        let before = self.nodes.get(..behind)?.last()?;
        let node = Some(self.node(before)).filter(|node| node.is_scalar() && !node.is_absent())?;
        (before.end >= span.end && before.end > span.start).then_some(node)
    }

    /// The object and the text of the key at exactly this place, if the key occurs once.
    pub(super) fn member_of(&self, key: Span) -> Option<(NodeId, String)> {
        let (object, node) = self.at(key).find_map(|place| Some((place.key_of?, self.node(place))))?;
        (!node.is_repeated() && !self.has_repeated(object)).then(|| (object, node.text().to_owned()))
    }

    /// The key of the member whose value is at exactly this place.
    pub(super) fn key_of_value(&self, value: Span) -> Option<Span> {
        self.exactly(value, |_| true)?;
        let before = self.nodes.partition_point(|place| place.start < value.start).checked_sub(1)?;
        let key = self.nodes.get(before).filter(|place| place.key_of.is_some())?;
        Some(Span { start: key.start, end: key.end, ..value })
    }

    /// Whether a key at exactly this place would have another one of the same name beside it if it were named `to`, or
    /// has one now.
    pub(super) fn is_beside_equal(&self, key: Span, to: &str) -> bool {
        let Some((object, node)) = self.at(key).find_map(|place| Some((place.key_of?, self.node(place))))
        else {
            return false;
        };
        let names = self.names.get_or_init(|| {
            let mut names = BTreeMap::new();
            for place in &self.nodes {
                if let Some(object) = place.key_of {
                    *names.entry((object, self.node(place).text().to_owned())).or_insert(0) += 1;
                }
            }
            names
        });
        let count = |name: &str| names.get(&(object, name.to_owned())).copied().unwrap_or_default();
        count(to) > 0 || count(node.text()) > 1
    }

    /// Whether an object, or one in it, has a key twice.
    fn has_repeated(&self, object: NodeId) -> bool {
        let object = self.document.syntax_node(object).span();
        let first = self.repeated.partition_point(|start| *start < object.start);
        self.repeated.get(first).is_some_and(|start| *start < object.end)
    }

    /// The value of the key at exactly this place: the node after it.
    pub(super) fn value_of(&self, key: Span) -> Option<Span> {
        let behind = self.nodes.partition_point(|place| place.start < key.end);
        let value = self.nodes.get(behind)?;
        Some(Span { start: value.start, end: value.end, ..key })
    }
}

/// Records a node and everything in it. Recursion is limited by the depth of documents.
fn note(node: SyntaxNode<'_>, key_of: Option<NodeId>, into: &mut Vec<NodePlace>) {
    let Span { start, end, .. } = node.span();
    into.push(NodePlace { start, end, node: node.id(), key_of });
    for (key, value) in node.members() {
        note(key, Some(node.id()), into);
        note(value, None, into);
    }
    node.elements().for_each(|element| note(element, None, into));
}
