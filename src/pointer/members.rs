//! The members of an object, in an order and found by key.

use super::Tree;
use std::collections::HashMap;
use std::sync::Arc;

/// Objects up to this many members are searched one by one.
const SMALL: usize = 12;

/// The members of an object. They keep the order in which they were added; a key stands once.
///
/// Looking a key up, adding and removing take constant time on average, however many members there are and
/// whoever chose the keys.
///
/// They lie behind one pointer: a tree has far more scalars than objects, and each node is as large as the largest.
#[derive(Debug, Clone)]
pub struct TreeMembers<M>(Box<Table<M>>);

#[derive(Debug, Clone)]
struct Table<M> {
    /// Removed members leave a gap, so that the others need not move.
    slots: Vec<Option<(Arc<str>, Tree<M>)>>,
    len: usize,
    /// Where each key is, once there are many. Only asked, never iterated: its random order does not show.
    index: Option<HashMap<Arc<str>, u32>>,
}

impl<M> Default for TreeMembers<M> {
    fn default() -> Self {
        Self(Box::new(Table { slots: Vec::new(), len: 0, index: None }))
    }
}

impl<M> TreeMembers<M> {
    /// No members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Tree<M>> {
        let slot = self.0.slots.get(self.find(key)?)?;
        slot.as_ref().map(|(_, value)| value)
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Tree<M>> {
        let at = self.find(key)?;
        self.0.slots.get_mut(at)?.as_mut().map(|(_, value)| value)
    }

    /// Sets the value of a key and gives the one it had. A new key comes behind all others; a known one keeps
    /// its place.
    pub fn insert(&mut self, key: &str, value: Tree<M>) -> Option<Tree<M>> {
        if let Some(known) = self.get_mut(key) {
            return Some(std::mem::replace(known, value));
        }
        let key: Arc<str> = key.into();
        let table = &mut *self.0;
        if let Some(index) = &mut table.index {
            index.insert(Arc::clone(&key), narrow(table.slots.len()));
        }
        table.slots.push(Some((key, value)));
        table.len += 1;
        if table.index.is_none() && table.slots.len() > SMALL {
            table.build_index();
        }
        None
    }

    /// Takes a member out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Tree<M>> {
        let at = self.find(key)?;
        let table = &mut *self.0;
        let (_, value) = table.slots.get_mut(at)?.take()?;
        table.len -= 1;
        if let Some(index) = &mut table.index {
            index.remove(key);
        }
        // Half of it gaps: so few times that each removal pays for a constant part of it.
        if table.slots.len() > 2 * table.len + SMALL {
            table.slots.retain(Option::is_some);
            table.index = None;
            if table.slots.len() > SMALL {
                table.build_index();
            }
        }
        Some(value)
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Tree<M>)> {
        self.0.slots.iter().flatten().map(|(key, value)| (&**key, value))
    }

    /// Keys and values, in order, to change the values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Tree<M>)> {
        self.0.slots.iter_mut().flatten().map(|(key, value)| (&**key, value))
    }

    /// The values, in order, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Tree<M>> {
        self.0.slots.iter_mut().flatten().map(|(_, value)| value)
    }

    fn find(&self, key: &str) -> Option<usize> {
        match &self.0.index {
            Some(index) => index.get(key).map(|at| *at as usize),
            None => {
                self.0.slots.iter().position(|slot| slot.as_ref().is_some_and(|(known, _)| **known == *key))
            }
        }
    }
}

impl<M> Table<M> {
    fn build_index(&mut self) {
        let keys = self.slots.iter().enumerate();
        let entries =
            keys.filter_map(|(at, slot)| slot.as_ref().map(|(key, _)| (Arc::clone(key), narrow(at))));
        self.index = Some(entries.collect());
    }
}

/// Each member is made of at least a byte of documents far smaller than 4 GiB.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<K: AsRef<str>, M> FromIterator<(K, Tree<M>)> for TreeMembers<M> {
    /// Of equal keys the last stands, at the place of the first.
    fn from_iter<I: IntoIterator<Item = (K, Tree<M>)>>(members: I) -> Self {
        let mut all = Self::new();
        for (key, value) in members {
            all.insert(key.as_ref(), value);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Data, Tree};
    use super::TreeMembers;

    fn number(n: usize) -> Tree<()> {
        Tree { mark: (), data: Data::Number(n.to_string().into()) }
    }

    fn keys(members: &TreeMembers<()>) -> Vec<&str> {
        members.iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn members_keep_their_order_and_places() {
        let mut members: TreeMembers<()> = [("b", number(1)), ("a", number(2))].into_iter().collect();
        assert!(members.insert("c", number(3)).is_none());
        assert_eq!(members.insert("b", number(4)).map(|old| old.data.is_scalar()), Some(true));
        assert_eq!(keys(&members), ["b", "a", "c"]);
        assert!(members.remove("a").is_some() && members.remove("a").is_none());
        members.insert("a", number(5));
        assert_eq!((keys(&members), members.len()), (vec!["b", "c", "a"], 3));
    }

    #[test]
    fn many_members_are_found_and_removed() {
        let names: Vec<String> = (0..1_000).map(|n| format!("k{n}")).collect();
        let mut members: TreeMembers<()> =
            names.iter().enumerate().map(|(n, key)| (key, number(n))).collect();
        for key in names.iter().filter(|key| !key.ends_with('7')) {
            assert!(members.remove(key).is_some(), "{key}");
        }
        let left: Vec<&str> = names.iter().map(String::as_str).filter(|key| key.ends_with('7')).collect();
        assert_eq!(keys(&members), left);
        assert!(left.iter().all(|key| members.get(key).is_some()) && members.get("k0").is_none());
        members.insert("k0", number(0));
        assert_eq!(keys(&members).last(), Some(&"k0"));
    }
}
