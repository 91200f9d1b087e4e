//! JSON5 text to a [`Document`].
//!
//! The whole grammar of <https://spec.json5.org>, nothing beyond it. Reading never fails: mistakes go to the
//! report, the reader skips to the next place where it can go on, and the document holds what was understood.
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

mod characters;
mod doc_comments;
mod errors;
mod escapes;
mod lexer;
mod parser;
mod recovery;
#[cfg(test)]
mod tests;

pub(in crate::syntax) use doc_comments::DocComment;
pub(in crate::syntax) use escapes::written_offset;

use super::document::Document;
use super::errors::other_language;
use super::{Advice, Format, is_too_large, unread};
use crate::diagnostic::Report;
use crate::text::Source;
use crate::text::language::{self, Language};
use std::sync::Arc;

/// Reads a source. What cannot be read is reported, and the document is not
/// [complete](Document::is_complete) then. Repeated keys are listed in the document, not reported.
pub fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    parse_as(Format::Json5, source, report)
}

fn parse_as(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
    if is_too_large(format, source, report) {
        return unread(format, source);
    }
    parser::Parser::new(source, Document::new(format, source), report).parse()
}

/// As [`parse`], of a text that may be in another language by mistake: if it looks like one, that is all that is
/// said of it, with what `advice` knows to help.
pub(crate) fn parse_or_advise(
    format: Format,
    source: &Arc<Source>,
    advice: &Advice<'_>,
    report: &mut Report,
) -> Document {
    // Nearly every text begins so, and is then in no other language.
    let is_foreign = language::foreign(source.name()).is_some();
    if source.text().trim_start().starts_with(['{', '/']) && !is_foreign {
        return parse_as(format, source, report);
    }
    let mut found = Report::new();
    let document = parse_as(format, source, &mut found);
    if found.has_errors()
        && let Some(other) = other_language(source, Language::Json5, advice)
    {
        report.push(other);
        return unread(format, source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}
