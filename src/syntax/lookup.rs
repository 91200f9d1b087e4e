//! Look-ups in large containers that do not visit all earlier parts, for callers that follow many pointers.

use super::document::PartsIndex;
use super::lossless::SyntaxNode;
use super::node::Node;
use super::tape::{Kind, NodeId};

impl<'d> Node<'d> {
    /// Its written members or elements, each as key and value. For an element, both are the element.
    fn parts(self) -> impl Iterator<Item = (Node<'d>, Node<'d>)> {
        let is_object = self.kind() == Kind::Object;
        let mut parts = self.children(if is_object { Kind::Object } else { Kind::Array });
        std::iter::from_fn(move || {
            let key = parts.next_written()?;
            Some((key, if is_object { parts.next_written()? } else { key }))
        })
    }

    fn index(self) -> Option<PartsIndex> {
        let text = |id: NodeId| self.document().node(id).map_or("", Node::text);
        self.document().lookups().index(self.id(), || {
            let mut parts: Vec<_> = self.parts().map(|(key, value)| (key.id(), value.id())).collect();
            if self.kind() == Kind::Object {
                // The sort is stable, so that members with the same key keep their order.
                parts.sort_by(|(one, _), (other, _)| text(*one).cmp(text(*other)));
            }
            parts.into()
        })
    }

    /// The written members with this key, in the order of the text. The first few calls for an object take time linear
    /// in the number of members, later ones logarithmic.
    fn members_named(self, key: &str) -> Vec<(Node<'d>, Node<'d>)> {
        if self.kind() != Kind::Object {
            return Vec::new();
        }
        let Some(index) = self.index() else {
            return self.parts().filter(|(name, _)| name.text() == key).collect();
        };
        let document = self.document();
        let text = |id: NodeId| document.node(id).map_or("", Node::text);
        let from = index.partition_point(|(name, _)| text(*name) < key);
        let found = index.iter().skip(from).take_while(|(name, _)| text(*name) == key);
        found.filter_map(|(name, value)| Some((document.node(*name)?, document.node(*value)?))).collect()
    }

    /// As [`get`](Self::get), for callers that look for many members of one object.
    #[must_use]
    pub fn look_up(self, key: &str) -> Option<Node<'d>> {
        self.members_named(key).first().map(|(_, value)| value.resolved())
    }

    fn element_written(self, at: usize) -> Result<Node<'d>, usize> {
        if self.kind() != Kind::Array {
            return Err(0);
        }
        let Some(index) = self.index() else {
            return self.parts().nth(at).map(|(_, element)| element).ok_or_else(|| self.parts().count());
        };
        let element = index.get(at).and_then(|(_, element)| self.document().node(*element));
        element.ok_or(index.len())
    }

    /// An element of an array by its position, for callers that look for many elements of one array.
    ///
    /// # Errors
    /// The number of elements, if there are fewer; 0 for nodes other than arrays.
    pub fn look_up_element(self, at: usize) -> Result<Node<'d>, usize> {
        self.element_written(at).map(Node::resolved)
    }
}

impl<'d> SyntaxNode<'d> {
    /// The values of the members with this scalar key, in the order of the text, for callers that look for many members of
    /// one object. The first few calls for an object take time linear in the number of members, later ones logarithmic.
    #[must_use]
    pub fn look_up(self, key: &str) -> Vec<Self> {
        let members = self.node().members_named(key);
        let members = members.into_iter().map(|(name, value)| (Self::new(name), Self::new(value)));
        members.filter(|(name, _)| name.is_scalar()).map(|(_, value)| value).collect()
    }

    /// The number of members of an object, for callers with many [look-ups](Self::look_up); 0 for other nodes.
    #[must_use]
    pub fn count_members(self) -> usize {
        let node = self.node();
        if node.kind() != Kind::Object {
            return 0;
        }
        node.index().map_or_else(|| node.parts().count(), |index| index.len())
    }

    /// An element of an array by its position, for callers that look for many elements of one array.
    ///
    /// # Errors
    /// The number of elements, if there are fewer; 0 for nodes other than arrays.
    pub fn look_up_element(self, at: usize) -> Result<Self, usize> {
        self.node().element_written(at).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Report;
    use crate::syntax::document::FEW;
    use crate::syntax::{Document, Format, parse, parse_lossless};
    use crate::text::{Source, Sources};
    use std::sync::Arc;

    fn source(text: &str) -> Arc<Source> {
        Sources::new().add("t.yaml".into(), text.into(), None)
    }

    const TEXT: &str = "b: &x 1\na: 2\nb: 3\n1: 4\n? *x\n: 5\nlist: [7, *x, 9]\nempty: []\n";

    #[test]
    fn what_is_found_does_not_depend_on_how_often_something_was_looked_for() {
        let document = parse_lossless(Format::Yaml, &source(TEXT), &mut Report::new()).unwrap();
        let root = document.syntax_roots().next().unwrap();
        for _ in 0..3 * FEW {
            for key in ["a", "b", "1", "list", "nothing", ""] {
                let passed = root.members().filter(|(name, _)| name.is_scalar() && name.text() == key);
                let expected: Vec<_> = passed.map(|(_, value)| value.id()).collect();
                let found: Vec<_> = root.look_up(key).iter().map(|value| value.id()).collect();
                assert_eq!(found, expected, "{key}");
            }
            assert_eq!(root.count_members(), root.members().count());
            assert_eq!(root.look_up("list").first().unwrap().count_members(), 0);
        }
    }

    #[test]
    fn values_are_found_as_by_get() {
        let document: Document = parse(Format::Yaml, &source(TEXT), &mut Report::new());
        let root = document.root().unwrap();
        for _ in 0..3 * FEW {
            for key in ["a", "b", "1", "list", "nothing", ""] {
                let id = |found: Option<crate::syntax::Node<'_>>| found.map(crate::syntax::Node::id);
                assert_eq!(id(root.look_up(key)), id(root.get(key)), "{key}");
            }
            for name in ["list", "empty", "a"] {
                let list = root.get(name).unwrap();
                for at in 0..4 {
                    let expected = list.elements().nth(at).ok_or(list.elements().count());
                    let id = |found: Result<crate::syntax::Node<'_>, usize>| found.map(|node| node.id());
                    assert_eq!(id(list.look_up_element(at)), id(expected), "{name} {at}");
                }
            }
        }
    }
}
