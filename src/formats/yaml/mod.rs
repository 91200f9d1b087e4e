//! YAML events to a tape.
//!
//! The events, with their exact bytes, come from `granit-parser`; what they mean is decided here. An alias puts
//! a copy of what it stands for on the tape. A copied value keeps the span of the text it was read from, because
//! that is the text a mistake is in, and the message names the field that the alias gives it to. A copied key has
//! the span of the alias: two places that name one key must be two places.

mod anchors;
mod block;
pub(crate) mod plain;

pub(crate) use block::block_text;

use super::limits::MAX_DOCUMENTS;
use super::{content_start, errors, narrow, span};
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::json5::limits::MAX_DEPTH;
use crate::json5::{self, Document, Kind, NodeId};
use crate::text::{Source, Span};
use anchors::Anchors;
use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError};
use plain::Plain;
use std::borrow::Cow;
use std::sync::Arc;

/// See [`super::parse`]. The parser of events stops at the first syntax error; what came before it stays.
pub(super) fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    let mut reader = Reader::new(source, 1, report);
    reader.read_whole();
    reader.finish()
}

/// See [`super::parse_documents`].
pub(super) fn parse_documents(source: &Arc<Source>, report: &mut Report) -> Vec<Document> {
    let mut reader = Reader::new(source, MAX_DOCUMENTS, report);
    reader.read_whole();
    let last = reader.finish();
    reader.finished.push(last);
    reader.finished
}

/// Reading ended before the end of the text; why has been reported.
struct Stopped;

/// A scalar as it stands in the text.
#[derive(Debug, Clone)]
struct Scalar<'s> {
    text: Cow<'s, str>,
    plain: bool,
    /// Nothing stands there: the parser makes a null of it.
    absent: bool,
    tagged: bool,
    start: u32,
    end: u32,
}

/// An array or object that is being read.
struct Level {
    node: NodeId,
    start: u32,
    next: Next,
}

/// What comes next in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Element,
    Key,
    Value,
}

struct Reader<'s, 'r> {
    source: &'s Source,
    report: &'r mut Report,
    document: Document,
    open: Vec<Level>,
    anchors: Anchors<'s>,
    /// Where the text ends that has been read: a container in block style ends with what it holds.
    behind: u32,
    /// The scalar that was read last, and whether it is the value of a key.
    last: Option<(Span, bool)>,
    /// How many arrays and objects are open in a key that is no text.
    skipped: usize,
    documents: usize,
    /// How many documents there may be, and those that have ended.
    limit: usize,
    finished: Vec<Document>,
}

impl<'s, 'r> Reader<'s, 'r> {
    fn new(source: &'s Arc<Source>, limit: usize, report: &'r mut Report) -> Self {
        Self {
            source,
            report,
            document: Document::new(source),
            open: Vec::new(),
            anchors: Anchors::default(),
            behind: 0,
            last: None,
            skipped: 0,
            documents: 0,
            limit,
            finished: Vec::new(),
        }
    }

    fn read_whole(&mut self) {
        if self.read().is_err() {
            self.document.spoil();
        }
    }

