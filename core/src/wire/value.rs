//! Reading of `ConfigValue`, guided by its declared type.
//!
//! The values have the form of their types. [`Type::check`] checks ranges and constraints. Errors do not contain
//! values, which may be sensitive.

use super::message::Message;
use super::reader::{WireReader, WireType};
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::{
    ArrayType, Field, FloatKind, IntegerKind, JsonText, List, MapEntries, MapType, Presence, StructType,
    Type, UnionCase, UnionType, UnionValue, Value, VectorType,
};

/// The number of cases of `ConfigValue`.
pub(super) const VALUE_CASES: u64 = 7;

/// The case of `ConfigValue` that is a map.
pub(super) const MAP: u64 = 4;

/// The case of `ConfigValue` for an absent value.
pub(super) const ABSENT: u64 = 5;

/// The case of `ConfigValue` for a null value.
pub(super) const NULL: u64 = 6;

/// The case of `ConfigValue` that is a value of a union.
pub(super) const UNION: u64 = 7;

/// The field numbers of `UnionValue`.
pub(super) const CASE: u64 = 1;
pub(super) const CASE_VALUE: u64 = 2;

/// The field numbers of `MapValue`.
pub(super) const KEYS: u64 = 1;
pub(super) const VALUES: u64 = 2;

/// The number of cases of `ConfigSingleValue`.
pub(super) const SINGLE_CASES: u64 = 15;

/// The number of cases of `ConfigVectorValue`.
pub(super) const LIST_CASES: u64 = 18;

/// The case of `json` in `ConfigSingleValue` and `ConfigVectorValue`.
pub(super) const JSON: u64 = 15;

/// The cases of `ConfigVectorValue` for lists, for maps and for unions.
pub(super) const LISTS: u64 = 16;
pub(super) const MAPS: u64 = 17;
pub(super) const UNIONS: u64 = 18;

/// The fewest bytes of a `ConfigValue`: an absent or null value.
const LEAST_VALUE: usize = 2;

/// The fewest bytes of a `StructValue`: one absent member, with the key and length before it.
const LEAST_STRUCT: usize = 4;

/// The fewest bytes of a `ConfigVectorValue`: one of no elements.
const LEAST_LIST: usize = 2;

/// The fewest bytes of a `MapValue`: one of no entries.
const LEAST_MAP: usize = 4;

/// The fewest bytes of a `UnionValue`: a case, and a `bool` or an empty list.
const LEAST_UNION: usize = 8;

/// Reads the value of a field or member.
///
/// # Errors
/// As [`value_with_presence`].
#[inline]
pub(crate) fn field_value(message: Message<'_>, field: &Field) -> Result<Value, DecodeError> {
    value_with_presence(message, &field.ty, field.presence())
}

/// Reads a value of this type, or one of the other states that the field may have.
///
/// # Errors
/// As [`value`].
#[inline]
pub(crate) fn value_with_presence(
    message: Message<'_>,
    ty: &Type,
    presence: Presence,
) -> Result<Value, DecodeError> {
    if presence.optional && message.next_is(ABSENT)? {
        return message.only_message(ABSENT, VALUE_CASES)?.end().map(|()| Value::Absent);
    }
    if presence.nullable && message.next_is(NULL)? {
        return message.only_message(NULL, VALUE_CASES)?.end().map(|()| Value::Null);
    }
    value(message, ty)
}

/// Reads a value of this type.
///
/// # Errors
/// A violation of the wire format, a case of another type, or a struct with a wrong number of members.
#[inline]
pub(crate) fn value(message: Message<'_>, ty: &Type) -> Result<Value, DecodeError> {
    let (outer, element) = match ty {
        Type::Vector(ty) => (2, &*ty.element),
        Type::Array(ty) => (3, &*ty.element),
        Type::Map(ty) => return map(message.only_message(MAP, VALUE_CASES)?, ty).map(Value::Map),
        Type::Union(ty) => {
            return union(message.only_message(UNION, VALUE_CASES)?, ty).map(Value::from);
        }
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Json(_) => return single(message.only_message(1, VALUE_CASES)?, ty),
    };
    list(message.only_message(outer, VALUE_CASES)?, element).map(Value::List)
}

/// The field number of the case of a type in `ConfigSingleValue`, and of a list of its values in `ConfigVectorValue`.
#[inline]
pub fn list_case(ty: &Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Integer(ty) => match ty.kind {
            IntegerKind::Uint8 => 2,
            IntegerKind::Uint16 => 3,
            IntegerKind::Uint32 => 4,
            IntegerKind::Uint64 => 5,
            IntegerKind::Int8 => 6,
            IntegerKind::Int16 => 7,
            IntegerKind::Int32 => 8,
            IntegerKind::Int64 => 9,
        },
        Type::String(_) => 10,
        Type::Float(ty) => match ty.kind {
            FloatKind::Float32 => 11,
            FloatKind::Float64 => 12,
        },
        Type::Enum(_) => 13,
        Type::Struct(_) => 14,
        Type::Json(_) => JSON,
        // These are cases of lists alone.
        Type::Vector(_) | Type::Array(_) => LISTS,
        Type::Map(_) => MAPS,
        Type::Union(_) => UNIONS,
    }
}

