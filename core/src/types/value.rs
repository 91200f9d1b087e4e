//! Values of types.

use super::JsonText;

/// A value. It does not contain its type; [`Type::check`](super::Type::check) checks whether it fits a type.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub enum Value {
    /// A value of `bool`.
    Bool(bool),
    /// A value of an unsigned integer type.
    Unsigned(u64),
    /// A value of a signed integer type.
    Signed(i64),
    /// A value of a floating-point type: finite, never -0, and for a `float32` representable as one.
    Float(f64),
    /// A value of `string`.
    String(Box<str>),
    /// A value of an enum: the number of the variant.
    Variant(i64),
    /// A value of a struct: one value per member, in ascending order of their keys.
    Struct(Box<[Value]>),
    /// A value of a vector or array.
    List(List),
    /// A value of a map.
    Map(MapEntries),
    /// A value of `json`.
    Json(JsonText),
    /// A value of a union.
    Union(Box<UnionValue>),
    /// The absent value of an optional field or member.
    Absent,
    /// The null value of a nullable field or member. The null of a `json` is a [`Value::Json`].
    Null,
}

impl Value {
    /// Whether it is the absent value.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether it is the null value of a nullable field or member.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is a value of a type: neither absent nor null.
    #[must_use]
    pub const fn is_of_type(&self) -> bool {
        !matches!(self, Self::Absent | Self::Null)
    }

    /// The value of a `bool`; `None` for other values.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The value of an unsigned integer type; `None` for other values.
    #[must_use]
    pub fn as_unsigned(&self) -> Option<u64> {
        if let Self::Unsigned(value) = self { Some(*value) } else { None }
    }

    /// The value of a signed integer type; `None` for other values.
    #[must_use]
    pub fn as_signed(&self) -> Option<i64> {
        if let Self::Signed(value) = self { Some(*value) } else { None }
    }

    /// The value of a floating-point type; `None` for other values.
    #[must_use]
    pub fn as_float(&self) -> Option<f64> {
        if let Self::Float(value) = self { Some(*value) } else { None }
    }

    /// The value of a `string`; `None` for other values.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The number of an enum's variant; `None` for other values.
    #[must_use]
    pub fn as_variant(&self) -> Option<i64> {
        if let Self::Variant(number) = self { Some(*number) } else { None }
    }

    /// The values of a struct's members, in ascending order of their keys; `None` for other values.
    #[must_use]
    pub fn as_members(&self) -> Option<&[Self]> {
        if let Self::Struct(values) = self { Some(values) } else { None }
    }

    /// The elements of a vector or array; `None` for other values.
    #[must_use]
    pub fn as_list(&self) -> Option<&List> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The entries of a map, in ascending byte order of their keys; `None` for other values.
    #[must_use]
    pub fn as_map(&self) -> Option<&MapEntries> {
        if let Self::Map(entries) = self { Some(entries) } else { None }
    }

    /// The value of a `json`; `None` for other values.
    #[must_use]
    pub fn as_json(&self) -> Option<&JsonText> {
        if let Self::Json(text) = self { Some(text) } else { None }
    }

    /// The case and the value of a union; `None` for other values.
    #[must_use]
    pub fn as_union(&self) -> Option<&UnionValue> {
        if let Self::Union(value) = self { Some(value) } else { None }
    }

    /// The member of a struct at a position, or the value of a union if it is of the case at this position. `None` for
    /// other values and cases.
    #[must_use]
    pub fn member_or_case(&self, position: u32) -> Option<&Self> {
        match self.as_union() {
            Some(union) => (union.case == position).then_some(&union.value),
            None => self.as_members()?.get(position as usize),
        }
    }

    /// As [`as_members`](Self::as_members), for an owned value.
    pub(crate) fn into_members(self) -> Option<Box<[Self]>> {
        if let Self::Struct(values) = self { Some(values) } else { None }
    }

