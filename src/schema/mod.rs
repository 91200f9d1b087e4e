//! The schema: the checked set of a component's fields, valid by construction, in the order they were
//! declared. Spans stop here.

#[cfg(feature = "compiler")]
mod attributes;
#[cfg(feature = "compiler")]
mod capabilities;
#[cfg(feature = "compiler")]
mod check;
#[cfg(feature = "compiler")]
mod errors;
#[cfg(feature = "compiler")]
mod features;
#[cfg(feature = "compiler")]
mod fields;
#[cfg(feature = "compiler")]
mod foreign;
#[cfg(feature = "compiler")]
mod shapes;

#[cfg(feature = "compiler")]
pub use attributes::is_attribute;
#[cfg(feature = "compiler")]
pub use check::{CheckOptions, check};
#[cfg(feature = "compiler")]
pub use features::{Feature, Gate, Policy, UnknownFeature};

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
