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
mod quotes;
mod recovery;
#[cfg(test)]
mod tests;

pub(in crate::syntax) use doc_comments::DocComment;
pub(super) use errors::quote_missing;
pub(in crate::syntax) use escapes::written_offset;

use super::brackets::{MarkKind, Marks, is_one_off, read_balanced};
use super::document::Document;
use super::errors::other_language;
use super::{Advice, Format, is_too_large, unread};
use crate::diagnostic::Report;
use crate::text::language::{self, Language};
use crate::text::{Source, Sources, Span};
use lexer::{Lexer, TokenKind};
pub(super) use quotes::{LostQuote, LostQuoteKind, lost_quote};
use std::sync::Arc;

/// Reads a source. What cannot be read is reported, and the document is not
/// [complete](Document::is_complete) then. Repeated keys are listed in the document, not reported.
pub fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    read_balanced(Format::Json5, source, |found| read(Format::Json5, source, found), report)
}

/// Reads a source and reports each mistake, those that follow from others too: what is known of the structure of a damaged text
/// shows which parts of it are secret.
pub(crate) fn parse_damaged(source: &Arc<Source>, report: &mut Report) -> Document {
    read(Format::Json5, source, report)
}

fn read(format: Format, source: &Arc<Source>, report: &mut Report) -> Document {
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
    read_balanced(format, source, |found| read_or_advise(format, source, advice, found), report)
}

/// As [`parse_or_advise`], with the mistakes that follow from others.
pub(super) fn read_or_advise(
    format: Format,
    source: &Arc<Source>,
    advice: &Advice<'_>,
    report: &mut Report,
) -> Document {
    // Nearly every text begins so, and is then in no other language.
    let is_foreign = language::foreign(source.name()).is_some();
    if source.text().trim_start().starts_with('{') && !is_foreign {
        return read(format, source, report);
    }
    let mut found = Report::new();
    let document = read(format, source, &mut found);
    if found.has_errors()
        && let Some(first) = first_without_braces(source, &found)
    {
        report.push(errors::braces_missing(source, first));
        return unread(format, source);
    }
    if found.has_errors()
        && !is_one_off(format, source.text())
        && let Some(other) = other_language(source, Language::Json5, advice)
    {
        report.push(other);
        return unread(format, source);
    }
    report.push_all(found, |diagnostic| diagnostic);
    document
}

/// The first key of a text that would be JSON5 with braces around it. `found` are the errors without them.
fn first_without_braces(source: &Source, found: &Report) -> Option<Span> {
    let first = found.sorted().first()?.primary()?.span;
    let before = source.text().get(..first.start as usize)?;
    // Without a brace in it, the text is as likely YAML; with another ending it most likely is.
    let is_otherwise = Format::of(source.name()).is_some_and(|format| !format.is_json());
    if is_otherwise || before.contains(['{', '[']) || !source.text().contains('{') {
        return None;
    }
    let mut wrong = Report::new();
    let within = format!("{{{}\n}}", source.text());
    parse_damaged(&Sources::new().add(source.name().into(), within, None), &mut wrong);
    (!wrong.has_errors()).then_some(first)
}

/// The brackets of a text; `None` where a string or comment is not closed, which may hold some of them.
pub(super) fn marks(text: &str) -> Option<Marks<'_>> {
    let mut marks = Marks::new(text);
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next();
        let kind = match token.kind {
            TokenKind::Open(bracket) => MarkKind::Open(bracket),
            TokenKind::Close(bracket) => MarkKind::Close(bracket),
            TokenKind::End => return Some(marks),
            TokenKind::UnclosedString | TokenKind::UnclosedComment => return None,
            TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::String
            | TokenKind::Name
            | TokenKind::Number
            | TokenKind::Unknown => continue,
        };
        marks.push(kind, token.start as usize);
    }
}
