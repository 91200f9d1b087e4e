//! Turns YAML events into a tape of the written form. [`strict`] decides which features a layer may use.
//!
//! The events, with their exact bytes, come from `granit-parser`; their meaning is decided here.

mod block;
mod brackets;
pub(crate) mod plain;
mod strict;

use super::document::Document;
use super::errors::{self, yaml::Before};
use super::format::Format;
use super::is_disputed;
use super::limits::MAX_DEPTH;
use super::places::span;
use super::tape::{Kind, NodeId, Style};
use crate::diagnostic::{Diagnostic, Report};
use crate::text::{Source, Span, narrow};
use block::block_text;
pub(super) use brackets::marks;
use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle, Tag};
use plain::Plain;
use std::collections::HashMap;
use std::sync::Arc;
use strict::Next;

/// See [`super::parse_documents`], for at most `limit` documents.
pub(super) fn parse(source: &Arc<Source>, limit: usize, report: &mut Report) -> Document {
    if let Some(error) = strict::foreign_directive(source) {
        report.push(error);
        return Document::unread(Format::Yaml, source);
    }
    let (mut document, error) = YamlReader::new(source, limit).read();
    let is_empty = document.root().is_none() && error.is_none();
    let stopped = strict::check(&mut document, report).is_err();
    // Errors after the point that stops the check are uncertain.
    if let Some(error) = error.filter(|_| !stopped) {
        report.push(*error);
    } else if is_empty {
        let end = narrow(source.text().len());
        report.push(errors::empty_document(source.span(end, end)));
        document.mark_incomplete();
    }
    document
}

/// See [`super::parse_lossless`].
pub(super) fn parse_lossless(source: &Arc<Source>, report: &mut Report) -> Document {
    let (mut document, error) = YamlReader::new(source, usize::MAX).read();
    let unknown = document.aliases().iter().filter(|(alias, of)| alias == of);
    let unknown: Vec<Span> = unknown.filter_map(|(alias, _)| Some(document.node(*alias)?.span())).collect();
    for alias in unknown {
        document.mark_incomplete();
        report.push(errors::yaml::unknown_anchor(source, alias));
    }
    if let Some(error) = error {
        report.push(*error);
    }
    document
}

/// An array or object that is being read.
struct Level {
    node: NodeId,
    next: Next,
}

struct YamlReader<'s> {
    source: &'s Source,
    document: Document,
    /// The containers that are being read.
    open: Vec<Level>,
    /// The nodes of the parser's anchor numbers. It is never iterated, so its order has no effect.
    anchors: HashMap<usize, NodeId>,
    last: NodeId,
    /// The last closed container in brackets, and its end.
    closed: Option<(NodeId, u32)>,
    /// The last scalar, and whether it is the value of a key.
    last_scalar: Option<(Span, bool)>,
    /// The end of the text read so far: a container in block style ends with its content.
    behind: u32,
    documents: usize,
    /// The most documents that are allowed.
    limit: usize,
}

impl<'s> YamlReader<'s> {
    fn new(source: &'s Arc<Source>, limit: usize) -> Self {
        Self {
            source,
            document: Document::new(Format::Yaml, source),
            open: Vec::new(),
            anchors: HashMap::new(),
            last: NodeId(0),
            closed: None,
            last_scalar: None,
            behind: 0,
            documents: 0,
            limit,
        }
    }

    /// Returns the document, and the reason if reading ended before the end of the text.
    fn read(mut self) -> (Document, Option<Box<Diagnostic>>) {
        let error = self.events().err();
        if error.is_some() {
            self.document.mark_incomplete();
        }
        // Containers that a mistake left open.
        while let Some(level) = self.open.pop() {
            if level.next == Next::Value {
                self.document.push(Kind::Invalid, self.behind, self.behind);
            }
            self.document.close(level.node, self.behind);
            self.advance();
        }
        self.document.finish(Vec::new());
        (self.document, error)
    }