    /// As [`as_list`](Self::as_list), for an owned value.
    pub(crate) fn into_list(self) -> Option<List> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// As [`as_map`](Self::as_map), for an owned value.
    pub(crate) fn into_map(self) -> Option<MapEntries> {
        if let Self::Map(entries) = self { Some(entries) } else { None }
    }

    /// As [`as_json`](Self::as_json), for an owned value.
    pub(crate) fn into_json(self) -> Option<JsonText> {
        if let Self::Json(text) = self { Some(text) } else { None }
    }

    /// As [`as_union`](Self::as_union), for an owned value.
    pub(crate) fn into_union(self) -> Option<UnionValue> {
        if let Self::Union(value) = self { Some(*value) } else { None }
    }
}

/// A value of a union.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct UnionValue {
    /// The position of its case, from 0, among the cases by name.
    pub case: u32,
    /// The value of the case. It is never absent.
    pub value: Value,
}

/// The value `false` of the first case: a placeholder for a value that was taken.
impl Default for UnionValue {
    fn default() -> Self {
        Self { case: 0, value: Value::Bool(false) }
    }
}

/// The elements of a vector or array, or the values of a map. Elements of a kind have their own list: a number takes at
/// most eight bytes instead of the size of a [`Value`]. So a few bytes of a hostile file cannot take much memory.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "each holds what the value of the same name holds")]
pub enum List {
    Bool(Box<[bool]>),
    Unsigned(Box<[u64]>),
    Signed(Box<[i64]>),
    Float(Box<[f64]>),
    String(Box<[Box<str>]>),
    Variant(Box<[i64]>),
    Struct(Box<[Box<[Value]>]>),
    List(Box<[List]>),
    Map(Box<[MapEntries]>),
    Json(Box<[JsonText]>),
    Union(Box<[UnionValue]>),
}

impl Default for List {
    fn default() -> Self {
        Self::Bool(Box::default())
    }
}

