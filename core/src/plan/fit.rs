//! Checks results of expressions against declared types.

use crate::evaluation::fields_along;
use crate::expr::Operand;
use crate::types::{
    ConstraintViolation, Field, JsonKind, List, MapEntries, MapType, Presence, StructType, Type, UnionCase,
    UnionType, UnionValue, Value, entry_step,
};
use crate::types::{FloatKind, to_f32};
use std::fmt::{self, Display, Formatter};

/// The path from a field to a part of its value.
#[derive(Debug, Clone, Copy)]
pub(super) enum PlanPath<'a> {
    /// The written path of a field or member.
    Text(&'a str),
    Member(&'a PlanPath<'a>, &'a str),
    Element(&'a PlanPath<'a>, usize),
    /// An entry of a map; `None` if the key must not be shown.
    Entry(&'a PlanPath<'a>, Option<&'a str>),
}

impl Display for PlanPath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Member(path, key) => write!(f, "{path}.{key}"),
            Self::Element(path, index) => write!(f, "{path}[{index}]"),
            Self::Entry(path, Some(key)) => write!(f, "{path}{}", entry_step(key)),
            Self::Entry(path, None) => write!(f, "{path}[…]"),
        }
    }
}

/// The field, member, element or entry that a value is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanTarget<'a> {
    pub(super) ty: &'a Type,
    pub(super) path: PlanPath<'a>,
    pub(super) is_secret: bool,
    pub(super) presence: Presence,
}

impl<'a> PlanTarget<'a> {
    pub(super) fn member(&'a self, member: &'a Field) -> Self {
        let path = PlanPath::Member(&self.path, member.key.as_str());
        let is_secret = self.is_secret || member.sensitive;
        Self { ty: &member.ty, path, is_secret, presence: member.presence() }
    }

    pub(super) fn element(&'a self, ty: &'a Type, index: usize) -> Self {
        Self { ty, path: PlanPath::Element(&self.path, index), presence: Presence::REQUIRED, ..*self }
    }

    /// The value of a case of the union. It has the path of the union, as in layers.
    pub(super) fn case(&'a self, case: &'a UnionCase) -> Self {
        Self { ty: &case.ty, presence: Presence::REQUIRED, ..*self }
    }

    pub(super) fn entry(&'a self, map: &'a MapType, key: &'a str) -> Self {
        let path = PlanPath::Entry(&self.path, Some(key).filter(|_| !self.is_secret));
        Self { ty: map.value(), path, presence: Presence::REQUIRED, ..*self }
    }
}

/// A field or member with its path.
pub(super) struct CellField<'p> {
    field: &'p Field,
    pub(super) path: String,
    pub(super) is_secret: bool,
}

impl<'p> CellField<'p> {
    /// The field or member at the end of a path from these fields.
    pub(super) fn new(fields: &'p [Field], path: &[u32]) -> Option<Self> {
        let (mut text, mut is_secret, mut last) = (String::new(), false, None);
        for field in fields_along(fields, path) {
            text.extend([if text.is_empty() { "" } else { "." }, field.key.as_str()]);
            is_secret |= field.sensitive;
            last = Some(field);
        }
        Some(Self { field: last?, path: text, is_secret })
    }

    pub(super) fn target(&self) -> PlanTarget<'_> {
        let (ty, presence) = (&self.field.ty, self.field.presence());
        PlanTarget { ty, path: PlanPath::Text(&self.path), is_secret: self.is_secret, presence }
    }
}

/// The misfits of a value. Only the first of each kind is kept, since a value may have a million parts.
#[derive(Debug, Default)]
pub(super) struct Misfits {
    pub(super) found: Vec<(String, MisfitKind, ConstraintViolation)>,
}

impl Misfits {
    pub(super) fn push(&mut self, target: &PlanTarget<'_>, violation: ConstraintViolation) {
        let kind = MisfitKind::of(&violation);
        if self.found.iter().any(|(_, known, _)| *known == kind) {
            return;
        }
        let violation = if target.is_secret { violation.without_value() } else { violation };
        self.found.push((target.path.to_string(), kind, violation));
    }

