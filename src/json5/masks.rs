//! Hiding the literals of a document from whoever draws its lines.

use super::{Document, Kind, Node};

impl Document {
    /// Hides every literal of this document whenever a line of its source is drawn: what stands between the
    /// keys and brackets. Of a text that was not understood as a whole nothing is drawn at all.
    pub fn mask_literals(&self) {
        let mut ranges = Vec::new();
        match self.root() {
            Some(root) if self.is_whole() => literals(root, &mut ranges),
            Some(_) | None => ranges.push((0, u32::MAX)),
        }
        // In other formats a value can lie in front of one that comes before it, aliases lead to the same
        // text more than once, and a null may have no text.
        ranges.retain(|(start, end)| start < end);
        ranges.sort_unstable();
        ranges.dedup();
        self.source().mask(ranges);
    }
}

fn literals(node: Node<'_>, ranges: &mut Vec<(u32, u32)>) {
    match node.kind() {
        Kind::Object => node.members().for_each(|(_, value)| literals(value, ranges)),
        Kind::Array => node.elements().for_each(|value| literals(value, ranges)),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            ranges.push((node.span().start, node.span().end));
        }
    }
}
