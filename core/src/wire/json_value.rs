//! Reading of `JsonValue`, for the sections that confc copies.

use super::message::Message;
use super::reader::{WireReader, WireType};
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::text::repeated;
use crate::types::limits::MAX_JSON_DEPTH;
use crate::types::{JsonValue, is_canonical_number};

/// Keys with their values, in the order of the bytes.
type JsonMembers = Box<[(Box<str>, JsonValue)]>;

/// The number of cases of `JsonValue`.
const CASES: u64 = 8;

/// The fewest bytes of a `JsonValue`, as of `null`.
const LEAST_VALUE: usize = 2;

/// The fewest bytes of a `Member`: an empty key and a `null`.
const LEAST_MEMBER: usize = 6;

/// Reads one value of a section.
///
/// # Errors
/// A violation of the wire format or of the rules of `JsonValue`, or lists and maps nested deeper than
/// [`MAX_JSON_DEPTH`].
pub(crate) fn json_value(message: Message<'_>) -> Result<JsonValue, DecodeError> {
    nested(message, 0)
}

/// Reads the fields with this number as members. Does not check that their keys are unique.
///
/// # Errors
/// As [`json_value`].
pub(crate) fn members(message: &mut Message<'_>, number: u64) -> Result<JsonMembers, DecodeError> {
    nested_members(message, number, 0)
}

/// Reads a value inside this many lists and maps. It recurses, so scalars are read in another function, whose stack
/// would otherwise be used at every level.
fn nested(message: Message<'_>, depth: usize) -> Result<JsonValue, DecodeError> {
    match message.case(CASES)? {
        case @ 7 => list(message.only_message(case, CASES)?, depth + 1).map(JsonValue::List),
        case @ 8 => map(message.only_message(case, CASES)?, depth + 1).map(JsonValue::Map),
        case => scalar(message, case),
    }
}

/// Reads a value that is not a list or map.
#[inline(never)]
fn scalar(message: Message<'_>, case: u64) -> Result<JsonValue, DecodeError> {
    let varint = || message.only(case, CASES, WireType::Varint, WireReader::varint);
    match case {
        1 => match varint()? {
            1 => Ok(JsonValue::Null),
            number => Err(message.error(Kind::Null { number })),
        },
        2 => message.only(case, CASES, WireType::Varint, WireReader::boolean).map(JsonValue::Bool),
        3 => varint().map(JsonValue::Unsigned),
        4 => match varint()?.cast_signed() {
            found if found < 0 => Ok(JsonValue::Negative(found)),
            found => Err(message.error(Kind::NotNegative { found })),
        },
        5 => match message.only_text(case, CASES)? {
            text if is_canonical_number(text) => Ok(JsonValue::Number(text.into())),
            text => Err(message.error(Kind::Number { text: text.into() })),
        },
        _ => message.only_text(case, CASES).map(|text| JsonValue::String(text.into())),
    }
}

fn check_depth(message: &Message<'_>, depth: usize) -> Result<(), DecodeError> {
    if depth > MAX_JSON_DEPTH { Err(message.error(Kind::JsonTooDeep)) } else { Ok(()) }
}

fn list(mut message: Message<'_>, depth: usize) -> Result<Box<[JsonValue]>, DecodeError> {
    check_depth(&message, depth)?;
    let mut items = Vec::with_capacity(message.count(1, LEAST_VALUE));
    while let Some(item) = message.message(1)? {
        items.push(nested(item, depth)?);
    }
    message.end()?;
    Ok(items.into())
}

fn map(mut message: Message<'_>, depth: usize) -> Result<JsonMembers, DecodeError> {
    check_depth(&message, depth)?;
    let members = nested_members(&mut message, 1, depth)?;
    message.end()?;
    match first_repeated(&members) {
        Some(key) => Err(message.error(Kind::MemberTwice { key: key.into() })),
        None => Ok(members),
    }
}

fn nested_members(message: &mut Message<'_>, number: u64, depth: usize) -> Result<JsonMembers, DecodeError> {
    let mut members = Vec::with_capacity(message.count(number, LEAST_MEMBER));
    while let Some((key, value)) = member(message, number)? {
        members.push((key, nested(value, depth)?));
    }
    Ok(members.into())
}

/// Reads the key of the next member and the message of its value.
#[inline(never)]
fn member<'a>(
    message: &mut Message<'a>,
    number: u64,
) -> Result<Option<(Box<str>, Message<'a>)>, DecodeError> {
    let Some(mut member) = message.message(number)? else { return Ok(None) };
    let key = member.optional_text(1)?;
    let key = key.ok_or_else(|| member.error(Kind::Missing { what: "a key" }))?;
    let value = member.needed(2, "a value")?;
    member.end()?;
    Ok(Some((key.into(), value)))
}

/// A key that is repeated.
pub(crate) fn first_repeated(members: &[(Box<str>, JsonValue)]) -> Option<&str> {
    let mut keys: Vec<&Box<str>> = members.iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    repeated(&keys).map(|key| &***key)
}
