//! The form of a `ConfigValue`: whether it is canonical, for any type, and whether it is the form of a given type.
//!
//! Used only for refused bytes, to distinguish damage from a value of another type. [`value`](mod@super::value) checks
//! both at once.

use super::message::Message;
use super::reader::{WireReader, WireType};
use super::value::{
    ABSENT, CASE, CASE_VALUE, JSON, KEYS, LIST_CASES, LISTS, MAP, MAPS, NULL, SINGLE_CASES, UNION, UNIONS,
    VALUE_CASES, VALUES, list_case,
};
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::limits::MAX_LEVELS;
use crate::types::{
    ArrayType, ConstraintViolation, Field, JsonText, MapType, Presence, StructType, Type, UnionType,
    VectorType,
};

/// Checks that a value of an unknown type is canonical.
///
/// # Errors
/// A violation of the wire format, or a value that is nested too deep.
pub(crate) fn check_form(message: Message<'_>) -> Result<(), DecodeError> {
    nested(message, 1)
}

/// Checks a value whose type would be at this level.
fn nested(message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    check_level(message, level)?;
    match message.case(VALUE_CASES)? {
        1 => single(message.only_message(1, VALUE_CASES)?, level),
        list @ (2 | 3) => elements(message.only_message(list, VALUE_CASES)?, level + 1).map(drop),
        MAP => entries(message.only_message(MAP, VALUE_CASES)?, level + 1),
        case @ (ABSENT | NULL) => message.only_message(case, VALUE_CASES)?.end(),
        UNION => union(message.only_message(UNION, VALUE_CASES)?, level + 1),
        number => Err(message.error_here(Kind::UnknownField { number })),
    }
}

fn check_level(message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    if level > MAX_LEVELS { Err(message.error(Kind::ValueTooDeep)) } else { Ok(()) }
}

fn single(message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    let case = message.case(SINGLE_CASES)?;
    let varint = WireType::Varint;
    match case {
        1 => message.only(case, SINGLE_CASES, varint, WireReader::boolean).map(drop),
        2..=4 => message.only(case, SINGLE_CASES, varint, WireReader::uint32).map(drop),
        5 => message.only(case, SINGLE_CASES, varint, WireReader::varint).map(drop),
        6..=8 => message.only(case, SINGLE_CASES, varint, WireReader::sint32).map(drop),
        9 | 13 => message.only(case, SINGLE_CASES, varint, WireReader::sint64).map(drop),
        10 => message.only_text(case, SINGLE_CASES).map(drop),
        JSON => json(message.only_text(case, SINGLE_CASES)?, message),
        11 => message.only(case, SINGLE_CASES, WireType::Fixed32, WireReader::float).map(drop),
        12 => message.only(case, SINGLE_CASES, WireType::Fixed64, WireReader::double).map(drop),
        _ => members(message.only_message(case, SINGLE_CASES)?, level + 1),
    }
}

/// Checks a value of a union. The type of its case would be at this level.
fn union(mut message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    if message.unsigned(CASE)?.is_none() {
        return Err(message.error(Kind::UnionCase { number: 0 }));
    }
    nested(message.needed(CASE_VALUE, "the value of a case")?, level)?;
    message.end()
}

/// Checks the entries of a map. The type of its values would be at this level.
fn entries(mut message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    let start = message;
    let (mut expected, mut last, mut ascends) = (0, None, true);
    while let Some(key) = message.optional_text(KEYS)? {
        ascends &= last.is_none_or(|last| last < key);
        (expected, last) = (expected + 1, Some(key));
    }
    let found = elements(message.needed(VALUES, "the values of a map")?, level)?;
    message.end()?;
    if expected != found {
        return Err(start.error(Kind::EntryValues { expected, found }));
    }
    if ascends { Ok(()) } else { Err(start.error(Kind::EntryOrder)) }
}

