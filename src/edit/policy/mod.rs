//! Karmada's `OverridePolicy` and `ClusterOverridePolicy`: which resources they are for, and what they change in
//! the JSON and YAML texts that those hold.
//!
//! A policy is read as strictly as the API server would, and stricter where a rule cannot be decided without a
//! cluster at hand: what is not understood is never passed over.

mod apply;
mod findings;
mod read;
mod select;
mod shape;

pub use apply::apply;
pub use read::{PolicyReader, read};
pub use select::{LabelTest, Requirement, Selector};

use crate::pointer::{Patch, Reference};
use crate::syntax::Format;

/// One policy, for one cluster.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The resources that it is for.
    pub selected: Selected,
    /// What it changes in them, in order. Rules for other clusters are left out.
    pub overrides: Vec<FieldOverride>,
}

/// The resources that a policy is for.
#[derive(Debug, Clone)]
pub struct Selected {
    /// The namespace of a policy that has one: it is for resources of that namespace only.
    pub namespace: Option<Box<str>>,
    /// A resource must fit one of them; `None` for all resources.
    pub selectors: Option<Vec<Selector>>,
}

/// What is changed in the text that a field of a resource holds.
#[derive(Debug, Clone)]
pub struct FieldOverride {
    /// The field, which holds a string.
    pub field: Reference,
    /// What the string is read as.
    pub format: FieldFormat,
    /// The operations on it.
    pub patch: Patch,
}

/// The language of the text in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldFormat {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

impl FieldFormat {
    /// The key of the operations on such a text.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
        }
    }

    /// What the text is written in.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            Self::Json => Format::Json,
            Self::Yaml => Format::Yaml,
        }
    }
}
