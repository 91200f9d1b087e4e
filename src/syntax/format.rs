//! The formats of documents.

use super::limits::{MAX_SIZE, MAX_TOML_SIZE};
use crate::text::language::Language;

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON. It is read as JSON5, and written as JSON.
    Json,
    /// JSON5.
    #[default]
    Json5,
    /// YAML 1.2. A layer is a single document, read by the core schema.
    Yaml,
    /// TOML 1.1. Its written form is not kept, so it cannot be changed.
    Toml,
    /// Lines `NAME=value`. Every value is a string; its meaning depends on the type of the field.
    Env,
}

impl Format {
    pub(crate) fn language(self) -> Language {
        match self {
            Self::Json | Self::Json5 => Language::Json5,
            Self::Yaml => Language::Yaml,
            Self::Toml => Language::Toml,
            Self::Env => Language::Environment,
        }
    }

    /// Whether it is JSON or JSON5.
    #[must_use]
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Json5)
    }

    /// Its name, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Json5 => "JSON5",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
            Self::Env => "an environment file",
        }
    }

    /// The largest document in it, in bytes: [`MAX_SIZE`], in TOML [`MAX_TOML_SIZE`]. A larger one is not read.
    #[must_use]
    pub fn max_size(self) -> u64 {
        match self {
            Self::Json | Self::Json5 | Self::Yaml | Self::Env => MAX_SIZE,
            Self::Toml => MAX_TOML_SIZE,
        }
    }

    /// The format by the extension of a path, in either case: `.json`, `.json5`, `.yaml` and `.yml`, `.toml`, `.env`
    /// (also before another extension: `.env.prod`). `None` for any other extension; a layer or manifest is JSON5 then.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "env" => Some(Self::Env),
            "json" => Some(Self::Json),
            "json5" => Some(Self::Json5),
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            _ => {
                let name = path.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(path);
                name.contains(".env.").then_some(Self::Env)
            }
        }
    }
}
