//! Reading of `ConfigType`.

use super::field::{LEAST_FIELD, SchemaReader, check_names, doc, key, name_order};
use super::message::Message;
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::{
    EnumType, Field, Presence, StructType, Type, TypeBuilder, TypeForm, TypeKind, TypeProblem, UnionCase,
    Variant, VariantName,
};

/// The number of cases of `LayoutParameter`.
const CASES: u64 = 4;

/// The fewest bytes of a `LayoutParameter` that holds a variant: a name of one byte and a number. One variant of an
/// enum may have an empty name.
const LEAST_VARIANT: usize = 7;

/// The fewest bytes of a `LayoutParameter` that holds a case of a union: a name of one byte and a type without
/// constraints.
const LEAST_CASE: usize = 9;

/// The field number of parameters and of constraints.
const PARAMETERS: u64 = 2;

impl SchemaReader {
    /// Reads the type of a field, and what the field may have in place of a value. A field's own type is at level 1.
    ///
    /// # Errors
    /// A violation of the wire format or of a rule of types.
    pub(super) fn field_type(
        &mut self,
        mut message: Message<'_>,
        level: usize,
    ) -> Result<(Type, Presence), DecodeError> {
        let read = self.ty(&mut message, level)?;
        message.end()?;
        Ok(read)
    }

    /// Reads the type of a part, which always has a value.
    ///
    /// # Errors
    /// As [`field_type`](Self::field_type), or a constraint of fields.
    pub(super) fn part_type(&mut self, message: Message<'_>, level: usize) -> Result<Type, DecodeError> {
        match self.field_type(message, level)? {
            (ty, Presence::REQUIRED) => Ok(ty),
            (_, _) => Err(message.error(Kind::FieldConstraintOfPart)),
        }
    }

    fn ty(&mut self, message: &mut Message<'_>, level: usize) -> Result<(Type, Presence), DecodeError> {
        let start = *message;
        let refused = |problem| start.error(problem);
        let number = message.unsigned(1)?.unwrap_or_default();
        let type_kind =
            TypeKind::from_number(number).ok_or_else(|| message.error(Kind::TypeKind { number }))?;
        let mut builder = TypeBuilder::new(type_kind, level).map_err(refused)?;
        match builder.form() {
            TypeForm::Enum => builder.variants(EnumType::sorted(variants(message)?)).map_err(refused)?,
            TypeForm::Struct => builder.members(StructType::sorted(self.members(message, level + 1)?)),
            TypeForm::Union => builder.cases(self.cases(message, level + 1)?),
            TypeForm::Bool
            | TypeForm::Integer(_)
            | TypeForm::Float(_)
            | TypeForm::String
            | TypeForm::Vector
            | TypeForm::Array
            | TypeForm::Map
            | TypeForm::Json => self.parts(message, &mut builder, (type_kind, level))?,
        }
        let presence = self.constraints(message, &mut builder)?;
        Ok((builder.finish().map_err(refused)?, presence))
    }

    /// Reads the types of the parts of a type at this level.
    fn parts(
        &mut self,
        message: &mut Message<'_>,
        builder: &mut TypeBuilder,
        (type_kind, level): (TypeKind, usize),
    ) -> Result<(), DecodeError> {
        for found in 0..type_kind.parts().len() {
            let Some(part) = message.message(PARAMETERS)? else {
                return Err(message.error(TypeProblem::Parts { type_kind, found }));
            };
            let part = part.only_message(1, CASES)?;
            let ty = self.part_type(part, level + 1).map_err(DecodeError::within_element)?;
            builder.part(ty).map_err(|problem| part.error(problem))?;
        }
        match message.message(PARAMETERS)? {
            Some(_) => Err(message.error(TypeProblem::too_many_parts(type_kind))),
            None => Ok(()),
        }
    }

    /// Reads the members of a struct, whose types are at this level.
    fn members(&mut self, message: &mut Message<'_>, level: usize) -> Result<Vec<Field>, DecodeError> {
        // The key and the length of the case around a field take two more bytes.
        let mut members = Vec::with_capacity(message.count(PARAMETERS, LEAST_FIELD + 2));
        while let Some(parameter) = message.message(PARAMETERS)? {
            self.append(&mut members, parameter.only_message(3, CASES)?, level)?;
        }
        check_names(message, &members)?;
        Ok(members)
    }

    /// Reads the cases of a union, ascending by name. Their types are at this level.
    fn cases(&mut self, message: &mut Message<'_>, level: usize) -> Result<Vec<UnionCase>, DecodeError> {
        let mut cases: Vec<UnionCase> = Vec::with_capacity(message.count(PARAMETERS, LEAST_CASE));
        while let Some(parameter) = message.message(PARAMETERS)? {
            let mut one = parameter.only_message(4, CASES)?;
            let (name, text) = key(&mut one)?;
            if let Some(after) = cases.last().map(|case| &case.name).filter(|after| **after >= name) {
                return Err(one.error(name_order(text, after.as_str())));
            }
            let ty = self.part_type(one.needed(2, "a type")?, level).map_err(|error| error.within(text))?;
            // The text may be empty, which is not the same as no text.
            let text = match one.optional_text(3)? {
                Some(text) => {
                    Some(VariantName::new(text).map_err(|error| one.error(Kind::VariantName { error }))?)
                }
                None => None,
            };
            let doc = doc(&mut one, 4)?;
            one.end()?;
            cases.push(UnionCase { name, ty, text, doc });
        }
        Ok(cases)
    }
}

/// Reads the variants of an enum, ascending by name.
fn variants(message: &mut Message<'_>) -> Result<Vec<Variant>, DecodeError> {
    let mut variants: Vec<Variant> = Vec::with_capacity(message.count(PARAMETERS, LEAST_VARIANT));
    while let Some(parameter) = message.message(PARAMETERS)? {
        let mut one = parameter.only_message(2, CASES)?;
        let name = one.text(1)?.unwrap_or_default();
        let name = VariantName::new(name).map_err(|error| one.error(Kind::VariantName { error }))?;
        let number =
            one.optional_sint64(2)?.ok_or_else(|| one.error(Kind::Missing { what: "a variant's number" }))?;
        let doc = doc(&mut one, 3)?;
        one.end()?;
        if let Some(after) = variants.last().map(|variant| &variant.name).filter(|after| **after >= name) {
            return Err(one.error(name_order(name.as_str(), after.as_str())));
        }
        variants.push(Variant { name, number, doc });
    }
    Ok(variants)
}