    fn check(&mut self, target: &PlanTarget<'_>, checked: Result<(), ConstraintViolation>) -> Option<()> {
        checked.map_err(|violation| self.push(target, violation)).ok()
    }

    /// The operand as a value of its target, if it fits. Keeps every misfit.
    pub(super) fn operand(&mut self, target: &PlanTarget<'_>, operand: Operand<'_>) -> Option<Value> {
        let value = match (target.ty, operand) {
            (_, Operand::Null) if target.presence.nullable => return Some(Value::Null),
            // As in a layer, null means no value where it is not a value.
            (_, Operand::Absent | Operand::Null) if target.presence.optional => return Some(Value::Absent),
            (Type::Bool, Operand::Bool(value)) => Value::Bool(value),
            (Type::Integer(ty), Operand::Integer(value)) => {
                self.check(target, ty.check(value))?;
                match ty.kind.is_signed() {
                    true => Value::Signed(i64::try_from(value).ok()?),
                    false => Value::Unsigned(u64::try_from(value).ok()?),
                }
            }
            (Type::Float(ty), Operand::Float(value)) => {
                let single = f64::from(to_f32(value)) + 0.0;
                let value = if ty.kind == FloatKind::Float32 { single } else { value + 0.0 };
                self.check(target, ty.check(value))?;
                Value::Float(value)
            }
            (Type::String(ty), Operand::String(text)) => {
                self.check(target, ty.check(text))?;
                Value::String(text.into())
            }
            (Type::Enum(_), Operand::Variant(number)) => {
                let value = Value::Variant(number);
                self.check(target, target.ty.check(&value))?;
                value
            }
            (Type::Struct(ty), Operand::Struct(values)) => Value::Struct(self.members(target, ty, values)?),
            (Type::Vector(_) | Type::Array(_), Operand::List(list)) => Value::List(self.list(target, list)?),
            (Type::Map(map), Operand::Map(entries)) => Value::Map(self.map(target, map, entries)?),
            (Type::Union(ty), operand) => self.union(target, ty, operand)?.into(),
            (Type::Json(ty), Operand::Json(text))
                if target.presence.optional
                    && text.kind() == JsonKind::Null
                    && !ty.kinds.contains(JsonKind::Null) =>
            {
                Value::Absent
            }
            (Type::Json(ty), Operand::Json(text)) => {
                self.check(target, ty.check(text))?;
                Value::Json(text.clone())
            }
            (_, _) => {
                let expected = target.ty.to_string();
                self.push(target, ConstraintViolation::Kind { expected });
                return None;
            }
        };
        Some(value)
    }

    /// The operand as a value of a union. Its kind decides the case, unless it is a value of an equal union.
    fn union(&mut self, target: &PlanTarget<'_>, ty: &UnionType, operand: Operand<'_>) -> Option<UnionValue> {
        let (found, operand) = if let Operand::Union(UnionValue { case, value }) = operand {
            (ty.case(*case).map(|found| (*case, found)), value.into())
        } else {
            (operand.literal_kind().and_then(|kind| ty.case_for(kind)), operand)
        };
        let Some((case, of)) = found else {
            let expected = target.ty.to_string();
            self.push(target, ConstraintViolation::Kind { expected });
            return None;
        };
        Some(UnionValue { case, value: self.operand(&target.case(of), operand)? })
    }

    /// Recursion is limited by the depth of types.
    fn members(
        &mut self,
        target: &PlanTarget<'_>,
        ty: &StructType,
        values: &[Value],
    ) -> Option<Box<[Value]>> {
        let fields = ty.members();
        if fields.len() != values.len() {
            let (expected, found) = (fields.len(), values.len());
            self.push(target, ConstraintViolation::Members { expected, found });
            return None;
        }
        let mut members = Vec::with_capacity(values.len());
        for (member, value) in fields.iter().zip(values) {
            members.extend(self.operand(&target.member(member), value.into()));
        }
        (members.len() == values.len()).then(|| members.into())
    }

