//! Documents in each format.

use super::bounded_text::BoundedText;
use super::node::ExportNode;
use super::{ExportError, VariableNames, flat, json, toml, yaml};
use crate::syntax::limits::{MAX_SIZE, MAX_TOML_SIZE};

/// The format of a document. Documents are UTF-8 and end with a line feed, unless they are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    /// JSON, indented.
    Json,
    /// YAML with the same meaning to readers of 1.1 and of 1.2.
    Yaml,
    /// TOML 1.0, except for integers above 9223372036854775807, which its readers may refuse.
    Toml,
    /// `KEY=value` lines with each value unquoted, as `docker run --env-file` reads them.
    Env,
    /// Properties of Java, in ASCII.
    Properties,
}

impl DocumentFormat {
    /// The format of a file by its extension, in lower case: `.json`, `.yaml`, `.yml`, `.toml`, `.env` or
    /// `.properties`.
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

    /// Its name, which is also the extension of its files.
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

    /// The largest document, in bytes: the limit of a layer in this format.
    fn limit(self) -> u64 {
        match self {
            Self::Toml => MAX_TOML_SIZE,
            Self::Json | Self::Yaml | Self::Env | Self::Properties => MAX_SIZE,
        }
    }
}

/// Returns the text of a document; `variables` are the names in an environment file.
///
/// # Errors
/// Values that the format cannot express, and a text that is too large.
pub(super) fn document(
    format: DocumentFormat,
    variables: &VariableNames,
    root: ExportNode<'_>,
) -> Result<String, Vec<ExportError>> {
    let mut out = BoundedText::new(format.limit());
    match format {
        DocumentFormat::Json => json::document(root, &mut out),
        DocumentFormat::Yaml => yaml::document(root, &mut out),
        DocumentFormat::Toml => toml::document(root, &mut out)?,
        DocumentFormat::Env => flat::env(root, variables, &mut out)?,
        DocumentFormat::Properties => flat::properties(root, &mut out)?,
    }
    out.finish().map_err(|limit| vec![ExportError::TooLarge(limit)])
}