    fn read(&mut self) -> Result<(), Stopped> {
        self.directives()?;
        if let Some(error) = errors::disputed_character(self.source) {
            return Err(self.stop(error));
        }
        let mut options = granit_parser::options! {
            emit_unresolved_aliases: true,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        options.set_emit_comments(false);
        for event in Parser::new_from_str_with_options(self.source.text(), options) {
            let (event, place) = event.map_err(|error| self.syntax_error(&error))?;
            let start = place.start.byte_offset().unwrap_or(place.start.index());
            let end = place.end.byte_offset().unwrap_or(place.end.index());
            let tag =
                place.tag_span().and_then(|tag| Some((tag.start.byte_offset()?, tag.end.byte_offset()?)));
            let tag = tag.map(|(start, end)| span(self.source, start, end));
            self.event(event, span(self.source, start, end), tag)?;
        }
        if self.documents == 0 {
            let end = narrow(self.source.text().len());
            return Err(self.stop(json5::empty_document(self.source.span(end, end))));
        }
        Ok(())
    }

    /// Ends the document, with what a mistake left open closed.
    fn finish(&mut self) -> Document {
        while let Some(level) = self.open.pop() {
            if level.next == Next::Value {
                self.document.push(Kind::Invalid, self.behind, self.behind);
            }
            self.document.close(level.node, self.behind);
        }
        self.document.finish(Vec::new());
        let next = Document::new(&Arc::clone(self.document.source()));
        std::mem::replace(&mut self.document, next)
    }

    /// Reports an error and goes on. Its text is made only if the report keeps it.
    fn fail(&mut self, error: impl FnOnce(&Source) -> Diagnostic) {
        self.document.spoil();
        let source = self.source;
        self.report.push_with(Severity::Error, || error(source));
    }

    fn stop(&mut self, error: Diagnostic) -> Stopped {
        self.report.push(error);
        Stopped
    }

    fn syntax_error(&mut self, error: &ScanError) -> Stopped {
        let marker = error.marker();
        let start = marker.byte_offset().unwrap_or(marker.index());
        let place = span(self.source, start, start.saturating_add(1));
        let error = if *error.kind() == ErrorKind::RecursionLimitExceeded {
            json5::too_deep(place, MAX_DEPTH)
        } else if errors::is_template(self.source.text(), start) {
            return self.template(place);
        } else {
            // It may be more than was meant, or less.
            self.document.refuse_last(place.start);
            let last = self.last.filter(|(last, _)| last.end <= place.start);
            errors::no_yaml(self.source, error.kind(), place, (self.behind, last))
        };
        self.stop(error)
    }

    /// Stops at an expression of a template, which began as an object in an object.
    fn template(&mut self, place: Span) -> Stopped {
        for level in self.open.iter().rev().take_while(|level| level.start + 2 >= place.start) {
            self.document.refuse(level.node);
        }
        self.stop(errors::template(self.source, place))
    }

    /// Looks at the lines in front of the document, because the parser of events tells nothing about directives
    /// that it does not know. Behind the document they are a second one, which is refused anyway.
    fn directives(&mut self) -> Result<(), Stopped> {
        let mut start = content_start(self.source.text());
        let content = self.source.text().get(start..).unwrap_or_default();
        for line in content.split_inclusive(['\n', '\r']) {
            let said = line.trim();
            if line.starts_with('%') {
                let words: Vec<&str> = said.split_whitespace().take(3).collect();
                let comment = words.get(2).is_none_or(|word| word.starts_with('#'));
                if words.get(..2) != Some(&["%YAML", "1.2"]) || !comment {
                    let place = span(self.source, start, start + line.trim_end().len());
                    return Err(self.stop(errors::directive(self.source, place)));
                }
            } else if !said.is_empty() && !said.starts_with('#') {
                break;
            }
            start += line.len();
        }
        Ok(())
    }

    fn event(&mut self, event: Event<'s>, place: Span, tag: Option<Span>) -> Result<(), Stopped> {
        if self.skipped > 0 {
            self.skip(&event);
            return Ok(());
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > self.limit {
                    return Err(self.stop(errors::several_documents(place, self.limit)));
                }
                if self.documents > 1 {
                    // Aliases do not reach into other documents.
                    self.anchors.forget();
                    let finished = self.finish();
                    self.finished.push(finished);
                }
            }
            Event::Scalar(text, style, anchor, _) => self.scalar(text, style, anchor, place, tag),
            Event::SequenceStart(_, anchor, _) => self.container(Kind::Array, anchor, place, tag)?,
            Event::MappingStart(_, anchor, _) => self.container(Kind::Object, anchor, place, tag)?,
            Event::SequenceEnd | Event::MappingEnd => self.close(place),
            Event::Alias(anchor) => self.alias(anchor, place)?,
            Event::UnresolvedAlias(_) => {
                self.fail(|source| errors::unknown_anchor(source, place));
                self.invalid(place);
            }
            // Anchors are asked for with their nodes, and the parser may come to tell more than it does.
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | Event::Anchor(..) | _ => {}
        }
        Ok(())
    }

