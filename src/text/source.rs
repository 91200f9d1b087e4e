//! Sources, spans, and the lines and columns computed from them.

use confc_core::text::narrow;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Identifies a [`Source`] of a [`Sources`]; sources are numbered in the order they were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

impl SourceId {
    /// The position of the source in its [`Sources`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one source. Invariant: `start <= end`, both on character boundaries of the text.
///
/// A missing position is an absent span (`Option`), never an invented one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source that contains it.
    pub source: SourceId,
    /// The byte offset of its first byte.
    pub start: u32,
    /// The byte offset after its last byte.
    pub end: u32,
}

impl Span {
    /// The empty span at this one's start.
    #[must_use]
    pub fn at_start(self) -> Self {
        Self { end: self.start, ..self }
    }

    /// From the start of this span to the end of `last`, which is in the same source.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        debug_assert_eq!(self.source, last.source);
        Self { end: last.end.max(self.start), ..self }
    }
}

/// A position for people: line and column, both from 1; columns count Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1. Lines end at LF.
    pub line: u32,
    /// The column in Unicode scalar values, from 1. A byte order mark has no column.
    pub column: u32,
}

/// The last position in a source, which the next one most likely follows; see [`Source::place_near`].
#[derive(Debug, Clone, Copy, Default)]
pub struct LineHint {
    /// The line from 1; 0 before the first position.
    line: usize,
    /// The byte offset of the position.
    end: usize,
    /// The number of characters before it in its line.
    characters: usize,
}

/// The number of bytes between two stored counts of characters. Positions in long lines are counted from the nearest
/// one, and not from the start of the line.
const STRIDE: usize = 1024;

/// The name of standard input, which is not a file that could be opened.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// The kind of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    /// The text of a file.
    File,
    /// Lines of a file at their positions, with blanks for the unknown rest.
    Excerpt,
    /// A text outside files.
    Other,
}

/// One named text: a file as spelled by the user, `<stdin>`, or an argument.
#[derive(Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    kind: SourceKind,
    text: String,
    reached: Option<Span>,
    lines: OnceLock<Vec<u32>>,
    /// The number of characters before each [`STRIDE`] of bytes, for long lines.
    characters: OnceLock<Vec<u32>>,
    /// The hidden ranges, ascending and disjoint. `None` until a reader has set them: until then all of the text may be
    /// secret. Sources are shared between threads.
    masked: RwLock<Option<Masks>>,
}

/// Hidden byte ranges: ascending, disjoint, none of them empty.
pub(crate) type Masks = Arc<[(u32, u32)]>;

/// The union of byte ranges.
fn united(mut ranges: Vec<(u32, u32)>) -> Masks {
    ranges.retain(|(start, end)| start < end);
    ranges.sort_unstable();
    let mut apart: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match apart.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => apart.push((start, end)),
        }
    }
    apart.into()
}

