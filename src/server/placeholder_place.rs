//! The place of the placeholder in a text of any format.

use super::completing::PLACEHOLDER;
use crate::syntax::{Document, Kind, Node};

/// The place of the placeholder in a document. Unlike a search by offset, it also finds a table of TOML that is written
/// apart from the table around it.
pub(super) struct PlaceholderPlace<'d> {
    /// The keys to the placeholder. If it is a part of a key, that is the last one.
    pub(super) keys: Vec<&'d str>,
    /// The innermost object around it.
    pub(super) object: Option<Node<'d>>,
    /// The string with the placeholder; another node if it is in a key.
    pub(super) text: Node<'d>,
}

impl<'d> PlaceholderPlace<'d> {
    pub(super) fn of(document: &'d Document) -> Option<Self> {
        let root = document.root()?;
        let mut place = Self { keys: Vec::new(), object: None, text: root };
        place.find(root).then_some(place)
    }

    /// Recurses as deep as documents nest.
    fn find(&mut self, node: Node<'d>) -> bool {
        match node.kind() {
            Kind::Object => node.members().any(|(key, value)| {
                self.keys.push(key.text());
                let found = key.text().contains(PLACEHOLDER) || self.find(value);
                if found {
                    self.object.get_or_insert(node);
                } else {
                    self.keys.pop();
                }
                found
            }),
            Kind::Array => node.elements().any(|element| self.find(element)),
            Kind::String => {
                self.text = node;
                node.text().contains(PLACEHOLDER)
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => false,
        }
    }
}
