//! Values as Rust types.

use crate::value::Value;
use confc_core::types::{self, List, UnionValue};
use std::collections::BTreeMap;

/// A Rust type for the values of a declared type, or for the keys of maps.
pub trait Typed: Sized {
    /// The value as this type; `None` if it is of another type.
    fn from_value(value: Value) -> Option<Self>;

    /// The value, which is not checked yet.
    fn into_value(self) -> Value;
}

/// A type for elements of vectors and arrays, and for values of maps. Vectors, arrays and maps are such types, too.
pub trait Element: Typed {
    /// The elements as a vector or an array.
    fn into_list(elements: Box<[Self]>) -> Value;
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Typed for $ty {
            fn from_value(value: Value) -> Option<Self> {
                value.0.try_into().ok()
            }

            fn into_value(self) -> Value {
                self.into()
            }
        }

        impl Element for $ty {
            fn into_list(elements: Box<[Self]>) -> Value {
                elements.into_iter().collect()
            }
        }
    )*};
}

scalars! { bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 Box<str> }

/// The elements of a list, or the values of a map; `None` if one is of another type.
fn elements<T: Typed>(list: List) -> Option<Box<[T]>> {
    fn each<T: Typed, V>(values: Box<[V]>, value: impl Fn(V) -> types::Value) -> Option<Box<[T]>> {
        values.into_iter().map(|one| T::from_value(Value(value(one)))).collect()
    }
    match list {
        List::Bool(list) => each(list, types::Value::Bool),
        List::Unsigned(list) => each(list, types::Value::Unsigned),
        List::Signed(list) => each(list, types::Value::Signed),
        List::Float(list) => each(list, types::Value::Float),
        List::String(list) => each(list, types::Value::String),
        List::Variant(list) => each(list, types::Value::Variant),
        List::Struct(list) => each(list, types::Value::Struct),
        List::List(list) => each(list, types::Value::List),
        List::Map(list) => each(list, types::Value::Map),
        List::Json(list) => each(list, types::Value::Json),
        List::Union(list) => each(list, types::Value::from),
    }
}

/// A value that may be absent or null. If it may be both, it is an `Option<Option<T>>`: `None` is absent, and `Some(None)`
/// null.
impl<T: Typed> Typed for Option<T> {
    /// Null is the innermost `None`: only an `Option` is made of it.
    fn from_value(value: Value) -> Option<Self> {
        if value.0.is_absent() {
            return Some(None);
        }
        if value.0.is_null() { Some(T::from_value(value)) } else { T::from_value(value).map(Some) }
    }

    /// `None` is absent, inside another `Option` null.
    fn into_value(self) -> Value {
        let Some(value) = self else { return Value::absent() };
        let value = value.into_value();
        if value.0.is_absent() { Value::null() } else { value }
    }
}

/// A vector, or an array that is too long for `[T; N]`.
impl<T: Element> Typed for Box<[T]> {
    fn from_value(value: Value) -> Option<Self> {
        if let types::Value::List(list) = value.0 { elements(list) } else { None }
    }

    fn into_value(self) -> Value {
        T::into_list(self)
    }
}

impl<T: Element> Element for Box<[T]> {
    fn into_list(elements: Box<[Self]>) -> Value {
        Value::lists(elements.into_iter().map(Typed::into_value))
    }
}

/// An array. It is in a box, so that arrays in arrays do not fill the stack.
impl<T: Element, const N: usize> Typed for Box<[T; N]> {
    fn from_value(value: Value) -> Option<Self> {
        <Box<[T]>>::from_value(value)?.try_into().ok()
    }

    fn into_value(self) -> Value {
        let elements: Box<[T]> = self;
        elements.into_value()
    }
}

impl<T: Element, const N: usize> Element for Box<[T; N]> {
    fn into_list(elements: Box<[Self]>) -> Value {
        Value::lists(elements.into_iter().map(Typed::into_value))
    }
}

/// A map. Its keys are texts, or variants by their names.
impl<K: Typed + Ord, V: Element> Typed for BTreeMap<K, V> {
    fn from_value(value: Value) -> Option<Self> {
        let types::Value::Map(entries) = value.0 else { return None };
        let (keys, values) = entries.into_parts();
        let values = elements(values)?;
        let keys = keys.into_iter().map(|key| K::from_value(Value(types::Value::String(key))));
        keys.zip(values).map(|(key, value)| Some((key?, value))).collect()
    }

