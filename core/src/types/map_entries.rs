//! The entries of a map.

use super::{List, Type, Value};

/// The entries of a map: strictly ascending by the bytes of their keys. Keys of an enum type are the names of its
/// variants, so that the order does not depend on the type.
///
/// Keys and values are kept apart, as elements are: see [`List`].
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct MapEntries(Box<MapColumns>);

/// Behind one pointer: every value is as large as the largest.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
struct MapColumns {
    keys: Box<[Box<str>]>,
    values: List,
}

impl MapEntries {
    /// Entries whose keys ascend; `None` where they do not, where one is there twice, or where there are not as many
    /// values.
    #[must_use]
    pub fn ascending(keys: Box<[Box<str>]>, values: List) -> Option<Self> {
        let is_valid = keys.len() == values.len() && keys.is_sorted_by(|a, b| a < b);
        is_valid.then(|| Self::of_ascending(keys, values))
    }

    /// The same of what is known to be so.
    pub(crate) fn of_ascending(keys: Box<[Box<str>]>, values: List) -> Self {
        Self(Box::new(MapColumns { keys, values }))
    }

    /// Entries in any order, for a map with values of this type. `None` where two have one key, or a value is of
    /// another kind.
    #[must_use]
    pub fn of(value: &Type, mut entries: Vec<(Box<str>, Value)>) -> Option<Self> {
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (keys, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        Self::ascending(keys.into(), List::from_values(value, values)?)
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys().len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys().is_empty()
    }

    /// The keys, in ascending byte order.
    #[must_use]
    pub fn keys(&self) -> &[Box<str>] {
        &self.0.keys
    }

    /// The values, in the order of the keys.
    #[must_use]
    pub fn values(&self) -> &List {
        &self.0.values
    }

    /// The position of the entry with this key.
    #[must_use]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.keys().binary_search_by(|one| (**one).cmp(key)).ok()
    }

    /// The value of the entry with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        self.values().get(self.position(key)?)
    }

    /// As [`List::take`], of the value of the entry at this position.
    pub fn take(&mut self, position: usize) -> Option<Value> {
        self.0.values.take(position)
    }

    /// As [`List::set`], of the value of the entry at this position.
    pub fn set(&mut self, position: usize, value: Value) -> Option<()> {
        self.0.values.set(position, value)
    }

    /// Keys and values one by one, to change some of them.
    #[must_use]
    pub fn to_entries(&self) -> Vec<(Box<str>, Value)> {
        self.keys().iter().cloned().zip(self.values().to_values()).collect()
    }

    /// The keys and the values, in the order of the keys.
    #[must_use]
    pub fn into_parts(self) -> (Box<[Box<str>]>, List) {
        (self.0.keys, self.0.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(keys: &[&str]) -> Box<[Box<str>]> {
        keys.iter().map(|key| Box::from(*key)).collect()
    }

    #[test]
    fn keys_ascend_by_their_bytes_each_once() {
        let values = || List::Unsigned([1, 2].into());
        assert!(MapEntries::ascending(texts(&["B", "a"]), values()).is_some());
        assert_eq!(MapEntries::ascending(texts(&["b", "a"]), values()), None);
        assert_eq!(MapEntries::ascending(texts(&["a", "a"]), values()), None);
        assert_eq!(MapEntries::ascending(texts(&["a"]), values()), None);
    }

    #[test]
    fn entries_are_sorted_and_found() {
        let given = vec![("é".into(), Value::Bool(true)), ("z".into(), Value::Bool(false))];
        let entries = MapEntries::of(&Type::Bool, given.clone()).expect("both are bools");
        assert_eq!(entries.keys(), ["z".into(), "é".into()] as [Box<str>; 2]);
        assert_eq!(entries.get("é"), Some(Value::Bool(true)));
        assert_eq!(entries.get("e"), None);
        assert_eq!(entries.to_entries(), [given[1].clone(), given[0].clone()]);
        let twice = vec![given[0].clone(), given[0].clone()];
        assert_eq!(MapEntries::of(&Type::Bool, twice), None);
        assert_eq!(MapEntries::of(&Type::Bool, vec![("a".into(), Value::Unsigned(1))]), None);
    }

    #[test]
    fn values_and_types_do_not_grow_by_maps() {
        assert_eq!(size_of::<Value>(), size_of::<List>());
        assert_eq!(size_of::<Value>(), 24);
        assert_eq!(size_of::<Type>(), 24);
    }
}
