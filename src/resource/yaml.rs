//! Resources from YAML, by events.

use super::node::{Kind, NodeId, Style};
use super::{Resource, Syntax};
use crate::diagnostic::Report;
use crate::formats::plain::{self, Plain};
use crate::formats::{block_text, errors, narrow, span};
use crate::json5;
use crate::json5::limits::MAX_DEPTH;
use crate::resource::is_disputed;
use crate::text::{Source, Span};
use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle, Tag};
use std::collections::HashMap;
use std::sync::Arc;

/// See [`Resource::read`].
pub(super) fn read(source: &Arc<Source>, report: &mut Report) -> Option<Resource> {
    let resource = Resource::new(Syntax::Yaml, source);
    let (open, anchors, before) = (Vec::new(), HashMap::new(), report.errors());
    let mut reader = Reader { source, report, resource, open, anchors, last: NodeId(0), behind: 0 };
    reader.read().ok()?;
    (reader.report.errors() == before).then_some(reader.resource)
}

/// Reading ended before the end of the text; why has been reported.
struct Stopped;

struct Reader<'s, 'r> {
    source: &'s Source,
    report: &'r mut Report,
    resource: Resource,
    /// The containers that are being read.
    open: Vec<NodeId>,
    /// What the parser's numbers of anchors mean. Only asked, never iterated: its order does not show.
    anchors: HashMap<usize, NodeId>,
    last: NodeId,
    /// Where the text ends that has been read: a container in block style ends with what it holds.
    behind: u32,
}

