//! Resources that cannot be read, or whose layers are not found.

use super::damage::Ranges;
use super::leaf::Look;
use super::leaves::Leaves;
use super::names::Names;
use super::read_text::ReadText;
use crate::syntax::{Format, Kind, Node};
use crate::text::Source;
use std::sync::Arc;

/// The possible secrets of a resource that cannot be read. Keys for which `is_key` is true are known and shown.
pub(super) fn in_unread(
    names: &Names<'_>,
    is_key: &dyn Fn(&str) -> bool,
    syntax: Format,
    source: &Arc<Source>,
) -> Ranges {
    ReadText::of(syntax, source).hidden(names, None, |leaves, root| may_be_layers(leaves, is_key, root, 0))
}

/// The sections of a Kubernetes resource that describe it.
const HEAD: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The sections of a Kubernetes resource with data.
const DATA: [&str; 4] = ["data", "stringData", "binaryData", "spec"];

/// Hides everything that may be or contain a layer: all except the sections that describe the resource, and known keys.
/// Recurses as deep as documents nest.
fn may_be_layers(leaves: &mut Leaves<'_>, is_key: &dyn Fn(&str) -> bool, node: Node<'_>, depth: usize) {
    for (key, value) in node.members() {
        if depth == 0 && HEAD.contains(&key.text()) {
            leaves.key(key, Look::Known, false);
            leaves.shown(value);
        } else {
            let is_known = is_key(key.text()) || DATA.contains(&key.text());
            leaves.key(key, if is_known { Look::Known } else { Look::Hidden }, true);
            may_be_layers(leaves, is_key, value, depth + 1);
        }
    }
    node.elements().for_each(|element| may_be_layers(leaves, is_key, element, depth + 1));
    if !matches!(node.kind(), Kind::Object | Kind::Array) {
        leaves.literal(node, true);
    }
}
