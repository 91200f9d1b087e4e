//! The words of protobuf for types and names.

use super::names::pascal;
use crate::text::escape;
use crate::types::{EnumType, Field, Type, TypeKind};
use sha2::{Digest as _, Sha256};

/// The number of a field: the first four bytes of the SHA-256 of its name, reduced to the numbers that protobuf leaves to
/// users.
pub(super) fn number(name: &str) -> u32 {
    /// Numbers that protobuf reserves.
    const RESERVED: std::ops::Range<u32> = 19_000..20_000;
    const MAX: u32 = (1 << 29) - 1;
    let count = MAX - (RESERVED.end - RESERVED.start);
    let digest = Sha256::digest(name.as_bytes());
    let bytes = digest.first_chunk::<4>().copied().unwrap_or_default();
    let number = 1 + u32::from_be_bytes(bytes) % count;
    if number < RESERVED.start { number } else { number + (RESERVED.end - RESERVED.start) }
}

/// The type of a field with its label: `contents` is the type of elements or values, or the type itself.
pub(super) fn with_label(ty: &Type, contents: &str) -> String {
    match ty {
        Type::Map(_) => format!("map<string, {contents}>"),
        Type::Vector(_) | Type::Array(_) => format!("repeated {contents}"),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Json(_)
        | Type::Union(_) => format!("optional {contents}"),
    }
}

/// Whether a map in the type has keys of an enum.
pub(super) fn has_enum_keys(ty: &Type) -> bool {
    matches!(ty, Type::Map(map) if map.key().kind() == TypeKind::Enum)
        || ty.contents().is_some_and(has_enum_keys)
}

/// The name of the message that compilers of protobuf make for the entries of a map.
pub(super) fn entry_name(key: &str) -> String {
    format!("{}Entry", pascal(key))
}

/// The name of a field in JSON: the native name, or else the key. Protobuf keeps names in brackets for extensions.
pub(super) fn json_name(field: &Field) -> &str {
    let name = field.native_name();
    if name.starts_with('[') && name.ends_with(']') { field.key.as_str() } else { name }
}

/// The JSON name that protobuf derives from the name of a field: `logLevel` for `log_level`.
pub(super) fn derived_json_name(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    let mut is_after_underscore = false;
    for c in key.chars() {
        match (c, is_after_underscore) {
            ('_', _) => {}
            (c, true) => name.push(c.to_ascii_uppercase()),
            (c, false) => name.push(c),
        }
        is_after_underscore = c == '_';
    }
    name
}

/// Returns a string literal.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Older compilers of protobuf know no escapes of Unicode.
            c if escape::is_unsafe(c) => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out += &format!("\\{byte:03o}"));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Whether an enum of protobuf can have these numbers.
pub(super) fn fits(ty: &EnumType) -> bool {
    ty.variants().iter().all(|variant| i32::try_from(variant.number).is_ok())
}

/// The narrowest type of protobuf that holds every value.
pub(super) fn scalar(type_kind: TypeKind) -> &'static str {
    match type_kind {
        TypeKind::Bool => "bool",
        TypeKind::Uint8 | TypeKind::Uint16 | TypeKind::Uint32 => "uint32",
        TypeKind::Uint64 => "uint64",
        TypeKind::Int8 | TypeKind::Int16 | TypeKind::Int32 => "int32",
        TypeKind::Int64 | TypeKind::Enum => "int64",
        TypeKind::Float32 => "float",
        TypeKind::Float64 => "double",
        // JSON is its canonical text.
        TypeKind::String | TypeKind::Json => "string",
        // These become messages, repeated fields and maps, never scalars.
        TypeKind::Struct | TypeKind::Vector | TypeKind::Array | TypeKind::Map | TypeKind::Union => "bytes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_promises() {
        for (key, expected) in [("a", 177_708_145), ("log_packets", 487_467_212)] {
            assert_eq!(number(key), expected, "{key}");
        }
    }
}
