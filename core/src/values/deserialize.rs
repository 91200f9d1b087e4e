//! Loaded values as a serde `Deserializer`.

use super::loaded::LoadedValues;
use crate::text::escape;
use crate::types::{
    EnumType, Field, FloatKind, IntegerKind, List, MapEntries, StructType, Type, Value, entry_step, to_f32,
};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt::{self, Display, Formatter};

/// Why loaded values cannot be read into a component's own type. No value of a sensitive field is in its text.
#[derive(Clone, PartialEq, Eq)]
pub struct DeserializeError {
    /// The path of the field, as in `servers[2].port`; empty for the values as a whole.
    path: String,
    reason: DeserializeReason,
}

#[derive(Clone, PartialEq, Eq)]
enum DeserializeReason {
    /// What the component's type expects, and what the value is.
    Unlike { expected: String, found: String },
    /// The same for a sensitive value.
    UnlikeSecret { expected: String },
    /// What the component's type says.
    Other(String),
    /// The message may contain the value of a sensitive field.
    Secret,
}

impl DeserializeError {
    /// The path of the field it is about, as in `servers[2].port` or `labels["a.b"]`; empty for the values as a whole.
    /// The key of an entry in a sensitive field is `…`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The same error, inside this field.
    fn within(mut self, field: &Field) -> Self {
        self.prefix(field.key.as_str());
        if field.sensitive {
            self.reason = match self.reason {
                DeserializeReason::Unlike { expected, .. } => DeserializeReason::UnlikeSecret { expected },
                DeserializeReason::Other(_) => DeserializeReason::Secret,
                secret @ (DeserializeReason::UnlikeSecret { .. } | DeserializeReason::Secret) => secret,
            };
        }
        self
    }

    /// The same error, inside this element.
    fn within_element(mut self, index: usize) -> Self {
        self.prefix(&format!("[{index}]"));
        self
    }

    /// The same error, inside the entry with this key.
    fn within_entry(mut self, key: &str, is_secret: bool) -> Self {
        let step = if is_secret { "[…]".to_owned() } else { entry_step(key).to_string() };
        self.prefix(&step);
        self
    }

    /// Puts a step before the path.
    fn prefix(&mut self, step: &str) {
        let dot = if self.path.is_empty() || self.path.starts_with(['[', '.']) { "" } else { "." };
        self.path = format!("{step}{dot}{}", self.path);
    }
}

impl std::error::Error for DeserializeError {}

/// What a `main` that returns it prints.
impl fmt::Debug for DeserializeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for DeserializeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "field {}: ", escape::quoted(&self.path))?;
        }
        match &self.reason {
            DeserializeReason::Unlike { expected, found } => {
                write!(f, "expected {}, found {}", escape::plain(expected), escape::plain(found))
            }
            DeserializeReason::UnlikeSecret { expected } => {
                write!(f, "expected {}, found another value", escape::plain(expected))
            }
            DeserializeReason::Other(said) => escape::plain(said).fmt(f),
            DeserializeReason::Secret => f.write_str("the component refuses the value"),
        }
    }
}

impl de::Error for DeserializeError {
    fn custom<T: Display>(said: T) -> Self {
        Self { path: String::new(), reason: DeserializeReason::Other(said.to_string()) }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_value(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        // What serde calls so is absent here.
        let is_absent = matches!(found, Unexpected::Unit | Unexpected::Option);
        let found = if is_absent { "no value".to_owned() } else { found.to_string() };
        let reason = DeserializeReason::Unlike { expected: expected.to_string(), found };
        Self { path: String::new(), reason }
    }
}

impl LoadedValues {
    /// Reads the values into the component's own type, in most cases a struct with `#[derive(Deserialize)]` and one
    /// member for each field.
    ///
    /// Integers and floats go into any type that holds the value, enums into enums of unit variants and into
    /// strings by the name of the variant, structs into structs, vectors into `Vec`, arrays also into `[T; N]`
    /// and tuples, maps into `BTreeMap`, `HashMap` and structs, strings also into `&str`. Optional fields go into
    /// `Option`; `()` takes one that is absent. Fields that the type does not have are ignored, unless it is
    /// `#[serde(deny_unknown_fields)]`.
    ///
    /// # Errors
    /// If the values do not fit the type; see [`DeserializeError`].
    pub fn deserialize<'de, T: Deserialize<'de>>(&'de self) -> Result<T, DeserializeError> {
        T::deserialize(self)
    }
}

impl<'de> Deserializer<'de> for &'de LoadedValues {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_map(MemberAccess::new(self.config().fields(), self.values(), false))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A value or an element, with its type.
#[derive(Debug, Clone, Copy)]
struct TypedValue<'de> {
    ty: &'de Type,
    part: BorrowedValue<'de>,
    /// Whether it lies in a sensitive field or member.
    is_secret: bool,
}

