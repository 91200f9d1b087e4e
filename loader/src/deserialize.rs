//! Loaded values as a serde `Deserializer`.

use crate::values::Values;
use crate::view::{ListRef, MapContent, UnionRef, ValueRef};
use confc_core::text::escape;
use confc_core::types::{Field, FloatKind, IntegerKind, MapEntries, Type, Value, entry_step, to_f32};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt::{self, Display, Formatter};

/// Values do not fit a component's own type. No value of a sensitive field is in its text.
#[derive(Clone, PartialEq, Eq)]
pub struct DeserializeError {
    /// The path of the field, as in `servers[2].port`; empty for the values as a whole.
    path: String,
    reason: DeserializeReason,
}

#[derive(Clone, PartialEq, Eq)]
enum DeserializeReason {
    /// The type that the component expects, and the kind of the value.
    Unlike { expected: String, found: String },
    /// The type that the component expects. The value is sensitive.
    UnlikeSecret { expected: String },
    /// The message of the component's type.
    Other(String),
    /// The message may contain the value of a sensitive field.
    Secret,
}

impl DeserializeError {
    /// The path of the field, as in `servers[2].port` or `labels["a.b"]`; empty for the values as a whole. The key of an
    /// entry in a sensitive field is `…`. Untrusted text: escape it before you print it.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Adds the field to the path. Hides the value if the field is sensitive.
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

    /// Adds the element to the path.
    fn within_element(mut self, index: usize) -> Self {
        self.prefix(&format!("[{index}]"));
        self
    }

    /// Adds the entry with this key to the path. A secret key becomes `…`.
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

/// Writes the text of `Display`, since a `main` that returns an error prints its `Debug` text.
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
        // serde's unit and `Option` stand here for an absent value or null.
        let lacks_value = matches!(found, Unexpected::Unit | Unexpected::Option);
        let found = if lacks_value { "no value".to_owned() } else { found.to_string() };
        let reason = DeserializeReason::Unlike { expected: expected.to_string(), found };
        Self { path: String::new(), reason }
    }
}

impl Values {
    /// Reads the values into the component's own type, usually a struct with `#[derive(Deserialize)]` and one member per
    /// field.
    ///
    /// Numbers become any type that holds the value, strings also `&str`, and enums enums of unit variants or texts.
    /// Structs become structs, and vectors `Vec`; arrays also become `[T; N]` and tuples. Maps become `BTreeMap`, `HashMap`
    /// or structs. JSON becomes its [canonical text](ValueRef::as_json), a `String` or `&str`. Unions become enums whose
    /// variants have the names of the cases, or `#[serde(untagged)]` enums, which do not see the tag of a union and so
    /// cannot distinguish cases with the same members. Optional fields and nullable fields become `Option`; fields that are
    /// both become `Option<Option<T>>`, where `Some(None)` is null. Fields that the type does not have are ignored,
    /// unless it is `#[serde(deny_unknown_fields)]`.
    ///
    /// # Errors
    /// The first field that does not fit the type.
    pub fn deserialize<'de, T: Deserialize<'de>>(&'de self) -> Result<T, DeserializeError> {
        T::deserialize(self)
    }
}

impl<'de> Deserializer<'de> for &'de Values {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        visitor.visit_map(MemberAccess::new(self.0.config().fields(), self.0.values(), false))
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
    value: ValueRef<'de>,
    /// Whether it may be absent, so that a null is a value.
    is_optional: bool,
    /// Whether it is in a sensitive field or member.
    is_secret: bool,
}

impl<'de> TypedValue<'de> {
    /// A value that does not fit its type, which verified values never do.
    fn mismatch(self) -> DeserializeError {
        de::Error::custom(format_args!("expected a value of type {}", self.ty))
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

    /// The value of the case of a union.
    fn of_case(self, union: UnionRef<'de>) -> Self {
        Self { ty: union.ty(), value: union.value(), ..self }
    }

    fn list<V: Visitor<'de>>(self, list: ListRef<'de>, visitor: V) -> Result<V::Value, DeserializeError> {
        let mut elements = ElementAccess { list, next: 0, is_secret: self.is_secret };
        let taken = visitor.visit_seq(&mut elements)?;
        if elements.next < list.list.len() {
            // Arrays and tuples of serde take what they need and do not check for more.
            let expected = format!("{} elements", elements.next);
            return Err(de::Error::invalid_length(list.list.len(), &expected.as_str()));
        }
        Ok(taken)
    }

