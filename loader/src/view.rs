//! Values as they are read: views into verified values, made on request.

use confc_core::types::{self, List, MapEntries, StructType, Type, UnionCase, UnionValue};
use std::fmt::{self, Debug, Formatter};

/// A value, borrowed from [`Values`](crate::Values), a default or a plan.
///
/// Integers are 64 bits wide, for any declared width. A `float32` is exact as `f64`. No float is infinite, NaN or
/// negative zero.
///
/// Its `Debug` text shows the value even if its field is sensitive; only members that are sensitive themselves are
/// `<set>`. Print [`Values`](crate::Values), which hides every sensitive value, unless you know the field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ValueRef<'a> {
    /// A value of a `bool`.
    Bool(bool),
    /// A value of an unsigned integer type.
    Unsigned(u64),
    /// A value of a signed integer type.
    Signed(i64),
    /// A value of a `float32` or `float64`.
    Float(f64),
    /// A value of a `string`.
    String(&'a str),
    /// A value of an enum.
    Variant {
        /// The name of the variant.
        name: &'a str,
        /// The number of the variant.
        number: i64,
    },
    /// A value of a struct: its members by key.
    Struct(MapRef<'a>),
    /// A value of a vector or an array.
    List(ListRef<'a>),
    /// A value of a map: its entries by key.
    Map(MapRef<'a>),
    /// A value of a `json`: its [canonical text](Self::as_json).
    Json(&'a str),
    /// A value of a union: its case, and the value of the case.
    Union(UnionRef<'a>),
    /// An optional field or member without a value.
    Absent,
    /// The null of a nullable field or member. The null of a `json` is a [`Json`](Self::Json).
    Null,
}

impl<'a> ValueRef<'a> {
    /// Views a value of this type. Verified values always fit; one that does not is shown as absent.
    pub(crate) fn new(ty: &'a Type, value: &'a types::Value) -> Self {
        match (value, ty) {
            (types::Value::Bool(value), _) => Self::Bool(*value),
            (types::Value::Unsigned(value), _) => Self::Unsigned(*value),
            (types::Value::Signed(value), _) => Self::Signed(*value),
            (types::Value::Float(value), _) => Self::Float(*value),
            (types::Value::String(text), _) => Self::String(text),
            (types::Value::Variant(number), ty) => Self::variant(ty, *number),
            (types::Value::Struct(values), Type::Struct(ty)) => Self::members(ty, values),
            (types::Value::List(list), ty) => Self::list(ty, list),
            (types::Value::Map(entries), ty) => Self::entries(ty, entries),
            (types::Value::Json(text), _) => Self::Json(text.as_str()),
            (types::Value::Null, _) => Self::Null,
            (types::Value::Union(value), ty) => Self::union(ty, value),
            (_, _) => Self::Absent,
        }
    }

    fn variant(ty: &'a Type, number: i64) -> Self {
        let variant = ty.variant(number);
        variant.map_or(Self::Absent, |variant| Self::Variant { name: variant.name.as_str(), number })
    }

    fn members(ty: &'a StructType, values: &'a [types::Value]) -> Self {
        Self::Struct(MapRef { content: MapContent::Members(ty, values) })
    }

    fn list(ty: &'a Type, list: &'a List) -> Self {
        ty.element().map_or(Self::Absent, |ty| Self::List(ListRef { ty, list }))
    }

    fn entries(ty: &'a Type, entries: &'a MapEntries) -> Self {
        let Type::Map(ty) = ty else { return Self::Absent };
        Self::Map(MapRef { content: MapContent::Entries(ty.value(), entries) })
    }

    fn union(ty: &'a Type, union: &'a UnionValue) -> Self {
        let case = ty.cases().get(union.case as usize);
        case.map_or(Self::Absent, |case| Self::Union(UnionRef { case, union }))
    }

    /// The element of this type at this index.
    pub(crate) fn element(ty: &'a Type, list: &'a List, index: usize) -> Option<Self> {
        match list {
            List::Bool(list) => list.get(index).copied().map(Self::Bool),
            List::Unsigned(list) => list.get(index).copied().map(Self::Unsigned),
            List::Signed(list) => list.get(index).copied().map(Self::Signed),
            List::Float(list) => list.get(index).copied().map(Self::Float),
            List::String(list) => list.get(index).map(|text| Self::String(text)),
            List::Variant(list) => list.get(index).map(|number| Self::variant(ty, *number)),
            List::Struct(list) => {
                let values = list.get(index)?;
                let Type::Struct(ty) = ty else { return Some(Self::Absent) };
                Some(Self::members(ty, values))
            }
            List::List(list) => Some(Self::list(ty, list.get(index)?)),
            List::Map(list) => Some(Self::entries(ty, list.get(index)?)),
            List::Json(list) => list.get(index).map(|text| Self::Json(text.as_str())),
            List::Union(list) => list.get(index).map(|value| Self::union(ty, value)),
        }
    }

    /// The value of a `bool`; `None` for other types.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(value) } else { None }
    }

    /// The value of an unsigned integer type; `None` for other types, signed ones included.
    #[must_use]
    pub fn as_unsigned(self) -> Option<u64> {
        if let Self::Unsigned(value) = self { Some(value) } else { None }
    }

    /// The value of a signed integer type; `None` for other types, unsigned ones included.
    #[must_use]
    pub fn as_signed(self) -> Option<i64> {
        if let Self::Signed(value) = self { Some(value) } else { None }
    }

    /// The value of a `float32` or `float64`; `None` for other types.
    #[must_use]
    pub fn as_float(self) -> Option<f64> {
        if let Self::Float(value) = self { Some(value) } else { None }
    }

    /// The value of a `string`; `None` for other types, enums and JSON included.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The name of an enum's variant; `None` for other types.
    #[must_use]
    pub fn as_variant(self) -> Option<&'a str> {
        if let Self::Variant { name, .. } = self { Some(name) } else { None }
    }

    /// The elements of a vector or an array; `None` for other types.
    #[must_use]
    pub fn as_list(self) -> Option<ListRef<'a>> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The members of a struct, or the entries of a map; `None` for other types.
    #[must_use]
    pub fn as_map(self) -> Option<MapRef<'a>> {
        if let Self::Struct(map) | Self::Map(map) = self { Some(map) } else { None }
    }

    /// The canonical text of a `json`; `None` for other types, strings included. Equal values have equal texts.
    ///
    /// The text is JSON without white space. Members are in ascending order of the UTF-8 bytes of their unescaped keys,
    /// each once. Strings escape only `"`, `\` and the characters below U+0020. A number without a point is an integer
    /// from -2^63 to 2^64-1; any other number is the shortest text of a finite `f64`, with a point. Arrays and objects
    /// nest at most 64 levels deep. The text may be secret or untrusted: see [`ValueRef`].
    ///
    /// ```
    /// use confc_loader::ValueRef;
    ///
    /// let affinity = ValueRef::Json(r#"{"weight":1.0,"zones":["a","b"]}"#);
    /// assert_eq!(affinity.as_json(), Some(r#"{"weight":1.0,"zones":["a","b"]}"#));
    /// assert_eq!(affinity.as_str(), None);
    /// assert_eq!(ValueRef::String("a").as_json(), None);
    /// ```
    #[must_use]
    pub fn as_json(self) -> Option<&'a str> {
        if let Self::Json(text) = self { Some(text) } else { None }
    }

    /// The case of a union with its value; `None` for other types.
    #[must_use]
    pub fn as_union(self) -> Option<UnionRef<'a>> {
        if let Self::Union(union) = self { Some(union) } else { None }
    }

    /// Whether it is an optional field or member without a value.
    #[must_use]
    pub fn is_absent(self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether it is the null of a nullable field or member. An absent value and the null of a `json` are not.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self, Self::Null)
    }
}

