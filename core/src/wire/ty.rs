//! Reading of `ConfigType`.

use super::constraint::{Constraints, optional};
use super::field::{LEAST_FIELD, SchemaReader, check_aliases, doc, key, key_order};
use super::message::Message;
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::limits::MAX_LEVELS;
use crate::types::{
    ArrayType, ConstraintKind, EnumType, Field, FloatKind, IntegerKind, MapType, StringType, StructType,
    Type, TypeKind, Variant, VectorType,
};

/// The number of cases of `LayoutParameter`.
const CASES: u64 = 3;

/// The fewest bytes of a `LayoutParameter` that holds a variant: a name of one byte and a number.
const LEAST_VARIANT: usize = 7;

/// The field number of parameters and of constraints.
const PARAMETERS: u64 = 2;

impl SchemaReader {
    /// Reads the type of a field, and whether the field is optional. A field's own type stands at level 1.
    ///
    /// # Errors
    /// What the wire or a rule of types forbids; more than [`MAX_LEVELS`] levels.
    pub(super) fn field_type(
        &mut self,
        mut message: Message<'_>,
        level: usize,
    ) -> Result<(Type, bool), DecodeError> {
        let ty = self.ty(&mut message, level)?;
        let optional = optional(&mut message)?;
        message.end()?;
        Ok((ty, optional))
    }

    /// Reads a type that is no field's own.
    ///
    /// # Errors
    /// As [`field_type`](Self::field_type), and that it is optional.
    pub(super) fn part_type(&mut self, message: Message<'_>, level: usize) -> Result<Type, DecodeError> {
        match self.field_type(message, level)? {
            (ty, false) => Ok(ty),
            (_, true) => Err(message.error(Kind::OptionalPart)),
        }
    }

    /// Reads all of a type but whether it is optional.
    fn ty(&mut self, message: &mut Message<'_>, level: usize) -> Result<Type, DecodeError> {
        if level > MAX_LEVELS {
            return Err(message.error(Kind::TooManyLevels));
        }
        let number = message.unsigned(1)?.unwrap_or_default();
        let type_kind =
            TypeKind::from_number(number).ok_or_else(|| message.error(Kind::TypeKind { number }))?;
        Ok(match type_kind {
            TypeKind::Bool => {
                self.plain(message, type_kind)?;
                Type::Bool
            }
            TypeKind::Uint8 => self.integer(message, IntegerKind::Uint8)?,
            TypeKind::Uint16 => self.integer(message, IntegerKind::Uint16)?,
            TypeKind::Uint32 => self.integer(message, IntegerKind::Uint32)?,
            TypeKind::Uint64 => self.integer(message, IntegerKind::Uint64)?,
            TypeKind::Int8 => self.integer(message, IntegerKind::Int8)?,
            TypeKind::Int16 => self.integer(message, IntegerKind::Int16)?,
            TypeKind::Int32 => self.integer(message, IntegerKind::Int32)?,
            TypeKind::Int64 => self.integer(message, IntegerKind::Int64)?,
            TypeKind::Float32 => self.float(message, FloatKind::Float32)?,
            TypeKind::Float64 => self.float(message, FloatKind::Float64)?,
            TypeKind::String => Type::String(self.string(message)?),
            TypeKind::Enum => {
                let variants = variants(message)?;
                Constraints::read(message, type_kind)?;
                Type::Enum(EnumType::new(variants))
            }
            TypeKind::Struct => {
                let members = self.members(message, level + 1)?;
                Constraints::read(message, type_kind)?;
                Type::Struct(StructType::new(members))
            }
            TypeKind::Vector => Type::Vector(self.vector(message, level)?),
            TypeKind::Array => Type::Array(self.array(message, level)?),
            TypeKind::Map => Type::Map(self.map(message, level)?),
        })
    }

