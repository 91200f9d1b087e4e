//! What the names of an expression mean.

use crate::types::{StructType, Type};

/// What the names of an expression mean: the fields of a schema, and `self` where a rule has one.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub(super) fields: &'s StructType,
    pub(super) place: Option<&'s Type>,
}

impl<'s> Scope<'s> {
    /// The fields, and no `self`.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self { fields, place: None }
    }

    /// The same, where `self` is of this type.
    #[must_use]
    pub fn with_self(self, place: &'s Type) -> Self {
        Self { place: Some(place), ..self }
    }
}
