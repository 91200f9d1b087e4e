//! Reading of `LayoutConstraint` and `Bound`.

use super::field::SchemaReader;
use super::message::Message;
use super::reader::{WireReader, WireType};
use super::schema_checks::{check_float_bound, check_integer_bound, check_order};
use super::{DecodeError, DecodeErrorKind as Kind};
use crate::types::{
    Bounds, ConstraintKind, FloatKind, FloatType, IntegerKind, IntegerType, Pattern, TypeKind, Unit,
    UnknownUnit,
};
use std::sync::Arc;

/// The number of cases of `LayoutConstraint`: the highest number of a kind.
const CASES: u64 = 11;

/// The number of cases of `Bound`.
const BOUND_CASES: u64 = 3;

/// The constraints of one type, read and fit for its type kind, but not yet compared with each other.
#[derive(Debug, Default)]
pub(super) struct Constraints<'a> {
    max_size: Option<u32>,
    min_size: Option<u32>,
    max_count: Option<u32>,
    min_count: Option<u32>,
    count: Option<u32>,
    /// Bounds are read when the type they are of is known.
    min: Option<Message<'a>>,
    max: Option<Message<'a>>,
    pub(super) pattern: Option<&'a str>,
    pub(super) unique: bool,
    unit: Option<Unit>,
}

impl<'a> Constraints<'a> {
    /// Reads the constraints of a `ConfigType`: ascending by number, none that this type kind may not have. Stops
    /// before `optional`, which is one of a field: see [`optional`].
    pub(super) fn read(message: &mut Message<'a>, type_kind: TypeKind) -> Result<Self, DecodeError> {
        let mut constraints = Self::default();
        let mut last: Option<ConstraintKind> = None;
        let mut before = *message;
        while let Some(constraint) = message.message(3)? {
            let kind = kind(constraint)?;
            if kind == ConstraintKind::Optional {
                *message = before;
                break;
            }
            if !type_kind.constraints().contains(&kind) {
                return Err(constraint.error(Kind::ConstraintUnfit { kind, type_kind }));
            }
            if let Some(behind) = last.filter(|behind| *behind >= kind) {
                return Err(constraint.error(Kind::ConstraintOrder { kind, behind }));
            }
            last = Some(kind);
            constraints.put(kind, constraint)?;
            before = *message;
        }
        Ok(constraints)
    }

    fn put(&mut self, kind: ConstraintKind, message: Message<'a>) -> Result<(), DecodeError> {
        let number = u64::from(kind.number());
        let size = |refused: Kind| match message.only(number, CASES, WireType::Varint, WireReader::uint32)? {
            0 => Err(message.error(refused)),
            size => Ok(Some(size)),
        };
        match kind {
            ConstraintKind::MaxSize => self.max_size = size(Kind::Zero { kind })?,
            ConstraintKind::MinSize => self.min_size = size(Kind::Redundant { kind })?,
            ConstraintKind::MaxCount => self.max_count = size(Kind::Zero { kind })?,
            ConstraintKind::MinCount => self.min_count = size(Kind::Redundant { kind })?,
            ConstraintKind::Count => self.count = size(Kind::Zero { kind })?,
            ConstraintKind::Min => self.min = Some(message.only_message(number, CASES)?),
            ConstraintKind::Max => self.max = Some(message.only_message(number, CASES)?),
            ConstraintKind::Pattern => self.pattern = Some(message.only_text(number, CASES)?),
            ConstraintKind::Unique => self.unique = flag(message, kind)?,
            // No constraint of a type.
            ConstraintKind::Optional => {}
            ConstraintKind::Unit => {
                let name = message.only_text(number, CASES)?;
                let unknown = |UnknownUnit| message.error(Kind::UnknownUnit { unit: name.into() });
                self.unit = Some(name.parse().map_err(unknown)?);
            }
        }
        Ok(())
    }

    /// A size or count.
    fn size(&self, kind: ConstraintKind) -> Option<u32> {
        match kind {
            ConstraintKind::MaxSize => self.max_size,
            ConstraintKind::MinSize => self.min_size,
            ConstraintKind::MaxCount => self.max_count,
            ConstraintKind::MinCount => self.min_count,
            ConstraintKind::Count => self.count,
            ConstraintKind::Min
            | ConstraintKind::Max
            | ConstraintKind::Pattern
            | ConstraintKind::Unique
            | ConstraintKind::Unit
            | ConstraintKind::Optional => None,
        }
    }

    /// A size or count that every type of this kind has.
    pub(super) fn needed(
        &self,
        message: &Message<'_>,
        type_kind: TypeKind,
        kind: ConstraintKind,
    ) -> Result<u32, DecodeError> {
        self.size(kind).ok_or_else(|| message.error(Kind::ConstraintMissing { kind, type_kind }))
    }

