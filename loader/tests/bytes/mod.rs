//! Files that are written here, by `proto/confc/v1`.

use confc_core::declaration::{self, Schema, ValueSource};
use confc_core::types::{Component, Key, TypeReader};
use confc_core::wire::append_integrity;

/// A field with a length: a text, bytes or a message.
pub(crate) fn sized(number: u8, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    [&*varint(usize::from(number) << 3 | 2), &*varint(content.len()), content].concat()
}

/// A field with a number.
pub(crate) fn numbered(number: u8, value: usize) -> Vec<u8> {
    [varint(usize::from(number) << 3), varint(value)].concat()
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

/// Values with another one for the field at this position.
pub(crate) fn but<const N: usize>(mut values: [Vec<u8>; N], at: usize, value: Vec<u8>) -> [Vec<u8>; N] {
    *values.get_mut(at).unwrap() = value;
    values
}

/// A value file of a declaration with these fields, without an embedded schema.
pub(crate) fn value_file(fields: &[(&str, &str)], values: &[Vec<u8>]) -> Vec<u8> {
    let values: Vec<Vec<u8>> = values.iter().map(|value| sized(1, sized(1, value))).collect();
    sealed(&[values.concat(), sized(2, checksum(fields))])
}

/// A plan without expressions and without an embedded schema.
pub(crate) fn plan_file(fields: &[(&str, &str)], values: &[Vec<u8>]) -> Vec<u8> {
    let slots: Vec<Vec<u8>> = values.iter().map(|value| sized(2, sized(1, value))).collect();
    sealed(&[slots.concat(), sized(3, checksum(fields)), numbered(5, 1), numbered(7, 1)])
}

/// `ConfigValue` without a value.
pub(crate) fn absent_value() -> Vec<u8> {
    sized(5, [])
}
