//! The languages that a document can be written in.

use super::limits::{MAX_SIZE, MAX_TOML_SIZE};
use crate::text::language::Language;

/// The language a document is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON. It is read as JSON5, and written as JSON.
    Json,
    /// JSON5.
    #[default]
    Json5,
    /// YAML 1.2. Of a layer, one document by its core schema.
    Yaml,
    /// TOML 1.1. How things are written in it is not kept, so it cannot be changed.
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

    /// The format that a path's ending names, in either case: `.json`, `.json5`, `.yaml` and `.yml`, `.toml`, `.env` (also
    /// in front of another ending: `.env.prod`). `None` for any other; a layer or manifest is JSON5 then.
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