/// A value without its type, or an element of a list.
#[derive(Debug, Clone, Copy)]
enum BorrowedValue<'de> {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    String(&'de str),
    Variant(i64),
    Struct(&'de [Value]),
    List(&'de List),
    Map(&'de MapEntries),
    Absent,
}

impl<'de> BorrowedValue<'de> {
    fn of(value: &'de Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Unsigned(value) => Self::Unsigned(*value),
            Value::Signed(value) => Self::Signed(*value),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::String(text),
            Value::Variant(number) => Self::Variant(*number),
            Value::Struct(values) => Self::Struct(values),
            Value::List(list) => Self::List(list),
            Value::Map(entries) => Self::Map(entries),
            Value::Absent => Self::Absent,
        }
    }

    fn element(list: &'de List, index: usize) -> Option<Self> {
        match list {
            List::Bool(list) => list.get(index).copied().map(Self::Bool),
            List::Unsigned(list) => list.get(index).copied().map(Self::Unsigned),
            List::Signed(list) => list.get(index).copied().map(Self::Signed),
            List::Float(list) => list.get(index).copied().map(Self::Float),
            List::String(list) => list.get(index).map(|text| Self::String(text)),
            List::Variant(list) => list.get(index).copied().map(Self::Variant),
            List::Struct(list) => list.get(index).map(|values| Self::Struct(values)),
        }
    }
}

impl<'de> TypedValue<'de> {
    /// A value that does not have the form of its type: no loaded value is like that.
    fn mismatch(self) -> DeserializeError {
        de::Error::custom(format_args!("expected a value of type {}", self.ty))
    }

    fn structure(self) -> Result<&'de StructType, DeserializeError> {
        if let Type::Struct(ty) = self.ty { Ok(ty) } else { Err(self.mismatch()) }
    }

    fn enumeration(self) -> Result<&'de EnumType, DeserializeError> {
        if let Type::Enum(ty) = self.ty { Ok(ty) } else { Err(self.mismatch()) }
    }

    /// The name of a variant.
    fn name(self, number: i64) -> Result<&'de str, DeserializeError> {
        let variant = self.enumeration()?.by_number(number);
        variant.map(|variant| variant.name.as_str()).ok_or_else(|| self.mismatch())
    }

    /// Numbers go to the visitor by the width of their type.
    fn unsigned<V: Visitor<'de>>(self, number: u64, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.integer_kind()? {
            IntegerKind::Uint8 => visitor.visit_u8(self.narrow(number)?),
            IntegerKind::Uint16 => visitor.visit_u16(self.narrow(number)?),
            IntegerKind::Uint32 => visitor.visit_u32(self.narrow(number)?),
            IntegerKind::Uint64
            | IntegerKind::Int8
            | IntegerKind::Int16
            | IntegerKind::Int32
            | IntegerKind::Int64 => visitor.visit_u64(number),
        }
    }

    fn signed<V: Visitor<'de>>(self, number: i64, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.integer_kind()? {
            IntegerKind::Int8 => visitor.visit_i8(self.narrow(number)?),
            IntegerKind::Int16 => visitor.visit_i16(self.narrow(number)?),
            IntegerKind::Int32 => visitor.visit_i32(self.narrow(number)?),
            IntegerKind::Int64
            | IntegerKind::Uint8
            | IntegerKind::Uint16
            | IntegerKind::Uint32
            | IntegerKind::Uint64 => visitor.visit_i64(number),
        }
    }

    fn integer_kind(self) -> Result<IntegerKind, DeserializeError> {
        if let Type::Integer(ty) = self.ty { Ok(ty.kind) } else { Err(self.mismatch()) }
    }

    fn narrow<T, U: TryFrom<T>>(self, number: T) -> Result<U, DeserializeError> {
        U::try_from(number).map_err(|_| self.mismatch())
    }

    fn float<V: Visitor<'de>>(self, number: f64, visitor: V) -> Result<V::Value, DeserializeError> {
        let Type::Float(ty) = self.ty else { return Err(self.mismatch()) };
        match ty.kind {
            FloatKind::Float32 => visitor.visit_f32(to_f32(number)),
            FloatKind::Float64 => visitor.visit_f64(number),
        }
    }

    fn list<V: Visitor<'de>>(self, list: &'de List, visitor: V) -> Result<V::Value, DeserializeError> {
        let ty = self.ty.element().ok_or_else(|| self.mismatch())?;
        let mut elements = ElementAccess { ty, list, next: 0, is_secret: self.is_secret };
        let taken = visitor.visit_seq(&mut elements)?;
        if elements.next < list.len() {
            // Arrays and tuples of serde take what they need and do not look behind it.
            let expected = format!("{} elements", elements.next);
            return Err(de::Error::invalid_length(list.len(), &expected.as_str()));
        }
        Ok(taken)
    }

    fn entries<V: Visitor<'de>>(
        self,
        entries: &'de MapEntries,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        let Type::Map(ty) = self.ty else { return Err(self.mismatch()) };
        visitor.visit_map(EntryAccess { ty: ty.value(), entries, next: 0, is_secret: self.is_secret })
    }
}

