//! Warnings about placeholders of other tools in values: a draft has the types of the placeholders, not those of the
//! values that replace them.

use crate::diagnostic::Report;
use crate::syntax::{Format, Kind, Node};
use crate::value::secret_names::{is_misspelled_secret, is_secret_text};
use crate::value::{find_placeholder, kept};
use std::collections::BTreeMap;

/// Warns about the strings in a document that contain a placeholder, once for equal placeholders.
pub(super) fn warn(root: Node<'_>, report: &mut Report) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    each_placeholder(root, &mut Vec::new(), &mut |_, keys, written| {
        if !is_secret(keys) {
            *counts.entry(written).or_default() += 1;
        }
    });
    each_placeholder(root, &mut Vec::new(), &mut |text, keys, written| {
        // A count would show which secrets are equal.
        let count = if is_secret(keys) { Some(1) } else { counts.remove(written) };
        if let Some(count) = count {
            warn_of(text, keys, count - 1, report);
        }
    });
}

fn is_secret(keys: &[Node<'_>]) -> bool {
    keys.iter().any(|key| is_secret_text(key.text()) || is_misspelled_secret(key.text()))
}

/// Calls a function for each string with a placeholder in a value at the end of `keys`, with the keys and the
/// placeholder. Recursion is limited by the depth of documents.
fn each_placeholder<'d>(
    node: Node<'d>,
    keys: &mut Vec<Node<'d>>,
    then: &mut impl FnMut(Node<'d>, &[Node<'d>], &'d str),
) {
    match node.kind() {
        Kind::Object => {
            for (key, value) in node.members() {
                keys.push(key);
                each_placeholder(value, keys, then);
                keys.pop();
            }
        }
        Kind::Array => node.elements().for_each(|element| each_placeholder(element, keys, then)),
        Kind::String => {
            let written =
                find_placeholder(node.text(), is_bare(node)).and_then(|(_, at)| node.text().get(at));
            written.into_iter().for_each(|written| then(node, keys, written));
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => {}
    }
}

/// Whether `$NAME` counts as a placeholder.
fn is_bare(text: Node<'_>) -> bool {
    text.document().format() == Format::Env
}

/// Warns about a placeholder that so many other values have, too.
fn warn_of(text: Node<'_>, keys: &[Node<'_>], others: usize, report: &mut Report) {
    // The place of a placeholder in a text would show the length of a secret before it.
    let place = |_| text.span();
    let path = keys.iter().map(|key| key.text()).collect::<Vec<_>>().join(".");
    let Some((_, found)) = kept(text.text(), &place, ("value", &path, false), is_bare(text)) else { return };
    let found = match others {
        0 => found,
        1 => found.note("1 other value of this file has it, too"),
        others => found.note(format!("{others} other values of this file have it, too")),
    };
    // A hidden key hides the path.
    report.push(keys.iter().fold(found, |found, key| found.quoting(key.span(), &path)));
}