impl Source {
    /// The number of this source.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The name for messages. It is raw: pass it through [`escape`](super::escape) before you print it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the name belongs to a file, which an editor could open.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind != SourceKind::Other
    }

    /// Whether byte offsets are those of the file too.
    #[must_use]
    pub(crate) fn has_offsets(&self) -> bool {
        self.kind != SourceKind::Excerpt
    }

    /// The whole text, with its byte order mark if it has one.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The `include` entry that refers to this source, if there is one.
    #[must_use]
    pub fn reached(&self) -> Option<Span> {
        self.reached
    }

    /// A span of this source.
    #[must_use]
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { source: self.id, start, end }
    }

    /// The text of a span; empty if the span is not in this text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The first line of a span, without white space at its end: enough to recognise it.
    pub(crate) fn first_line(&self, place: Span) -> Span {
        let line = self.slice(place).lines().next().unwrap_or_default();
        Span { end: place.start + narrow(line.trim_end().len()), ..place }
    }

    /// Line and column of a byte offset. Offsets after the text count as its end.
    #[must_use]
    pub fn place(&self, offset: u32) -> LineColumn {
        self.place_near(offset, &mut LineHint::default())
    }

    /// As [`place`](Self::place), for many positions that mostly follow each other closely: the search starts at the
    /// last one.
    #[must_use]
    pub fn place_near(&self, offset: u32, hint: &mut LineHint) -> LineColumn {
        let lines = self.lines();
        let behind = |line: usize| lines.get(line).is_none_or(|&start| offset < start);
        let holds = |line: usize| lines.get(line - 1).is_some_and(|&start| start <= offset) && behind(line);
        let line = match (hint.line, hint.line + 1) {
            (last, _) if last > 0 && holds(last) => last,
            (_, next) if next > 1 && holds(next) => next,
            (_, _) => lines.partition_point(|&start| start <= offset).max(1),
        };
        let start = lines.get(line - 1).copied().unwrap_or(0) as usize;
        let end = (offset as usize).min(self.text.len());
        let before = if line == hint.line && (start + 1..=end).contains(&hint.end) {
            // A text may be a single line, so characters are counted only once.
            hint.characters + self.text.get(hint.end..end).unwrap_or_default().chars().count()
        } else if end > start + 2 * STRIDE {
            let mark = usize::from(start == 0 && self.text.starts_with('\u{feff}'));
            self.characters_before(end).saturating_sub(self.characters_before(start) + mark)
        } else {
            let head = self.text.get(start..end).unwrap_or_default();
            let head = if start == 0 { head.strip_prefix('\u{feff}').unwrap_or(head) } else { head };
            head.chars().count()
        };
        *hint = LineHint { line, end, characters: before };
        LineColumn { line: narrow(line), column: narrow(before + 1) }
    }

    /// The span of a line, counted from 1, without its line ending and without the byte order mark at the start of the
    /// text. `None` if there is no such line.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<Span> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.lines().get(index)?;
        let end = self.lines().get(index + 1).map_or(self.text.len(), |&next| next as usize - 1);
        let whole = self.text.get(start as usize..end)?;
        let drawn = if index == 0 { whole.strip_prefix('\u{feff}').unwrap_or(whole) } else { whole };
        let start = start + narrow(whole.len() - drawn.len());
        let ends_in_lf = end < self.text.len();
        let drawn = if ends_in_lf { drawn.strip_suffix('\r').unwrap_or(drawn) } else { drawn };
        Some(self.span(start, start + narrow(drawn.len())))
    }

    /// The start of the line of a byte offset, and of the next line (the end of the text after the last line). Takes
    /// logarithmic time after the first call.
    #[must_use]
    pub fn line_around(&self, offset: u32) -> (u32, u32) {
        let lines = self.lines();
        let next = lines.partition_point(|&start| start <= offset);
        let start = next.checked_sub(1).and_then(|line| lines.get(line)).copied().unwrap_or(0);
        (start, lines.get(next).copied().unwrap_or(narrow(self.text.len())))
    }

    /// The number of characters that begin before a byte offset. Takes constant time after the first call.
    fn characters_before(&self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| !is_continuation(**byte)).count();
        let marks = self.characters.get_or_init(|| {
            let mut before = 0;
            let mark = |stride: &[u8]| {
                let mark = before;
                before += narrow(count(stride));
                Some(mark)
            };
            bytes.chunks(STRIDE).map_while(mark).collect()
        });
        // The end of the text may be the start of a missing stride.
        let stride = (offset / STRIDE).min(marks.len().saturating_sub(1));
        let before = marks.get(stride).copied().unwrap_or(0) as usize;
        before + count(bytes.get(stride * STRIDE..offset).unwrap_or_default())
    }

    /// The byte offsets at which lines start; the first is 0.
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            // The standard library searches for one byte in many bytes at a time.
            let newlines = self.text.match_indices('\n');
            std::iter::once(0).chain(newlines.map(|(at, _)| narrow(at + 1))).collect()
        })
    }

    /// Hides these byte ranges, in any order, in every shown line of this source and in every quote of it. Clears the
    /// rest of the text. Each call adds to the earlier ranges, so several readers of one text can each hide what they
    /// know. Before the first call, all of the text is hidden.
    pub fn mask(&self, mut ranges: Vec<(u32, u32)>) {
        let mut masked = self.masked.write().unwrap_or_else(PoisonError::into_inner);
        ranges.extend(masked.iter().flat_map(|earlier| earlier.iter().copied()));
        *masked = Some(united(ranges));
    }

    /// Clears the text like [`mask`](Self::mask) without ranges: its reader knows no secret in it.
    pub fn clear(&self) {
        self.mask(Vec::new());
    }

    /// The text of a span as it may be shown, with `…` for the ranges that [`mask`](Self::mask) hides.
    #[must_use]
    pub fn shown(&self, span: Span) -> Cow<'_, str> {
        let Span { start, end, .. } = span;
        let ranges = self.masked();
        let mut ranges = ranges.iter().skip(ranges.partition_point(|range| range.1 <= start)).peekable();
        if ranges.peek().is_none_or(|range| range.0 >= end) {
            return self.slice(span).into();
        }
        let (mut shown, mut at) = (String::new(), start);
        for &(from, to) in ranges.take_while(|range| range.0 < end) {
            shown += self.slice(self.span(at, from.max(at)));
            shown.push('…');
            at = to.min(end);
        }
        shown += self.slice(self.span(at, end));
        shown.into()
    }

    /// The part of a span within `size` bytes of an offset in it, in whole characters. A text may be a single line with
    /// many positions.
    pub(crate) fn around(&self, offset: u32, within: Span, size: u32) -> Span {
        let boundary = |at: u32| narrow(self.text.ceil_char_boundary(at as usize));
        let start = boundary(offset.saturating_sub(size).max(within.start)).min(offset);
        let end = boundary(offset.saturating_add(size).min(within.end));
        Span { start, end, ..within }
    }

    /// The hidden ranges, ascending and disjoint: all of the text until [`mask`](Self::mask) is called.
    #[must_use]
    pub fn masked(&self) -> Masks {
        let masked = self.masked.read().unwrap_or_else(PoisonError::into_inner);
        masked.clone().unwrap_or_else(|| united(vec![(0, narrow(self.text.len()))]))
    }
}

