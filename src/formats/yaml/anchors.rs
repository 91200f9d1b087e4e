//! Anchors and what aliases make of them: copies, within limits.

use super::{Reader, Scalar, Stopped};
use crate::formats::errors;
use crate::formats::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT};
use crate::json5::limits::MAX_DEPTH;
use crate::json5::{self, Kind, Node, NodeId};
use crate::text::Span;
use std::collections::HashMap;

/// What the aliases of a document can stand for. It is only asked, never iterated, so its order does not show.
#[derive(Debug, Default)]
pub(super) struct Anchors<'s> {
    known: HashMap<usize, Anchored<'s>>,
    copied_nodes: usize,
    copied_text: usize,
}

/// What an anchor names.
#[derive(Debug, Clone)]
enum Anchored<'s> {
    /// A key or value.
    Scalar(Scalar<'s>),
    Container(NodeId),
}

/// What a copy takes.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    depth: usize,
    text: usize,
}

impl<'s> Anchors<'s> {
    pub(super) fn put_scalar(&mut self, anchor: usize, scalar: Scalar<'s>) {
        self.known.insert(anchor, Anchored::Scalar(scalar));
    }

    pub(super) fn put_container(&mut self, anchor: usize, node: NodeId) {
        self.known.insert(anchor, Anchored::Container(node));
    }

    /// A document has ended, and its anchors with it. What was copied in it still counts.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Whether so much more may be copied.
    fn may_copy(&mut self, nodes: usize, text: usize) -> bool {
        self.copied_nodes = self.copied_nodes.saturating_add(nodes);
        self.copied_text = self.copied_text.saturating_add(text);
        self.copied_nodes <= MAX_COPIED_NODES && self.copied_text <= MAX_COPIED_TEXT
    }
}

impl Reader<'_, '_> {
    /// Puts a copy of what an alias stands for on the tape.
    pub(super) fn alias(&mut self, anchor: usize, place: Span) -> Result<(), Stopped> {
        match self.anchors.known.get(&anchor).cloned() {
            // It stands in a key that was refused.
            None => self.invalid(place),
            Some(Anchored::Scalar(scalar)) => {
                if !self.anchors.may_copy(1, scalar.text.len()) {
                    return Err(self.stop(errors::aliases_too_large(place)));
                }
                self.put(&scalar, place);
            }
            Some(Anchored::Container(_)) if self.awaits_key() => {
                self.fail(|_| errors::no_text_as_key(place, "an alias of an array or object"));
                self.invalid(place);
            }
            Some(Anchored::Container(node)) if self.open.iter().any(|level| level.node == node) => {
                self.fail(|source| errors::alias_in_itself(source, place));
                self.invalid(place);
            }
            Some(Anchored::Container(node)) => self.copy(node, place)?,
        }
        Ok(())
    }

    fn copy(&mut self, of: NodeId, place: Span) -> Result<(), Stopped> {
        // First what is known without a walk, so that refusing costs nothing.
        let nodes = self.document.entries_of(of);
        if !self.anchors.may_copy(nodes, 0) {
            return Err(self.stop(errors::aliases_too_large(place)));
        }
        let extent = self.document.node(of).map_or(Extent::default(), extent);
        if !self.anchors.may_copy(0, extent.text) {
            return Err(self.stop(errors::aliases_too_large(place)));
        }
        if self.open.len() + extent.depth > MAX_DEPTH {
            return Err(self.stop(json5::too_deep(place, MAX_DEPTH)));
        }
        self.document.push_copy(of);
        self.behind = self.behind.max(place.end);
        self.advance();
        Ok(())
    }
}

/// Looks at all that lies in a value. Depth is limited, so recursion is.
fn extent(node: Node<'_>) -> Extent {
    let own = match node.kind() {
        Kind::String => node.text().len(),
        Kind::Number => node.numeral().len(),
        Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid => 0,
    };
    let container = matches!(node.kind(), Kind::Array | Kind::Object);
    let mut whole = Extent { depth: 0, text: own };
    let members = node.members().flat_map(|(key, value)| [key, value]);
    for part in members.chain(node.elements()).map(extent) {
        whole.depth = whole.depth.max(part.depth);
        whole.text += part.text;
    }
    whole.depth += usize::from(container);
    whole
}
