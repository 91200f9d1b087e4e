//! Values as Rust types.

use super::DeclaredMembers;
use crate::types::{List, MapEntries, Value};
use std::collections::BTreeMap;

/// A Rust type for the values of a declared type.
pub trait Typed: Sized {
    /// The value; `None` of one of another type.
    fn from_value(value: Value) -> Option<Self>;

    /// The value in the loader's form, not checked yet.
    fn into_value(self) -> Value;
}

/// A type for elements of vectors and arrays.
pub trait Element: Typed {
    /// The elements in the loader's form.
    fn into_list(elements: Box<[Self]>) -> List;
}

/// A struct of a client: the whole configuration, or a struct in it.
pub trait Structure: Typed {
    /// Its members as they are declared.
    fn declared() -> DeclaredMembers;
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Typed for $ty {
            fn from_value(value: Value) -> Option<Self> {
                value.try_into().ok()
            }

            fn into_value(self) -> Value {
                self.into()
            }
        }

        impl Element for $ty {
            fn into_list(elements: Box<[Self]>) -> List {
                elements.into_iter().collect()
            }
        }
    )*};
}

scalars! { bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 Box<str> }

/// The elements of a list, or the values of a map; `None` where one is of another type.
fn elements<T: Typed>(list: List) -> Option<Box<[T]>> {
    fn each<T: Typed, V>(values: Box<[V]>, value: impl Fn(V) -> Value) -> Option<Box<[T]>> {
        values.into_iter().map(|one| T::from_value(value(one))).collect()
    }
    match list {
        List::Bool(list) => each(list, Value::Bool),
        List::Unsigned(list) => each(list, Value::Unsigned),
        List::Signed(list) => each(list, Value::Signed),
        List::Float(list) => each(list, Value::Float),
        List::String(list) => each(list, Value::String),
        List::Variant(list) => each(list, Value::Variant),
        List::Struct(list) => each(list, Value::Struct),
    }
}

/// A value that is optional.
impl<T: Typed> Typed for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value.is_absent() { Some(None) } else { T::from_value(value).map(Some) }
    }

    fn into_value(self) -> Value {
        self.map_or(Value::Absent, Typed::into_value)
    }
}

/// A vector, or an array too long for a type of its own.
impl<T: Element> Typed for Box<[T]> {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::List(list) = value { elements(list) } else { None }
    }

    fn into_value(self) -> Value {
        Value::List(T::into_list(self))
    }
}

/// An array. Behind a box, so that arrays in arrays do not fill the stack.
impl<T: Element, const N: usize> Typed for Box<[T; N]> {
    fn from_value(value: Value) -> Option<Self> {
        <Box<[T]>>::from_value(value)?.try_into().ok()
    }

    fn into_value(self) -> Value {
        let elements: Box<[T]> = self;
        elements.into_value()
    }
}

/// A type for the keys of maps.
pub trait TypedKey: Ord {
    /// The key, which is a text or the name of a variant; `None` of another type's.
    fn from_key(key: Box<str>) -> Option<Self>
    where
        Self: Sized;

    /// The key in the loader's form.
    fn into_key(self) -> Box<str>;
}

impl TypedKey for Box<str> {
    fn from_key(key: Box<str>) -> Option<Self> {
        Some(key)
    }

    fn into_key(self) -> Box<str> {
        self
    }
}

/// A map.
impl<K: TypedKey, V: Element> Typed for BTreeMap<K, V> {
    fn from_value(value: Value) -> Option<Self> {
        let Value::Map(entries) = value else { return None };
        let (keys, values) = entries.into_parts();
        let values = elements(values)?;
        keys.into_iter().map(K::from_key).zip(values).map(|(key, value)| Some((key?, value))).collect()
    }