/// A value of a union.
#[derive(Clone, Copy)]
pub struct UnionRef<'a> {
    case: &'a UnionCase,
    pub(crate) union: &'a UnionValue,
}

impl<'a> UnionRef<'a> {
    /// The name of the case.
    #[must_use]
    pub fn case(self) -> &'a str {
        self.case.name.as_str()
    }

    /// The value of the case. It is neither a union nor absent.
    #[must_use]
    pub fn value(self) -> ValueRef<'a> {
        ValueRef::new(&self.case.ty, &self.union.value)
    }

    /// The type of the value.
    #[cfg(feature = "serde")]
    pub(crate) fn ty(self) -> &'a Type {
        &self.case.ty
    }
}

impl PartialEq for UnionRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.case() == other.case() && self.value() == other.value()
    }
}

/// Shows `number(80)`.
impl Debug for UnionRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.case()).field(&self.value()).finish()
    }
}

/// The elements of a vector or an array, in their order.
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    /// The type of the elements.
    pub(crate) ty: &'a Type,
    pub(crate) list: &'a List,
}

impl<'a> ListRef<'a> {
    /// The element at this index, counted from 0.
    #[must_use]
    pub fn get(self, index: usize) -> Option<ValueRef<'a>> {
        ValueRef::element(self.ty, self.list, index)
    }

    /// Every element. The iterator knows its length.
    pub fn iter(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> {
        (0..self.list.len()).map(move |index| self.get(index).unwrap_or(ValueRef::Absent))
    }
}

