//! Reading of `ConfigField`: fields of a schema and members of structs.

use super::message::Message;
use super::reader::WireType;
use super::schema_checks::{self, check_default, check_doc};
use super::value::value_with_presence;
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::limits::MAX_FIELDS;
use crate::types::{Field, FieldNames, Key, Mutability, NativeName, Patterns, Presence, TypeBuilder};

/// The fewest bytes of a `ConfigField`: a key of one byte and a type without constraints.
pub(super) const LEAST_FIELD: usize = 7;

/// The fewest bytes of an alias.
const LEAST_ALIAS: usize = 1;

/// Reads the fields of one schema, and checks every rule that the compiler checks.
#[derive(Debug, Default)]
pub(crate) struct SchemaReader {
    /// The patterns so far, which share one budget.
    pub(super) patterns: Patterns,
    /// The number of fields so far, members included.
    fields: usize,
}

impl SchemaReader {
    /// Reads the fields with this number. They must ascend by key, and no name may be repeated.
    ///
    /// # Errors
    /// A violation of the wire format or of a rule of schemas.
    pub(crate) fn fields(
        &mut self,
        message: &mut Message<'_>,
        number: u64,
    ) -> Result<Vec<Field>, DecodeError> {
        let mut fields = Vec::with_capacity(message.count(number, LEAST_FIELD));
        while let Some(field) = message.message(number)? {
            self.append(&mut fields, field, 1)?;
        }
        check_names(message, &fields)?;
        Ok(fields)
    }

    /// Reads one field that is not in a list.
    ///
    /// # Errors
    /// As [`fields`](Self::fields).
    pub(crate) fn field(&mut self, message: Message<'_>) -> Result<Field, DecodeError> {
        let mut alone = Vec::with_capacity(1);
        self.append(&mut alone, message, 1)?;
        check_names(&message, &alone)?;
        alone.pop().ok_or_else(|| message.error(Kind::NoFields))
    }

    /// Reads a field whose type is at this level, and appends it to the fields before it. The fields of a schema are at
    /// level 1.
    pub(super) fn append(
        &mut self,
        beside: &mut Vec<Field>,
        mut message: Message<'_>,
        level: usize,
    ) -> Result<(), DecodeError> {
        self.fields += 1;
        if self.fields > MAX_FIELDS {
            return Err(message.error(Kind::TooManyFields));
        }
        let (key, text) = key(&mut message)?;
        if let Some(after) = beside.last().map(|field| &field.key).filter(|after| **after >= key) {
            return Err(message.error(name_order(key.as_str(), after.as_str())));
        }
        let field = self.attributes(message, key, level);
        beside.push(field.map_err(|error| error.within(text))?);
        Ok(())
    }

    /// Reads the attributes after the key.
    fn attributes(&mut self, mut message: Message<'_>, key: Key, level: usize) -> Result<Field, DecodeError> {
        let of_type = message.needed(2, "a type")?;
        let (ty, Presence { optional, nullable }) = self.field_type(of_type, level)?;
        TypeBuilder::check_filled(&ty).map_err(|problem| of_type.error(problem))?;
        let mutability = mutability(&mut message, level)?;
        let (at, default) = match message.message(4)? {
            Some(default) => (
                Some(default),
                Some(value_with_presence(default, &ty, Presence { optional: false, nullable })?),
            ),
            None => (None, None),
        };
        let doc = doc(&mut message, 5)?;
        let sensitive = message.flag(6)?;
        let deprecated = message.text(7)?.map(Box::from);
        let names = names(&mut message)?;
        message.end()?;
        let field =
            Field { key, ty, optional, nullable, mutability, default, doc, sensitive, deprecated, names };
        // The default is checked last, since only then it is known whether an error may quote it.
        check_default(&field).map_err(|kind| at.unwrap_or(message).error(kind))?;
        Ok(field)
    }
}

/// Reads the key or name at the start of a field, member, variant or case. Returns it also as text.
pub(super) fn key<'a>(message: &mut Message<'a>) -> Result<(Key, &'a str), DecodeError> {
    let text = message.text(1)?.unwrap_or_default();
    Ok((check_key(message, text)?, text))
}

/// Reads the documentation of a field, member, variant or case.
pub(super) fn doc(message: &mut Message<'_>, number: u64) -> Result<Option<Box<str>>, DecodeError> {
    let Some(doc) = message.text(number)? else { return Ok(None) };
    check_doc(doc).map_err(|kind| message.error(kind))?;
    Ok(Some(doc.into()))
}

fn check_key(message: &Message<'_>, text: &str) -> Result<Key, DecodeError> {
    Key::new(text).map_err(|error| message.error(Kind::Key { error }))
}

/// The error of a key or variant name that is not in ascending order.
pub(super) fn name_order(name: &str, after: &str) -> Kind {
    Kind::KeyOrder { key: name.into(), after: after.into() }
}

fn mutability(message: &mut Message<'_>, level: usize) -> Result<Mutability, DecodeError> {
    let Some(mut list) = message.packed(3, WireType::Varint)? else { return Ok(Mutability::default()) };
    if level > 1 {
        return Err(list.error(Kind::MemberMutability));
    }
    let start = list;
    let number = list.varint()?;
    if number != 1 || !list.is_empty() {
        return Err(start.error(Kind::Mutability { number }));
    }
    Ok(Mutability { parent: true })
}

fn names(message: &mut Message<'_>) -> Result<FieldNames, DecodeError> {
    let mut aliases = Vec::with_capacity(message.count(8, LEAST_ALIAS));
    while let Some(alias) = message.optional_text(8)? {
        aliases.push(native_name(message, alias)?);
    }
    let native = match message.optional_text(9)? {
        Some(name) => Some(native_name(message, name)?),
        None => None,
    };
    let is_rest = message.flag(10)?;
    match is_rest {
        true if native.is_some() || !aliases.is_empty() => Err(message.error(Kind::RestWithName)),
        true => Ok(FieldNames::rest()),
        false => Ok(FieldNames::new(native, aliases)),
    }
}

fn native_name(message: &Message<'_>, text: &str) -> Result<NativeName, DecodeError> {
    NativeName::new(text).map_err(|error| message.error(Kind::NativeNameText { error }))
}

/// Checks that no native name or alias of these fields is repeated or is one of their keys, and that a rest among them
/// may be one. The keys must ascend.
pub(super) fn check_names(message: &Message<'_>, fields: &[Field]) -> Result<(), DecodeError> {
    let is_key = |name: &str| fields.binary_search_by(|field| field.key.as_str().cmp(name)).is_ok();
    schema_checks::check_names(fields, is_key).map_err(|kind| message.error(kind))
}
