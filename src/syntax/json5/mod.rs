//! Reads JSON5 text into a [`Document`].
//!
//! Implements the whole grammar of <https://spec.json5.org>, without extensions. Reading never fails: mistakes go to
//! the report, the reader continues at the next possible place, and the document has everything that could be read.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::syntax::{Number, json5, number};
//! use confc::text::Sources;
//!
//! let source = Sources::new().add("echo.cml".into(), "{ retries: 0x10 }".into(), None);
//! let mut report = Report::new();
//! let document = json5::parse(&source, &mut report);
//! let retries = document.root().and_then(|root| root.get("retries"));
//! assert_eq!(retries.map(|value| number(value.raw())), Some(Number::Unsigned(16)));
//! assert!(document.is_complete() && !report.has_errors());
//! ```

mod brackets;
mod characters;
mod doc_comments;
mod errors;
mod escape_errors;
mod escapes;
mod expected;
mod lexer;
mod parser;
mod quotes;
mod recovery;
mod remedies;
#[cfg(test)]
mod tests;

pub(crate) use super::foreign::parse_or_advise;
pub(super) use brackets::marks;
pub(in crate::syntax) use doc_comments::DocComment;
pub(crate) use doc_comments::plain_comment;
pub(super) use errors::{braces_missing, quote_missing};
pub(in crate::syntax) use escapes::written_offset;

use super::document::Document;
use super::format::Format;
use super::reading::{is_too_large, read_balanced};
use crate::diagnostic::Report;
use crate::text::Source;
pub(super) use quotes::{LostQuote, LostQuoteKind, lost_quote};
use std::sync::Arc;

/// Reads a source. Reports mistakes; the document is then not [complete](Document::is_complete). Repeated keys are
/// listed in the document, not reported.
pub fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(Format::Json5, source, |found| read(Format::Json5, source, found), report)
}

/// Reads a source and reports each mistake, including consequential ones. The known structure of a damaged text shows
/// which parts of it are secret.
pub(crate) fn parse_damaged(source: &Arc<Source>, report: &mut Report) -> Document {
    read(Format::Json5, source, report)
}

pub(super) fn read(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if is_too_large(format, source, report) {
        return Document::unread(format, source);
    }
    parser::Parser::new(source, Document::new(format, source), report).parse()
}