    /// The constraints of a type without parameters.
    fn plain<'a>(
        &self,
        message: &mut Message<'a>,
        type_kind: TypeKind,
    ) -> Result<Constraints<'a>, DecodeError> {
        if message.message(PARAMETERS)?.is_some() {
            return Err(message.error(Kind::Parts { type_kind, expected: "nothing", found: 1 }));
        }
        Constraints::read(message, type_kind)
    }

    fn integer(&self, message: &mut Message<'_>, kind: IntegerKind) -> Result<Type, DecodeError> {
        Ok(Type::Integer(self.plain(message, kind.type_kind())?.integer(message, kind)?))
    }

    fn float(&self, message: &mut Message<'_>, kind: FloatKind) -> Result<Type, DecodeError> {
        Ok(Type::Float(self.plain(message, kind.type_kind())?.float(message, kind)?))
    }

    fn string(&mut self, message: &mut Message<'_>) -> Result<StringType, DecodeError> {
        let constraints = self.plain(message, TypeKind::String)?;
        let (max, min) = (ConstraintKind::MaxSize, ConstraintKind::MinSize);
        let max_size = constraints.needed(message, TypeKind::String, max)?;
        let min_size = constraints.least(message, (min, max), max_size)?;
        let pattern = match constraints.pattern {
            Some(text) => Some(self.pattern(message, text)?),
            None => None,
        };
        Ok(StringType { max_size, min_size, pattern })
    }

    fn vector(&mut self, message: &mut Message<'_>, level: usize) -> Result<VectorType, DecodeError> {
        let element = self.element(message, TypeKind::Vector, level)?;
        let constraints = Constraints::read(message, TypeKind::Vector)?;
        let (max_count, min_count) = constraints.counts(message, TypeKind::Vector)?;
        Ok(VectorType { max_count, min_count, unique: constraints.unique, element })
    }

    fn map(&mut self, message: &mut Message<'_>, level: usize) -> Result<MapType, DecodeError> {
        let type_kind = TypeKind::Map;
        let start = self.nested(message, type_kind, "two types", 0)?;
        let key = self.part_type(start, level + 1).map_err(DecodeError::within_element)?;
        if !key.kind().may_be_key() {
            return Err(start.error(Kind::MapKey { type_kind: key.kind() }));
        }
        let start = self.nested(message, type_kind, "two types", 1)?;
        let value = self.part_type(start, level + 1).map_err(DecodeError::within_element)?;
        if !value.kind().may_be_element() {
            return Err(start.error(Kind::MapValue { type_kind: value.kind() }));
        }
        if message.message(PARAMETERS)?.is_some() {
            return Err(message.error(Kind::Parts { type_kind, expected: "two types", found: 3 }));
        }
        let (max_count, min_count) = Constraints::read(message, type_kind)?.counts(message, type_kind)?;
        Ok(MapType::new(key, value, max_count).at_least(min_count))
    }

    fn array(&mut self, message: &mut Message<'_>, level: usize) -> Result<ArrayType, DecodeError> {
        let element = self.element(message, TypeKind::Array, level)?;
        let constraints = Constraints::read(message, TypeKind::Array)?;
        let count = constraints.needed(message, TypeKind::Array, ConstraintKind::Count)?;
        Ok(ArrayType { count, unique: constraints.unique, element })
    }

    /// The one parameter of a vector or array.
    fn element(
        &mut self,
        message: &mut Message<'_>,
        type_kind: TypeKind,
        level: usize,
    ) -> Result<Box<Type>, DecodeError> {
        let start = self.nested(message, type_kind, "one type", 0)?;
        let element = self.part_type(start, level + 1).map_err(DecodeError::within_element)?;
        if !element.kind().may_be_element() {
            return Err(start.error(Kind::Element { type_kind: element.kind() }));
        }
        if message.message(PARAMETERS)?.is_some() {
            return Err(message.error(Kind::Parts { type_kind, expected: "one type", found: 2 }));
        }
        Ok(Box::new(element))
    }

    /// The next parameter, which is a type; so many have been read.
    fn nested<'a>(
        &self,
        message: &mut Message<'a>,
        type_kind: TypeKind,
        expected: &'static str,
        found: usize,
    ) -> Result<Message<'a>, DecodeError> {
        let parameter = message.message(PARAMETERS)?;
        let missing = || message.error(Kind::Parts { type_kind, expected, found });
        parameter.ok_or_else(missing)?.only_message(1, CASES)
    }

    /// The members of a struct, whose types stand at this level.
    fn members(&mut self, message: &mut Message<'_>, level: usize) -> Result<Vec<Field>, DecodeError> {
        // Two bytes more than the field: the key and length of the case that holds it.
        let mut members = Vec::with_capacity(message.count(PARAMETERS, LEAST_FIELD + 2));
        while let Some(parameter) = message.message(PARAMETERS)? {
            self.append(&mut members, parameter.only_message(3, CASES)?, level)?;
        }
        check_aliases(message, &members)?;
        check_any(message, TypeKind::Struct, members.len(), "at least one member")?;
        Ok(members)
    }
}

/// The variants of an enum: ascending by name, no number twice.
fn variants(message: &mut Message<'_>) -> Result<Vec<Variant>, DecodeError> {
    let mut variants: Vec<Variant> = Vec::with_capacity(message.count(PARAMETERS, LEAST_VARIANT));
    while let Some(parameter) = message.message(PARAMETERS)? {
        let mut one = parameter.only_message(2, CASES)?;
        let (name, _) = key(&mut one)?;
        let number =
            one.optional_sint64(2)?.ok_or_else(|| one.error(Kind::Missing { what: "a variant's number" }))?;
        let doc = doc(&mut one, 3)?;
        one.end()?;
        if let Some(behind) = variants.last().map(|variant| &variant.name).filter(|behind| **behind >= name) {
            return Err(one.error(key_order(&name, behind)));
        }
        variants.push(Variant { name, number, doc });
    }
    check_any(message, TypeKind::Enum, variants.len(), "at least one variant")?;
    match Variant::repeated_number(&variants) {
        Some(number) => Err(message.error(Kind::VariantTwice { number })),
        None => Ok(variants),
    }
}

fn check_any(
    message: &Message<'_>,
    type_kind: TypeKind,
    found: usize,
    expected: &'static str,
) -> Result<(), DecodeError> {
    if found == 0 { Err(message.error(Kind::Parts { type_kind, expected, found })) } else { Ok(()) }
}