impl PartialEq for ListRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Debug for ListRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The members of a struct or the entries of a map, in ascending byte order of their keys. Keys of a map with an enum
/// type are the names of its variants.
#[derive(Clone, Copy)]
pub struct MapRef<'a> {
    pub(crate) content: MapContent<'a>,
}

#[derive(Clone, Copy)]
pub(crate) enum MapContent<'a> {
    /// One value for each member of the type.
    Members(&'a StructType, &'a [types::Value]),
    /// Entries, with values of the type.
    Entries(&'a Type, &'a MapEntries),
}

impl<'a> MapRef<'a> {
    /// The value of the member or entry with this key; absent for an optional member without a value. Takes time for a
    /// binary search.
    #[must_use]
    pub fn get(self, key: &str) -> Option<ValueRef<'a>> {
        let position = match self.content {
            MapContent::Members(ty, _) => ty.position(key),
            MapContent::Entries(_, entries) => entries.position(key),
        };
        position.and_then(|at| self.at(at)).map(|(_, value)| value)
    }

    /// Every member or entry: its key and its value. The iterator knows its length.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (&'a str, ValueRef<'a>)> {
        let len = match self.content {
            MapContent::Members(ty, _) => ty.members().len(),
            MapContent::Entries(_, entries) => entries.len(),
        };
        (0..len).map(move |at| self.at(at).unwrap_or(("", ValueRef::Absent)))
    }

    fn at(self, at: usize) -> Option<(&'a str, ValueRef<'a>)> {
        match self.content {
            MapContent::Members(ty, values) => {
                let member = ty.members().get(at)?;
                Some((member.key.as_str(), ValueRef::new(&member.ty, values.get(at)?)))
            }
            MapContent::Entries(ty, entries) => {
                let key = entries.keys().get(at)?;
                Some((key, ValueRef::element(ty, entries.values(), at)?))
            }
        }
    }

    /// Whether the member at this position is sensitive.
    fn is_sensitive(self, at: usize) -> bool {
        let MapContent::Members(ty, _) = self.content else { return false };
        ty.members().get(at).is_some_and(|member| member.sensitive)
    }
}

impl PartialEq for MapRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// Shows `<set>` for sensitive members.
impl Debug for MapRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (at, (key, value)) in self.iter().enumerate() {
            if self.is_sensitive(at) && !value.is_absent() {
                map.entry(&key, &format_args!("<set>"));
            } else {
                map.entry(&key, &value);
            }
        }
        map.finish()
    }
}
