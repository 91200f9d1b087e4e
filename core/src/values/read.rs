//! The reader of value files.
//!
//! It has two passes. The first one reads each value by its declared type, checks it, and compares the checksum at the
//! end; it stops at the first error. After an error, the second pass makes all checks in the documented order, to
//! report the first one that fails.

use super::load_error::{EmbeddedSchemaError, LoadError};
use super::{FieldDifferences, embedded_schema};
use crate::declaration::{Checksum, Config};
use crate::rules::RuleText;
use crate::types::{ConstraintViolation, Field, Value};
use crate::wire::{self, DecodeError, Integrity, Message};

/// The field numbers of `ValuesData`.
const VALUES: u64 = 1;
const CHECKSUM: u64 = 2;
const EMBEDDED_SCHEMA: u64 = 15;

/// The size in bytes of the smallest `ValueSpec`, which is an absent value, including its key and length.
const LEAST_VALUE: usize = 6;

/// Reads the value of each field, verified.
///
/// # Errors
///
/// See [`LoadError`].
pub(super) fn values(config: &Config, bytes: &[u8], integrity: Integrity) -> Result<Box<[Value]>, LoadError> {
    let content = wire::content(bytes, integrity)?;
    match at_once(config, content) {
        Some(values) => Ok(values.into()),
        None => in_order(config, content),
    }
}

/// The fields and rules of a value file's embedded schema; the rules are read on demand. `None` if the file has no
/// embedded schema.
///
/// # Errors
///
/// Fails if the file is not in canonical form, or if a type of the embedded schema is not valid.
pub(super) fn embedded(
    bytes: &[u8],
) -> Result<Option<(Vec<Field>, impl ExactSizeIterator<Item = RuleText>)>, EmbeddedSchemaError> {
    let decoded = || {
        let mut message = Message::new(wire::content(bytes, Integrity::Check)?);
        while next_value(&mut message)?.is_some() {}
        Tail::read(&mut message)
    };
    let tail = decoded().map_err(LoadError::Decode)?;
    let Some(mut schema) = tail.embedded_schema else { return Ok(None) };
    let fields = embedded_schema::fields(&mut schema)?;
    Ok(Some((fields, embedded_schema::rules(schema))))
}

/// The first pass: `None` at any error.
fn at_once(config: &Config, content: &[u8]) -> Option<Vec<Value>> {
    let mut message = Message::new(content);
    let fields = config.fields();
    let mut values = Vec::with_capacity(fields.len().min(content.len() / LEAST_VALUE));
    for field in fields {
        let value = wire::field_value(next_value(&mut message).ok()??, field).ok()?;
        field.check(&value).ok()?;
        values.push(value);
    }
    let tail = Tail::read(&mut message).ok()?;
    (tail.checksum == config.checksum()).then_some(values)
}

/// The second pass, which accepts the same files as the first.
fn in_order(config: &Config, content: &[u8]) -> Result<Box<[Value]>, LoadError> {
    let fields = config.fields();
    let mut message = Message::new(content);
    let mut found = 0;
    while let Some(value) = next_value(&mut message)? {
        wire::check_form(value)?;
        found += 1;
    }
    let tail = Tail::read(&mut message)?;
    if tail.checksum != config.checksum() {
        let (expected, found) = (config.checksum(), tail.checksum);
        let differing =
            tail.embedded_schema.map(|embedded_schema| FieldDifferences::between(config, embedded_schema));
        return Err(LoadError::ChecksumMismatch { expected, found, differing });
    }
    if found != fields.len() {
        return Err(LoadError::Count { expected: fields.len(), found });
    }
    let mut message = Message::new(content);
    let mut values = Vec::with_capacity(found);
    for field in fields {
        // The count is exact, since the values were counted.
        let Some(at) = next_value(&mut message)? else { break };
        values.push(checked(field, at)?);
    }
    Ok(values.into())
}

/// Reads a value of a field from a canonical message.
fn checked(field: &Field, at: Message<'_>) -> Result<Value, LoadError> {
    let refused = |violation: ConstraintViolation| LoadError::ConstraintViolation {
        key: field.key.clone(),
        violation: Box::new(violation),
    };
    if let Some(violation) = wire::violation_of_field(at, field)? {
        return Err(refused(violation));
    }
    let value = wire::field_value(at, field)?;
    field.check(&value).map_err(refused)?;
    Ok(value)
}

/// The next `ConfigValue`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn next_value<'a>(message: &mut Message<'a>) -> Result<Option<Message<'a>>, DecodeError> {
    match message.message(VALUES)? {
        Some(spec) => spec.only_message(1, 1).map(Some),
        None => Ok(None),
    }
}

/// The part of a value file after its values.
struct Tail<'a> {
    checksum: Checksum,
    /// In its one form.
    embedded_schema: Option<Message<'a>>,
}

impl<'a> Tail<'a> {
    fn read(message: &mut Message<'a>) -> Result<Self, DecodeError> {
        let checksum = wire::checksum(message.needed(CHECKSUM, "a checksum")?)?;
        let embedded_schema = message.message(EMBEDDED_SCHEMA)?;
        if let Some(embedded_schema) = embedded_schema {
            embedded_schema::check(embedded_schema)?;
        }
        wire::end_of_content(*message)?;
        Ok(Self { checksum: Checksum::from_bytes(checksum), embedded_schema })
    }
}