#[inline]
fn single(message: Message<'_>, ty: &Type) -> Result<Value, DecodeError> {
    let case = list_case(ty);
    match ty {
        Type::Bool => {
            message.only(case, SINGLE_CASES, WireType::Varint, WireReader::boolean).map(Value::Bool)
        }
        Type::Integer(ty) if ty.kind.is_signed() => message
            .only(case, SINGLE_CASES, WireType::Varint, |reader| signed(reader, ty.kind))
            .map(Value::Signed),
        Type::Integer(ty) => message
            .only(case, SINGLE_CASES, WireType::Varint, |reader| unsigned(reader, ty.kind))
            .map(Value::Unsigned),
        Type::Float(ty) => message
            .only(case, SINGLE_CASES, float_wire(ty.kind), |reader| float(reader, ty.kind))
            .map(Value::Float),
        Type::Json(_) => json(message.only_text(case, SINGLE_CASES)?, &message).map(Value::Json),
        Type::String(_) => message.only_text(case, SINGLE_CASES).map(|text| Value::String(text.into())),
        Type::Enum(_) => {
            message.only(case, SINGLE_CASES, WireType::Varint, WireReader::sint64).map(Value::Variant)
        }
        Type::Struct(ty) => members(message.only_message(case, SINGLE_CASES)?, ty).map(Value::Struct),
        // These are not single values; `value` reads them.
        Type::Vector(_) | Type::Array(_) | Type::Map(_) | Type::Union(_) => {
            Err(message.error(Kind::EmptyOneof))
        }
    }
}

#[inline]
fn unsigned(reader: &mut WireReader<'_>, kind: IntegerKind) -> Result<u64, DecodeError> {
    if kind == IntegerKind::Uint64 { reader.varint() } else { reader.uint32().map(u64::from) }
}

#[inline]
fn signed(reader: &mut WireReader<'_>, kind: IntegerKind) -> Result<i64, DecodeError> {
    if kind == IntegerKind::Int64 { reader.sint64() } else { reader.sint32().map(i64::from) }
}

#[inline]
fn float(reader: &mut WireReader<'_>, kind: FloatKind) -> Result<f64, DecodeError> {
    match kind {
        FloatKind::Float32 => reader.float().map(f64::from),
        FloatKind::Float64 => reader.double(),
    }
}

fn float_wire(kind: FloatKind) -> WireType {
    match kind {
        FloatKind::Float32 => WireType::Fixed32,
        FloatKind::Float64 => WireType::Fixed64,
    }
}

/// Reads the values of the members of a struct. Counts them before it allocates.
fn members(mut message: Message<'_>, ty: &StructType) -> Result<Box<[Value]>, DecodeError> {
    let mut values = Vec::with_capacity(message.count(1, LEAST_VALUE).min(ty.members().len()));
    for member in ty.members() {
        let Some(one) = message.message(1)? else {
            let (expected, found) = (ty.members().len(), values.len());
            return Err(message.error(Kind::Members { expected, found }));
        };
        values.push(field_value(one, member).map_err(|error| error.within(member.key.as_str()))?);
    }
    if let Some(more) = message.message(1)? {
        let expected = ty.members().len();
        return Err(more.error(Kind::Members { expected, found: expected + 1 }));
    }
    message.end()?;
    Ok(values.into())
}

/// Reads the number of a case, from 1, at the start of a message. Returns its position and the case.
///
/// # Errors
/// A violation of the wire format, or a number that the union does not have.
pub(crate) fn case_of_union<'t>(
    message: &mut Message<'_>,
    ty: &'t UnionType,
) -> Result<(u32, &'t UnionCase), DecodeError> {
    let number = message.unsigned(CASE)?.unwrap_or_default();
    let position = number.checked_sub(1).and_then(|position| u32::try_from(position).ok());
    let found = position.and_then(|position| Some((position, ty.case(position)?)));
    found.ok_or_else(|| message.error(Kind::UnionCase { number }))
}

/// Reads a value of a union: `UnionValue`.
fn union(mut message: Message<'_>, ty: &UnionType) -> Result<UnionValue, DecodeError> {
    let (position, case) = case_of_union(&mut message, ty)?;
    let of_case = value(message.needed(CASE_VALUE, "the value of a case")?, &case.ty);
    let value = of_case.map_err(|error| error.within(case.name.as_str()))?;
    message.end()?;
    Ok(UnionValue { case: position, value })
}

