//! Types whose values are numbers.

use super::{FloatType, IntegerType, Type};

/// A type of numbers.
#[derive(Debug, Clone, Copy)]
pub enum NumberType<'t> {
    /// An integer type.
    Integer(&'t IntegerType),
    /// A floating-point type.
    Float(&'t FloatType),
}

impl Type {
    /// The type as a number type; `None` for types whose values are not numbers.
    #[must_use]
    pub const fn number(&self) -> Option<NumberType<'_>> {
        match self {
            Self::Integer(ty) => Some(NumberType::Integer(ty)),
            Self::Float(ty) => Some(NumberType::Float(ty)),
            Self::Bool
            | Self::String(_)
            | Self::Enum(_)
            | Self::Struct(_)
            | Self::Vector(_)
            | Self::Array(_)
            | Self::Map(_)
            | Self::Json(_)
            | Self::Union(_) => None,
        }
    }
}