    /// The smallest size or count; 0 where none is written.
    pub(super) fn least(
        &self,
        message: &Message<'_>,
        (min, max): (ConstraintKind, ConstraintKind),
        most: u32,
    ) -> Result<u32, DecodeError> {
        let least = self.size(min).unwrap_or_default();
        check_order((min, least), (max, most)).map_err(|kind| message.error(kind))?;
        Ok(least)
    }

    /// The largest and the smallest count.
    pub(super) fn counts(
        &self,
        message: &Message<'_>,
        type_kind: TypeKind,
    ) -> Result<(u32, u32), DecodeError> {
        let (max, min) = (ConstraintKind::MaxCount, ConstraintKind::MinCount);
        let most = self.needed(message, type_kind, max)?;
        Ok((most, self.least(message, (min, max), most)?))
    }

    /// An integer type with these bounds and this unit.
    pub(super) fn integer(
        &self,
        message: &Message<'_>,
        kind: IntegerKind,
    ) -> Result<IntegerType, DecodeError> {
        let bound = |of: ConstraintKind, bound: Option<Message<'_>>| {
            let Some(message) = bound else { return Ok(None) };
            let number = if kind.is_signed() {
                message.only(2, BOUND_CASES, WireType::Varint, WireReader::sint64).map(i128::from)
            } else {
                message.only(1, BOUND_CASES, WireType::Varint, WireReader::varint).map(i128::from)
            }?;
            check_integer_bound(kind, of, number).map_err(|error| message.error(error))?;
            Ok(Some(number))
        };
        let min = bound(ConstraintKind::Min, self.min)?;
        let max = bound(ConstraintKind::Max, self.max)?;
        Ok(IntegerType { kind, bounds: bounds(message, min, max)?, unit: self.unit })
    }

    /// A floating-point type with these bounds and this unit.
    pub(super) fn float(&self, message: &Message<'_>, kind: FloatKind) -> Result<FloatType, DecodeError> {
        let bound = |of: ConstraintKind, bound: Option<Message<'_>>| {
            let Some(message) = bound else { return Ok(None) };
            let number = message.only(3, BOUND_CASES, WireType::Fixed64, WireReader::double)?;
            check_float_bound(kind, of, number).map_err(|error| message.error(error))?;
            Ok(Some(number))
        };
        let min = bound(ConstraintKind::Min, self.min)?;
        let max = bound(ConstraintKind::Max, self.max)?;
        Ok(FloatType { kind, bounds: bounds(message, min, max)?, unit: self.unit })
    }
}

/// Which constraint a message holds.
fn kind(constraint: Message<'_>) -> Result<ConstraintKind, DecodeError> {
    let number = constraint.case(CASES)?;
    let of_number = |kind: &&ConstraintKind| u64::from(kind.number()) == number;
    let kind = ConstraintKind::ALL.iter().find(of_number);
    kind.copied().ok_or_else(|| constraint.error(Kind::UnknownField { number }))
}

/// A constraint that is there or not; where it is, it is true.
fn flag(message: Message<'_>, kind: ConstraintKind) -> Result<bool, DecodeError> {
    let number = u64::from(kind.number());
    match message.only(number, CASES, WireType::Varint, WireReader::boolean)? {
        true => Ok(true),
        false => Err(message.error(Kind::Redundant { kind })),
    }
}

/// Whether the constraints of a `ConfigType` end in `optional`, of which [`Constraints::read`] has read all others.
pub(super) fn optional(message: &mut Message<'_>) -> Result<bool, DecodeError> {
    let Some(constraint) = message.message(3)? else { return Ok(false) };
    let behind = ConstraintKind::Optional;
    let optional = flag(constraint, behind)?;
    match message.message(3)? {
        Some(next) => Err(next.error(Kind::ConstraintOrder { kind: kind(next)?, behind })),
        None => Ok(optional),
    }
}

fn bounds<T: PartialOrd>(
    message: &Message<'_>,
    min: Option<T>,
    max: Option<T>,
) -> Result<Option<Box<Bounds<T>>>, DecodeError> {
    if let (Some(least), Some(most)) = (&min, &max) {
        let order = check_order((ConstraintKind::Min, least), (ConstraintKind::Max, most));
        order.map_err(|kind| message.error(kind))?;
    }
    Ok(Bounds::boxed(min, max))
}

impl SchemaReader {
    /// The pattern of a text.
    pub(super) fn pattern(&mut self, message: &Message<'_>, text: &str) -> Result<Arc<Pattern>, DecodeError> {
        let refused = |error| message.error(Kind::Pattern { pattern: text.into(), error });
        self.patterns.get(text).map_err(refused)
    }
}
