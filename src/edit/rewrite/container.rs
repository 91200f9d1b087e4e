//! Changes the entries of arrays and objects.

use super::align::{ContainerEntry, align};
use super::render::Around;
use super::rewriter::Rewriter;
use super::value::Site;
use crate::edit::SyntaxOrigin;
use crate::edit::refusal::{Reason, Refusal};
use crate::edit::tree::is_same;
use crate::pointer::{Tree, TreeMembers};
use crate::syntax::{Style, SyntaxNode};
use std::collections::HashSet;

/// An existing entry of a container.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'r> {
    pub(super) key: Option<SyntaxNode<'r>>,
    pub(super) value: SyntaxNode<'r>,
    /// Its start: its key, `?`, `-`, or its value.
    pub(super) start: usize,
    /// The position of its value, after `:` or `-`.
    pub(super) head: usize,
    pub(super) end: usize,
    /// The comma after it, in brackets.
    pub(super) comma: Option<usize>,
}

/// A container, its entries, and the wanted entries.
pub(super) struct Plan<'p, 'r, 't> {
    pub(super) node: SyntaxNode<'r>,
    pub(super) items: &'p [Item<'r>],
    pub(super) entries: &'p [ContainerEntry<'t>],
    /// Whether each item stays.
    pub(super) kept: &'p [bool],
}

impl<'r> Rewriter<'r> {
    /// The entries of a container, in order.
    fn items<'n>(&self, node: SyntaxNode<'n>) -> Vec<Item<'n>> {
        let block = node.style() == Style::Block;
        let mut at = node.span().start as usize + usize::from(node.style() == Style::Flow);
        let parts = node.members().map(|(key, value)| (Some(key), value));
        let mut items: Vec<Item<'n>> = Vec::new();
        for (key, value) in parts.chain(node.elements().map(|element| (None, element))) {
            let start = self.lines.skip(at);
            let mut head = start;
            if let Some(key) = key {
                let behind = key.span().end as usize;
                let colon = self.lines.skip(behind);
                head = if self.lines.slice(colon, colon + 1) == ":" { colon + 1 } else { behind };
            } else if block {
                head = start + 1;
            }
            let properties = value.properties();
            let spans =
                [properties.anchor, properties.tag, Some(value.span()).filter(|_| !value.is_absent())];
            let end = spans.into_iter().flatten().map(|span| span.end as usize).max().unwrap_or(0).max(head);
            let behind = self.lines.skip(end);
            let comma = (!block && self.lines.slice(behind, behind + 1) == ",").then_some(behind);
            at = comma.map_or(end, |comma| comma + 1);
            items.push(Item { key, value, start, head, end, comma });
        }
        items
    }

    pub(super) fn array(
        &mut self,
        node: SyntaxNode<'_>,
        wanted: &[Tree<SyntaxOrigin>],
        mark: SyntaxOrigin,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let elements: Vec<SyntaxNode<'_>> = node.elements().collect();
        let entries = align(&elements, wanted);
        self.container(node, &entries, mark, site)
    }

    pub(super) fn object(
        &mut self,
        node: SyntaxNode<'_>,
        wanted: &TreeMembers<SyntaxOrigin>,
        mark: SyntaxOrigin,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let mut entries = Vec::new();
        // The set is never iterated, so its order has no effect.
        let mut known = HashSet::new();
        for (number, (key, _)) in node.members().enumerate() {
            if !key.is_scalar() {
                entries.push(ContainerEntry::Kept(number, None));
                continue;
            }
            let first = known.insert(key.text());
            match wanted.get(key.text()) {
                Some(tree) => entries.push(ContainerEntry::Kept(number, first.then_some(tree))),
                None if key.is_repeated() => return Err(Refusal::new(Reason::RepeatedKey, key.span())),
                None if key.is_merge_key() => return Err(Refusal::new(Reason::MergeKey, key.span())),
                None => {}
            }
        }
        let new = wanted.iter().filter(|(key, _)| !known.contains(key));
        entries.extend(new.map(|(key, tree)| ContainerEntry::New(Some(key), tree)));
        self.container(node, &entries, mark, site)
    }

    fn container(
        &mut self,
        node: SyntaxNode<'_>,
        entries: &[ContainerEntry<'_>],
        mark: SyntaxOrigin,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let items = self.items(node);
        let hidden = items.iter().any(|item| item.key.is_some_and(|key| !key.is_scalar()));
        if hidden && mark != SyntaxOrigin::Source(node.id()) {
            return Err(Refusal::new(Reason::NotInPlace, node.whole()));
        }
        let around = self.around(node, &items);
        let mut kept = vec![false; items.len()];
        for entry in entries {
            let ContainerEntry::Kept(number, tree) = entry else { continue };
            let (Some(item), Some(kept)) = (items.get(*number), kept.get_mut(*number)) else { continue };
            *kept = true;
            let Some(tree) = tree else { continue };
            self.check_key(*item, tree)?;
            self.value(item.value, tree, &Site { around, head: item.head, element: item.key.is_none() })?;
        }
        if kept.iter().all(|kept| *kept) && entries.len() == items.len() {
            return Ok(());
        }
        for (item, _) in items.iter().zip(&kept).filter(|(_, kept)| !**kept) {
            self.dropped.extend(item.key.map(SyntaxNode::id));
            self.dropped.push(item.value.id());
        }
        let plan = Plan { node, items: &items, entries, kept: &kept };
        match node.style() {
            Style::Block => self.change_block(&plan, site),
            Style::Flow => self.change_flow(&plan, around),
            Style::Pair | Style::Plain | Style::Single | Style::Double | Style::Literal | Style::Folded => {
                Err(Refusal::new(Reason::NotInPlace, node.whole()))
            }
        }
    }

    /// The surroundings of a container's entries.
    fn around(&self, node: SyntaxNode<'_>, items: &[Item<'_>]) -> Around<'r> {
        let first = items.first().map_or(node.span().start as usize, |first| first.start);
        if node.style() == Style::Block {
            return Around::Block(self.lines.column(first));
        }
        let over_lines = !self.is_yaml() && !items.is_empty() && self.lines.is_first(first);
        if over_lines { Around::Lines(self.lines.indentation(first)) } else { Around::Line }
    }

    /// Refuses to change the value of a merge key, or of a repeated key.
    fn check_key(&self, item: Item<'_>, tree: &Tree<SyntaxOrigin>) -> Result<(), Refusal> {
        let Some(key) = item.key.filter(|key| key.is_repeated() || key.is_merge_key()) else { return Ok(()) };
        let kept = match tree.mark {
            SyntaxOrigin::Source(node) => node == item.value.id(),
            SyntaxOrigin::Aliased(_) | SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => false,
        };
        let reason = if key.is_repeated() { Reason::RepeatedKey } else { Reason::MergeKey };
        if kept && is_same(item.value, tree) { Ok(()) } else { Err(Refusal::new(reason, key.span())) }
    }
}
