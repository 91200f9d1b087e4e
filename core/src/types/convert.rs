//! Conversions between values and Rust's own types.

use super::{List, MapEntries, UnionValue, Value, to_f32};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The error of a value that has another type, or does not fit the Rust type. It does not contain the value, which may
/// be sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherType;

impl Error for OtherType {}

impl Display for OtherType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the value is of another type, or out of range")
    }
}

/// The conversion does not check the declared type: [`Type::check`](super::Type::check) does.
macro_rules! integers {
    ($($ty:ident $kind:ident)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::$kind(value.into())
            }
        }

        impl TryFrom<Value> for $ty {
            type Error = OtherType;

            fn try_from(value: Value) -> Result<Self, OtherType> {
                let Value::$kind(value) = value else { return Err(OtherType) };
                value.try_into().map_err(|_| OtherType)
            }
        }
    )*};
}

integers! {
    bool Bool
    u8 Unsigned u16 Unsigned u32 Unsigned u64 Unsigned
    i8 Signed i16 Signed i32 Signed i64 Signed
}

impl From<f64> for Value {
    /// -0 becomes 0. No field accepts NaN or infinity.
    fn from(value: f64) -> Self {
        Self::Float(value + 0.0)
    }
}

impl From<f32> for Value {
    /// -0 becomes 0. No field accepts NaN or infinity.
    fn from(value: f32) -> Self {
        f64::from(value).into()
    }
}

impl TryFrom<Value> for f64 {
    type Error = OtherType;

    fn try_from(value: Value) -> Result<Self, OtherType> {
        value.as_float().ok_or(OtherType)
    }
}

impl TryFrom<Value> for f32 {
    type Error = OtherType;

    /// The value of a `float64` is rounded.
    fn try_from(value: Value) -> Result<Self, OtherType> {
        value.as_float().map(to_f32).ok_or(OtherType)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<Box<str>> for Value {
    fn from(text: Box<str>) -> Self {
        Self::String(text)
    }
}

impl TryFrom<Value> for Box<str> {
    type Error = OtherType;

    fn try_from(value: Value) -> Result<Self, OtherType> {
        if let Value::String(text) = value { Ok(text) } else { Err(OtherType) }
    }
}

impl TryFrom<Value> for String {
    type Error = OtherType;

    fn try_from(value: Value) -> Result<Self, OtherType> {
        <Box<str>>::try_from(value).map(Into::into)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    /// `None` is the absent value, which only optional fields accept.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Into::into)
    }
}

/// The elements of a vector or array.
macro_rules! elements {
    ($($ty:ty, $kind:ident, $convert:expr;)*) => {$(
        impl FromIterator<$ty> for List {
            fn from_iter<I: IntoIterator<Item = $ty>>(elements: I) -> Self {
                Self::$kind(elements.into_iter().map($convert).collect())
            }
        }
    )*};
}

elements! {
    bool, Bool, From::from;
    u8, Unsigned, From::from;
    u16, Unsigned, From::from;
    u32, Unsigned, From::from;
    u64, Unsigned, From::from;
    i8, Signed, From::from;
    i16, Signed, From::from;
    i32, Signed, From::from;
    i64, Signed, From::from;
    f32, Float, |element| f64::from(element) + 0.0;
    f64, Float, |element| element + 0.0;
    String, String, From::from;
    Box<str>, String, From::from;
}

impl<'t> FromIterator<&'t str> for List {
    fn from_iter<I: IntoIterator<Item = &'t str>>(elements: I) -> Self {
        Self::String(elements.into_iter().map(From::from).collect())
    }
}

impl From<List> for Value {
    fn from(list: List) -> Self {
        Self::List(list)
    }
}

impl From<UnionValue> for Value {
    fn from(value: UnionValue) -> Self {
        Self::Union(Box::new(value))
    }
}

impl FromIterator<UnionValue> for List {
    fn from_iter<I: IntoIterator<Item = UnionValue>>(elements: I) -> Self {
        Self::Union(elements.into_iter().collect())
    }
}

impl From<MapEntries> for Value {
    fn from(entries: MapEntries) -> Self {
        Self::Map(entries)
    }
}

/// The entries of a map. A key of an enum type is the name of the variant.
macro_rules! entries {
    ($($key:ty)*) => {$(
        impl<V> From<BTreeMap<$key, V>> for MapEntries
        where
            List: FromIterator<V>,
        {
            fn from(entries: BTreeMap<$key, V>) -> Self {
                let (keys, values): (Vec<$key>, Vec<V>) = entries.into_iter().unzip();
                Self::of_ascending(keys.into_iter().map(Into::into).collect(), values.into_iter().collect())
            }
        }

        impl<V> From<BTreeMap<$key, V>> for Value
        where
            List: FromIterator<V>,
        {
            fn from(entries: BTreeMap<$key, V>) -> Self {
                Self::Map(entries.into())
            }
        }
    )*};
}

entries! { &str String Box<str> }

impl<T> FromIterator<T> for Value
where
    List: FromIterator<T>,
{
    /// A vector or an array of the elements.
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::List(elements.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_of_and_made_into_types_of_rust() {
        assert_eq!(Value::from(7_u8), Value::Unsigned(7));
        assert_eq!(Value::from(-7_i16), Value::Signed(-7));
        assert_eq!(Value::from(true), Value::Bool(true));
        assert_eq!(Value::from("a"), Value::String("a".into()));
        assert_eq!(Value::from(Some(7_u8)), Value::Unsigned(7));
        assert_eq!(Value::from(None::<u8>), Value::Absent);
        assert_eq!(Value::from(-0.0), Value::Float(0.0));
        assert!(Value::from(-0.0).as_float().is_some_and(f64::is_sign_positive));
        let list: Value = [1_u8, 2].into_iter().collect();
        assert_eq!(list, Value::List(List::Unsigned([1, 2].into())));
        let texts: List = ["a", "b"].into_iter().collect();
        assert_eq!(texts, List::String(["a".into(), "b".into()].into()));
        let floats: List = [-0.0_f32, 0.5].into_iter().collect();
        assert_eq!(format!("{floats:?}"), "Float([0.0, 0.5])");
        let map = Value::from(BTreeMap::from([("b", 2_u8), ("a", 1)]));
        let entries = map.as_map().map(|map| (map.keys().to_vec(), map.values().clone()));
        assert_eq!(entries, Some((vec!["a".into(), "b".into()], List::Unsigned([1, 2].into()))));
        assert_eq!(u8::try_from(Value::Unsigned(255)), Ok(255));
        assert_eq!(u8::try_from(Value::Unsigned(256)), Err(OtherType));
        assert_eq!(OtherType.to_string(), "the value is of another type, or out of range");
        assert_eq!(u64::try_from(Value::Signed(1)), Err(OtherType));
        assert_eq!(bool::try_from(Value::Bool(true)), Ok(true));
        assert_eq!(String::try_from(Value::from("a")), Ok("a".to_owned()));
        assert_eq!(f32::try_from(Value::Float(0.1)), Ok(0.1_f32));
        assert_eq!(f64::try_from(Value::Bool(true)), Err(OtherType));
    }
}
