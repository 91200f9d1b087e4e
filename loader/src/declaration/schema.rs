//! Schemas: fields that are valid together, in the order they were declared.

use super::seal_error::SealError;
use super::validity::SchemaValidity;
use crate::types::{Field, PackagePath};

/// A checked schema. At least one field; keys and aliases are unique; every field is valid in itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    fields: Vec<Field>,
    value_source: ValueSource,
}

impl Schema {
    /// A schema of these fields, in the order they were declared, which no checksum depends on.
    ///
    /// Takes time for a sort of all names, and memory of eight bytes for each.
    ///
    /// # Errors
    /// The first thing that [`Declaration::decode`](super::Declaration::decode) would refuse of a schema: see
    /// [`SealError`].
    pub fn new(fields: Vec<Field>, value_source: ValueSource) -> Result<Self, SealError> {
        SchemaValidity::default().check(&fields)?;
        Ok(Self { fields, value_source })
    }

    /// A schema of fields that have been checked.
    pub(super) fn of_checked(fields: Vec<Field>, value_source: ValueSource) -> Self {
        Self { fields, value_source }
    }

    /// The fields, in the order they were declared.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Where the values come from.
    #[must_use]
    pub fn value_source(&self) -> &ValueSource {
        &self.value_source
    }

    /// The fields and where their values come from, to be changed and checked again.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Field>, ValueSource) {
        (self.fields, self.value_source)
    }
}

/// Where a component's values come from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ValueSource {
    /// A value file at this path in the component's package; empty where the path was not said.
    PackagePath(PackagePath),
    /// Capabilities that the component uses.
    Capabilities,
}
