//! Makes lists and entries of maps from single values.

use super::{List, MapEntries, Type, Value};

impl List {
    /// A list of elements of a type. `None` if an element has another kind.
    #[must_use]
    pub fn of(element: &Type, values: &[Value]) -> Option<Self> {
        Self::from_values(element, values.to_vec())
    }

    /// As [`of`](Self::of), for owned values.
    #[must_use]
    pub fn from_values(element: &Type, values: Vec<Value>) -> Option<Self> {
        fn each<T>(values: Vec<Value>, one: impl Fn(Value) -> Option<T>) -> Option<Box<[T]>> {
            values.into_iter().map(one).collect()
        }
        Some(match element {
            Type::Bool => Self::Bool(each(values, |value| value.as_bool())?),
            Type::Integer(ty) if ty.kind.is_signed() => {
                Self::Signed(each(values, |value| value.as_signed())?)
            }
            Type::Integer(_) => Self::Unsigned(each(values, |value| value.as_unsigned())?),
            Type::Float(_) => Self::Float(each(values, |value| value.as_float())?),
            Type::String(_) => Self::String(each(values, |value| value.try_into().ok())?),
            Type::Enum(_) => Self::Variant(each(values, |value| value.as_variant())?),
            Type::Struct(_) => Self::Struct(each(values, Value::into_members)?),
            Type::Vector(_) | Type::Array(_) => Self::List(each(values, Value::into_list)?),
            Type::Map(_) => Self::Map(each(values, Value::into_map)?),
            Type::Json(_) => Self::Json(each(values, Value::into_json)?),
            Type::Union(_) => Self::Union(each(values, Value::into_union)?),
        })
    }
}

impl MapEntries {
    /// Sorts the entries of a map with values of this type. `None` if a key is repeated, or a value has another kind.
    #[must_use]
    pub fn of(value: &Type, mut entries: Vec<(Box<str>, Value)>) -> Option<Self> {
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (keys, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        Self::ascending(keys.into(), List::from_values(value, values)?)
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
    fn values_and_types_do_not_grow_by_maps_and_unions() {
        assert_eq!(size_of::<Value>(), size_of::<List>());
        assert_eq!(size_of::<Value>(), 24);
        assert_eq!(size_of::<Type>(), 24);
    }
}
