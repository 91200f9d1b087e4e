//! Collects the changes of a resource.

use super::layout::Layout;
use super::lines::Lines;
use super::splices::{Rewritten, apply};
use crate::edit::refusal::{Reason, Refusal};
use crate::syntax::{Document, NodeId, SyntaxNode};

/// Collects splices while walking a resource and its wanted values.
pub(super) struct Rewriter<'r> {
    pub(super) resource: &'r Document,
    pub(super) lines: Lines<'r>,
    pub(super) layout: Layout<'r>,
    /// Whether new text of several lines may be a block.
    pub(super) blocks: bool,
    pub(super) splices: Vec<(usize, usize, String)>,
    /// Values and keys that are removed as a whole.
    pub(super) dropped: Vec<NodeId>,
}

impl<'r> Rewriter<'r> {
    pub(super) fn new(resource: &'r Document) -> Self {
        let lines = Lines::of(resource);
        let layout = Layout::of(resource, lines);
        Self { resource, lines, layout, blocks: true, splices: Vec::new(), dropped: Vec::new() }
    }

    pub(super) fn splice(&mut self, start: usize, end: usize, text: impl Into<String>) {
        let text = text.into();
        if start < end || !text.is_empty() {
            self.splices.push((start, end.max(start), text));
        }
    }

    /// Fails if a removed value has an alias that stays.
    pub(super) fn check_aliases(&mut self) -> Result<(), Refusal> {
        self.dropped.sort_unstable();
        let goes = |node: NodeId| {
            let at = self.dropped.partition_point(|dropped| *dropped <= node);
            let nearest = at.checked_sub(1).and_then(|at| self.dropped.get(at));
            nearest.is_some_and(|nearest| self.resource.syntax_node(*nearest).contains(node))
        };
        let lost = self.resource.aliases().iter().find(|(alias, of)| goes(*of) && !goes(*alias));
        match lost {
            Some((alias, of)) => Err(self.shared(self.resource.syntax_node(*of), *alias)),
            None => Ok(()),
        }
    }

    pub(super) fn shared(&self, node: SyntaxNode<'_>, alias: NodeId) -> Refusal {
        let alias = self.resource.syntax_node(alias).span();
        let anchor = node.properties().anchor;
        Refusal::new(Reason::Shared, anchor.unwrap_or(node.whole())).because(Some(alias))
    }

    pub(super) fn finish(mut self) -> Rewritten {
        self.close_last_block();
        let mut splices = self.splices;
        // Splices at one place stay in the order in which they were added.
        splices.sort_by_key(|(start, end, _)| (*start, *end));
        apply(self.lines.text, splices)
    }
}
