//! Verified values for programs that do not load value files: documents, environment files, Kubernetes objects.
//!
//! What is to be written is selected first: every value, those that are sensitive, or those that are not. Then each form
//! writes the same tree of nodes. Nothing here reads or writes files.
//!
//! JSON, YAML and TOML read back: as a layer they give the value file that they were made from. What
//! [`SensitiveFields::Omit`] leaves out, [`SensitiveFields::Only`] has, and both layers together give it again.

mod bounded_text;
mod errors;
mod flat;
mod json;
mod kubernetes;
mod node;
mod select;
mod toml;
mod yaml;

pub use errors::{ExportError, ExportLimit};
pub use kubernetes::{DataKey, KubernetesObject, ObjectName};

use crate::declaration::Config;
use crate::syntax::limits::{MAX_SIZE, MAX_TOML_SIZE};
use crate::types::Value;
use bounded_text::BoundedText;
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

/// The form of a document. All of them are UTF-8 and end with a line feed, unless they are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    /// JSON, indented.
    Json,
    /// YAML of which readers of 1.1 and of 1.2 make the same.
    Yaml,
    /// TOML 1.0, but for integers above 9223372036854775807, which its readers may refuse.
    Toml,
    /// `KEY=value` lines, each value as it is: what `docker run --env-file` reads.
    Env,
    /// Properties of Java, in ASCII.
    Properties,
}

/// Which fields a document holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensitiveFields {
    /// Those that are not sensitive.
    Omit,
    /// Those that are.
    Only,
    /// All.
    Include,
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

impl DocumentFormat {
    /// What the ending of a file's name says, in lower case: `.json`, `.yaml`, `.yml`, `.toml`, `.env` or `.properties`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "json" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            "env" => Some(Self::Env),
            "properties" => Some(Self::Properties),
            _ => None,
        }
    }

    /// Its name, which is the extension of its files, too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Toml => "toml",
            Self::Env => "env",
            Self::Properties => "properties",
        }
    }

    /// The largest document, in bytes: what a layer in this format may have.
    fn limit(self) -> u64 {
        match self {
            Self::Toml => MAX_TOML_SIZE,
            Self::Json | Self::Yaml | Self::Env | Self::Properties => MAX_SIZE,
        }
    }
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

fn document(format: DocumentFormat, root: ExportNode<'_>) -> Result<String, Vec<ExportError>> {
    let mut out = BoundedText::new(format.limit());
    match format {
        DocumentFormat::Json => json::document(root, &mut out),
        DocumentFormat::Yaml => yaml::document(root, &mut out),
        DocumentFormat::Toml => toml::document(root, &mut out)?,
        DocumentFormat::Env => flat::env(root, &mut out)?,
        DocumentFormat::Properties => flat::properties(root, &mut out)?,
    }
    out.finish().map_err(|limit| vec![ExportError::TooLarge(limit)])
}