    fn list(&mut self, target: &PlanTarget<'_>, list: &List) -> Option<List> {
        let element = target.ty.element()?;
        let counted = self.check(target, target.ty.check_count(list.len()));
        let mut values = Vec::with_capacity(list.len());
        for at in 0..list.len() {
            let operand = Operand::element(list, at)?;
            values.extend(self.operand(&target.element(element, at), operand));
        }
        if values.len() != list.len() {
            return None;
        }
        self.whole_list(target, counted, values)
    }

    /// A list of elements that fit.
    pub(super) fn whole_list(
        &mut self,
        target: &PlanTarget<'_>,
        counted: Option<()>,
        values: Vec<Value>,
    ) -> Option<List> {
        let list = List::from_values(target.ty.element()?, values)?;
        if target.ty.wants_unique()
            && let Some((first, again)) = list.repeated()
        {
            self.push(target, ConstraintViolation::Repeated { first, again });
            return None;
        }
        counted.map(|()| list)
    }

    /// Checks the number of elements or entries.
    pub(super) fn count(&mut self, target: &PlanTarget<'_>, count: usize) -> Option<()> {
        self.check(target, target.ty.check_count(count))
    }

    fn map(&mut self, target: &PlanTarget<'_>, map: &MapType, entries: &MapEntries) -> Option<MapEntries> {
        let counted = self.count(target, entries.len());
        let mut values = Vec::with_capacity(entries.len());
        for (at, key) in entries.keys().iter().enumerate() {
            let fits = self.check(target, map.check_key(key));
            let operand = Operand::element(entries.values(), at)?;
            let value = self.operand(&target.entry(map, key), operand);
            values.extend(fits.and(value));
        }
        if values.len() != entries.len() {
            return None;
        }
        let values = List::from_values(map.value(), values)?;
        counted.and_then(|()| MapEntries::ascending(entries.keys().into(), values))
    }
}

/// A kind of misfit, which reveals nothing about the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisfitKind {
    /// Another kind of value.
    Kind,
    /// Outside the range of its type.
    Range,
    /// Below the least or above the largest.
    Bounds,
    /// Not finite, or too large for its type.
    NotCanonical,
    /// A string of another size.
    Size,
    /// No match.
    Pattern,
    /// Another number of elements or entries.
    Count,
    /// Another number of entries, or a JSON value of another size, which several definitions give together.
    Combined,
    /// Two equal elements.
    Repeated,
    /// A text that is not the name of a variant.
    Name,
}

impl MisfitKind {
    /// The kind of a violation.
    #[must_use]
    pub fn of(violation: &ConstraintViolation) -> Self {
        use ConstraintViolation as Violation;
        match violation {
            Violation::Range { .. } => Self::Range,
            Violation::BelowMin { .. } | Violation::AboveMax { .. } => Self::Bounds,
            Violation::NotCanonical => Self::NotCanonical,
            Violation::TooLong { .. } | Violation::TooShort { .. } => Self::Size,
            Violation::NoMatch { .. } => Self::Pattern,
            Violation::TooMany { .. }
            | Violation::TooFew { .. }
            | Violation::WrongCount { .. }
            | Violation::TooManyEntries { .. }
            | Violation::TooFewEntries { .. } => Self::Count,
            Violation::Repeated { .. } => Self::Repeated,
            Violation::UnknownName => Self::Name,
            Violation::Kind { .. }
            | Violation::OperatorKey
            | Violation::UnknownVariant { .. }
            | Violation::JsonKind { .. }
            | Violation::UnknownCase { .. }
            | Violation::Case { .. }
            | Violation::Members { .. }
            | Violation::Element { .. }
            | Violation::Member { .. }
            | Violation::Key { .. }
            | Violation::Entry { .. } => Self::Kind,
        }
    }
}
