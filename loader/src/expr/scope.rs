//! What the names of an expression mean.

use crate::types::{StructType, Type};

/// What the names of an expression mean: the fields of a schema, and `self` where a rule has one.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub(super) fields: &'s StructType,
    pub(super) place: Option<Place<'s>>,
}

impl<'s> Scope<'s> {
    /// The fields, and no `self`.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self { fields, place: None }
    }

    /// The same, where `self` is of this type; `is_secret` says whether it must not be shown.
    #[must_use]
    pub fn with_self(self, ty: &'s Type, is_secret: bool) -> Self {
        Self { place: Some(Place { ty, is_secret }), ..self }
    }
}

/// What `self` stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) ty: &'s Type,
    pub(super) is_secret: bool,
}
