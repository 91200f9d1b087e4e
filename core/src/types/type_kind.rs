//! The one list of types.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

macro_rules! type_kinds {
    ($($type_kind:ident $name:literal $tag:literal $number:literal $rfc:literal)*) => {
        /// The kind of a type, without its constraints and parts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum TypeKind {
            $(
                #[doc = $name]
                $type_kind,
            )*
        }

        impl TypeKind {
            /// All type kinds, in the order of their tags.
            pub const ALL: &[Self] = &[$(Self::$type_kind),*];

            /// Its name: the value of `type` in a manifest.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$type_kind => $name),* }
            }

            /// Its byte in the preimage of the checksum. Keys never contain this byte.
            #[must_use]
            pub const fn tag(self) -> u8 {
                match self { $(Self::$type_kind => $tag),* }
            }

            /// Its number on the wire: `ConfigTypeLayout`.
            #[must_use]
            pub const fn number(self) -> u8 {
                match self { $(Self::$type_kind => $number),* }
            }

            /// Whether the type is in RFC-0146's scope.
            #[must_use]
            pub(crate) const fn is_in_rfc(self) -> bool {
                match self { $(Self::$type_kind => $rfc),* }
            }

            /// The type kind with this number on the wire.
            #[must_use]
            pub fn from_number(number: u64) -> Option<Self> {
                match number { $($number => Some(Self::$type_kind),)* _ => None }
            }
        }
    };
}

type_kinds! {
    // kind   name      tag  number in the RFC's scope
    Bool    "bool"    0x00  1 true
    Uint8   "uint8"   0x01  2 true
    Uint16  "uint16"  0x02  3 true
    Uint32  "uint32"  0x03  4 true
    Uint64  "uint64"  0x04  5 true
    Int8    "int8"    0x05  6 true
    Int16   "int16"   0x06  7 true
    Int32   "int32"   0x07  8 true
    Int64   "int64"   0x08  9 true
    String  "string"  0x09 10 true
    Vector  "vector"  0x0a 11 true
    Float32 "float32" 0x0b 12 false
    Float64 "float64" 0x0c 13 false
    Enum    "enum"    0x0d 14 false
    Struct  "struct"  0x0e 15 false
    Array   "array"   0x0f 16 false
    Map     "map"     0x10 17 false
    Json    "json"    0x11 18 false
    Union   "union"   0x12 19 false
}

impl TypeKind {
    /// Whether it is a vector or array.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Vector | Self::Array)
    }

    /// Whether the keys of a map may have this kind.
    #[must_use]
    pub const fn may_be_key(self) -> bool {
        matches!(self, Self::String | Self::Enum)
    }

    /// Its form.
    #[must_use]
    pub const fn form(self) -> TypeForm {
        match self {
            Self::Bool => TypeForm::Bool,
            Self::Uint8 => TypeForm::Integer(IntegerKind::Uint8),
            Self::Uint16 => TypeForm::Integer(IntegerKind::Uint16),
            Self::Uint32 => TypeForm::Integer(IntegerKind::Uint32),
            Self::Uint64 => TypeForm::Integer(IntegerKind::Uint64),
            Self::Int8 => TypeForm::Integer(IntegerKind::Int8),
            Self::Int16 => TypeForm::Integer(IntegerKind::Int16),
            Self::Int32 => TypeForm::Integer(IntegerKind::Int32),
            Self::Int64 => TypeForm::Integer(IntegerKind::Int64),
            Self::Float32 => TypeForm::Float(FloatKind::Float32),
            Self::Float64 => TypeForm::Float(FloatKind::Float64),
            Self::String => TypeForm::String,
            Self::Enum => TypeForm::Enum,
            Self::Struct => TypeForm::Struct,
            Self::Vector => TypeForm::Vector,
            Self::Array => TypeForm::Array,
            Self::Map => TypeForm::Map,
            Self::Json => TypeForm::Json,
            Self::Union => TypeForm::Union,
        }
    }

    /// The parts of a type of this kind, in order. Members, variants and cases are not among them.
    #[must_use]
    pub const fn parts(self) -> &'static [TypePart] {
        match self.form() {
            TypeForm::Vector | TypeForm::Array => &[TypePart::Element],
            TypeForm::Map => &[TypePart::Key, TypePart::Value],
            TypeForm::Bool
            | TypeForm::Integer(_)
            | TypeForm::Float(_)
            | TypeForm::String
            | TypeForm::Enum
            | TypeForm::Struct
            | TypeForm::Json
            | TypeForm::Union => &[],
        }
    }

    /// Its parts in words.
    #[must_use]
    pub const fn expected_parts(self) -> &'static str {
        match self.form() {
            TypeForm::Bool
            | TypeForm::Integer(_)
            | TypeForm::Float(_)
            | TypeForm::String
            | TypeForm::Json => "nothing",
            TypeForm::Enum => "at least one variant",
            TypeForm::Struct => "at least one member",
            TypeForm::Vector | TypeForm::Array => "one type",
            TypeForm::Map => "two types",
            TypeForm::Union => "2 to 5 cases, or with a tag 2 to 256,",
        }
    }
}

