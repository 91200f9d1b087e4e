//! Finds the repeated keys of an object.

use super::document::Repeated;
use super::node::Node;
use super::tape::{Kind, NodeId};
use std::collections::HashMap;

/// Objects up to this many members are searched by comparing every two keys.
const SMALL: usize = 12;

/// The most keys that are allocated in advance. A larger number may be a few keys that are often repeated.
const ROOM: usize = 1 << 17;

/// All equal keys except the first, each with the first. Takes time linear in the number of members.
pub(super) fn repeated(object: Node<'_>) -> Vec<Repeated> {
    let keys = || object.members().map(|(key, _)| key).filter(|key| key.kind() == Kind::String);
    let mut small = [("", object.id()); SMALL];
    let mut count = 0;
    for key in keys() {
        let Some(place) = small.get_mut(count) else {
            return among_many(object, keys().count(), keys());
        };
        *place = (key.text(), key.id());
        count += 1;
    }
    among_few(object, small.get(..count).unwrap_or_default())
}

fn among_few(object: Node<'_>, keys: &[(&str, NodeId)]) -> Vec<Repeated> {
    let mut found = Vec::new();
    for (at, &(text, again)) in keys.iter().enumerate() {
        let before = keys.iter().take(at);
        if let Some(&(_, first)) = before.into_iter().find(|(other, _)| *other == text) {
            found.push(Repeated { object: object.id(), first, again });
        }
    }
    found
}

/// Random hash keys keep a hostile document from making this quadratic. The map is never iterated, so its order has no
/// effect.
fn among_many<'d>(object: Node<'d>, count: usize, keys: impl Iterator<Item = Node<'d>>) -> Vec<Repeated> {
    let mut found = Vec::new();
    let mut seen: HashMap<&str, NodeId> = HashMap::with_capacity(count.min(ROOM));
    for key in keys {
        let first = *seen.entry(key.text()).or_insert(key.id());
        if first != key.id() {
            found.push(Repeated { object: object.id(), first, again: key.id() });
        }
    }
    found
}
