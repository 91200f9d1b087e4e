//! JSON5 text to a [`Document`]: a tree with a span on every key and value.
//!
//! The whole grammar of <https://spec.json5.org>, nothing beyond it. Reading never fails: mistakes go to the
//! report, the reader skips to the next place where it can go on, and the document holds what was understood.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::json5::{Number, number, parse};
//! use confc::text::Sources;
//!
//! let source = Sources::new().add("echo.cml".into(), "{ retries: 0x10 }".into(), None);
//! let mut report = Report::new();
//! let document = parse(&source, &mut report);
//! let retries = document.root().and_then(|root| root.get("retries"));
//! assert_eq!(retries.map(|value| number(value.raw())), Some(Number::Unsigned(16)));
//! assert!(document.is_whole() && !report.has_errors());
//! ```

mod characters;
mod document;
mod errors;
mod escapes;
mod keys;
mod lexer;
pub mod limits;
mod parser;
mod recovery;
mod runs;
#[cfg(test)]
mod tests;

pub use confc_loader::internal::numeral::{NotInteger, Number, is_numeral, nearest_f32, nearest_f64, number};
pub use document::{Document, Documentation, Kind, Members, Node, NodeId, Repeated, Values};
pub use errors::duplicate_key;
pub(crate) use errors::{empty_document, other_language, too_deep, too_large};

use confc_loader::internal::numeral;

use crate::diagnostic::{Report, Severity};
use crate::text::language::Language;
use crate::text::{Source, Sources, Span};
use std::sync::Arc;

/// Reads a source. What cannot be read is reported, and the document is not
/// [whole](Document::is_whole) then. Repeated keys are listed in the document, not reported.
pub fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    let mut document = Document::new(source);
    let size = source.text().len() as u64;
    if size > limits::MAX_SIZE {
        report.push(too_large(source.name(), size));
        document.spoil();
        return document;
    }
    parser::Parser::new(source, document, report).parse()
}

/// As [`parse`], of a text that may be in another language by mistake: if it looks like one, that is all that is
/// said of it, with what `advice` knows to help.
pub(crate) fn parse_or_advise(
    source: &Arc<Source>,
    advice: &dyn Fn(Language) -> String,
    report: &mut Report,
) -> Document {
    // Nearly every text begins so, and is then in no other language.
    if source.text().trim_start().starts_with(['{', '/']) {
        return parse(source, report);
    }
    let mut found = Report::new();
    let document = parse(source, &mut found);
    if found.has_errors()
        && let Some(other) = other_language(source, Language::Json5, advice)
    {
        report.push(other);
        return unread(source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// A document of which nothing could be read.
pub(crate) fn unread(source: &Arc<Source>) -> Document {
    let mut document = Document::new(source);
    document.spoil();
    document
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
    let size = bytes.len() as u64;
    if size > limits::MAX_SIZE {
        report.push(too_large(name, size));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(sources.add(name.into(), text, reached)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            // So that the line can be drawn. Up to the first bad byte no offset changes.
            let source = sources.add(name.into(), String::from_utf8_lossy(bytes).into_owned(), reached);
            report.push_with(Severity::Error, || errors::invalid_utf8(&source, bytes, offset));
            None
        }
    }
}
