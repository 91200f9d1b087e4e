//! Files that are written here, by `proto/confc/v1`.

use confc_core::declaration::{self, Schema, ValueSource};
use confc_core::types::{Component, Key, TypeReader};
use confc_core::wire::append_integrity;

/// A field with a length: a text, bytes or a message.
pub(crate) fn sized(number: u8, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [&[number << 3 | 2], &*varint(content.len()), content].concat()
}

/// A field with a number.
pub(crate) fn numbered(number: u8, value: usize) -> Vec<u8> {
    [&[number << 3], &*varint(value)].concat()
}

fn varint(value: usize) -> Vec<u8> {
    let low = u8::try_from(value & 0x7f).unwrap();
    if value < 0x80 { vec![low] } else { [vec![low | 0x80], varint(value >> 7)].concat() }
}

/// A file with valid integrity.
pub(crate) fn sealed(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = parts.concat();
    append_integrity(&mut bytes);
    bytes
}

/// `ConfigChecksum` of a declaration with these fields: keys and types as text.
pub(crate) fn checksum(fields: &[(&str, &str)]) -> Vec<u8> {
    let field =
        |&(key, ty): &(&str, &str)| TypeReader::default().read_field(Key::new(key).unwrap(), ty).unwrap();
    let schema = Schema::new(fields.iter().map(field).collect(), ValueSource::Capabilities).unwrap();
    let sealed = declaration::Declaration::seal(Component::default(), Some(schema)).unwrap();
    sized(1, sealed.config().unwrap().checksum().as_bytes())
}

/// `ConfigValue` without a value.
pub(crate) fn absent_value() -> Vec<u8> {
    sized(5, [])
}
