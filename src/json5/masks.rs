//! Hiding the literals of a document from whoever draws its lines.

use super::{Document, Kind, Node};
use crate::diagnostic::Report;

impl Document {
    /// Keeps what the literals of this document say out of everything that is printed: no line shows them,
    /// and of a text that was not understood, which may hold anything anywhere, only the place and the kind
    /// of a mistake are told.
    pub fn hide_literals(&self, report: &mut Report) {
        self.hide_secrets(|_| false, report);
    }

    /// As [`hide_literals`](Self::hide_literals), and the keys within the members of the root too whose own key
    /// `is_secret`: where no object belongs, what looks like a key may be the secret.
    pub fn hide_secrets(&self, is_secret: impl Fn(&str) -> bool, report: &mut Report) {
        self.mask_literals(is_secret);
        if !self.is_whole() {
            report.conceal(self.source().id());
        }
    }

    /// Hides every literal of this document whenever a line of its source is drawn: what stands between the
    /// keys and brackets. Of a text that was not understood as a whole nothing is drawn at all.
    fn mask_literals(&self, is_secret: impl Fn(&str) -> bool) {
        let mut ranges = Vec::new();
        match self.root() {
            Some(root) if self.is_whole() && root.kind() == Kind::Object => {
                for (key, value) in root.members() {
                    literals(value, is_secret(key.text()), &mut ranges);
                }
            }
            Some(root) if self.is_whole() => literals(root, false, &mut ranges),
            Some(_) | None => return self.source().mask_all(),
        }
        // In other formats a value can lie in front of one that comes before it, aliases lead to the same
        // text more than once, and a null may have no text.
        ranges.retain(|(start, end)| start < end);
        ranges.sort_unstable();
        ranges.dedup();
        self.source().mask(ranges);
    }
}

/// The places of all literals in a value, and of all keys `with_keys`.
fn literals(node: Node<'_>, with_keys: bool, ranges: &mut Vec<(u32, u32)>) {
    match node.kind() {
        Kind::Object => {
            for (key, value) in node.members() {
                if with_keys {
                    ranges.push((key.span().start, key.span().end));
                }
                literals(value, with_keys, ranges);
            }
        }
        Kind::Array => node.elements().for_each(|value| literals(value, with_keys, ranges)),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            ranges.push((node.span().start, node.span().end));
        }
    }
}