impl<'de> Deserializer<'de> for TypedValue<'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.part {
            BorrowedValue::Bool(value) => visitor.visit_bool(value),
            BorrowedValue::Unsigned(number) => self.unsigned(number, visitor),
            BorrowedValue::Signed(number) => self.signed(number, visitor),
            BorrowedValue::Float(number) => self.float(number, visitor),
            BorrowedValue::String(text) => visitor.visit_borrowed_str(text),
            BorrowedValue::Variant(number) => visitor.visit_borrowed_str(self.name(number)?),
            BorrowedValue::Struct(values) => {
                visitor.visit_map(MemberAccess::new(self.structure()?.members(), values, self.is_secret))
            }
            BorrowedValue::List(list) => self.list(list, visitor),
            BorrowedValue::Map(entries) => self.entries(entries, visitor),
            BorrowedValue::Absent => visitor.visit_unit(),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match self.part {
            BorrowedValue::Variant(number) => {
                visitor.visit_enum(BorrowedStrDeserializer::new(self.name(number)?))
            }
            // A string is as good as a name to an enum of the component's.
            BorrowedValue::String(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            BorrowedValue::Bool(_)
            | BorrowedValue::Unsigned(_)
            | BorrowedValue::Signed(_)
            | BorrowedValue::Float(_)
            | BorrowedValue::Struct(_)
            | BorrowedValue::List(_)
            | BorrowedValue::Map(_)
            | BorrowedValue::Absent => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        if let BorrowedValue::Absent = self.part { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Fields or members with their values.
struct MemberAccess<'de> {
    next: std::iter::Zip<std::slice::Iter<'de, Field>, std::slice::Iter<'de, Value>>,
    /// The one whose key was taken.
    taken: Option<(&'de Field, &'de Value)>,
    is_secret: bool,
}

impl<'de> MemberAccess<'de> {
    fn new(fields: &'de [Field], values: &'de [Value], is_secret: bool) -> Self {
        Self { next: fields.iter().zip(values), taken: None, is_secret }
    }
}

impl<'de> MapAccess<'de> for MemberAccess<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        self.taken = self.next.next();
        let Some((field, _)) = self.taken else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(field.key.as_str())).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeserializeError> {
        let early = || de::Error::custom("a value was requested before its key");
        let (field, value) = self.taken.take().ok_or_else(early)?;
        let is_secret = self.is_secret || field.sensitive;
        let typed = TypedValue { ty: &field.ty, part: BorrowedValue::of(value), is_secret };
        seed.deserialize(typed).map_err(|error| error.within(field))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.next.len())
    }
}

/// The elements of a vector or array.
struct ElementAccess<'de> {
    ty: &'de Type,
    list: &'de List,
    next: usize,
    is_secret: bool,
}

impl<'de> SeqAccess<'de> for ElementAccess<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        let Some(part) = BorrowedValue::element(self.list, self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        let typed = TypedValue { ty: self.ty, part, is_secret: self.is_secret };
        seed.deserialize(typed).map(Some).map_err(|error| error.within_element(index))
    }

    fn size_hint(&self) -> Option<usize> {
        self.list.len().checked_sub(self.next)
    }
}

/// The entries of a map.
struct EntryAccess<'de> {
    /// The type of the values.
    ty: &'de Type,
    entries: &'de MapEntries,
    /// The entry whose key comes next.
    next: usize,
    is_secret: bool,
}

impl<'de> MapAccess<'de> for EntryAccess<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        let Some(key) = self.entries.keys().get(self.next) else { return Ok(None) };
        self.next += 1;
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeserializeError> {
        let early = || de::Error::custom("a value was requested before its key");
        let at = self.next.checked_sub(1).ok_or_else(early)?;
        let part = BorrowedValue::element(self.entries.values(), at).ok_or_else(early)?;
        let typed = TypedValue { ty: self.ty, part, is_secret: self.is_secret };
        let key = self.entries.keys().get(at).map_or("", |key| key);
        seed.deserialize(typed).map_err(|error| error.within_entry(key, self.is_secret))
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.len().checked_sub(self.next)
    }
}