    fn into_value(self) -> Value {
        let text = |key: K| Box::from_value(key.into_value()).unwrap_or_default();
        let mut entries: Vec<(Box<str>, V)> =
            self.into_iter().map(|(key, value)| (text(key), value)).collect();
        // The keys of an enum are sorted by number here, and by name in a value.
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (keys, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        Value::entries(keys, V::into_list(values.into()))
    }
}

impl<K: Typed + Ord, V: Element> Element for BTreeMap<K, V> {
    fn into_list(elements: Box<[Self]>) -> Value {
        Value::maps(elements.into_iter().map(Typed::into_value))
    }
}

/// The values of a struct's members, in ascending byte order of their keys; `None` for other types.
pub fn members(value: Value) -> Option<impl Iterator<Item = Value>> {
    if let types::Value::Struct(values) = value.0 { Some(values.into_iter().map(Value)) } else { None }
}

/// The number of an enum's variant; `None` for other types.
#[must_use]
pub fn variant(value: Value) -> Option<i64> {
    value.0.as_variant()
}

/// The case of a union by its position, and its value; `None` for other types. Positions count from 0, in ascending byte
/// order of the names of the cases.
#[must_use]
pub fn case(value: Value) -> Option<(u32, Value)> {
    let types::Value::Union(union) = value.0 else { return None };
    Some((union.case, Value(union.value)))
}

/// A value of a union, of the case at this position: see [`case`].
///
/// ```
/// use confc_loader::LoadOptions;
/// use confc_loader::client::v1::of_case;
///
/// // The cases of the union `port` are `name` and `number`.
/// let options = LoadOptions::new().override_value("port", of_case(1, 8080_u16));
/// # let _ = options;
/// ```
#[must_use]
pub fn of_case(case: u32, value: impl Typed) -> Value {
    Value(UnionValue { case, value: value.into_value().0 }.into())
}

/// A vector or an array of unions.
#[must_use]
pub fn unions<T: Typed>(elements: Box<[T]>) -> Value {
    // A client writes unions as nothing else; a case that no union has would not fit.
    let other = || UnionValue { case: u32::MAX, ..UnionValue::default() };
    let union = |value: Value| if let types::Value::Union(union) = value.0 { *union } else { other() };
    let unions = elements.into_iter().map(|one| union(one.into_value())).collect();
    Value(types::Value::List(List::Union(unions)))
}

/// A vector or an array of structs.
#[must_use]
pub fn structs<T: Typed>(elements: Box<[T]>) -> Value {
    // A client writes structs as nothing else; a struct without members would not fit.
    let members =
        |value: Value| if let types::Value::Struct(members) = value.0 { members } else { Box::default() };
    let structs = elements.into_iter().map(|one| members(one.into_value())).collect();
    Value(types::Value::List(List::Struct(structs)))
}

/// A vector or an array of variants of an enum.
#[must_use]
pub fn variants<T: Copy>(elements: &[T], number: impl Fn(T) -> i64) -> Value {
    let numbers = elements.iter().map(|one| number(*one)).collect();
    Value(types::Value::List(List::Variant(numbers)))
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
    fn null_and_absent_are_two_values_only_in_two_options() {
        assert_eq!(<Option<u8>>::from_value(Value::null()), Some(None));
        assert_eq!(<Option<u8>>::from_value(Value::absent()), Some(None));
        assert_eq!(None::<u8>.into_value(), Value::absent());
        type Both = Option<Option<u8>>;
        for (both, value) in
            [(None, Value::absent()), (Some(None), Value::null()), (Some(Some(7)), 7_u8.into())]
        {
            assert_eq!(Both::from_value(value.clone()), Some(both));
            assert_eq!(both.into_value(), value);
        }
    }

    #[test]
    fn lists_and_maps_nest() {
        type Tags = Box<[Box<[Box<str>]>]>;
        type Weights = BTreeMap<Box<str>, Box<[Box<[u8; 2]>]>>;
        let tags: Tags = [[].into(), ["a".into(), "b".into()].into()].into();
        assert_eq!(Tags::from_value(tags.clone().into_value()), Some(tags));
        let weights: Weights = [("x".into(), [[1, 2].into()].into()), ("y".into(), [].into())].into();
        assert_eq!(Weights::from_value(weights.clone().into_value()), Some(weights.clone()));
        let maps: Box<[Weights]> = [weights, Weights::new()].into();
        assert_eq!(<Box<[Weights]>>::from_value(maps.clone().into_value()), Some(maps));
        assert_eq!(<Box<[Box<[u8]>]>>::from_value(Tags::default().into_value()), Some([].into()));
        assert_eq!(<Box<[Box<[u8]>]>>::from_value(vec![1_u8].into()), None);
    }

    /// An empty list has the kind of its elements, as it has in a value file.
    #[test]
    fn an_empty_list_of_lists_holds_lists() {
        let empty = |list: List| Value(types::Value::List(list));
        assert_eq!(<Box<[Box<[bool]>]>>::default().into_value(), empty(List::List([].into())));
        assert_eq!(<Box<[Box<[bool; 1]>]>>::default().into_value(), empty(List::List([].into())));
        let maps = <Box<[BTreeMap<Box<str>, bool>]>>::default();
        assert_eq!(maps.into_value(), empty(List::Map([].into())));
    }

    /// As a generated client has it.
    #[derive(Debug, Clone, PartialEq)]
    enum Port {
        Name(Box<str>),
        Number(u16),
    }

    impl Typed for Port {
        fn from_value(value: Value) -> Option<Self> {
            let (position, value) = case(value)?;
            match position {
                0 => Typed::from_value(value).map(Self::Name),
                1 => Typed::from_value(value).map(Self::Number),
                _ => None,
            }
        }

        fn into_value(self) -> Value {
            match self {
                Self::Name(value) => of_case(0, value),
                Self::Number(value) => of_case(1, value),
            }
        }
    }

    impl Element for Port {
        fn into_list(elements: Box<[Self]>) -> Value {
            unions(elements)
        }
    }

    #[test]
    fn unions_come_back_as_they_were() {
        for port in [Port::Name("80".into()), Port::Number(80)] {
            assert_eq!(Port::from_value(port.clone().into_value()), Some(port.clone()));
            let list: Box<[Port]> = [port.clone(), port].into();
            assert_eq!(<Box<[Port]>>::from_value(list.clone().into_value()), Some(list.clone()));
            let lists: BTreeMap<Box<str>, Box<[Port]>> = [("a".into(), list), ("b".into(), [].into())].into();
            assert_eq!(<BTreeMap<_, _>>::from_value(lists.clone().into_value()), Some(lists));
        }
        let empty = Value(types::Value::List(List::Union([].into())));
        assert_eq!(<Box<[Port]>>::default().into_value(), empty);
        assert_eq!(<Option<Port>>::from_value(Value::null()), Some(None));
        for other in [80_u16.into(), "80".into(), of_case(0, 80_u16), of_case(2, 80_u16)] {
            assert_eq!(Port::from_value(other), None);
        }
    }

    #[test]
    fn values_of_other_types_are_refused() {
        assert_eq!(u8::from_value(256_u64.into()), None);
        assert_eq!(i8::from_value(1_u64.into()), None);
        assert_eq!(bool::from_value(1_u64.into()), None);
        let list = || Value::from(vec![1_u64, 2]);
        assert_eq!(<Box<[u8]>>::from_value(list()), Some([1, 2].into()));
        assert_eq!(<Box<[u8; 3]>>::from_value(list()), None);
        assert_eq!(<Box<[i8]>>::from_value(list()), None);
        assert_eq!(<BTreeMap<Box<str>, u8>>::from_value(list()), None);
        assert_eq!(<Option<u8>>::from_value(true.into()), None);
        assert_eq!(u8::from_value(Value::absent()), None);
        assert_eq!(u8::from_value(Value::null()), None);
        assert_eq!(<Option<Option<u8>>>::from_value(true.into()), None);
    }

    #[test]
    fn a_negative_zero_is_a_zero() {
        assert_eq!((-0.0_f32).into_value().0.as_float().map(f64::to_bits), Some(0));
        let Some(List::Float(list)) = f64::into_list([-0.0].into()).into_list() else { panic!("floats") };
        assert_eq!(list.first().copied().map(f64::to_bits), Some(0));
    }
}