/// Checks the elements of a vector or array, whose type would be at this level. Returns their number.
fn elements(message: Message<'_>, level: usize) -> Result<usize, DecodeError> {
    let start = message;
    let case = message.case(LIST_CASES)?;
    let mut list = message.only_message(case, LIST_CASES)?;
    let varint = WireType::Varint;
    let count = match case {
        1 => each(&mut list, varint, WireReader::boolean),
        2..=4 => each(&mut list, varint, WireReader::uint32),
        5 => each(&mut list, varint, WireReader::varint),
        6..=8 => each(&mut list, varint, WireReader::sint32),
        9 | 13 => each(&mut list, varint, WireReader::sint64),
        10 => {
            let mut count = 0;
            while list.optional_text(1)?.is_some() {
                count += 1;
            }
            Ok(count)
        }
        JSON => {
            let mut count = 0;
            while let Some(text) = list.optional_text(1)? {
                json(text, list)?;
                count += 1;
            }
            Ok(count)
        }
        11 => each(&mut list, WireType::Fixed32, WireReader::float),
        12 => each(&mut list, WireType::Fixed64, WireReader::double),
        14 => each_message(&mut list, |one| members(one, level + 1)),
        LISTS => each_message(&mut list, |one| {
            check_level(one, level)?;
            elements(one, level + 1).map(drop)
        }),
        MAPS => each_message(&mut list, |one| {
            check_level(one, level)?;
            entries(one, level + 1)
        }),
        UNIONS => each_message(&mut list, |one| {
            check_level(one, level)?;
            union(one, level + 1)
        }),
        number => return Err(start.error_here(Kind::UnknownField { number })),
    }?;
    list.end().map(|()| count)
}

/// Checks the text of a value of `json`.
fn json(text: &str, message: Message<'_>) -> Result<(), DecodeError> {
    JsonText::check(text).map_err(|error| message.error(Kind::JsonText { error }))
}

fn each_message<'a>(
    list: &mut Message<'a>,
    check: impl Fn(Message<'a>) -> Result<(), DecodeError>,
) -> Result<usize, DecodeError> {
    let mut count = 0;
    while let Some(one) = list.message(1)? {
        check(one)?;
        count += 1;
    }
    Ok(count)
}

fn each<'a, T>(
    list: &mut Message<'a>,
    wire: WireType,
    read: impl Fn(&mut WireReader<'a>) -> Result<T, DecodeError>,
) -> Result<usize, DecodeError> {
    let Some(mut reader) = list.packed(1, wire)? else { return Ok(0) };
    let mut count = 0;
    while !reader.is_empty() {
        read(&mut reader)?;
        count += 1;
    }
    Ok(count)
}

/// Checks the values of the members of a struct, whose types would be at this level.
fn members(mut message: Message<'_>, level: usize) -> Result<(), DecodeError> {
    while let Some(one) = message.message(1)? {
        nested(one, level)?;
    }
    message.end()
}

/// As [`violation_of_form`], for a field or member, which may lack a value of its type.
///
/// # Errors
/// As [`violation_of_form`].
pub(crate) fn violation_of_field(
    message: Message<'_>,
    field: &Field,
) -> Result<Option<ConstraintViolation>, DecodeError> {
    let Presence { optional, nullable } = field.presence();
    if (optional && message.next_is(ABSENT)?) || (nullable && message.next_is(NULL)?) {
        return Ok(None);
    }
    Ok(violation_of_form(message, &field.ty)?.map(|violation| field.violation(violation)))
}

/// The violation of the first part of a value that does not have the form of its type. `None` if all parts have it. The
/// value must be canonical: see [`check_form`].
///
/// # Errors
/// As [`check_form`], if the value is not canonical.
fn violation_of_form(message: Message<'_>, ty: &Type) -> Result<Option<ConstraintViolation>, DecodeError> {
    let outer = match ty {
        Type::Vector(_) => 2,
        Type::Array(_) => 3,
        Type::Map(_) => MAP,
        Type::Union(_) => UNION,
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Json(_) => 1,
    };
    let other = || Ok(Some(ConstraintViolation::Kind { expected: ty.to_string() }));
    if message.case(VALUE_CASES)? != outer {
        return other();
    }
    let message = message.only_message(outer, VALUE_CASES)?;
    match ty {
        Type::Vector(VectorType { element, .. }) | Type::Array(ArrayType { element, .. }) => {
            violation_of_list(message, element, ty)
        }
        Type::Map(map) => violation_of_map(message, map, ty),
        Type::Union(ty) => violation_of_union(message, ty),
        Type::Struct(_)
        | Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Json(_) => {
            let inner = list_case(ty);
            if message.case(SINGLE_CASES)? != inner {
                return other();
            }
            let Type::Struct(ty) = ty else { return Ok(None) };
            violation_of_members(message.only_message(inner, SINGLE_CASES)?, ty)
        }
    }
}

