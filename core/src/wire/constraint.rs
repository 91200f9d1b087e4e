//! Reading of `LayoutConstraint` and `Bound`.

use super::field::SchemaReader;
use super::message::Message;
use super::reader::{WireReader, WireType};
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::{
    Bound, ConstraintKind, JsonKinds, NativeName, Presence, TypeBuilder, TypeForm, TypeProblem, UnknownUnit,
};

/// The number of cases of `LayoutConstraint`: the highest number of a kind.
const CASES: u64 = 15;

/// The number of cases of `Bound`.
const BOUND_CASES: u64 = 3;

impl SchemaReader {
    /// Reads the constraints of a `ConfigType`, which ascend by number. Returns those of the field.
    pub(super) fn constraints(
        &mut self,
        message: &mut Message<'_>,
        builder: &mut TypeBuilder,
    ) -> Result<Presence, DecodeError> {
        let mut presence = Presence::REQUIRED;
        while let Some(constraint) = message.message(3)? {
            let kind = kind(constraint)?;
            builder.admit(kind).map_err(|problem| constraint.error(problem))?;
            presence.optional |= kind == ConstraintKind::Optional;
            presence.nullable |= kind == ConstraintKind::Nullable;
            self.constraint(constraint, kind, builder)?;
        }
        Ok(presence)
    }

    fn constraint(
        &mut self,
        message: Message<'_>,
        kind: ConstraintKind,
        builder: &mut TypeBuilder,
    ) -> Result<(), DecodeError> {
        let number = u64::from(kind.number());
        match kind {
            ConstraintKind::MaxSize
            | ConstraintKind::MinSize
            | ConstraintKind::MaxCount
            | ConstraintKind::MinCount
            | ConstraintKind::Count => {
                let size = message.only(number, CASES, WireType::Varint, WireReader::uint32)?;
                builder.size(kind, size).map_err(|problem| message.error(problem))?;
            }
            ConstraintKind::Min | ConstraintKind::Max => {
                let message = message.only_message(number, CASES)?;
                let bound = bound(message, builder.form())?;
                builder.bound(kind, bound).map_err(|problem| message.error(problem))?;
            }
            ConstraintKind::Pattern => {
                let text = message.only_text(number, CASES)?;
                let refused = |error| message.error(Kind::Pattern { pattern: text.into(), error });
                builder.pattern(self.patterns.get(text).map_err(refused)?);
            }
            ConstraintKind::Unique => {
                check_flag(message, kind)?;
                builder.unique();
            }
            ConstraintKind::Optional | ConstraintKind::Nullable => check_flag(message, kind)?,
            ConstraintKind::Kinds => {
                let bits = message.only(number, CASES, WireType::Varint, WireReader::uint32)?;
                let kinds = u8::try_from(bits).ok().and_then(JsonKinds::from_bits);
                let kinds = kinds.ok_or_else(|| message.error(Kind::JsonKinds { bits }))?;
                builder.kinds(kinds).map_err(|problem| message.error(problem))?;
            }
            ConstraintKind::Tag => {
                let text = message.only_text(number, CASES)?;
                let refused = |error| message.error(Kind::NativeNameText { error });
                builder.tag(NativeName::new(text).map_err(refused)?);
            }
            ConstraintKind::Unit => {
                let name = message.only_text(number, CASES)?;
                let unknown = |UnknownUnit| message.error(Kind::UnknownUnit { unit: name.into() });
                builder.unit(name.parse().map_err(unknown)?);
            }
        }
        Ok(())
    }
}

/// Reads a bound of a type of this form.
fn bound(message: Message<'_>, form: TypeForm) -> Result<Bound, DecodeError> {
    if let TypeForm::Float(kind) = form {
        let number = message.only(3, BOUND_CASES, WireType::Fixed64, WireReader::double)?;
        return Ok(Bound::Float(number, kind));
    }
    let is_signed = matches!(form, TypeForm::Integer(kind) if kind.is_signed());
    let number = if is_signed {
        message.only(2, BOUND_CASES, WireType::Varint, WireReader::sint64)?.into()
    } else {
        message.only(1, BOUND_CASES, WireType::Varint, WireReader::varint)?.into()
    };
    Ok(Bound::Integer(number))
}

/// The kind of constraint in a message.
fn kind(constraint: Message<'_>) -> Result<ConstraintKind, DecodeError> {
    let number = constraint.case(CASES)?;
    let of_number = |kind: &&ConstraintKind| u64::from(kind.number()) == number;
    let kind = ConstraintKind::ALL.iter().find(of_number);
    kind.copied().ok_or_else(|| constraint.error(Kind::UnknownField { number }))
}

/// Checks that a constraint without a value is true.
fn check_flag(message: Message<'_>, kind: ConstraintKind) -> Result<(), DecodeError> {
    match message.only(kind.number().into(), CASES, WireType::Varint, WireReader::boolean)? {
        true => Ok(()),
        false => Err(message.error(TypeProblem::Redundant { kind })),
    }
}
