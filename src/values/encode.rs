//! Values as bytes.

use crate::declaration::Config;
use crate::types::{Field, Value};
use crate::wire::{self, write};
use prost::encoding::{WireType, encode_key, encode_varint, message};

/// Whether a value file repeats keys and types, for people and for the error when it is loaded for another
/// version of the component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Echo {
    /// It does: the default.
    #[default]
    Keep,
    /// It does not, and is as small as it can be.
    Leave,
}

/// Writes a value file for the fields of a declaration: the same values are the same bytes.
///
/// There must be one value a field, in the order of the fields, and each must fit its field; of others the
/// bytes are refused when they are loaded. So are bytes of more than 64 MiB.
#[must_use]
pub fn encode(config: &Config, values: &[Value], echo: Echo) -> Vec<u8> {
    let mut bytes = Vec::new();
    // One by one: the message of a value takes many times its bytes.
    for (field, value) in config.fields().iter().zip(values) {
        message::encode(1, &write::value_spec(value, &field.ty), &mut bytes);
    }
    message::encode(2, &write::checksum(*config.checksum().as_bytes()), &mut bytes);
    if echo == Echo::Keep {
        let echo = encode_echo(config.fields());
        encode_key(15, WireType::LengthDelimited, &mut bytes);
        encode_varint(echo.len() as u64, &mut bytes);
        bytes.extend_from_slice(&echo);
    }
    wire::append_integrity(&mut bytes);
    bytes
}

fn encode_echo(fields: &[Field]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        message::encode(1, &write::echoed_field(field), &mut bytes);
    }
    bytes
}
