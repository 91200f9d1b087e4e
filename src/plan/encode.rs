//! Values as bytes.

use crate::declaration::Config;
use crate::resolve::resolution::ResolvedValues;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{ConstraintViolation, Field, Value};
use crate::wire::{append_integrity, write};
use confc_core::values::LoadError;
use confc_core::wire::{DecodeError, DecodeErrorKind};
use prost::encoding::{WireType, encode_key, encode_varint, message};

/// Whether a value file repeats keys and types, for people and for the error when it is loaded for another
/// version of the component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EmbeddedSchema {
    /// It does: the default.
    #[default]
    Include,
    /// It does not, and is as small as it can be.
    Omit,
}

/// Writes a value file for the fields of a declaration: the same values are the same bytes.
///
/// What is written loads: there is one value a field, in the order of the fields, each fits its field, they break no
/// rule, and the file is at most 64 MiB.
///
/// # Errors
/// What [`load`](confc_core::values::load) would refuse such a file for: [`LoadError::Count`],
/// [`LoadError::ConstraintViolation`], [`LoadError::Rule`], or [`LoadError::Decode`] for one that is too large.
pub fn encode(
    config: &Config,
    values: &[Value],
    embedded_schema: EmbeddedSchema,
) -> Result<Vec<u8>, LoadError> {
    encode_if(config, values, embedded(config, embedded_schema).as_deref(), || {
        let broken = config.broken_rules(values).next();
        broken.map_or(Ok(()), |broken| Err(LoadError::Rule(Box::new(broken.to_broken()))))
    })
}

/// As [`encode`], of values of which [`check_rules`](crate::resolve::check_rules) reported nothing: rules are not asked again.
///
/// # Errors
/// As [`encode`], but for [`LoadError::Rule`].
pub(crate) fn encode_keeping_rules(
    config: &Config,
    resolved: &ResolvedValues,
    embedded_schema: EmbeddedSchema,
) -> Result<Vec<u8>, LoadError> {
    encode_if(config, resolved.values(), embedded(config, embedded_schema).as_deref(), || Ok(()))
}

/// As [`encode_keeping_rules`], with the [`encode_embedded_schema`] of the declaration, which many value files share.
///
/// # Errors
/// As there.
pub(crate) fn encode_with_schema(
    config: &Config,
    resolved: &ResolvedValues,
    embedded_schema: &[u8],
) -> Result<Vec<u8>, LoadError> {
    encode_if(config, resolved.values(), Some(embedded_schema), || Ok(()))
}

fn embedded(config: &Config, embedded_schema: EmbeddedSchema) -> Option<Vec<u8>> {
    (embedded_schema == EmbeddedSchema::Include).then(|| encode_embedded_schema(config))
}

/// Writes values that fit their fields; `check_rules` is called then.
fn encode_if(
    config: &Config,
    values: &[Value],
    embedded_schema: Option<&[u8]>,
    check_rules: impl FnOnce() -> Result<(), LoadError>,
) -> Result<Vec<u8>, LoadError> {
    let (expected, found) = (config.fields().len(), values.len());
    if expected != found {
        return Err(LoadError::Count { expected, found });
    }
    let mut bytes = Vec::new();
    // One by one: the message of a value takes many times its bytes.
    for (field, value) in config.fields().iter().zip(values) {
        field.check(value).map_err(|violation| refused(field, violation))?;
        message::encode(1, &write::value_spec(value, &field.ty), &mut bytes);
    }
    check_rules()?;
    message::encode(2, &write::checksum(*config.checksum().as_bytes()), &mut bytes);
    if let Some(embedded_schema) = embedded_schema {
        encode_key(15, WireType::LengthDelimited, &mut bytes);
        encode_varint(embedded_schema.len() as u64, &mut bytes);
        bytes.extend_from_slice(embedded_schema);
    }
    append_integrity(&mut bytes);
    if bytes.len() > MAX_ENCODED_SIZE {
        let kind = DecodeErrorKind::TooLarge { size: bytes.len() };
        return Err(LoadError::Decode(DecodeError { offset: 0, field: String::new(), kind }));
    }
    Ok(bytes)
}

/// A value that does not fit its field.
fn refused(field: &Field, violation: ConstraintViolation) -> LoadError {
    LoadError::ConstraintViolation { key: field.key.clone(), violation: Box::new(violation) }
}

/// The fields and rules of a declaration as a value file repeats them.
pub(crate) fn encode_embedded_schema(config: &Config) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in config.fields() {
        message::encode(1, &write::embedded_field(field), &mut bytes);
    }
    for rule in config.rules().list() {
        prost::encoding::string::encode(2, &rule.text().to_owned(), &mut bytes);
    }
    bytes
}
