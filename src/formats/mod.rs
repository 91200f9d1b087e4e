//! Layers of values in JSON5, YAML and TOML, read to the same kind of [`Document`].
//!
//! A document of any format has exact spans in its own text and exact numbers, so that one reader of literals
//! serves all of them. What a format can say beyond JSON is refused where it stands, never guessed: YAML's tags,
//! merge keys and ambiguous numbers, TOML's dates.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::formats::{Format, parse};
//! use confc::json5::{Number, number};
//! use confc::text::Sources;
//!
//! let source = Sources::new().add("prod.toml".into(), "retries = 1_000\n".into(), None);
//! let format = Format::of(source.name()).unwrap_or_default();
//! let document = parse(format, &source, &mut Report::new());
//! let retries = document.root().and_then(|root| root.get("retries"));
//! assert_eq!(retries.map(|value| value.raw()), Some("1_000"));
//! assert_eq!(retries.map(|value| number(value.numeral())), Some(Number::Unsigned(1000)));
//! ```

pub(crate) mod errors;
pub mod limits;
mod toml;
mod yaml;

pub(crate) use yaml::{block_text, plain};

use crate::diagnostic::Report;
use crate::json5::{self, Document};
use crate::text::language::Language;
use crate::text::{Source, Span};
use std::sync::Arc;

/// The language a layer is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON5, and JSON with it.
    #[default]
    Json5,
    /// YAML 1.2, one document, by its core schema.
    Yaml,
    /// TOML 1.1.
    Toml,
}

impl Format {
    fn language(self) -> Language {
        match self {
            Self::Json5 => Language::Json5,
            Self::Yaml => Language::Yaml,
            Self::Toml => Language::Toml,
        }
    }

    /// The format that a path's ending names, in either case: `.json` and `.json5`, `.yaml` and `.yml`, `.toml`.
    /// `None` for any other; such a layer is JSON5, the default.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "json" | "json5" => Some(Self::Json5),
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }
}

/// Reads a source. What cannot be read is reported, and the document is not
/// [whole](Document::is_whole) then. Repeated keys are listed in the document, not reported; only in TOML, where
/// the same key twice is no TOML, they are an error here.
pub fn parse(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    let size = source.text().len() as u64;
    if size > json5::limits::MAX_SIZE {
        let mut document = Document::new(source);
        report.push(json5::too_large(source.name(), size));
        document.spoil();
        return document;
    }
    let read = match format {
        Format::Json5 => return json5::parse_or_advise(source, &advice, report),
        Format::Yaml => yaml::parse,
        Format::Toml => toml::parse,
    };
    let mut found = Report::new();
    let document = read(source, &mut found);
    if found.has_errors()
        && let Some(other) = json5::other_language(source, format.language(), &advice)
        // JSON is YAML too, most of the time.
        && (format != Format::Yaml || source.text().trim_start().starts_with('/'))
        && !has_foreign_comments(source.text())
    {
        report.push(other);
        return json5::unread(source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// Whether a text begins with comments of JSON5, and nothing of JSON5 follows: then they alone are wrong.
fn has_foreign_comments(text: &str) -> bool {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
    let begins = lines.clone().next().is_some_and(|line| line.starts_with("//"));
    begins
        && lines.find(|line| !line.starts_with("//")).is_some_and(|line| !line.starts_with(['{', '[', '/']))
}

/// What helps whoever has given a layer or patch in another language than its name says.
pub(crate) fn advice(found: Language) -> String {
    let (ending, name) = match found {
        Language::Json5 => (".json5", "json5"),
        Language::Yaml => (".yaml", "yaml"),
        Language::Toml => (".toml", "toml"),
        Language::Environment => {
            return "write it in TOML, YAML or JSON5, with the keys that are declared: `port = 8080`".into();
        }
    };
    format!("give its name the ending `{ending}`, or say `--input-format {name}`")
}

/// As [`parse`], of a text that may hold several documents if it is YAML: at most
/// [`limits::MAX_DOCUMENTS`].
pub fn parse_documents(format: Format, source: &Arc<Source>, report: &mut Report) -> Vec<Document> {
    if format == Format::Yaml && source.text().len() as u64 <= json5::limits::MAX_SIZE {
        return yaml::parse_documents(source, report);
    }
    vec![parse(format, source, report)]
}

/// Sources are far smaller than 4 GiB, so nothing is lost here.
pub(crate) fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// A span of what a dependency calls a place: within the text, and whole characters.
pub(crate) fn span(source: &Source, start: usize, end: usize) -> Span {
    let text = source.text();
    let inside = |offset: &usize| text.is_char_boundary(*offset);
    let start = (0..=start.min(text.len())).rev().find(inside).unwrap_or(0);
    let end = (end.max(start)..text.len()).find(inside).unwrap_or(text.len());
    source.span(narrow(start), narrow(end))
}

/// Where a text starts behind its byte order mark.
pub(crate) fn content_start(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}