    fn into_value(self) -> Value {
        let mut entries: Vec<(Box<str>, V)> =
            self.into_iter().map(|(key, value)| (key.into_key(), value)).collect();
        // Variants may be in another order than their names.
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (keys, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        Value::Map(MapEntries::of_ascending(keys.into(), V::into_list(values.into())))
    }
}

/// The values of a struct's members, one after the other in ascending order of their keys.
#[derive(Debug)]
pub struct MemberValues(std::vec::IntoIter<Value>);

impl MemberValues {
    /// The members of a struct; `None` for any other value.
    #[must_use]
    pub fn of(value: Value) -> Option<Self> {
        if let Value::Struct(values) = value { Some(Self(values.into_iter())) } else { None }
    }

    /// The value of the next member; `None` where it is of another type or there are no more members.
    pub fn next_value<T: Typed>(&mut self) -> Option<T> {
        self.0.next().and_then(T::from_value)
    }
}

/// The values of a struct's members while they are being collected.
#[derive(Debug, Default)]
pub struct WrittenMembers(Vec<Value>);

impl WrittenMembers {
    /// Adds the next member, in ascending order of their keys.
    pub fn push(&mut self, value: impl Typed) {
        self.0.push(value.into_value());
    }

    /// The struct.
    #[must_use]
    pub fn into_value(self) -> Value {
        Value::Struct(self.0.into())
    }
}

/// Elements that are structs, in the loader's form.
#[must_use]
pub fn structs<T: Structure>(elements: Box<[T]>) -> List {
    // No struct is written as anything else; were it so, no members would not fit.
    let members = |value| if let Value::Struct(members) = value { members } else { Box::default() };
    List::Struct(elements.into_iter().map(|one| members(one.into_value())).collect())
}

/// Elements that are variants of an enum, in the loader's form.
#[must_use]
pub fn variants<T: Copy>(elements: &[T], number: impl Fn(T) -> i64) -> List {
    List::Variant(elements.iter().map(|one| number(*one)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_as_they_were() {
        fn back<T: Typed + Clone + PartialEq + std::fmt::Debug>(values: &[T]) {
            for value in values {
                assert_eq!(T::from_value(value.clone().into_value()).as_ref(), Some(value));
            }
        }
        back(&[true, false]);
        back(&[u8::MIN, u8::MAX]);
        back(&[u64::MIN, u64::MAX]);
        back(&[i8::MIN, i8::MAX]);
        back(&[i64::MIN, i64::MAX]);
        back(&[f32::MIN, f32::MIN_POSITIVE, f32::MAX]);
        back(&[f64::MIN, f64::MIN_POSITIVE, f64::MAX]);
        back::<Box<str>>(&["".into(), "a\0".into()]);
        back(&[None, Some(0_u8)]);
        back::<Box<[u16]>>(&[[].into(), [1, u16::MAX].into()]);
        back::<Box<[f32; 2]>>(&[[0.1, -1.5].into()]);
        back::<Box<[Box<str>; 1]>>(&[["a".into()].into()]);
        back::<BTreeMap<Box<str>, u16>>(&[[].into(), [("a".into(), 1), ("b".into(), u16::MAX)].into()]);
    }

    #[test]
    fn values_of_other_types_are_refused() {
        assert_eq!(u8::from_value(Value::Unsigned(256)), None);
        assert_eq!(i8::from_value(Value::Unsigned(1)), None);
        assert_eq!(bool::from_value(Value::Unsigned(1)), None);
        let list = || Value::List(List::Unsigned([1, 2].into()));
        assert_eq!(<Box<[u8]>>::from_value(list()), Some([1, 2].into()));
        assert_eq!(<Box<[u8; 3]>>::from_value(list()), None);
        assert_eq!(<Box<[i8]>>::from_value(list()), None);
        assert_eq!(<BTreeMap<Box<str>, u8>>::from_value(list()), None);
        assert_eq!(<Option<u8>>::from_value(Value::Bool(true)), None);
        assert_eq!(u8::from_value(Value::Absent), None);
    }

    #[test]
    fn a_negative_zero_is_a_zero() {
        assert_eq!((-0.0_f32).into_value().as_float().map(f64::to_bits), Some(0));
        let List::Float(list) = f64::into_list([-0.0].into()) else { panic!("floats") };
        assert_eq!(list.first().copied().map(f64::to_bits), Some(0));
    }
}