    fn events(&mut self) -> Result<(), Box<Diagnostic>> {
        if let Some(error) = errors::yaml::disputed_character(self.source) {
            return Err(error.into());
        }
        let mut options = granit_parser::options! {
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        options.set_emit_comments(false);
        for event in Parser::new_from_str_with_options(self.source.text(), options) {
            let (event, place) = event.map_err(|error| Box::new(self.syntax_error(&error)))?;
            let tag = place.tag_span().map(|tag| self.span(&tag));
            let place = self.span(&place);
            self.event(event, place, tag)?;
        }
        Ok(())
    }

    fn span(&self, place: &granit_parser::Span) -> Span {
        let offset = |marker: granit_parser::Marker| marker.byte_offset().unwrap_or(marker.index());
        span(self.source, offset(place.start), offset(place.end))
    }

    fn syntax_error(&mut self, error: &ScanError) -> Diagnostic {
        let marker = error.marker();
        let start = marker.byte_offset().unwrap_or(marker.index());
        let place = span(self.source, start, start.saturating_add(1));
        if *error.kind() == ErrorKind::RecursionLimitExceeded {
            return errors::too_deep(place, MAX_DEPTH);
        }
        if !errors::is_template(self.source.text(), start) {
            // The last value may be longer or shorter than intended.
            let before = self.source.text().get(..place.start as usize).unwrap_or_default();
            let end = narrow(before.trim_end_matches(' ').len());
            self.document.refuse_last(end);
            if let Some((closed, _)) = self.closed.filter(|(_, at)| *at == end) {
                self.document.refuse(closed);
            }
        }
        if let Some(key) = self.placeholder_key(start) {
            self.document.refuse(key);
        }
        let last = self.last_scalar.filter(|(last, _)| last.end <= place.start);
        errors::yaml::syntax(self.source, error.kind(), place, Before { behind: self.behind, last })
    }

    /// The key that ends with the `$` of a placeholder whose rest is at a place: `${name}` between brackets. The parser gives
    /// it an absent value first.
    fn placeholder_key(&self, at: usize) -> Option<NodeId> {
        let (before, rest) = self.source.text().split_at_checked(at)?;
        let is_placeholder = before.ends_with('$') && rest.starts_with('{');
        let key = NodeId(self.last.0.checked_sub(1)?);
        let is_key = |key: NodeId| self.document.node(key).is_some_and(|key| key.text().ends_with('$'));
        [self.last, key].into_iter().find(|key| is_placeholder && is_key(*key))
    }

    fn event(&mut self, event: Event<'s>, place: Span, tag: Option<Span>) -> Result<(), Box<Diagnostic>> {
        match event {
            Event::DocumentStart(explicit, _) => {
                self.documents += 1;
                if self.documents > self.limit {
                    return Err(errors::yaml::several_documents(place, self.limit).into());
                }
                if explicit {
                    self.behind = place.end;
                }
                // Aliases do not reach into other documents.
                self.anchors.clear();
                self.document.begin_document();
            }
            Event::Scalar(text, style, anchor, kind) => {
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let text = match block {
                    true => block_text(self.source.text(), (place.start, place.end), text),
                    false => text,
                };
                let place = self.place_of(style, &text, place);
                let node = self.document.next_id();
                self.last_scalar = Some((place, self.next() == Some(Next::Value)));
                self.scalar(&text, style, kind.as_deref(), place);
                self.added(node, place, anchor, tag);
                self.advance();
            }
            Event::SequenceStart(style, anchor, _) => self.open(Kind::Array, style, place, anchor, tag)?,
            Event::MappingStart(style, anchor, _) => self.open(Kind::Object, style, place, anchor, tag)?,
            Event::SequenceEnd | Event::MappingEnd => {
                // The end of a container in block style is known only at the start of the next node.
                if place.start < place.end {
                    self.behind = self.behind.max(place.end);
                    self.closed = self.open.last().map(|level| (level.node, place.end));
                }
                if let Some(level) = self.open.pop() {
                    self.document.close(level.node, self.behind);
                    self.advance();
                }
            }
            Event::Anchor(_, _) => {
                self.document.set_anchor(self.last, place);
                self.behind = self.behind.max(place.end);
            }
            Event::Alias(anchor) => self.alias(self.anchors.get(&anchor).copied(), place),
            Event::UnresolvedAlias(_) => self.alias(None, place),
            // The parser may report more events in later versions.
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | _ => {}
        }
        Ok(())
    }

    /// The next part of the container that is being read.
    fn next(&self) -> Option<Next> {
        self.open.last().map(|level| level.next)
    }

    /// A key, value or element is complete.
    fn advance(&mut self) {
        if let Some(level) = self.open.last_mut() {
            level.next = level.next.following();
        }
    }

    fn alias(&mut self, of: Option<NodeId>, place: Span) {
        self.behind = self.behind.max(place.end);
        self.document.push_alias(place.start, place.end, of);
        self.advance();
    }

    /// Records a new node with its properties.
    fn added(&mut self, node: NodeId, place: Span, anchor: usize, tag: Option<Span>) {
        self.behind = self.behind.max(place.end);
        self.last = node;
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
        if let Some(tag) = tag {
            self.behind = self.behind.max(tag.end);
            self.document.set_tag(node, tag);
        }
    }

    fn open(
        &mut self,
        kind: Kind,
        style: StructureStyle,
        place: Span,
        anchor: usize,
        tag: Option<Span>,
    ) -> Result<(), Box<Diagnostic>> {
        if self.open.len() == MAX_DEPTH {
            return Err(errors::too_deep(place, MAX_DEPTH).into());
        }
        let bracket = self.source.slice(place).starts_with(['[', '{']);
        let style = match style {
            StructureStyle::Flow if bracket => Style::Flow,
            StructureStyle::Flow => Style::Pair,
            StructureStyle::Block => Style::Block,
        };
        // The parser lets an array that is a member begin after its first `-`.
        let is_member = self.next().is_some_and(|next| next != Next::Element);
        let dash = style == Style::Block && kind == Kind::Array && is_member;
        let start = if dash { self.indicator(&['-']) } else { place.start };
        let node = self.document.open(kind, start);
        self.document.set_style(style, false);
        self.added(node, self.source.span(start, place.end.max(start)), anchor, tag);
        self.open.push(Level { node, next: Next::first_in(kind) });
        Ok(())
    }

    /// The place of a scalar. The parser gives a block scalar the start of its first line, and an absent value any
    /// place up to the next text.
    fn place_of(&self, style: ScalarStyle, text: &str, place: Span) -> Span {
        match style {
            // An absent key is directly before its `:`.
            ScalarStyle::Plain if place.start == place.end && self.next() == Some(Next::Key) => place,
            ScalarStyle::Plain if place.start == place.end => {
                // Before its `:`, or before the text after it.
                let colon =
                    self.source.text().get(place.end as usize..).is_some_and(|text| text.starts_with(':'));
                let at = self.absent(place.end + u32::from(colon)).max(self.behind);
                self.source.span(at, at)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let start = self.indicator(&['|', '>']);
                self.source.span(start, self.end_of_block(start, style, text, place.end))
            }
            ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => place,
        }
    }

    /// The place of the first of these indicators after the text read so far.
    fn indicator(&self, indicators: &[char]) -> u32 {
        let text = self.source.text();
        let found = self
            .words()
            .find(|(start, _)| text.get(*start..).is_some_and(|text| text.starts_with(indicators)));
        narrow(found.map_or(text.len(), |(start, _)| start))
    }

    /// The place of an absent value: after the last indicator or property before it.
    fn absent(&self, before: u32) -> u32 {
        let words = self.words().take_while(|(_, end)| *end <= before as usize);
        words.last().map_or(self.behind, |(_, end)| narrow(end))
    }

    /// The indicators and properties after the text read so far, with comments between them.
    fn words(&self) -> impl Iterator<Item = (usize, usize)> {
        let text = self.source.text();
        let mut at = self.behind as usize;
        std::iter::from_fn(move || {
            loop {
                let rest = text.get(at..)?;
                let trimmed = rest.trim_start();
                at += rest.len() - trimmed.len();
                let first = trimmed.chars().next()?;
                let length = match first {
                    '#' => trimmed.find(['\n', '\r']),
                    '&' | '!' => trimmed.find(char::is_whitespace),
                    indicator => Some(indicator.len_utf8()),
                };
                let start = at;
                at += length.unwrap_or(trimmed.len());
                if first != '#' {
                    return Some((start, at));
                }
            }
        })
    }

    /// The end of the last line of a block scalar, without its line break. Blank lines after it belong to the scalar if
    /// they are part of its text.
    fn end_of_block(&self, start: u32, style: ScalarStyle, text: &str, end: u32) -> u32 {
        let raw = self.source.slice(self.source.span(start, end.max(start)));
        let (header, content) = raw.split_at(raw.find('\n').map_or(raw.len(), |at| at + 1));
        let indicators = header.split('#').next().unwrap_or(header);
        if text.is_empty() {
            return start + narrow(header.trim_end().len());
        }
        let lines = if style == ScalarStyle::Literal {
            text.split_terminator('\n').count()
        } else if indicators.contains('+') || text.trim_end_matches('\n').ends_with([' ', '\t']) {
            usize::MAX
        } else {
            // Only white space follows the last line, which has other text.
            content.trim_end().split('\n').count()
        };
        // The text before the next node in its line is not a line of the block.
        let inside = (end as usize) < self.source.text().len() || content.trim_matches(' ').is_empty();
        let whole = content.rfind('\n').map_or(0, |feed| feed + 1);
        let content = if inside { content.get(..whole).unwrap_or_default() } else { content };
        let content: usize = content.split_inclusive('\n').take(lines).map(str::len).sum();
        let block = raw.get(..header.len() + content).unwrap_or(raw);
        let block = block.strip_suffix('\n').unwrap_or(block);
        start + narrow(block.strip_suffix('\r').unwrap_or(block).len())
    }

    /// Adds a scalar to the tape. A key is a text, even if a value with this text would be a number or null.
    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, place: Span) {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let is_absent = style == Style::Plain && place.start == place.end;
        let text = if is_absent { "" } else { text };
        let content = match tag {
            Some(tag) => Content::tagged(tag, text, is_absent),
            None if is_absent => Content::NULL,
            None if style == Style::Plain => Content::plain(text),
            None => Content::string(text),
        };
        let Span { start, end, .. } = place;
        match content.kind {
            _ if self.next() == Some(Next::Key) => self.document.push_text(start, end, text),
            Kind::String => self.document.push_text(start, end, text),
            Kind::Number => self.document.push_number(start, end, content.text),
            kind @ (Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object | Kind::Invalid) => {
                self.document.push(kind, start, end);
            }
        }
        self.document.set_style(style, content.is_disputed);
    }
}