/// Reads the entries of a map: `MapValue`. Keys of any type are texts.
fn map(mut message: Message<'_>, ty: &MapType) -> Result<MapEntries, DecodeError> {
    let start = message;
    let keys = texts(&mut message, KEYS)?;
    let values = list(message.needed(VALUES, "the values of a map")?, ty.value())?;
    message.end()?;
    let (expected, found) = (keys.len(), values.len());
    let refused = || {
        start.error(if expected == found { Kind::EntryOrder } else { Kind::EntryValues { expected, found } })
    };
    MapEntries::ascending(keys, values).ok_or_else(refused)
}

/// Reads the elements of a vector or array, or the values of a map: `ConfigVectorValue`, with one case for each kind of
/// list.
#[inline]
fn list(message: Message<'_>, element: &Type) -> Result<List, DecodeError> {
    let mut list = message.only_message(list_case(element), LIST_CASES)?;
    let varint = WireType::Varint;
    let elements = match element {
        Type::Bool => {
            packed(&mut list, varint, WireReader::count_varints, WireReader::boolean).map(List::Bool)
        }
        Type::Integer(ty) if ty.kind.is_signed() => {
            packed(&mut list, varint, WireReader::count_varints, |reader| signed(reader, ty.kind))
                .map(List::Signed)
        }
        Type::Integer(ty) => {
            packed(&mut list, varint, WireReader::count_varints, |reader| unsigned(reader, ty.kind))
                .map(List::Unsigned)
        }
        Type::Float(ty) => {
            let size = if ty.kind == FloatKind::Float32 { 4 } else { 8 };
            let count = |reader: &WireReader<'_>| reader.count_fixed(size);
            packed(&mut list, float_wire(ty.kind), count, |reader| float(reader, ty.kind)).map(List::Float)
        }
        Type::Enum(_) => {
            packed(&mut list, varint, WireReader::count_varints, WireReader::sint64).map(List::Variant)
        }
        Type::String(_) => texts(&mut list, 1).map(List::String),
        Type::Struct(ty) => messages(&mut list, LEAST_STRUCT, |one| members(one, ty)).map(List::Struct),
        Type::Vector(VectorType { element, .. }) | Type::Array(ArrayType { element, .. }) => {
            messages(&mut list, LEAST_LIST, |one| self::list(one, element)).map(List::List)
        }
        Type::Map(ty) => messages(&mut list, LEAST_MAP, |one| map(one, ty)).map(List::Map),
        Type::Json(_) => jsons(&mut list).map(List::Json),
        Type::Union(ty) => messages(&mut list, LEAST_UNION, |one| union(one, ty)).map(List::Union),
    }?;
    list.end()?;
    Ok(elements)
}

#[inline]
fn packed<'a, T>(
    list: &mut Message<'a>,
    wire: WireType,
    count: impl FnOnce(&WireReader<'a>) -> usize,
    read: impl Fn(&mut WireReader<'a>) -> Result<T, DecodeError>,
) -> Result<Box<[T]>, DecodeError> {
    let Some(mut reader) = list.packed(1, wire)? else { return Ok(Box::default()) };
    let mut values = Vec::with_capacity(count(&reader));
    while !reader.is_empty() {
        values.push(read(&mut reader)?);
    }
    Ok(values.into())
}

#[inline]
fn texts(list: &mut Message<'_>, number: u64) -> Result<Box<[Box<str>]>, DecodeError> {
    let mut values = Vec::with_capacity(list.count(number, 0));
    while let Some(text) = list.optional_text(number)? {
        values.push(text.into());
    }
    Ok(values.into())
}

/// Checks the text of a value of `json` in this message.
fn json(text: &str, message: &Message<'_>) -> Result<JsonText, DecodeError> {
    JsonText::new(text).map_err(|error| message.error(Kind::JsonText { error }))
}

fn jsons(list: &mut Message<'_>) -> Result<Box<[JsonText]>, DecodeError> {
    let mut values = Vec::with_capacity(list.count(1, 0));
    while let Some(text) = list.optional_text(1)? {
        values.push(json(text, list)?);
    }
    Ok(values.into())
}

/// Reads elements that are messages of at least this many bytes.
fn messages<'a, T>(
    list: &mut Message<'a>,
    least: usize,
    read: impl Fn(Message<'a>) -> Result<T, DecodeError>,
) -> Result<Box<[T]>, DecodeError> {
    let mut values = Vec::with_capacity(list.count(1, least));
    while let Some(one) = list.message(1)? {
        values.push(read(one).map_err(DecodeError::within_element)?);
    }
    Ok(values.into())
}
