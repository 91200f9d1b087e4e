//! Warnings about placeholders of other tools in values: a draft has the types of the placeholders, not those of the
//! values that replace them.

use crate::diagnostic::Report;
use crate::syntax::{Format, Kind, Node};
use crate::value::kept;

/// Warns about each string in a document that contains a placeholder.
pub(super) fn warn(root: Node<'_>, report: &mut Report) {
    warn_within(root, &mut Vec::new(), report);
}

/// As [`warn`], for a value at the end of `keys`. Recursion is limited by the depth of documents.
fn warn_within<'d>(node: Node<'d>, keys: &mut Vec<Node<'d>>, report: &mut Report) {
    match node.kind() {
        Kind::Object => {
            for (key, value) in node.members() {
                keys.push(key);
                warn_within(value, keys, report);
                keys.pop();
            }
        }
        Kind::Array => node.elements().for_each(|element| warn_within(element, keys, report)),
        Kind::String => warn_of(node, keys, report),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => {}
    }
}

fn warn_of(text: Node<'_>, keys: &[Node<'_>], report: &mut Report) {
    // The place of a placeholder in a text would show the length of a secret before it.
    let place = |_| text.span();
    let path = keys.iter().map(|key| key.text()).collect::<Vec<_>>().join(".");
    let is_bare = text.document().format() == Format::Env;
    let Some((_, found)) = kept(text.text(), &place, ("value", &path, false), is_bare) else { return };
    // A hidden key hides the path.
    report.push(keys.iter().fold(found, |found, key| found.quoting(key.span(), &path)));
}
