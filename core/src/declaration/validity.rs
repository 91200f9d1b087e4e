//! The check of a schema whose fields were made in memory.
//!
//! `wire` makes the same checks while it reads bytes, and the compiler makes them on the manifest. Tests compare all
//! three.

use crate::text::repeated;
use crate::types::limits::MAX_FIELDS;
use crate::types::{
    Bounds, Constraint, ConstraintKind, EnumType, Field, Pattern, Patterns, Type, TypeBuilder, TypeProblem,
    UnionType,
};
use crate::wire::{DecodeError, DecodeErrorKind as Kind, check_default, check_doc, check_names};
use std::sync::Arc;

type CheckResult = Result<(), DecodeError>;

/// An error without bytes.
fn refused(kind: impl Into<Kind>) -> DecodeError {
    DecodeError::new(0, kind.into())
}

/// The state of checking the fields of one schema.
#[derive(Debug, Default)]
pub(super) struct SchemaValidity {
    /// The patterns so far, which share one budget.
    patterns: Patterns,
    /// The number of fields so far, members included.
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

    /// Checks the fields of a schema or struct, whose types are at this level.
    fn siblings(&mut self, fields: &[Field], level: usize) -> CheckResult {
        for field in fields {
            self.fields += 1;
            if self.fields > MAX_FIELDS {
                return Err(refused(Kind::TooManyFields));
            }
            self.field(field, level).map_err(|error| error.within(field.key.as_str()))?;
        }
        let mut keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
        keys.sort_unstable();
        check_repeated(&keys)?;
        check_names(fields, |name| keys.binary_search(&name).is_ok()).map_err(refused)
    }

    fn field(&mut self, field: &Field, level: usize) -> CheckResult {
        self.ty(&field.ty, level)?;
        TypeBuilder::check_filled(&field.ty).map_err(refused)?;
        if field.nullable {
            TypeBuilder::check_nullable(field.ty.kind()).map_err(refused)?;
        }
        if level > 1 && field.mutability.parent {
            return Err(refused(Kind::MemberMutability));
        }
        check_own_doc(field.doc.as_deref())?;
        if field.deprecated.as_deref() == Some("") {
            return Err(refused(Kind::Missing { what: "a reason that is not empty" }));
        }
        check_default(field).map_err(refused)
    }

    fn ty(&mut self, ty: &Type, level: usize) -> CheckResult {
        let mut builder = TypeBuilder::new(ty.kind(), level).map_err(refused)?;
        for constraint in ty.constraints() {
            let kind = constraint.kind();
            let checked = match constraint {
                Constraint::MaxSize(n)
                | Constraint::MinSize(n)
                | Constraint::MaxCount(n)
                | Constraint::MinCount(n)
                | Constraint::Count(n) => builder.size(kind, n),
                Constraint::Min(bound) | Constraint::Max(bound) => builder.bound(kind, bound),
                Constraint::Pattern(_)
                | Constraint::Unique
                | Constraint::Unit(_)
                | Constraint::Optional
                | Constraint::Nullable
                | Constraint::Kinds(_)
                | Constraint::Tag(_) => Ok(()),
            };
            checked.map_err(refused)?;
        }
        builder.check_constraints().map_err(refused)?;
        match ty {
            // No set of kinds can be empty.
            Type::Bool | Type::Json(_) => Ok(()),
            Type::Integer(ty) => check_any_bound(ty.bounds.as_deref()),
            Type::Float(ty) => check_any_bound(ty.bounds.as_deref()),
            Type::String(ty) => self.pattern(ty.pattern.as_ref()),
            Type::Enum(ty) => check_enum(ty),
            Type::Struct(ty) => self.siblings(ty.members(), level + 1),
            Type::Union(ty) => self.union(ty, level),
            Type::Vector(_) | Type::Array(_) | Type::Map(_) => {
                for (part, ty) in ty.kind().parts().iter().zip(ty.parts()) {
                    TypeBuilder::check_part(*part, ty).map_err(refused)?;
                    self.ty(ty, level + 1).map_err(DecodeError::within_element)?;
                }
                Ok(())
            }
        }
    }

    /// Checks a union whose type is at this level.
    fn union(&mut self, ty: &UnionType, level: usize) -> CheckResult {
        let names: Vec<&str> = ty.cases().iter().map(|case| case.name.as_str()).collect();
        check_repeated(&names)?;
        TypeBuilder::check_cases(ty.tag(), ty.cases()).map_err(refused)?;
        ty.cases().iter().try_for_each(|case| {
            self.ty(&case.ty, level + 1).map_err(|error| error.within(case.name.as_str()))?;
            check_own_doc(case.doc.as_deref())
        })
    }

    fn pattern(&mut self, pattern: Option<&Arc<Pattern>>) -> CheckResult {
        let Some(pattern) = pattern else { return Ok(()) };
        let error = |error| refused(Kind::Pattern { pattern: pattern.text().into(), error });
        self.patterns.admit(pattern).map_err(error)
    }
}

/// Checks that no name is repeated. Names must be sorted.
fn check_repeated(names: &[&str]) -> CheckResult {
    match repeated(names) {
        Some(&name) => Err(refused(Kind::KeyOrder { key: name.into(), after: name.into() })),
        None => Ok(()),
    }
}

/// Checks documentation. It must not be empty, since an empty text is not written.
fn check_own_doc(doc: Option<&str>) -> CheckResult {
    match doc {
        Some("") => Err(refused(Kind::Missing { what: "documentation that is not empty" })),
        Some(doc) => check_doc(doc).map_err(refused),
        None => Ok(()),
    }
}

/// Checks that bounds, if present, have a `min` or a `max`.
fn check_any_bound<T>(bounds: Option<&Bounds<T>>) -> CheckResult {
    match bounds {
        Some(Bounds { min: None, max: None }) => {
            Err(refused(TypeProblem::Redundant { kind: ConstraintKind::Min }))
        }
        Some(_) | None => Ok(()),
    }
}

fn check_enum(ty: &EnumType) -> CheckResult {
    let variants = ty.variants();
    let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
    check_repeated(&names)?;
    TypeBuilder::check_variants(ty).map_err(refused)?;
    variants.iter().try_for_each(|variant| check_own_doc(variant.doc.as_deref()))
}
