//! Values that a program makes: overrides and inputs.

use crate::error::DecodeError;
use crate::view::{MapContent, ValueRef};
use confc_core::types::{self, JsonText, List, MapEntries};
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};

/// A value that is given to [`LoadOptions`](crate::LoadOptions) or [`FinishOptions`](crate::FinishOptions).
///
/// It converts from bools, numbers, texts, [`Json`](crate::client::v1::Json), [`ValueRef`]s, and vectors, iterators and
/// [`BTreeMap`]s of bools, numbers, texts, `Json`, vectors or maps. [`of_case`](crate::client::v1::of_case) makes a
/// value of a union. A value does not know its declared type: whether it fits is checked where it is used. Unsigned
/// types take `u8` to `u64`, signed types `i8` to `i64`; -0 becomes 0.
///
/// Its `Debug` text does not show it, since it may be a secret.
///
/// ```
/// use confc_loader::Value;
///
/// assert_eq!(Value::from(7_u8), Value::from(7_u64));
/// let tags: Value = ["a", "b"].into_iter().collect();
/// assert_eq!(tags, Value::from(vec!["a", "b"]));
/// let ranges = Value::from(vec![vec![1_u16, 9], vec![20]]);
/// assert_ne!(ranges, Value::from(vec![1_u16, 9, 20]));
/// ```
#[derive(Clone, PartialEq)]
pub struct Value(pub(crate) types::Value);

impl Value {
    /// The absent value, which optional fields take.
    #[must_use]
    pub fn absent() -> Self {
        Self(types::Value::Absent)
    }

    /// The null value, which nullable fields take. The null of a `json` is [`json("null")`](Self::json).
    #[must_use]
    pub fn null() -> Self {
        Self(types::Value::Null)
    }

    /// The variant of an enum that has this number.
    #[must_use]
    pub fn variant(number: i64) -> Self {
        Self(types::Value::Variant(number))
    }

    /// A JSON value from its canonical text, the form that [`ValueRef::as_json`] gives. Takes time linear in the text.
    ///
    /// Vectors and maps of JSON are made of [`Json`](crate::client::v1::Json).
    ///
    /// ```
    /// use confc_loader::{Value, ValueRef};
    ///
    /// let zones = Value::json(r#"{"zones":["a","b"]}"#)?;
    /// assert_eq!(zones, Value::from(ValueRef::Json(r#"{"zones":["a","b"]}"#)));
    ///
    /// let error = Value::json(r#"{"zones": ["a","b"]}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "byte 9: the text is not canonical JSON");
    /// # Ok::<(), confc_loader::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The first place at which the text is not canonical.
    pub fn json(text: &str) -> Result<Self, DecodeError> {
        Ok(Self(types::Value::Json(JsonText::new(text)?)))
    }

    /// A struct: one value per member, in ascending byte order of their keys.
    #[must_use]
    pub fn members(values: impl IntoIterator<Item = Self>) -> Self {
        Self(types::Value::Struct(values.into_iter().map(|value| value.0).collect()))
    }
}

impl Debug for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Value").finish_non_exhaustive()
    }
}

macro_rules! from {
    ($($ty:ty $(, $life:lifetime)?;)*) => {$(
        impl $(<$life>)? From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self(value.into())
            }
        }

        impl $(<$life>)? FromIterator<$ty> for Value {
            fn from_iter<I: IntoIterator<Item = $ty>>(elements: I) -> Self {
                Self(types::Value::List(elements.into_iter().collect()))
            }
        }
    )*};
}

from! { bool; u8; u16; u32; u64; i8; i16; i32; i64; f32; f64; &'t str, 't; String; Box<str>; }

impl<T> FromIterator<Vec<T>> for Value
where
    Self: FromIterator<T>,
{
    /// A vector or an array of vectors or arrays.
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(elements: I) -> Self {
        Self::lists(elements.into_iter().map(Self::from))
    }
}

impl<K: Into<Box<str>>, V> FromIterator<BTreeMap<K, V>> for Value
where
    Self: FromIterator<V>,
{
    /// A vector or an array of maps.
    fn from_iter<I: IntoIterator<Item = BTreeMap<K, V>>>(elements: I) -> Self {
        Self::maps(elements.into_iter().map(Self::from))
    }
}

