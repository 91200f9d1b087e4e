//! Documents in each format.

use super::bounded_text::BoundedText;
use super::node::ExportNode;
use super::{ExportError, flat, json, toml, yaml};
use crate::syntax::limits::{MAX_SIZE, MAX_TOML_SIZE};

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

/// The text of a document.
///
/// # Errors
/// Everything that the format cannot express, and a text that is too large.
pub(super) fn document(format: DocumentFormat, root: ExportNode<'_>) -> Result<String, Vec<ExportError>> {
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
