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

/// Returns a string literal for `.proto` files and the text format.
pub(crate) fn string(text: &str) -> String {
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

/// A scalar type of protobuf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Uint32,
    Uint64,
    Int32,
    Int64,
    Float,
    Double,
    String,
}

impl Scalar {
    /// The narrowest type that holds every value.
    pub(super) fn of(type_kind: TypeKind) -> Self {
        match type_kind {
            TypeKind::Bool => Self::Bool,
            TypeKind::Uint8 | TypeKind::Uint16 | TypeKind::Uint32 => Self::Uint32,
            TypeKind::Uint64 => Self::Uint64,
            TypeKind::Int8 | TypeKind::Int16 | TypeKind::Int32 => Self::Int32,
            TypeKind::Int64 | TypeKind::Enum => Self::Int64,
            TypeKind::Float32 => Self::Float,
            TypeKind::Float64 => Self::Double,
            // A JSON value is its canonical text. The other kinds become messages, repeated fields and maps.
            TypeKind::String
            | TypeKind::Json
            | TypeKind::Struct
            | TypeKind::Vector
            | TypeKind::Array
            | TypeKind::Map
            | TypeKind::Union => Self::String,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float => "float",
            Self::Double => "double",
            Self::String => "string",
        }
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