/// As [`violation_of_form`], for the elements of a vector or array `ty`.
fn violation_of_list(
    message: Message<'_>,
    element: &Type,
    ty: &Type,
) -> Result<Option<ConstraintViolation>, DecodeError> {
    Ok(match violation_of_elements(message, element)? {
        ListForm::Right => None,
        ListForm::Other => Some(ConstraintViolation::Kind { expected: ty.to_string() }),
        ListForm::Wrong(index, violation) => Some(ConstraintViolation::Element { index, violation }),
    })
}

/// As [`violation_of_form`], for the entries of a map `ty`.
fn violation_of_map(
    mut message: Message<'_>,
    map: &MapType,
    ty: &Type,
) -> Result<Option<ConstraintViolation>, DecodeError> {
    let start = message;
    while message.optional_text(KEYS)?.is_some() {}
    let values = message.needed(VALUES, "the values of a map")?;
    Ok(match violation_of_elements(values, map.value())? {
        ListForm::Right => None,
        ListForm::Other => Some(ConstraintViolation::Kind { expected: ty.to_string() }),
        ListForm::Wrong(index, violation) => {
            let key = nth_key(start, index)?.map(Into::into);
            Some(ConstraintViolation::Entry { key, violation })
        }
    })
}

/// As [`violation_of_form`], for the value of a union.
fn violation_of_union(
    mut message: Message<'_>,
    ty: &UnionType,
) -> Result<Option<ConstraintViolation>, DecodeError> {
    let number = u32::try_from(message.unsigned(CASE)?.unwrap_or_default()).unwrap_or(u32::MAX);
    let Some(case) = number.checked_sub(1).and_then(|position| ty.case(position)) else {
        return Ok(Some(ConstraintViolation::UnknownCase { number }));
    };
    let violation = violation_of_form(message.needed(CASE_VALUE, "the value of a case")?, &case.ty)?;
    let of_case = |violation| {
        let name = case.name.as_str().into();
        ConstraintViolation::Case { name, violation: Box::new(violation) }
    };
    Ok(violation.map(of_case))
}

/// Whether a list has the form of the type of its elements.
enum ListForm {
    Right,
    /// It is a list of elements of another kind.
    Other,
    /// The element at this index does not have the form.
    Wrong(usize, Box<ConstraintViolation>),
}

fn violation_of_elements(message: Message<'_>, ty: &Type) -> Result<ListForm, DecodeError> {
    let inner = list_case(ty);
    if message.case(LIST_CASES)? != inner {
        return Ok(ListForm::Other);
    }
    let mut list = message.only_message(inner, LIST_CASES)?;
    let mut index = 0;
    while ty.is_composite()
        && let Some(one) = list.message(1)?
    {
        let violation = match ty {
            Type::Struct(ty) => violation_of_members(one, ty)?,
            Type::Vector(VectorType { element, .. }) | Type::Array(ArrayType { element, .. }) => {
                violation_of_list(one, element, ty)?
            }
            Type::Map(map) => violation_of_map(one, map, ty)?,
            Type::Union(ty) => violation_of_union(one, ty)?,
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_) => None,
        };
        if let Some(violation) = violation {
            return Ok(ListForm::Wrong(index, Box::new(violation)));
        }
        index += 1;
    }
    Ok(ListForm::Right)
}

/// Reads the key of the entry at this position of a map.
fn nth_key<'a>(mut map: Message<'a>, position: usize) -> Result<Option<&'a str>, DecodeError> {
    for _ in 0..position {
        map.optional_text(KEYS)?;
    }
    map.optional_text(KEYS)
}

fn violation_of_members(
    mut message: Message<'_>,
    ty: &StructType,
) -> Result<Option<ConstraintViolation>, DecodeError> {
    let (expected, found) = (ty.members().len(), message.count(1, 0));
    if expected != found {
        return Ok(Some(ConstraintViolation::Members { expected, found }));
    }
    for member in ty.members() {
        let Some(one) = message.message(1)? else { break };
        if let Some(violation) = violation_of_field(one, member)? {
            let key = member.key.as_str().into();
            return Ok(Some(ConstraintViolation::Member { key, violation: Box::new(violation) }));
        }
    }
    Ok(None)
}
