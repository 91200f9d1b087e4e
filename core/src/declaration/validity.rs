//! Whether a schema is valid, for fields that were made in memory.
//!
//! Bytes are checked in the same way where they are read, each at its place (`wire`). The compiler has checked what it
//! seals on the manifest. Tests hold all three against each other.

use crate::types::limits::{MAX_FIELDS, MAX_LEVELS};
use crate::types::{
    Bounds, ConstraintKind, EnumType, Field, FloatType, IntegerType, Key, MapType, Patterns, StringType,
    Type, TypeKind, Variant,
};
use crate::wire::{
    DecodeError, DecodeErrorKind as Kind, check_aliases, check_default, check_doc, check_float_bound,
    check_integer_bound, check_order,
};

type CheckResult = Result<(), DecodeError>;

/// An error where there are no bytes.
fn refused(kind: Kind) -> DecodeError {
    DecodeError::new(0, kind)
}

/// What the fields of one schema share.
#[derive(Debug, Default)]
pub(super) struct SchemaValidity {
    /// Their patterns have one budget.
    patterns: Patterns,
    /// The number of fields met, members included.
    fields: usize,
}

impl SchemaValidity {
    /// Checks all fields of a schema, in any order.
    pub(super) fn check(mut self, fields: &[Field]) -> CheckResult {
        if fields.is_empty() {
            return Err(refused(Kind::NoFields));
        }
        self.siblings(fields, 1)
    }

    /// Fields beside each other, whose types stand at this level.
    fn siblings(&mut self, fields: &[Field], level: usize) -> CheckResult {
        for field in fields {
            self.fields += 1;
            if self.fields > MAX_FIELDS {
                return Err(refused(Kind::TooManyFields));
            }
            self.field(field, level).map_err(|error| error.within(field.key.as_str()))?;
        }
        let mut keys: Vec<&Key> = fields.iter().map(|field| &field.key).collect();
        keys.sort_unstable();
        check_repeated(&keys)?;
        check_aliases(fields, |alias| keys.binary_search(&alias).is_ok()).map_err(refused)
    }

    fn field(&mut self, field: &Field, level: usize) -> CheckResult {
        self.ty(&field.ty, level)?;
        if level > 1 && field.mutability.parent {
            return Err(refused(Kind::MemberMutability));
        }
        check_own_doc(field.doc.as_deref())?;
        if field.deprecated.as_deref() == Some("") {
            return Err(refused(Kind::Missing { what: "a reason that is not empty" }));
        }
        match &field.default {
            // One that is absent is written by leaving it out.
            Some(default) => check_default(&field.ty, default, field.sensitive).map_err(refused),
            None if field.deprecated.is_some() && !field.optional => {
                Err(refused(Kind::DeprecatedWithoutDefault))
            }
            None => Ok(()),
        }
    }

    fn ty(&mut self, ty: &Type, level: usize) -> CheckResult {
        if level > MAX_LEVELS {
            return Err(refused(Kind::TooManyLevels));
        }
        match ty {
            Type::Bool => Ok(()),
            Type::Integer(ty) => check_integer(ty),
            Type::Float(ty) => check_float(ty),
            Type::String(ty) => self.string(ty),
            Type::Enum(ty) => check_enum(ty),
            Type::Struct(ty) if ty.members().is_empty() => {
                Err(no_parts(TypeKind::Struct, "at least one member"))
            }
            Type::Struct(ty) => self.siblings(ty.members(), level + 1),
            Type::Vector(ty) => {
                let (max, min) = (ConstraintKind::MaxCount, ConstraintKind::MinCount);
                check_sizes((max, ty.max_count), (min, ty.min_count))?;
                self.element(&ty.element, level)
            }
            Type::Array(ty) => {
                check_size(ConstraintKind::Count, ty.count)?;
                self.element(&ty.element, level)
            }
            Type::Map(ty) => {
                let (max, min) = (ConstraintKind::MaxCount, ConstraintKind::MinCount);
                check_sizes((max, ty.max_count), (min, ty.min_count))?;
                self.entry(ty, level)
            }
        }
    }

