//! Writes declarations.

use super::{Config, Declaration};
use crate::schema::ValueSource;
use crate::wire::{self, write};
use prost::encoding::{WireType, encode_key, encode_varint, message};

/// Writes a declaration. Equal declarations have equal bytes. [`decode`](Declaration::decode) reads an equal
/// declaration if the bytes are at most 64 MiB.
#[must_use]
pub fn encode(declaration: &Declaration) -> Vec<u8> {
    let mut bytes = Vec::new();
    let component = declaration.component();
    let sections = [
        (1, &component.program),
        (2, &component.uses),
        (3, &component.expose),
        (4, &component.offer),
        (5, &component.capabilities),
        (6, &component.children),
        (7, &component.collections),
        (8, &component.environments),
        (9, &component.facets),
    ];
    for (number, section) in sections {
        if let Some(json) = section {
            message::encode(number, &write::json_value(json), &mut bytes);
        }
    }
    if let Some(config) = declaration.config() {
        let start = bytes.len();
        encode_config(config, &mut bytes);
        let length = bytes.len() - start;
        let mut head = Vec::new();
        encode_key(10, WireType::LengthDelimited, &mut head);
        encode_varint(length as u64, &mut head);
        // Moving the bytes costs less than a second copy of them.
        bytes.splice(start..start, head);
    }
    if let Some(json) = &component.disable {
        message::encode(11, &write::json_value(json), &mut bytes);
    }
    for (key, value) in &component.extensions {
        message::encode(12, &write::member(key, value), &mut bytes);
    }
    wire::append_integrity(&mut bytes);
    bytes
}

/// Appends the `ConfigSchema` field by field: the messages of a field take many times its bytes, so they must not all
/// be in memory at once.
fn encode_config(config: &Config, bytes: &mut Vec<u8>) {
    for field in config.fields() {
        message::encode(1, &write::field(field), bytes);
    }
    message::encode(2, &write::checksum(*config.checksum().as_bytes()), bytes);
    let path = match config.value_source() {
        ValueSource::PackagePath(path) => Some(path.as_str()),
        ValueSource::Capabilities => None,
    };
    message::encode(3, &write::value_source(path), bytes);
    for rule in config.rules().list() {
        message::encode(4, &write::rule(rule), bytes);
    }
}