/// The form of a type kind: the variants of [`Type`](super::Type), and the widths of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the type kind of the same name")]
pub enum TypeForm {
    Bool,
    Integer(IntegerKind),
    Float(FloatKind),
    String,
    Enum,
    Struct,
    Vector,
    Array,
    Map,
    Json,
    Union,
}

/// A type within a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypePart {
    /// The element of a vector or array.
    Element,
    /// The key of a map.
    Key,
    /// The value of a map.
    Value,
}

impl FromStr for TypeKind {
    type Err = UnknownTypeKind;

    fn from_str(name: &str) -> Result<Self, UnknownTypeKind> {
        Self::ALL.iter().copied().find(|type_kind| type_kind.name() == name).ok_or(UnknownTypeKind)
    }
}

/// The error of a text that does not name a type kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownTypeKind;

impl Error for UnknownTypeKind {}

impl Display for UnknownTypeKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("no type has this name")
    }
}

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum IntegerKind {
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Int8,
    Int16,
    Int32,
    Int64,
}

impl IntegerKind {
    /// Its type kind.
    #[must_use]
    pub const fn type_kind(self) -> TypeKind {
        match self {
            Self::Uint8 => TypeKind::Uint8,
            Self::Uint16 => TypeKind::Uint16,
            Self::Uint32 => TypeKind::Uint32,
            Self::Uint64 => TypeKind::Uint64,
            Self::Int8 => TypeKind::Int8,
            Self::Int16 => TypeKind::Int16,
            Self::Int32 => TypeKind::Int32,
            Self::Int64 => TypeKind::Int64,
        }
    }

    /// The smallest and the largest value.
    #[must_use]
    pub const fn range(self) -> (i128, i128) {
        match self {
            Self::Uint8 => (0, u8::MAX as i128),
            Self::Uint16 => (0, u16::MAX as i128),
            Self::Uint32 => (0, u32::MAX as i128),
            Self::Uint64 => (0, u64::MAX as i128),
            Self::Int8 => (i8::MIN as i128, i8::MAX as i128),
            Self::Int16 => (i16::MIN as i128, i16::MAX as i128),
            Self::Int32 => (i32::MIN as i128, i32::MAX as i128),
            Self::Int64 => (i64::MIN as i128, i64::MAX as i128),
        }
    }

    /// Whether it has negative values.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        self.range().0 < 0
    }
}

/// A floating-point type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FloatKind {
    Float32,
    Float64,
}

impl FloatKind {
    /// Its type kind.
    #[must_use]
    pub const fn type_kind(self) -> TypeKind {
        match self {
            Self::Float32 => TypeKind::Float32,
            Self::Float64 => TypeKind::Float64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TypeKind, UnknownTypeKind};

    #[test]
    fn names_numbers_and_tags_are_apart_and_tags_are_no_key_bytes() {
        for (n, &type_kind) in TypeKind::ALL.iter().enumerate() {
            assert_eq!(usize::from(type_kind.tag()), n);
            assert!(type_kind.tag() < b'0');
            assert_eq!(TypeKind::from_number(type_kind.number().into()), Some(type_kind));
            assert_eq!(type_kind.name().parse(), Ok(type_kind));
        }
        assert_eq!(TypeKind::from_number(0), None);
        assert_eq!(TypeKind::from_number(20), None);
        assert_eq!("Bool".parse::<TypeKind>(), Err(UnknownTypeKind));
    }
}