    fn entry(&mut self, ty: &MapType, level: usize) -> CheckResult {
        let (key, value) = (ty.key(), ty.value());
        if !key.kind().may_be_key() {
            return Err(refused(Kind::MapKey { type_kind: key.kind() }));
        }
        self.ty(key, level + 1).map_err(DecodeError::within_element)?;
        if !value.kind().may_be_element() {
            return Err(refused(Kind::MapValue { type_kind: value.kind() }));
        }
        self.ty(value, level + 1).map_err(DecodeError::within_element)
    }

    fn element(&mut self, element: &Type, level: usize) -> CheckResult {
        let type_kind = element.kind();
        if !type_kind.may_be_element() {
            return Err(refused(Kind::Element { type_kind }));
        }
        self.ty(element, level + 1).map_err(DecodeError::within_element)
    }

    fn string(&mut self, ty: &StringType) -> CheckResult {
        let (max, min) = (ConstraintKind::MaxSize, ConstraintKind::MinSize);
        check_sizes((max, ty.max_size), (min, ty.min_size))?;
        let Some(pattern) = &ty.pattern else { return Ok(()) };
        self.patterns
            .admit(pattern)
            .map_err(|error| refused(Kind::Pattern { pattern: pattern.text().into(), error }))
    }
}

/// Of sorted names.
fn check_repeated(names: &[&Key]) -> CheckResult {
    let repeated = names.windows(2).find_map(|pair| match pair {
        [a, b] if a == b => Some(a.as_str()),
        _ => None,
    });
    match repeated {
        Some(key) => Err(refused(Kind::KeyOrder { key: key.into(), behind: key.into() })),
        None => Ok(()),
    }
}

/// Bytes cannot have one that is empty: what is empty is not written.
fn check_own_doc(doc: Option<&str>) -> CheckResult {
    match doc {
        Some("") => Err(refused(Kind::Missing { what: "documentation that is not empty" })),
        Some(doc) => check_doc(doc).map_err(refused),
        None => Ok(()),
    }
}

fn check_integer(ty: &IntegerType) -> CheckResult {
    check_bounds(ty.bounds.as_deref(), |kind, bound| check_integer_bound(ty.kind, kind, bound))
}

fn check_float(ty: &FloatType) -> CheckResult {
    check_bounds(ty.bounds.as_deref(), |kind, bound| check_float_bound(ty.kind, kind, bound))
}

fn check_bounds<T: Copy + PartialOrd>(
    bounds: Option<&Bounds<T>>,
    check: impl Fn(ConstraintKind, T) -> Result<(), Kind>,
) -> CheckResult {
    let Some(bounds) = bounds else { return Ok(()) };
    let (min, max) = (ConstraintKind::Min, ConstraintKind::Max);
    if let Some(bound) = bounds.min {
        check(min, bound).map_err(refused)?;
    }
    if let Some(bound) = bounds.max {
        check(max, bound).map_err(refused)?;
    }
    match (bounds.min, bounds.max) {
        (Some(least), Some(most)) => check_order((min, least), (max, most)).map_err(refused),
        (None, None) => Err(refused(Kind::Redundant { kind: min })),
        (Some(_), None) | (None, Some(_)) => Ok(()),
    }
}

fn check_size(kind: ConstraintKind, size: u32) -> CheckResult {
    if size == 0 { Err(refused(Kind::Zero { kind })) } else { Ok(()) }
}

fn check_sizes((max, most): (ConstraintKind, u32), (min, least): (ConstraintKind, u32)) -> CheckResult {
    check_size(max, most)?;
    check_order((min, least), (max, most)).map_err(refused)
}

fn check_enum(ty: &EnumType) -> CheckResult {
    let variants = ty.variants();
    if variants.is_empty() {
        return Err(no_parts(TypeKind::Enum, "at least one variant"));
    }
    let names: Vec<&Key> = variants.iter().map(|variant| &variant.name).collect();
    check_repeated(&names)?;
    if let Some(number) = Variant::repeated_number(variants) {
        return Err(refused(Kind::VariantTwice { number }));
    }
    variants.iter().try_for_each(|variant| check_own_doc(variant.doc.as_deref()))
}

fn no_parts(type_kind: TypeKind, expected: &'static str) -> DecodeError {
    refused(Kind::Parts { type_kind, expected, found: 0 })
}
