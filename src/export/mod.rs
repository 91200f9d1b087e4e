//! Verified values for programs that do not load value files: documents, environment files, Kubernetes objects.
//!
//! What is to be written is selected first: every value, those that are sensitive, or those that are not. Then each form
//! writes the same tree of nodes. Nothing here reads or writes files.
//!
//! JSON, YAML and TOML read back: as a layer they give the value file that they were made from. What
//! [`SensitiveFields::Omit`] leaves out, [`SensitiveFields::Only`] has, and both layers together give it again.

mod bounded_text;
mod document;
mod errors;
mod flat;
mod json;
mod kubernetes;
mod node;
mod select;
mod toml;
mod yaml;

pub use document::DocumentFormat;
pub use errors::{ExportError, ExportLimit};
pub use kubernetes::{DataKey, KubernetesObject, ObjectName};
pub use select::SensitiveFields;

use crate::declaration::Config;
use crate::types::Value;
use document::document;
use node::ExportNode;
use select::Selection;

/// What to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportTarget {
    /// One document.
    Document(DocumentFormat, SensitiveFields),
    /// A ConfigMap of Kubernetes with all fields that are not sensitive.
    ConfigMap(KubernetesObject),
    /// A Secret of Kubernetes with all fields that are sensitive.
    Secret(KubernetesObject),
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The text. It holds values of sensitive fields as they are, where the target asks for them.
    pub text: String,
    /// Whether it may hold such values, by its target and the declaration: then only its owner should read it.
    pub is_secret: bool,
    /// How many fields and members with values were left out since they are sensitive.
    pub left_out: usize,
    /// Whether it is to hold sensitive fields alone, and the declaration has none.
    pub lacks_sensitive: bool,
}

impl ExportTarget {
    /// Which fields it holds.
    fn fields(&self) -> SensitiveFields {
        match self {
            Self::Document(_, fields) => *fields,
            Self::ConfigMap(_) => SensitiveFields::Omit,
            Self::Secret(_) => SensitiveFields::Only,
        }
    }
}

/// Writes values, which must fit the fields of `config` in their order, as those of a value file do that was loaded. The
/// same values give the same text. Takes time and memory linear in the values and in the text, which is at most 64 MiB,
/// and 16 MiB of TOML.
///
/// # Errors
/// Everything that the target cannot express, at most one error for each field or member; none of them holds a value.
pub fn export(
    config: &Config,
    values: &[Value],
    target: &ExportTarget,
) -> Result<Exported, Vec<ExportError>> {
    let fields = target.fields();
    let Selection { members, left_out } = Selection::new(config.fields(), values, fields);
    let root = ExportNode::Selected(&members);
    let text = match target {
        ExportTarget::Document(format, _) => document(*format, root)?,
        ExportTarget::ConfigMap(object) => kubernetes::config_map(object, root)?,
        ExportTarget::Secret(object) => kubernetes::secret(object, root)?,
    };
    let holds_sensitive = config.holds_sensitive();
    Ok(Exported {
        text,
        is_secret: fields != SensitiveFields::Omit && holds_sensitive,
        left_out,
        lacks_sensitive: fields == SensitiveFields::Only && !holds_sensitive,
    })
}
