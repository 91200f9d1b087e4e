//! JSON: a document over several lines, or one line.

use super::bounded_text::BoundedText;
use super::json_index::JsonIndex;
use super::node::ExportNode;

/// Writes one value over several lines, and a line feed after it.
pub(super) fn document(root: ExportNode<'_>, out: &mut BoundedText) {
    JsonLayout::Lines(0).value(root, out);
    out.put('\n');
}

/// Writes one value without line breaks and without spaces between its parts.
pub(super) fn line(node: ExportNode<'_>, out: &mut BoundedText) {
    JsonLayout::Line.value(node, out);
}

#[derive(Clone, Copy)]
enum JsonLayout {
    Line,
    /// Indented by this number of levels.
    Lines(usize),
}

impl JsonLayout {
    fn value(self, node: ExportNode<'_>, out: &mut BoundedText) {
        match node {
            ExportNode::Text(text) => string(&text.text(), out),
            ExportNode::Absent | ExportNode::Null => out.push("null"),
            ExportNode::Json(text) => self.value(JsonIndex::of(text).item().into(), out),
            ExportNode::List(..) | ExportNode::JsonArray(_) => {
                let elements = node.elements();
                self.container(["[", "]"], elements, out, |inner, node, out| inner.value(node, out));
            }
            ExportNode::Map(..)
            | ExportNode::JsonObject(_)
            | ExportNode::Members(..)
            | ExportNode::Selected(_) => {
                self.container(["{", "}"], node.entries(), out, |inner, entry, out| {
                    string(&entry.name.text(), out);
                    out.push(if matches!(inner, Self::Line) { ":" } else { ": " });
                    inner.value(entry.node, out);
                });
            }
            ExportNode::Bool(_) | ExportNode::Unsigned(_) | ExportNode::Signed(_) | ExportNode::Float(..) => {
                out.push(&node.plain_text().unwrap_or_default());
            }
        }
    }

    fn container<T>(
        self,
        [open, close]: [&str; 2],
        items: impl Iterator<Item = T>,
        out: &mut BoundedText,
        item: impl Fn(Self, T, &mut BoundedText),
    ) {
        out.push(open);
        let inner = match self {
            Self::Line => Self::Line,
            Self::Lines(depth) => Self::Lines(depth + 1),
        };
        let mut is_first = true;
        for one in items {
            if out.is_full() {
                return;
            }
            if !is_first {
                out.put(',');
            }
            is_first = false;
            inner.line_break(out);
            item(inner, one, out);
        }
        if !is_first {
            self.line_break(out);
        }
        out.push(close);
    }

    fn line_break(self, out: &mut BoundedText) {
        if let Self::Lines(depth) = self {
            out.put('\n');
            (0..depth).for_each(|_| out.push("  "));
        }
    }
}

/// Writes a string in double quotes. Invisible characters are escaped.
fn string(text: &str, out: &mut BoundedText) {
    out.push_quoted(text, |c, out| {
        c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push(&format!("\\u{unit:04x}")));
    });
}
