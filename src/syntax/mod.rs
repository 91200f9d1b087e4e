//! Reads text into a [`Document`]: one tree for JSON5, YAML, TOML and environment files, with a place in the text for
//! every key and value.
//!
//! - [`parse`] and [`parse_documents`] read manifests and layers of values. Features beyond JSON are refused at their
//!   place, never guessed: YAML's tags, merge keys and ambiguous numbers, TOML's dates. Reading never fails: mistakes go
//!   to the report, and the document has the rest.
//! - [`parse_lossless`] reads a user's text for changes. It accepts several documents, tags, merge keys, anchors, dates,
//!   comments and repeated keys, and keeps all of them.
//!
//! A document has exact places in its own text and exact numbers, so that one reader of literals serves all formats.
//! There are two views of its nodes: a [`Node`] has the meaning, with aliases resolved, and a [`SyntaxNode`] has the
//! written form. Comments are not nodes; they are in the text between nodes.
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
//! # Plain scalars of YAML
//! The core schema of YAML 1.2 decides which plain text is null, a bool or a number. Plain text on which readers
//! disagree (`yes`, `on`, `017`, `0o17`, `1_000`, `12:30:00`, dates) has a kind of its own, [`SyntaxKind::Disputed`]:
//! it keeps its text, and no edit may produce it by chance. A scalar with a tag outside the core schema has this kind,
//! too. In a layer of values it is a string, unless readers read different numbers, which is an error.

mod brackets;
mod disputed;
mod document;
mod embedded;
mod env;
mod errors;
mod foreign;
mod format;
pub mod json5;
mod keys;
mod known_object;
pub mod limits;
mod lookup;
mod lossless;
mod node;
mod places;
mod reading;
mod tape;
mod toml;
mod yaml;

pub use confc_core::text::numeral::{NotInteger, Number, is_numeral, nearest_f32, nearest_f64, number};
pub(crate) use disputed::is_alike;
pub use disputed::is_disputed;
pub use document::{Document, Documentation, Properties, Repeated};
pub use embedded::Embedded;
pub(crate) use errors::disputed::disputed_in_json;
pub use errors::duplicate_key;
pub(crate) use errors::lines::begins_with_joined_dash;
pub(crate) use errors::words::{PLACEHOLDER_AS_KEY, READ_INPUT};
pub(crate) use errors::{ANOTHER_LANGUAGE, TWICE};
pub(crate) use foreign::{LookAlike, advice, in_another_language};
pub use format::Format;
pub use known_object::KnownObject;
pub use lossless::{SyntaxElements, SyntaxKind, SyntaxMembers, SyntaxNode};
pub use node::{Members, Node, Values};
pub(crate) use places::content_start;
pub use tape::{Kind, NodeId, Style};
pub(crate) use yaml::plain;

use crate::diagnostic::{Report, Severity};
use crate::text::files::Files;
use crate::text::{Source, Sources, Span, narrow};
use foreign::read_or_advise;
use limits::{MAX_DOCUMENTS, MAX_SIZE};
use reading::{is_too_large, read_balanced};
use std::sync::Arc;

/// Reads a source. Reports mistakes; the document is then not [complete](Document::is_complete). Repeated keys are
/// listed in the document, not reported, except in TOML, where they are a syntax error. A text that is larger than [its
/// format](Format::max_size) allows is not read. Takes time linear in the text.
///
/// If brackets do not match, only the bracket that most likely is the mistake is reported, without its consequences,
/// and the document is empty.
pub fn parse(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(format, source, |found| parse_damaged(format, source, found), report)
}

/// As [`parse`], but with consequential mistakes and all readable parts of the document. The structure of a damaged
/// text shows which parts of it are secret.
pub(crate) fn parse_damaged(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if is_too_large(format, source, report) {
        return Document::unread(format, source);
    }
    let mut found = Report::new();
    let document = match format {
        Format::Json | Format::Json5 => return read_or_advise(format, source, &advice, report),
        Format::Yaml => yaml::parse(source, 1, &mut found),
        Format::Toml => toml::parse(source, &mut found),
        Format::Env => env::parse(source, &mut found),
    };
    if let Some(other) = foreign::instead_of_errors(format, source, &found) {
        report.push(other);
        return Document::unread(format, source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// As [`parse`], for a text that may have several documents if it is YAML: at most [`MAX_DOCUMENTS`].
pub fn parse_documents(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(format, source, |found| parse_damaged_documents(format, source, found), report)
}

/// As [`parse_damaged`], for a text that may have several documents if it is YAML.
pub(crate) fn parse_damaged_documents(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if format != Format::Yaml {
        return parse_damaged(format, source, report);
    }
    if is_too_large(format, source, report) {
        return Document::unread(format, source);
    }
    yaml::parse(source, MAX_DOCUMENTS, report)
}

/// Reads a source in its written form, for [`SyntaxNode`]s. `None` means that at least one error was reported: the text
/// is not of this format, nests more than 128 deep, is larger than [its format](Format::max_size) allows, or has an
/// alias without an anchor; or it is YAML with a character that is a line break only in YAML 1.1. Takes time linear in
/// the text.
pub fn parse_lossless(format: Format, source: &Arc<Source>, report: &mut Report) -> Option<Document> {
    if is_too_large(format, source, report) {
        return None;
    }
    let read = |found: &mut Report| match format {
        Format::Json | Format::Json5 => read_or_advise(format, source, &advice, found),
        Format::Yaml => yaml::parse_lossless(source, found),
        Format::Toml => toml::parse(source, found),
        Format::Env => env::parse(source, found),
    };
    let document = read_balanced(format, source, read, report);
    document.is_complete().then_some(document)
}

/// Makes the bytes of a file a source, or reports that they are not UTF-8 or too many. The name is as the user wrote it,
/// and `reached` is the `include` entry that named the file.
pub fn source_from_bytes(
    sources: &mut Sources,
    name: &str,
    bytes: Vec<u8>,
    reached: Option<Span>,
    report: &mut Report,
) -> Option<Arc<Source>> {
    checked_source(name, bytes, report, |text| sources.add(name.into(), text, reached))
}

/// As [`source_from_bytes`], for a file from `files`, which know its name.
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
            // The lossy text shows the line. Offsets up to the first invalid byte do not change.
            let source = add(String::from_utf8_lossy(bytes).into_owned());
            // Only keys show which values are secret, and they cannot be read.
            let (start, end) = errors::not_utf8(offset);
            source.mask(vec![(0, start), (end, narrow(source.text().len()))]);
            report.push_with(Severity::Error, || errors::invalid_utf8(&source, bytes, offset));
            None
        }
    }
}
