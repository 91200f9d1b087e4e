//! Values as bytes.

use crate::declaration::Config;
use crate::resolve::resolution::ResolvedValues;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{ConstraintViolation, Field, Value};
use crate::wire::{append_integrity, write};
use confc_core::values::LoadError;
use confc_core::wire::{DecodeError, DecodeErrorKind};
use prost::encoding::{WireType, encode_key, encode_varint, message};

/// Whether a value file repeats keys and types, for people and for the error if it is loaded for another version of the
/// component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EmbeddedSchema {
    /// The file repeats them.
    #[default]
    Include,
    /// The file is as small as it can be.
    Omit,
}

impl EmbeddedSchema {
    /// The embedded schema of a value file; `None` if it has none.
    pub(crate) fn encode(self, config: &Config) -> Option<Vec<u8>> {
        (self == Self::Include).then(|| encode_embedded_schema(config))
    }
}

/// Writes a value file for the fields of a declaration. Equal values give equal bytes.
///
/// The file loads: it has one value per field in the order of the fields, each fits its field, no rule is broken, and
/// it has at most 64 MiB.
///
/// # Errors
/// The error with which [`load`](confc_core::values::load) would refuse the file: [`LoadError::Count`],
/// [`LoadError::ConstraintViolation`], [`LoadError::Rule`], or [`LoadError::Decode`] if it is too large.
pub fn encode(
    config: &Config,
    values: &[Value],
    embedded_schema: EmbeddedSchema,
) -> Result<Vec<u8>, LoadError> {
    encode_if(config, values, embedded_schema.encode(config).as_deref(), || {
        let broken = config.broken_rules(values).next();
        broken.map_or(Ok(()), |broken| Err(LoadError::Rule(Box::new(broken.to_broken()))))
    })
}

/// As [`encode`], for values that break no rule according to [`check_rules`](crate::resolve::check_rules). The rules are
/// not checked again, and many value files may share one embedded schema.
///
/// # Errors
/// As [`encode`], except [`LoadError::Rule`].
pub(crate) fn encode_keeping_rules(
    config: &Config,
    resolved: &ResolvedValues,
    embedded_schema: Option<&[u8]>,
) -> Result<Vec<u8>, LoadError> {
    encode_if(config, resolved.values(), embedded_schema, || Ok(()))
}

/// Writes values that fit their fields, after `check_rules` allowed it.
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
    // Values are written one by one, since the message of a value takes many times its bytes.
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
        return Err(LoadError::Decode(DecodeError::new(0, kind)));
    }
    Ok(bytes)
}

/// A value that does not fit its field.
fn refused(field: &Field, violation: ConstraintViolation) -> LoadError {
    LoadError::ConstraintViolation { key: field.key.clone(), violation: Box::new(violation) }
}

/// The embedded schema of a declaration: its fields and rules.
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
