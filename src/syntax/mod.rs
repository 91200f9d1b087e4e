//! Text to a [`Document`]: one tree for JSON5, YAML, TOML and environment files, with a place in the text for every key and value.
//!
//! - [`parse`] and [`parse_documents`] read manifests and layers of values. What a format can say beyond JSON is refused
//!   where it is, never guessed: YAML's tags, merge keys and ambiguous numbers, TOML's dates. Reading never fails:
//!   mistakes go to the report, and the document holds what was understood.
//! - [`parse_lossless`] reads somebody else's text so that it can be changed. Several documents, tags, merge keys,
//!   anchors, dates, comments and repeated keys are all read and left as they are.
//!
//! A document has exact places in its own text and exact numbers, so that one reader of literals serves all formats.
//! There are two ways to look at its nodes: a [`Node`] is what a value means, an alias being what it stands for, and a
//! [`SyntaxNode`] is what is written in the text. Comments are no nodes; they lie in what is between those.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::syntax::{Format, Number, SyntaxKind, number, parse, parse_lossless};
//! use confc::text::Sources;
//!
//! let source = Sources::new().add("prod.toml".into(), "retries = 1_000\n".into(), None);
//! let format = Format::of(source.name()).unwrap_or_default();
//! let document = parse(format, &source, &mut Report::new());
//! let retries = document.root().and_then(|root| root.get("retries"));
//! assert_eq!(retries.map(|value| value.raw()), Some("1_000"));
//! assert_eq!(retries.map(|value| number(value.numeral())), Some(Number::Unsigned(1000)));
//!
//! let text = "base: &b { on: 2024-01-31 }\nuser: *b\n";
//! let source = Sources::new().add("r.yaml".into(), text.into(), None);
//! let resource = parse_lossless(Format::Yaml, &source, &mut Report::new()).unwrap();
//! let root = resource.syntax_roots().next().unwrap();
//! let (base, user) = (root.get("base").unwrap(), root.get("user").unwrap());
//! assert_eq!(base.get("on").map(|date| (date.kind(), date.text())), Some((SyntaxKind::Disputed, "2024-01-31")));
//! assert_eq!(user.kind(), SyntaxKind::Alias(base.id()));
//! ```
//!
//! # What a plain scalar of YAML says
//! The core schema of YAML 1.2 says which plain text is null, a bool or a number. Plain text of which readers
//! say different things (`yes`, `on`, `017`, `0o17`, `1_000`, `12:30:00`, dates) is of a kind of its own,
//! [`SyntaxKind::Disputed`]: it has its text, and nothing that is written in its place may become it by chance. The
//! same goes for a scalar whose tag is not one of the core schema. In a layer of values it is a string, unless
//! readers take it for different numbers, which is an error.

mod brackets;
mod disputed;
mod document;
mod embedded;
mod env;
mod errors;
pub mod json5;
mod keys;
mod known_object;
pub mod limits;
mod lookup;
mod lossless;
mod node;
mod toml;
mod yaml;

pub use confc_core::text::numeral::{NotInteger, Number, is_numeral, nearest_f32, nearest_f64, number};
pub(crate) use disputed::is_alike;
pub use disputed::is_disputed;
pub use document::{Document, Documentation, NodeId, Properties, Repeated, Style};
pub use embedded::Embedded;
pub use errors::duplicate_key;
pub(crate) use errors::words::{PLACEHOLDER_AS_KEY, READ_INPUT};
pub(crate) use errors::{ANOTHER_LANGUAGE, TWICE};
pub use known_object::KnownObject;
pub use lossless::{SyntaxElements, SyntaxKind, SyntaxMembers, SyntaxNode};
pub use node::{Kind, Members, Node, Values};
pub(crate) use yaml::plain;

use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::text::files::Files;
use crate::text::language::{self, Language};
use crate::text::{Source, Sources, Span, narrow};
use brackets::{is_one_off, read_balanced};
use limits::{MAX_DOCUMENTS, MAX_SIZE, MAX_TOML_SIZE};
use std::sync::Arc;

/// The language a document is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON. It is read as JSON5 is; what is written into it is JSON.
    Json,
    /// JSON5.
    #[default]
    Json5,
    /// YAML 1.2. Of a layer, one document by its core schema.
    Yaml,
    /// TOML 1.1. How things are written in it is not kept, so it cannot be changed.
    Toml,
    /// Lines `NAME=value`. Every value is a string; what it means depends on the type of the field.
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