/// The meaning of a scalar.
#[derive(Debug, Clone, Copy)]
struct Content<'t> {
    kind: Kind,
    /// Its text, or its numeral if it is a number.
    text: &'t str,
    is_disputed: bool,
}

impl<'t> Content<'t> {
    const NULL: Self = Self { kind: Kind::Null, text: "", is_disputed: false };

    fn string(text: &'t str) -> Self {
        Self { kind: Kind::String, text, is_disputed: false }
    }

    /// The meaning of a plain scalar.
    fn plain(text: &'t str) -> Self {
        let scalar = |kind| Self { kind, text, is_disputed: false };
        match plain::read(text) {
            Plain::Null => scalar(Kind::Null),
            Plain::True => scalar(Kind::True),
            Plain::False => scalar(Kind::False),
            Plain::Number(text) => Self { kind: Kind::Number, text, is_disputed: false },
            Plain::Text | Plain::Ambiguous => {
                Self { kind: Kind::String, text, is_disputed: is_disputed(text) }
            }
        }
    }

    /// The meaning of a scalar with a tag, in any quotes: a type of the core schema, if the text fits.
    fn tagged(tag: &Tag, text: &'t str, is_absent: bool) -> Self {
        let content = if is_absent { Self::NULL } else { Self::plain(text) };
        match (tag.core_suffix(), content.kind) {
            (Some("null"), Kind::Null)
            | (Some("bool"), Kind::True | Kind::False)
            | (Some("int" | "float"), Kind::Number) => content,
            (Some("str"), _) => Self::string(text),
            // The tag `!`.
            (None, _) if tag.handle().len() + tag.suffix().len() == 1 => Self::string(text),
            _ => Self { kind: Kind::String, text, is_disputed: true },
        }
    }
}