impl<'s> Reader<'s, '_> {
    fn read(&mut self) -> Result<(), Stopped> {
        if let Some(error) = errors::disputed_character(self.source) {
            self.report.push(error);
            return Err(Stopped);
        }
        let mut options = granit_parser::options! {
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        options.set_emit_comments(false);
        for event in Parser::new_from_str_with_options(self.source.text(), options) {
            let (event, place) = event.map_err(|error| self.syntax_error(&error))?;
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

    fn syntax_error(&mut self, error: &ScanError) -> Stopped {
        let marker = error.marker();
        let start = marker.byte_offset().unwrap_or(marker.index());
        let place = span(self.source, start, start.saturating_add(1));
        self.report.push(if *error.kind() == ErrorKind::RecursionLimitExceeded {
            json5::too_deep(place, MAX_DEPTH)
        } else {
            errors::no_yaml(self.source, error.kind(), place, (0, None))
        });
        Stopped
    }

    fn event(&mut self, event: Event<'s>, place: Span, tag: Option<Span>) -> Result<(), Stopped> {
        match event {
            Event::DocumentStart(explicit, _) => {
                if explicit {
                    self.behind = place.end;
                }
                self.resource.begin_document();
            }
            Event::Scalar(text, style, anchor, kind) => {
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let text = match block {
                    true => block_text(self.source.text(), (place.start, place.end), text),
                    false => text,
                };
                let place = self.place_of(style, &text, place);
                let node = self.scalar(&text, style, kind.as_deref(), place);
                self.added(node, anchor, tag);
            }
            Event::SequenceStart(style, anchor, _) => self.open(Kind::Array, style, place, anchor, tag)?,
            Event::MappingStart(style, anchor, _) => self.open(Kind::Object, style, place, anchor, tag)?,
            Event::SequenceEnd | Event::MappingEnd => {
                // The end of a container in block style is known only when something else begins.
                if place.start < place.end {
                    self.behind = self.behind.max(place.end);
                }
                if let Some(node) = self.open.pop() {
                    self.resource.close(node, self.behind);
                }
            }
            Event::Anchor(_, _) => {
                let node = self.last;
                self.resource.set_anchor(node, place);
                self.behind = self.behind.max(place.end);
            }
            Event::Alias(anchor) => {
                let of = self.anchors.get(&anchor).copied().unwrap_or(NodeId(0));
                self.push(Kind::Alias(of), Style::Plain, place, None);
            }
            Event::UnresolvedAlias(_) => {
                self.report.push(errors::unknown_anchor(self.source, place));
                self.push(Kind::Null, Style::Plain, place, None);
            }
            // The parser may come to tell more than it does.
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | _ => {}
        }
        Ok(())
    }

    fn push(&mut self, kind: Kind, style: Style, place: Span, text: Option<&str>) -> NodeId {
        self.behind = self.behind.max(place.end);
        self.resource.push(kind, style, (place.start, place.end), text)
    }

    /// A node is there: its properties are told beside it.
    fn added(&mut self, node: NodeId, anchor: usize, tag: Option<Span>) {
        self.last = node;
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
        if let Some(tag) = tag {
            self.behind = self.behind.max(tag.end);
            self.resource.set_tag(node, tag);
        }
    }

    fn open(
        &mut self,
        kind: Kind,
        style: StructureStyle,
        place: Span,
        anchor: usize,
        tag: Option<Span>,
    ) -> Result<(), Stopped> {
        if self.open.len() == MAX_DEPTH {
            self.report.push(json5::too_deep(place, MAX_DEPTH));
            return Err(Stopped);
        }
        let bracket = self.source.slice(place).starts_with(['[', '{']);
        let style = match style {
            StructureStyle::Flow if bracket => Style::Flow,
            StructureStyle::Flow => Style::Pair,
            StructureStyle::Block => Style::Block,
        };
        // The parser lets an array that is a member begin behind its first `-`.
        let dash = style == Style::Block && kind == Kind::Array && self.is_in_object();
        let start = if dash { self.indicator(&['-']) } else { place.start };
        let place = self.source.span(start, place.end.max(start));
        let node = self.push(kind, style, place, None);
        self.added(node, anchor, tag);
        self.open.push(node);
        Ok(())
    }

    fn is_in_object(&self) -> bool {
        self.open.last().is_some_and(|open| self.resource.node(*open).kind() == Kind::Object)
    }

    /// Where a scalar stands. The parser lets a block scalar begin at its first line, and an absent value
    /// stand anywhere up to what comes next.
    fn place_of(&self, style: ScalarStyle, text: &str, place: Span) -> Span {
        match style {
            ScalarStyle::Plain if place.start == place.end => {
                // In front of its `:`, or in front of what comes behind it.
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

    /// Where the first of these indicators stands behind all that has been read.
    fn indicator(&self, indicators: &[char]) -> u32 {
        let text = self.source.text();
        let found = self
            .words()
            .find(|(start, _)| text.get(*start..).is_some_and(|text| text.starts_with(indicators)));
        narrow(found.map_or(text.len(), |(start, _)| start))
    }

    /// Where a value that is not written would stand: behind the last indicator or property in front of it.
    fn absent(&self, before: u32) -> u32 {
        let words = self.words().take_while(|(_, end)| *end <= before as usize);
        words.last().map_or(self.behind, |(_, end)| narrow(end))
    }

    /// The indicators and properties that stand behind all that has been read, with comments between them.
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

    /// Where the last line of a block scalar ends, its line break not included. Blank lines behind it belong to it
    /// where they are part of its text.
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
            // Nothing but white space follows the last line, and it has more than that.
            content.trim_end().split('\n').count()
        };
        // What stands in front of what comes next in its line is no line of the block.
        let inside = (end as usize) < self.source.text().len() || content.trim_matches(' ').is_empty();
        let whole = content.rfind('\n').map_or(0, |feed| feed + 1);
        let content = if inside { content.get(..whole).unwrap_or_default() } else { content };
        let content: usize = content.split_inclusive('\n').take(lines).map(str::len).sum();
        let block = raw.get(..header.len() + content).unwrap_or(raw);
        let block = block.strip_suffix('\n').unwrap_or(block);
        start + narrow(block.strip_suffix('\r').unwrap_or(block).len())
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, place: Span) -> NodeId {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let absent = style == Style::Plain && place.start == place.end;
        let (kind, numeral) = match tag {
            Some(tag) => tagged(tag, text, absent),
            None if absent => (Kind::Null, None),
            None if style == Style::Plain => said(text),
            None => (Kind::String, None),
        };
        let text = if absent { "" } else { numeral.unwrap_or(text) };
        self.push(kind, style, place, Some(text))
    }
}

/// What a plain scalar says; of a number its numeral too.
fn said(text: &str) -> (Kind, Option<&str>) {
    match plain::read(text) {
        Plain::Null => (Kind::Null, None),
        Plain::True => (Kind::True, None),
        Plain::False => (Kind::False, None),
        Plain::Number(numeral) => (Kind::Number, Some(numeral)),
        Plain::Text if !is_disputed(text) => (Kind::String, None),
        Plain::Text | Plain::Ambiguous => (Kind::Disputed, None),
    }
}

/// What a scalar with a tag says, however it is quoted: what the core schema knows, if the text fits.
fn tagged<'t>(tag: &Tag, text: &'t str, absent: bool) -> (Kind, Option<&'t str>) {
    let core = tag.core_suffix();
    let (kind, numeral) = if absent { (Kind::Null, None) } else { said(text) };
    match (core, kind) {
        (Some("str"), _) => (Kind::String, None),
        (Some("null"), Kind::Null)
        | (Some("bool"), Kind::True | Kind::False)
        | (Some("int" | "float"), Kind::Number) => (kind, numeral),
        // The tag `!`.
        (None, _) if tag.handle().len() + tag.suffix().len() == 1 => (Kind::String, None),
        _ => (Kind::Disputed, None),
    }
}