/// All texts of one run, in the order they were added.
#[derive(Debug, Default)]
pub struct Sources {
    list: Vec<Arc<Source>>,
}

impl Sources {
    /// An empty list of sources.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The sources of a nested run. Its first source is the first one of the outer run, so spans in it are valid in
    /// both.
    pub(crate) fn beginning_with(first: &Arc<Source>) -> Self {
        debug_assert_eq!(first.id(), SourceId(0));
        Self { list: vec![Arc::clone(first)] }
    }

    /// Adds the text of a file or of stdin with the name for messages. `reached` is the `include` entry that names it.
    pub fn add(&mut self, name: String, text: String, reached: Option<Span>) -> Arc<Source> {
        let kind = if name == STDIN_NAME { SourceKind::Other } else { SourceKind::File };
        self.add_source(name, kind, text, reached)
    }

    /// As [`add`](Self::add), for a text outside files: an argument, or a rule of a compiled declaration.
    pub fn add_without_file(&mut self, name: String, text: String, reached: Option<Span>) -> Arc<Source> {
        self.add_source(name, SourceKind::Other, text, reached)
    }

    /// As [`add_without_file`](Self::add_without_file), for a text without values, so that all of it may be shown.
    pub(crate) fn add_plain(&mut self, name: String, text: String) -> Arc<Source> {
        let source = self.add_without_file(name, text, None);
        source.clear();
        source
    }

    /// Adds lines of a file that may be shown, with blanks for the unknown rest.
    pub(crate) fn add_excerpt(&mut self, name: String, text: String) -> Arc<Source> {
        let source = self.add_source(name, SourceKind::Excerpt, text, None);
        source.clear();
        source
    }

    fn add_source(
        &mut self,
        name: String,
        kind: SourceKind,
        text: String,
        reached: Option<Span>,
    ) -> Arc<Source> {
        let id = SourceId(narrow(self.list.len()));
        let (lines, characters, masked) = (OnceLock::new(), OnceLock::new(), RwLock::new(None));
        let source = Arc::new(Source { id, name, kind, text, reached, lines, characters, masked });
        self.list.push(Arc::clone(&source));
        source
    }

    /// The source with this number; `None` for a number of another `Sources`.
    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Arc<Source>> {
        self.list.get(id.index())
    }

    /// The source that contains a span.
    #[must_use]
    pub fn of(&self, span: Span) -> Option<&Arc<Source>> {
        self.get(span.source)
    }

    /// The position of the start of each span, in time linear in the texts, also for long lines.
    #[must_use]
    pub fn locate(&self, spans: impl IntoIterator<Item = Span>) -> BTreeMap<Span, LineColumn> {
        let nowhere = LineColumn { line: 1, column: 1 };
        let mut places: BTreeMap<Span, LineColumn> = spans.into_iter().map(|span| (span, nowhere)).collect();
        let mut last: Option<(Span, LineColumn)> = None;
        for (span, place) in &mut places {
            let Some(source) = self.of(*span) else { continue };
            let before = last.filter(|(before, _)| before.source == span.source && before.start > 0);
            let between =
                before.map(|(before, at)| (source.slice(before.at_start().to(span.at_start())), at));
            *place = match between {
                Some((text, at)) if !text.contains('\n') => {
                    LineColumn { column: at.column + narrow(text.chars().count()), ..at }
                }
                Some(_) | None => source.place(span.start),
            };
            last = Some((*span, *place));
        }
        places
    }

    /// The number of sources.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no sources.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All sources, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.list.iter()
    }
}

/// Whether a byte of UTF-8 continues a character.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests;