impl<T> From<Vec<T>> for Value
where
    Self: FromIterator<T>,
{
    /// A vector or an array.
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<K: Into<Box<str>>, V> From<BTreeMap<K, V>> for Value
where
    Self: FromIterator<V>,
{
    /// A map. Keys of an enum type are the names of its variants.
    fn from(entries: BTreeMap<K, V>) -> Self {
        let mut entries: Vec<(Box<str>, V)> =
            entries.into_iter().map(|(key, value)| (key.into(), value)).collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (keys, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        Self::entries(keys, values.into_iter().collect())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    /// `None` is the absent value.
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::absent, Into::into)
    }
}

impl From<ValueRef<'_>> for Value {
    /// Takes memory for a copy.
    fn from(value: ValueRef<'_>) -> Self {
        Self(match value {
            ValueRef::Bool(value) => types::Value::Bool(value),
            ValueRef::Unsigned(value) => types::Value::Unsigned(value),
            ValueRef::Signed(value) => types::Value::Signed(value),
            ValueRef::Float(value) => types::Value::Float(value),
            ValueRef::String(text) => text.into(),
            ValueRef::Variant { number, .. } => types::Value::Variant(number),
            ValueRef::List(list) => types::Value::List(list.list.clone()),
            ValueRef::Struct(map) | ValueRef::Map(map) => match map.content {
                MapContent::Members(_, values) => types::Value::Struct(values.into()),
                MapContent::Entries(_, entries) => types::Value::Map(entries.clone()),
            },
            // A program may make a view of any text. A struct without members fits no type.
            ValueRef::Json(text) => {
                JsonText::new(text).map_or_else(|_| types::Value::Struct(Box::default()), types::Value::Json)
            }
            ValueRef::Union(value) => value.union.clone().into(),
            ValueRef::Absent => types::Value::Absent,
            ValueRef::Null => types::Value::Null,
        })
    }
}

impl Value {
    /// The elements of a list; `None` for a value that fits no type: see [`entries`](Self::entries).
    pub(crate) fn into_list(self) -> Option<List> {
        if let types::Value::List(list) = self.0 { Some(list) } else { None }
    }

    fn into_map(self) -> Option<MapEntries> {
        if let types::Value::Map(entries) = self.0 { Some(entries) } else { None }
    }

    /// A list of lists. Fits no type if an element fits none.
    pub(crate) fn lists(elements: impl Iterator<Item = Self>) -> Self {
        Self::list(elements.map(Self::into_list).collect::<Option<_>>().map(List::List))
    }

    /// A list of maps. Fits no type if an element fits none.
    pub(crate) fn maps(elements: impl Iterator<Item = Self>) -> Self {
        Self::list(elements.map(Self::into_map).collect::<Option<_>>().map(List::Map))
    }

    fn list(list: Option<List>) -> Self {
        Self(list.map_or(types::Value::Absent, types::Value::List))
    }

    /// A map of keys in ascending byte order, with a list of as many values. Equal keys, which only unusual types of keys
    /// convert to, make a map that fits no type.
    pub(crate) fn entries(keys: Vec<Box<str>>, values: Self) -> Self {
        let entries = values.into_list().and_then(|values| MapEntries::ascending(keys.into(), values));
        Self(entries.map_or(types::Value::Absent, types::Value::Map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_of_types_of_rust() {
        assert_eq!(Value::from(-7_i16).0, types::Value::Signed(-7));
        assert_eq!(Value::from("a").0, types::Value::String("a".into()));
        assert_eq!(Value::from(Some(7_u8)).0, types::Value::Unsigned(7));
        assert_eq!(Value::from(None::<u8>), Value::absent());
        assert_eq!(Value::from(ValueRef::Null), Value::null());
        assert_ne!(Value::null(), Value::absent());
        assert_eq!(Value::from(vec![1_u8, 2]).0, types::Value::List(List::Unsigned([1, 2].into())));
        let map = Value::from(BTreeMap::from([("b", 2_u8), ("a", 1)]));
        let types::Value::Map(entries) = map.0 else { panic!("a map") };
        assert_eq!(entries.keys(), ["a".into(), "b".into()] as [Box<str>; 2]);
        assert_eq!(*entries.values(), List::Unsigned([1, 2].into()));
        let lists = Value::from(BTreeMap::from([("a", vec![vec![1_u8], vec![]])]));
        let types::Value::Map(entries) = lists.0 else { panic!("a map") };
        let inner = [List::Unsigned([1].into()), List::Unsigned([].into())];
        assert_eq!(*entries.values(), List::List([List::List(inner.into())].into()));
        assert_eq!(Value::from(Vec::<BTreeMap<&str, u8>>::new()).0, types::Value::List(List::Map([].into())));
        let members = Value::members([true.into(), "x".into()]);
        let expected = [types::Value::Bool(true), types::Value::String("x".into())];
        assert_eq!(members.0, types::Value::Struct(expected.into()));
        assert_eq!(format!("{:?}", Value::from("hunter2")), "Value(..)");
    }
}
