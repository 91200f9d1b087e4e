//! Nulls, for formats without `null`.

use super::json_index::JsonIndex;
use super::node::ExportNode;

/// The most nulls of one value whose places are reported.
const MAX_PLACES: usize = 20;

/// The nulls in a node: of nullable fields and members, and in JSON values.
#[derive(Debug, Default)]
pub(super) struct Nulls {
    /// The JSON Pointers of the first ones, from the node.
    pub(super) places: Vec<String>,
    /// The number of other ones.
    pub(super) more: usize,
    /// The JSON Pointer of the current place.
    pointer: String,
}

impl Nulls {
    /// Finds all nulls, in their order. Takes time linear in the value.
    pub(super) fn of(node: ExportNode<'_>) -> Self {
        let mut nulls = Self::default();
        nulls.visit(node);
        nulls
    }

    fn visit(&mut self, node: ExportNode<'_>) {
        match node {
            ExportNode::Json(text) => self.visit(JsonIndex::of(text).item().into()),
            ExportNode::Null if self.places.len() < MAX_PLACES => self.places.push(self.pointer.clone()),
            ExportNode::Null => self.more += 1,
            ExportNode::List(..) | ExportNode::JsonArray(_) => {
                for (at, element) in node.elements().enumerate() {
                    self.step(&at.to_string(), element);
                }
            }
            ExportNode::Map(..)
            | ExportNode::JsonObject(_)
            | ExportNode::Members(..)
            | ExportNode::Selected(_) => {
                for entry in node.entries() {
                    self.step(&entry.name.text(), entry.node);
                }
            }
            ExportNode::Absent
            | ExportNode::Bool(_)
            | ExportNode::Unsigned(_)
            | ExportNode::Signed(_)
            | ExportNode::Float(..)
            | ExportNode::Text(_) => {}
        }
    }

    fn step(&mut self, token: &str, node: ExportNode<'_>) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&token.replace('~', "~0").replace('/', "~1"));
        self.visit(node);
        self.pointer.truncate(length);
    }
}
