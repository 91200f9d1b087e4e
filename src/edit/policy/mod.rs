//! Karmada's `OverridePolicy` and `ClusterOverridePolicy`: the resources that they select, and the changes of JSON and
//! YAML texts in them.
//!
//! A policy is read as strictly as by the API server, and more strictly if a rule cannot be decided without a cluster.
//! Unknown parts of a policy are errors.

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
    /// The resources that it selects.
    pub selected: Selected,
    /// Its changes of them, in order. Rules for other clusters are left out.
    pub overrides: Vec<FieldOverride>,
}

/// The resources that a policy selects.
#[derive(Debug, Clone)]
pub struct Selected {
    /// The namespace of the policy, if it has one: it selects only resources of that namespace.
    pub namespace: Option<Box<str>>,
    /// A resource must match one of them; `None` for all resources.
    pub selectors: Option<Vec<Selector>>,
}

/// The changes of the text in a field of a resource.
#[derive(Debug, Clone)]
pub struct FieldOverride {
    /// The field, which holds a string.
    pub field: Reference,
    /// The format of the string.
    pub format: FieldFormat,
    /// The operations on it.
    pub patch: Patch,
}

/// The format of the text in a field.
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

    /// The format of the text.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            Self::Json => Format::Json,
            Self::Yaml => Format::Yaml,
        }
    }
}