impl List {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Bool(list) => list.len(),
            Self::Unsigned(list) => list.len(),
            Self::Signed(list) => list.len(),
            Self::Float(list) => list.len(),
            Self::String(list) => list.len(),
            Self::Variant(list) => list.len(),
            Self::Struct(list) => list.len(),
            Self::List(list) => list.len(),
            Self::Map(list) => list.len(),
            Self::Json(list) => list.len(),
            Self::Union(list) => list.len(),
        }
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at this position, from 0.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        match self {
            Self::Bool(list) => list.get(index).copied().map(Value::Bool),
            Self::Unsigned(list) => list.get(index).copied().map(Value::Unsigned),
            Self::Signed(list) => list.get(index).copied().map(Value::Signed),
            Self::Float(list) => list.get(index).copied().map(Value::Float),
            Self::String(list) => list.get(index).cloned().map(Value::String),
            Self::Variant(list) => list.get(index).copied().map(Value::Variant),
            Self::Struct(list) => list.get(index).cloned().map(Value::Struct),
            Self::List(list) => list.get(index).cloned().map(Value::List),
            Self::Map(list) => list.get(index).cloned().map(Value::Map),
            Self::Json(list) => list.get(index).cloned().map(Value::Json),
            Self::Union(list) => list.get(index).cloned().map(Value::from),
        }
    }

    /// Takes the element at this index, to change it and [`set`](Self::set) it again. Leaves an empty string, struct,
    /// list or map, a JSON null, or the value `false` of the first case of a union, in its place.
    pub fn take(&mut self, index: usize) -> Option<Value> {
        match self {
            Self::String(list) => list.get_mut(index).map(std::mem::take).map(Value::String),
            Self::Struct(list) => list.get_mut(index).map(std::mem::take).map(Value::Struct),
            Self::List(list) => list.get_mut(index).map(std::mem::take).map(Value::List),
            Self::Map(list) => list.get_mut(index).map(std::mem::take).map(Value::Map),
            Self::Json(list) => list.get_mut(index).map(std::mem::take).map(Value::Json),
            Self::Union(list) => list.get_mut(index).map(std::mem::take).map(Value::from),
            Self::Bool(_) | Self::Unsigned(_) | Self::Signed(_) | Self::Float(_) | Self::Variant(_) => {
                self.get(index)
            }
        }
    }

    /// Replaces the element at this index. Returns `None` and changes nothing if there is no such element, or if the
    /// value has another kind.
    pub fn set(&mut self, index: usize, value: Value) -> Option<()> {
        fn set<T>(list: &mut [T], index: usize, value: T) -> Option<()> {
            *list.get_mut(index)? = value;
            Some(())
        }
        match (self, value) {
            (Self::Bool(list), Value::Bool(value)) => set(list, index, value),
            (Self::Unsigned(list), Value::Unsigned(value)) => set(list, index, value),
            (Self::Signed(list), Value::Signed(value)) => set(list, index, value),
            (Self::Float(list), Value::Float(value)) => set(list, index, value),
            (Self::String(list), Value::String(value)) => set(list, index, value),
            (Self::Variant(list), Value::Variant(value)) => set(list, index, value),
            (Self::Struct(list), Value::Struct(value)) => set(list, index, value),
            (Self::List(list), Value::List(value)) => set(list, index, value),
            (Self::Map(list), Value::Map(value)) => set(list, index, value),
            (Self::Json(list), Value::Json(value)) => set(list, index, value),
            (Self::Union(list), Value::Union(value)) => set(list, index, *value),
            (_, _) => None,
        }
    }

    /// The elements as values, to change some of them.
    #[must_use]
    pub fn to_values(&self) -> Vec<Value> {
        match self {
            Self::Bool(list) => list.iter().copied().map(Value::Bool).collect(),
            Self::Unsigned(list) => list.iter().copied().map(Value::Unsigned).collect(),
            Self::Signed(list) => list.iter().copied().map(Value::Signed).collect(),
            Self::Float(list) => list.iter().copied().map(Value::Float).collect(),
            Self::String(list) => list.iter().cloned().map(Value::String).collect(),
            Self::Variant(list) => list.iter().copied().map(Value::Variant).collect(),
            Self::Struct(list) => list.iter().cloned().map(Value::Struct).collect(),
            Self::List(list) => list.iter().cloned().map(Value::List).collect(),
            Self::Map(list) => list.iter().cloned().map(Value::Map).collect(),
            Self::Json(list) => list.iter().cloned().map(Value::Json).collect(),
            Self::Union(list) => list.iter().cloned().map(Value::from).collect(),
        }
    }
}

/// The entries of a map: strictly ascending by the bytes of their keys. Keys of an enum type are the names of its
/// variants, so that the order does not depend on the type.
///
/// Keys and values are stored in separate lists, to save memory: see [`List`].
#[derive(Debug, Clone, PartialEq, PartialOrd, Default)]
pub struct MapEntries(Box<MapColumns>);

/// One allocation, so that [`Value`] stays small.
#[derive(Debug, Clone, PartialEq, PartialOrd, Default)]
struct MapColumns {
    keys: Box<[Box<str>]>,
    values: List,
}

impl MapEntries {
    /// Entries with ascending keys. `None` if the keys are not strictly ascending, or if the numbers of keys and values
    /// differ.
    #[must_use]
    pub fn ascending(keys: Box<[Box<str>]>, values: List) -> Option<Self> {
        let is_valid = keys.len() == values.len() && keys.is_sorted_by(|a, b| a < b);
        is_valid.then(|| Self::of_ascending(keys, values))
    }

    /// Entries whose keys are known to be strictly ascending, with one value per key.
    pub(crate) fn of_ascending(keys: Box<[Box<str>]>, values: List) -> Self {
        Self(Box::new(MapColumns { keys, values }))
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

    /// Takes the value of the entry at this position, as [`List::take`] does.
    pub fn take(&mut self, position: usize) -> Option<Value> {
        self.0.values.take(position)
    }

    /// Sets the value of the entry at this position, as [`List::set`] does.
    pub fn set(&mut self, position: usize, value: Value) -> Option<()> {
        self.0.values.set(position, value)
    }

    /// The entries as pairs, to change some of them.
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
