//! Schemas: fields that are valid together, in the order they were declared.

use crate::types::{Field, PackagePath};

/// A checked schema. At least one field; keys and aliases are unique; every field is valid in itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// The fields, in the order they were declared.
    pub fields: Vec<Field>,
    /// Where the values come from.
    pub value_source: ValueSource,
}

/// Where a component's values come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueSource {
    /// A value file at this path in the component's package; empty where the path was not said.
    PackagePath(PackagePath),
    /// Capabilities that the component uses.
    Capabilities,
}