    fn map<V: Visitor<'de>>(
        self,
        content: MapContent<'de>,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match content {
            MapContent::Members(ty, values) => {
                visitor.visit_map(MemberAccess::new(ty.members(), values, self.is_secret))
            }
            MapContent::Entries(ty, entries) => {
                visitor.visit_map(EntryAccess { ty, entries, next: 0, is_secret: self.is_secret })
            }
        }
    }
}

impl<'de> Deserializer<'de> for TypedValue<'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.value {
            ValueRef::Bool(value) => visitor.visit_bool(value),
            ValueRef::Unsigned(number) => self.unsigned(number, visitor),
            ValueRef::Signed(number) => self.signed(number, visitor),
            ValueRef::Float(value) => self.float(value, visitor),
            ValueRef::String(text) | ValueRef::Json(text) => visitor.visit_borrowed_str(text),
            ValueRef::Variant { name, .. } => visitor.visit_borrowed_str(name),
            ValueRef::List(list) => self.list(list, visitor),
            ValueRef::Struct(map) | ValueRef::Map(map) => self.map(map.content, visitor),
            ValueRef::Union(union) => self.of_case(union).deserialize_any(visitor),
            ValueRef::Absent | ValueRef::Null => visitor.visit_unit(),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        match self.value {
            // Enums of the component take strings too.
            ValueRef::Variant { name, .. } | ValueRef::String(name) => {
                visitor.visit_enum(BorrowedStrDeserializer::new(name))
            }
            ValueRef::Union(union) => visitor.visit_enum(CaseAccess { union, value: self.of_case(union) }),
            ValueRef::Bool(_)
            | ValueRef::Unsigned(_)
            | ValueRef::Signed(_)
            | ValueRef::Float(_)
            | ValueRef::Struct(_)
            | ValueRef::List(_)
            | ValueRef::Map(_)
            | ValueRef::Json(_)
            | ValueRef::Absent
            | ValueRef::Null => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        let is_none = self.value.is_absent() || (self.value.is_null() && !self.is_optional);
        if is_none { visitor.visit_none() } else { visitor.visit_some(Self { is_optional: false, ..self }) }
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
        let value = ValueRef::new(&field.ty, value);
        let typed = TypedValue { ty: &field.ty, value, is_optional: field.optional, is_secret };
        seed.deserialize(typed).map_err(|error| error.within(field))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.next.len())
    }
}

/// A union as an enum of the component: its variants are named as the cases, and hold their values.
struct CaseAccess<'de> {
    union: UnionRef<'de>,
    value: TypedValue<'de>,
}

impl<'de> EnumAccess<'de> for CaseAccess<'de> {
    type Error = DeserializeError;
    type Variant = TypedValue<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, TypedValue<'de>), DeserializeError> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.union.case()))?;
        Ok((variant, self.value))
    }
}

impl<'de> VariantAccess<'de> for TypedValue<'de> {
    type Error = DeserializeError;

    /// Fails: a variant without content would lose the value of the case.
    fn unit_variant(self) -> Result<(), DeserializeError> {
        <()>::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeserializeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_any(visitor)
    }
}

/// The elements of a vector or array.
struct ElementAccess<'de> {
    list: ListRef<'de>,
    next: usize,
    is_secret: bool,
}

impl<'de> SeqAccess<'de> for ElementAccess<'de> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeserializeError> {
        let Some(value) = self.list.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        let typed = TypedValue { ty: self.list.ty, value, is_optional: false, is_secret: self.is_secret };
        seed.deserialize(typed).map(Some).map_err(|error| error.within_element(index))
    }

    fn size_hint(&self) -> Option<usize> {
        self.list.list.len().checked_sub(self.next)
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
        let value = ValueRef::element(self.ty, self.entries.values(), at).ok_or_else(early)?;
        let typed = TypedValue { ty: self.ty, value, is_optional: false, is_secret: self.is_secret };
        let key = self.entries.keys().get(at).map_or("", |key| key);
        seed.deserialize(typed).map_err(|error| error.within_entry(key, self.is_secret))
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.len().checked_sub(self.next)
    }
}
