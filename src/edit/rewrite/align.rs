//! Decides which elements of an array stay, and which are added or removed.

use crate::edit::SyntaxOrigin;
use crate::edit::tree::is_same;
use crate::pointer::Tree;
use crate::syntax::{NodeId, SyntaxNode};
use std::collections::HashMap;

/// A wanted entry of a container; `usize` is the number of an existing one.
#[derive(Debug, Clone, Copy)]
pub(super) enum ContainerEntry<'t> {
    /// An existing entry; its value may change.
    Kept(usize, Option<&'t Tree<SyntaxOrigin>>),
    /// A new entry; a member has a key.
    New(Option<&'t str>, &'t Tree<SyntaxOrigin>),
}

/// Pairs the elements of an array with the wanted ones. Elements in another order are removed and added, as few as
/// possible. Takes time O(n log n) in both together.
pub(super) fn align<'t>(
    elements: &[SyntaxNode<'_>],
    wanted: &'t [Tree<SyntaxOrigin>],
) -> Vec<ContainerEntry<'t>> {
    // The map is never iterated, so its order has no effect.
    let places: HashMap<NodeId, usize> =
        elements.iter().enumerate().map(|(at, node)| (node.id(), at)).collect();
    let places: Vec<Option<usize>> = wanted
        .iter()
        .map(|tree| match tree.mark {
            SyntaxOrigin::Source(node) => places.get(&node).copied(),
            SyntaxOrigin::Aliased(_) | SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => None,
        })
        .collect();
    let mut entries = Vec::new();
    let (mut at, mut done) = (0, 0);
    for (number, place) in longest_rise(&places).into_iter().chain([(wanted.len(), elements.len())]) {
        gap(elements, wanted, (at..place, done..number), &mut entries);
        if let Some(tree) = wanted.get(number) {
            entries.push(ContainerEntry::Kept(place, Some(tree)));
        }
        (at, done) = (place + 1, number + 1);
    }
    entries
}

/// Pairs elements between two that stay: equal ones at either end, then one by one.
fn gap<'t>(
    elements: &[SyntaxNode<'_>],
    wanted: &'t [Tree<SyntaxOrigin>],
    (mut old, mut new): (std::ops::Range<usize>, std::ops::Range<usize>),
    entries: &mut Vec<ContainerEntry<'t>>,
) {
    let same = |old: usize, new: usize| {
        elements.get(old).zip(wanted.get(new)).is_some_and(|(node, tree)| is_same(*node, tree))
    };
    let keep = |old: usize, new: usize| wanted.get(new).map(|tree| ContainerEntry::Kept(old, Some(tree)));
    while !old.is_empty() && !new.is_empty() && same(old.start, new.start) {
        entries.extend(keep(old.start, new.start));
        (old.start, new.start) = (old.start + 1, new.start + 1);
    }
    let mut behind = Vec::new();
    while !old.is_empty() && !new.is_empty() && same(old.end - 1, new.end - 1) {
        (old.end, new.end) = (old.end - 1, new.end - 1);
        behind.extend(keep(old.end, new.end));
    }
    for number in new {
        let entry = match old.next() {
            Some(place) => keep(place, number),
            None => wanted.get(number).map(|tree| ContainerEntry::New(None, tree)),
        };
        entries.extend(entry);
    }
    entries.extend(behind.into_iter().rev());
}

/// The longest increasing run of places, each with its number.
fn longest_rise(places: &[Option<usize>]) -> Vec<(usize, usize)> {
    // The last place of each run, by the length of the run; `before` leads back.
    let (mut ends, mut before): (Vec<(usize, usize)>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (number, place) in places.iter().enumerate() {
        before.push(None);
        let Some(place) = *place else { continue };
        let length = ends.partition_point(|(known, _)| *known < place);
        let previous = length.checked_sub(1).and_then(|length| ends.get(length)).map(|(_, number)| *number);
        if let Some(slot) = before.last_mut() {
            *slot = previous;
        }
        match ends.get_mut(length) {
            Some(end) => *end = (place, number),
            None => ends.push((place, number)),
        }
    }
    let mut rise = Vec::new();
    let mut next = ends.last().map(|(_, number)| *number);
    while let Some(number) = next {
        rise.extend(places.get(number).copied().flatten().map(|place| (number, place)));
        next = before.get(number).copied().flatten();
    }
    rise.reverse();
    rise
}