/// Reads a source. What cannot be read is reported, and the document is not
/// [complete](Document::is_complete) then. Repeated keys are listed in the document, not reported; only in TOML, where
/// the same key twice is no TOML, they are an error here. Nothing is read of a text that is larger than
/// [its format](Format::max_size) allows. Takes time linear in the text.
///
/// If brackets do not match, this is reported at the bracket that most likely is the mistake, and nothing that follows
/// from it; the document is empty then.
pub fn parse(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(format, source, |found| parse_damaged(format, source, found), report)
}

/// As [`parse`], with each mistake that follows from others, and with all of the document that could be read: what is
/// known of the structure of a damaged text shows which parts of it are secret.
pub(crate) fn parse_damaged(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if is_too_large(format, source, report) {
        return unread(format, source);
    }
    let mut found = Report::new();
    let document = match format {
        Format::Json | Format::Json5 => return json5::read_or_advise(format, source, &advice, report),
        Format::Yaml => yaml::parse(source, 1, &mut found),
        Format::Toml => toml::parse(source, &mut found),
        Format::Env => env::parse(source, &mut found),
    };
    if found.has_errors()
        && !(format == Format::Env && source.text().contains('='))
        && let Some(other) = errors::other_language(source, format.language(), &advice)
        && (format != Format::Yaml || may_be_no_yaml(source))
        && !has_foreign_comments(source.text())
        && !is_one_off(format, source.text())
        && !(format == Format::Toml && found.errors() == 1 && is_toml_but_for_a_colon(source))
    {
        report.push(other);
        return unread(format, source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// As [`parse`], of a text that may hold several documents if it is YAML: at most [`MAX_DOCUMENTS`].
pub fn parse_documents(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(format, source, |found| parse_damaged_documents(format, source, found), report)
}

/// As [`parse_damaged`], of a text that may hold several documents if it is YAML.
pub(crate) fn parse_damaged_documents(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if format != Format::Yaml {
        return parse_damaged(format, source, report);
    }
    if is_too_large(format, source, report) {
        return unread(format, source);
    }
    yaml::parse(source, MAX_DOCUMENTS, report)
}

/// Reads a source as it is written, to look at it with [`SyntaxNode`]s. `None` means that at least one error was
/// reported: the text is not of this format, nests more than 128 deep, is larger than
/// [its format](Format::max_size) allows, or has an alias without an
/// anchor; or it is YAML with a character that is a line break by 1.1 alone. Takes time linear in the text.
pub fn parse_lossless(format: Format, source: &Arc<Source>, report: &mut Report) -> Option<Document> {
    if is_too_large(format, source, report) {
        return None;
    }
    let read = |found: &mut Report| match format {
        Format::Json | Format::Json5 => json5::read_or_advise(format, source, &advice, found),
        Format::Yaml => yaml::parse_lossless(source, found),
        Format::Toml => toml::parse(source, found),
        Format::Env => env::parse(source, found),
    };
    let document = read_balanced(format, source, read, report);
    document.is_complete().then_some(document)
}

/// Whether a text is larger than its format allows, which is reported.
fn is_too_large(format: Format, source: &Source, report: &mut Report) -> bool {
    let (size, limit) = (source.text().len() as u64, format.max_size());
    if size > limit {
        report.push(errors::too_large(source.name(), size, limit));
    }
    size > limit
}

/// A document of which nothing could be read.
pub(crate) fn unread(format: Format, source: &Arc<Source>) -> Document {
    let mut document = Document::new(format, source);
    document.mark_incomplete();
    document
}

/// Whether a text that is not correct in YAML may be in another language. JSON is YAML too, most of the time.
fn may_be_no_yaml(source: &Arc<Source>) -> bool {
    let is_header = source.text().trim_start().starts_with('[');
    source.text().trim_start().starts_with('/') || (is_header && is_correct_in(Language::Toml, source))
}

/// The error about a text that looks like another language than its own, although it is correct in both.
pub(crate) fn in_another_language(format: Format, source: &Arc<Source>) -> Option<Diagnostic> {
    errors::other_language(source, format.language(), &advice)
}

/// Whether a text in TOML with one mistake looks like YAML and is not: `:` takes the place of a `=`.
fn is_toml_but_for_a_colon(source: &Arc<Source>) -> bool {
    let looks = language::guess(source.text());
    looks.is_some_and(|(found, _)| found == Language::Yaml) && !is_correct_in(Language::Yaml, source)
}

/// Whether a line that begins with a bracket is a header of TOML.
fn is_header(line: &str) -> bool {
    line.ends_with(']') && line.trim_matches(['[', ']']).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a text begins with comments of JSON5, and nothing of JSON5 follows: then they alone are wrong.
fn has_foreign_comments(text: &str) -> bool {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
    let begins = lines.clone().next().is_some_and(|line| line.starts_with("//") || line.starts_with("/*"));
    let is_comment = |line: &&str| line.starts_with("//") || line.starts_with("/*") || line.starts_with('*');
    let first = lines.find(|line| !is_comment(line));
    begins && first.is_some_and(|line| !line.starts_with('{') && (!line.starts_with('[') || is_header(line)))
}

/// The help for a text that looks like another language than is expected: where flags are given, and in a product.
pub(crate) type Advice<'a> = dyn Fn(LookAlike) -> [String; 2] + 'a;

/// What a text looks like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LookAlike {
    /// The language that it looks like.
    pub(crate) found: Language,
    /// The one that is expected.
    pub(crate) expected: Language,
    /// Whether it is correct in the language that it looks like, or that is not known.
    pub(crate) is_correct: bool,
}

/// Whether a text is correct in a language; of one that has no reader here that is not known.
fn is_correct_in(language: Language, source: &Arc<Source>) -> bool {
    let mut found = Report::new();
    match language {
        Language::Json5 => json5::parse_damaged(source, &mut found),
        Language::Yaml => yaml::parse(source, 1, &mut found),
        Language::Toml => toml::parse(source, &mut found),
        Language::Environment | Language::Foreign(_) => return true,
    };
    !found.has_errors()
}

/// The help for a layer or patch in another language than its name says.
pub(crate) fn advice(looks: LookAlike) -> [String; 2] {
    if !looks.is_correct {
        let (expected, found) = (looks.expected.name(), looks.found.name());
        let help = format!("write it in {expected}; as {found} it has mistakes, too");
        return [help.clone(), help];
    }
    if looks.expected == Language::Environment && looks.found == Language::Yaml {
        let help = "write `NAME=value` on each line; if it is YAML, give its name the ending `.yaml`";
        return [help.into(), help.into()];
    }
    let (ending, name) = match looks.found {
        Language::Json5 => (".json5", "json5"),
        Language::Yaml => (".yaml", "yaml"),
        Language::Toml => (".toml", "toml"),
        Language::Environment => (".env", "env"),
        Language::Foreign(language) => return [language.help.into(), language.help.into()],
    };
    let renamed = format!("give its name the ending `{ending}`");
    [format!("{renamed}, or pass `--input-format {name}`"), renamed]
}

/// Makes the bytes of a file a source, if they are UTF-8 and not too many; says so otherwise. The name is as
/// spelled by the user, and `reached` is the `include` entry that named it.
pub fn source_from_bytes(
    sources: &mut Sources,
    name: &str,
    bytes: Vec<u8>,
    reached: Option<Span>,
    report: &mut Report,
) -> Option<Arc<Source>> {
    checked_source(name, bytes, report, |text| sources.add(name.into(), text, reached))
}

/// The same of a file that was read from `files`, which know what it is called.
pub(crate) fn source_of_file(
    files: &dyn Files,
    sources: &mut Sources,
    path: &str,
    bytes: Vec<u8>,
    reached: Option<Span>,
    report: &mut Report,
) -> Option<Arc<Source>> {
    match files.name(path) {
        Some(name) => {
            checked_source(&name, bytes, report, |text| sources.add_without_file(name.clone(), text, reached))
        }
        None => source_from_bytes(sources, path, bytes, reached, report),
    }
}

fn checked_source(
    name: &str,
    bytes: Vec<u8>,
    report: &mut Report,
    add: impl FnOnce(String) -> Arc<Source>,
) -> Option<Arc<Source>> {
    let size = bytes.len() as u64;
    if size > MAX_SIZE {
        report.push(errors::too_large(name, size, MAX_SIZE));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(add(text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            // So that the line can be drawn. Up to the first bad byte no offset changes.
            let source = add(String::from_utf8_lossy(bytes).into_owned());
            // What is secret in a text only its keys tell, and those cannot be read.
            let (start, end) = errors::not_utf8(offset);
            source.mask(vec![(0, start), (end, narrow(source.text().len()))]);
            report.push_with(Severity::Error, || errors::invalid_utf8(&source, bytes, offset));
            None
        }
    }
}

/// A span of what a dependency calls a place: within the text, and whole characters.
pub(crate) fn span(source: &Source, start: usize, end: usize) -> Span {
    let text = source.text();
    let inside = |offset: &usize| text.is_char_boundary(*offset);
    let start = (0..=start.min(text.len())).rev().find(inside).unwrap_or(0);
    let end = (end.max(start)..text.len()).find(inside).unwrap_or(text.len());
    source.span(narrow(start), narrow(end))
}

/// Where a text starts after its byte order mark.
pub(crate) fn content_start(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}