    /// Steps over a key that is no text.
    fn skip(&mut self, event: &Event<'_>) {
        if matches!(event, Event::SequenceStart(..) | Event::MappingStart(..)) {
            self.skipped += 1;
        } else if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
            self.skipped -= 1;
        }
    }

    fn awaits_key(&self) -> bool {
        self.open.last().is_some_and(|level| level.next == Next::Key)
    }

    /// A key or value was put on the tape.
    fn advance(&mut self) {
        if let Some(level) = self.open.last_mut() {
            level.next = match level.next {
                Next::Element => Next::Element,
                Next::Key => Next::Value,
                Next::Value => Next::Key,
            };
        }
    }

    /// Puts a key or value on the tape that was refused.
    fn invalid(&mut self, place: Span) {
        self.behind = self.behind.max(place.end);
        self.document.push(Kind::Invalid, place.start, place.end);
        self.advance();
    }

    fn scalar(
        &mut self,
        text: Cow<'s, str>,
        style: ScalarStyle,
        anchor: usize,
        place: Span,
        tag: Option<Span>,
    ) {
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let text = match block {
            true => block_text(self.source.text(), (place.start, place.end), text),
            false => text,
        };
        // The line feeds behind a block belong to its text, but there is nothing to point at.
        let end =
            if block { narrow(self.source.slice(place).trim_end().len()) } else { place.end - place.start };
        let (start, end) = (place.start, place.start + end);
        let plain = style == ScalarStyle::Plain;
        let scalar = Scalar { text, plain, absent: plain && start == end, tagged: tag.is_some(), start, end };
        if let Some(tag) = tag {
            self.fail(|source| errors::tag(source, tag));
        }
        if anchor != 0 {
            self.anchors.put_scalar(anchor, scalar.clone());
        }
        self.put(&scalar, self.source.span(start, end));
    }

    /// Puts a scalar on the tape as the key or value that is awaited; `place` is where it is used.
    fn put(&mut self, scalar: &Scalar<'_>, place: Span) {
        self.behind = self.behind.max(place.end);
        let is_value = self.open.last().is_some_and(|level| level.next == Next::Value);
        self.last = Some((place, is_value));
        if self.awaits_key() {
            self.key(scalar, place);
        } else {
            self.value(scalar);
        }
        self.advance();
    }

    /// Puts a key on the tape. It is its text, also where a value of this text would be a number or null.
    fn key(&mut self, scalar: &Scalar<'_>, place: Span) {
        let (start, end) = (place.start, place.end);
        if scalar.plain && scalar.text == "<<" {
            self.fail(|_| errors::merge_key(place));
        } else if scalar.absent {
            self.fail(|_| errors::no_text_as_key(place, "nothing"));
        } else if !scalar.tagged {
            return self.document.push_text(start, end, &scalar.text);
        }
        self.document.push(Kind::Invalid, start, end);
    }

    fn value(&mut self, scalar: &Scalar<'_>) {
        let Scalar { text, start, end, .. } = scalar;
        let (start, end) = (*start, *end);
        if scalar.tagged {
            return self.document.push(Kind::Invalid, start, end);
        }
        let plain = match (scalar.plain, scalar.absent) {
            (true, true) => Plain::Null,
            (true, false) => plain::read(text),
            (false, _) => Plain::Text,
        };
        match plain {
            Plain::Null => self.document.push(Kind::Null, start, end),
            Plain::True => self.document.push(Kind::True, start, end),
            Plain::False => self.document.push(Kind::False, start, end),
            Plain::Number(numeral) => self.document.push_number(start, end, numeral),
            Plain::Text => self.document.push_text(start, end, text),
            Plain::Ambiguous => {
                self.fail(|source| errors::ambiguous_number(source, source.span(start, end)));
                self.document.push(Kind::Invalid, start, end);
            }
        }
    }

    fn container(
        &mut self,
        kind: Kind,
        anchor: usize,
        place: Span,
        tag: Option<Span>,
    ) -> Result<(), Stopped> {
        if let Some(tag) = tag {
            self.fail(|source| errors::tag(source, tag));
        }
        if self.awaits_key() {
            if errors::is_template(self.source.text(), place.start as usize) {
                return Err(self.template(place));
            }
            self.fail(|_| {
                errors::no_text_as_key(place, if kind == Kind::Array { "an array" } else { "an object" })
            });
            self.invalid(place);
            self.skipped = 1;
            return Ok(());
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.stop(json5::too_deep(place, MAX_DEPTH)));
        }
        self.behind = self.behind.max(place.end);
        let node = self.document.open(kind, place.start);
        if anchor != 0 {
            self.anchors.put_container(anchor, node);
        }
        let start = place.start;
        self.open.push(Level {
            node,
            start,
            next: if kind == Kind::Array { Next::Element } else { Next::Key },
        });
        Ok(())
    }

    fn close(&mut self, place: Span) {
        // The end of a container in block style is known only when something else begins.
        if place.start < place.end {
            self.behind = self.behind.max(place.end);
        }
        if let Some(level) = self.open.pop() {
            self.document.close(level.node, self.behind);
            self.advance();
        }
    }
}
