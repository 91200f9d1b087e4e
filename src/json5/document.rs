//! A document as a tape: its nodes in the order of the text, sixteen bytes each.
//!
//! An object's members follow it as key, value, key, value; an array's elements follow it one by one. Each
//! node knows where its subtree ends, so that a reader can step over it. Strings and numbers stay in the
//! source's text; only strings with escapes are kept decoded beside the tape.
//!
//! Documents of other formats are filled by [`crate::formats`]. Their strings and numbers are kept beside the
//! tape where the format writes them in another way than JSON5.

use super::keys;
use super::lexer::narrow;
use super::runs::Run;
use crate::text::{Source, Span};
use std::sync::Arc;

/// The number of a node in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number; its text says which.
    Number,
    /// A string.
    String,
    /// `[ … ]`
    Array,
    /// `{ … }`
    Object,
    /// A value that could not be read; it has been reported, so nothing more is said about it.
    Invalid,
}

/// One entry of the tape. Keys are entries of kind `String`, or `Invalid` with a report.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: u32,
    end: u32,
    /// One behind the last entry of the subtree; for decoded texts their number.
    next: u32,
    kind: Kind,
    text: Text,
}

/// Where the text of a string or number stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Text {
    /// In the source, between quotes.
    Quoted,
    /// In the source, bare (identifier keys, numbers, everything else).
    Bare,
    /// Beside the tape.
    Decoded,
}

/// A document: what was understood of one source.
#[derive(Debug)]
pub struct Document {
    source: Arc<Source>,
    tape: Vec<Entry>,
    /// The texts that are not written in the source as they are, one behind the other, and where each ends.
    decoded: String,
    decoded_ends: Vec<u32>,
    documentation: Vec<Documentation>,
    lines: Vec<(u32, u32)>,
    repeated: Vec<Repeated>,
    whole: bool,
}

/// A run of `///` lines and the key they stand directly above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// The key.
    pub key: NodeId,
    /// From the first `///` to the end of the last line, its line end not included.
    pub span: Span,
    /// The lines, as a range of `Document::lines`.
    first_line: u32,
    lines: u32,
}

/// A key that stands twice in one object. All but the first are listed, each with the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The object.
    pub object: NodeId,
    /// The key where it stands first.
    pub first: NodeId,
    /// The same key again.
    pub again: NodeId,
}

impl Document {
    /// The source it was read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Whether the whole text was understood: no syntax error was reported.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The root value; `None` where the text holds none.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.node(NodeId(0))
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.tape.get(id.0 as usize).map(|entry| Node { document: self, id, entry })
    }

    /// Every run of `///` lines that stands directly above a key, in the order of the text. Runs elsewhere
    /// have been reported by the reader.
    #[must_use]
    pub fn documentation(&self) -> &[Documentation] {
        &self.documentation
    }

    /// Every repeated key, in the order of the text. The reader of the document reports them, because it
    /// knows what the key names.
    #[must_use]
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// Where the `///` lines directly above a key stand, if there are any.
    #[must_use]
    pub fn documentation_span(&self, key: NodeId) -> Option<Span> {
        let found = self.documentation.binary_search_by_key(&key, |run| run.key).ok();
        found.and_then(|at| self.documentation.get(at)).map(|run| run.span)
    }

    /// The `///` lines directly above a key, joined by line feeds: one leading space and a CR are taken off
    /// each line. `None` where there are none or where they are all empty.
    #[must_use]
    pub fn documentation_of(&self, key: NodeId) -> Option<String> {
        let found = self.documentation.binary_search_by_key(&key, |run| run.key).ok();
        let run = found.and_then(|at| self.documentation.get(at))?;
        let lines = self.lines.get(run.first_line as usize..(run.first_line + run.lines) as usize)?;
        let mut joined = String::with_capacity((run.span.end - run.span.start) as usize);
        for (number, &(start, end)) in lines.iter().enumerate() {
            if number > 0 {
                joined.push('\n');
            }
            let line = self.source.slice(self.source.span(start, end));
            let line = line.strip_suffix('\r').unwrap_or(line);
            joined.push_str(line.strip_prefix(' ').unwrap_or(line));
        }
        (!joined.is_empty()).then_some(joined)
    }
}

/// How a parser fills it. Nodes come in the order in which a reader is to meet them.
impl Document {
    /// A document without nodes yet.
    pub(crate) fn new(source: &Arc<Source>) -> Self {
        /// Room for this many nodes is made at once for a large text; a text with more makes more.
        const ROOM: usize = 1 << 16;
        /// Manifests have a node in about as many bytes.
        const BYTES_A_NODE: usize = 16;
        Self {
            source: Arc::clone(source),
            tape: Vec::with_capacity((source.text().len() / BYTES_A_NODE).min(ROOM)),
            decoded: String::new(),
            decoded_ends: Vec::new(),
            documentation: Vec::new(),
            lines: Vec::new(),
            repeated: Vec::new(),
            whole: true,
        }
    }

    /// The number the next node gets.
    pub(super) fn next_id(&self) -> NodeId {
        NodeId(narrow(self.tape.len()))
    }

    fn add(&mut self, kind: Kind, text: Text, start: u32, end: u32, next: u32) {
        self.tape.push(Entry { start, end, next, kind, text });
    }

    /// Adds a value that is neither a string nor a container.
    pub(crate) fn push(&mut self, kind: Kind, start: u32, end: u32) {
        self.add(kind, Text::Bare, start, end, 0);
    }

    /// Makes an invalid one of the scalar that was added last, if it ends at a place.
    pub(crate) fn refuse_last(&mut self, end: u32) {
        if let Some(last) = self.tape.last_mut().filter(|last| last.end == end && last.start < end)
            && !matches!(last.kind, Kind::Array | Kind::Object)
        {
            (last.kind, last.text) = (Kind::Invalid, Text::Bare);
        }
    }

    /// Makes an invalid value of an array or object.
    pub(crate) fn refuse(&mut self, id: NodeId) {
        if let Some(entry) = self.tape.get_mut(id.0 as usize) {
            entry.kind = Kind::Invalid;
        }
    }

    /// Adds a key without quotes and escapes.
    pub(super) fn push_name(&mut self, start: u32, end: u32) {
        self.add(Kind::String, Text::Bare, start, end, 0);
    }

    /// Adds a string or key in quotes without escapes.
    pub(super) fn push_quoted(&mut self, start: u32, end: u32) {
        self.add(Kind::String, Text::Quoted, start, end, 0);
    }

    /// Where the text of a string with escapes is appended before [`push_decoded`](Self::push_decoded).
    pub(super) fn decode(&mut self) -> &mut String {
        &mut self.decoded
    }

    /// Adds the string whose text was just appended.
    pub(super) fn push_decoded(&mut self, start: u32, end: u32) {
        let number = self.end_decoded();
        self.add(Kind::String, Text::Decoded, start, end, number);
    }

    /// Takes back the text that was just appended.
    pub(super) fn forget_decoded(&mut self) {
        self.decoded.truncate(self.decoded_ends.last().map_or(0, |&end| end as usize));
    }

    /// Adds a string or key whose text is this, however the source spells it.
    pub(crate) fn push_text(&mut self, start: u32, end: u32, text: &str) {
        let raw = self.source.slice(self.source.span(start, end));
        if raw == text {
            return self.push_name(start, end);
        }
        if raw.get(1..raw.len().saturating_sub(1)) == Some(text) {
            return self.push_quoted(start, end);
        }
        self.decoded.push_str(text);
        self.push_decoded(start, end);
    }

    /// Adds a number whose [`numeral`](Node::numeral) is this, however the source spells it.
    pub(crate) fn push_number(&mut self, start: u32, end: u32, numeral: &str) {
        if self.source.slice(self.source.span(start, end)) == numeral {
            return self.push(Kind::Number, start, end);
        }
        self.decoded.push_str(numeral);
        let number = self.end_decoded();
        self.add(Kind::Number, Text::Decoded, start, end, number);
    }

    /// Adds a value that stands in this document already, with all that lies in it. The copy has the spans
    /// of what it is a copy of.
    pub(crate) fn push_copy(&mut self, of: NodeId) {
        let (first, here) = (of.0 as usize, self.tape.len());
        let offset = self.next_id().0 - of.0;
        self.tape.extend_from_within(first..first + self.entries_of(of));
        for copy in self.tape.iter_mut().skip(here) {
            if matches!(copy.kind, Kind::Array | Kind::Object) {
                copy.next += offset;
            }
        }
    }

    /// How many keys and values a value that is complete comes to, itself counted.
    pub(crate) fn entries_of(&self, value: NodeId) -> usize {
        self.node(value).map_or(0, |node| (node.behind() - value.0) as usize)
    }

    fn end_decoded(&mut self) -> u32 {
        let number = narrow(self.decoded_ends.len());
        self.decoded_ends.push(narrow(self.decoded.len()));
        number
    }

    fn decoded(&self, number: u32) -> &str {
        let number = number as usize;
        let end_of = |number: usize| self.decoded_ends.get(number).map_or(0, |&end| end as usize);
        let start = number.checked_sub(1).map_or(0, end_of);
        self.decoded.get(start..end_of(number)).unwrap_or_default()
    }

    /// Adds an array or object; what is added until it is closed lies in it.
    pub(crate) fn open(&mut self, kind: Kind, start: u32) -> NodeId {
        let id = self.next_id();
        self.add(kind, Text::Bare, start, start, 0);
        id
    }

    /// Closes an array or object, and looks for keys an object repeats.
    pub(crate) fn close(&mut self, id: NodeId, end: u32) {
        let next = self.next_id().0;
        if let Some(entry) = self.tape.get_mut(id.0 as usize) {
            (entry.end, entry.next) = (end, next);
        }
        // An object with one member has three entries.
        if next - id.0 > 3
            && let Some(object) = self.node(id).filter(|node| node.kind() == Kind::Object)
        {
            let found = keys::repeated(object);
            self.repeated.extend(found);
        }
    }

    /// Adds the `///` lines above a key. Keys come in the order of the text.
    pub(super) fn describe(&mut self, key: NodeId, run: Run) {
        let span = self.source.span(run.start, run.end);
        let Run { first_line, lines, .. } = run;
        self.documentation.push(Documentation { key, span, first_line, lines });
    }

    /// An error was reported.
    pub(crate) fn spoil(&mut self) {
        self.whole = false;
    }

    /// Ends the reading; `lines` are those the runs of documentation speak of.
    pub(crate) fn finish(&mut self, lines: Vec<(u32, u32)>) {
        self.lines = lines;
        // Of a text with many small documents each has made room for a large one.
        if self.tape.len() < self.tape.capacity() / 4 {
            self.tape.shrink_to_fit();
        }
        // Inner objects are closed, and so looked at, before the outer ones.
        self.repeated.sort_unstable_by_key(|repeated| repeated.again);
    }
}

impl Document {
    /// What was understood of a text that lies in another one, as a document of that one: `place` says where each
    /// span of the inner text lies there. Runs of documentation stay behind.
    #[must_use]
    pub(crate) fn moved(&self, outer: &Arc<Source>, place: impl Fn(Span) -> Span) -> Self {
        let mut moved = Self::new(outer);
        for (id, entry) in self.tape.iter().enumerate() {
            let Span { start, end, .. } = place(self.source.span(entry.start, entry.end));
            let Some(node) = self.node(NodeId(narrow(id))) else { continue };
            match entry.kind {
                Kind::String => moved.push_text(start, end, node.text()),
                Kind::Number => moved.push_number(start, end, node.numeral()),
                Kind::Array | Kind::Object => moved.add(entry.kind, Text::Bare, start, end, entry.next),
                Kind::Null | Kind::True | Kind::False | Kind::Invalid => moved.push(entry.kind, start, end),
            }
        }
        moved.repeated.clone_from(&self.repeated);
        moved.whole = self.whole;
        moved
    }
}

/// A value or key of a document.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document,
    id: NodeId,
    entry: &'d Entry,
}

impl<'d> Node<'d> {
    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The document it belongs to.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry.kind
    }

    /// Its whole text, quotes and brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        self.document.source.span(self.entry.start, self.entry.end)
    }

    /// The text as written, quotes included: what `expand` prints and messages quote.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.document.source.slice(self.span())
    }

    /// The text of a string or key, escapes resolved. Empty for everything else.
    #[must_use]
    pub fn text(self) -> &'d str {
        if self.entry.kind != Kind::String {
            return "";
        }
        match self.entry.text {
            Text::Bare => self.raw(),
            Text::Quoted => {
                let raw = self.raw();
                raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default()
            }
            Text::Decoded => self.document.decoded(self.entry.next),
        }
    }

    /// What a number is read from, by [`number`](super::number) and its like: its text in the grammar of JSON5,
    /// however the source's format writes it. Of use for numbers only.
    #[must_use]
    pub fn numeral(self) -> &'d str {
        match self.entry.text {
            Text::Bare | Text::Quoted => self.raw(),
            Text::Decoded => self.document.decoded(self.entry.next),
        }
    }

    /// The members of an object; none for everything else.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members(self.children(Kind::Object))
    }

    /// The elements of an array; none for everything else.
    #[must_use]
    pub fn elements(self) -> Values<'d> {
        self.children(Kind::Array)
    }

    /// The value of an object's member, the first where the key is repeated. Takes time linear in the
    /// number of members: for objects with a handful of known keys.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        self.members().find(|(name, _)| name.text() == key).map(|(_, value)| value)
    }

    /// The number one behind its subtree.
    fn behind(self) -> u32 {
        match self.entry.kind {
            Kind::Array | Kind::Object => self.entry.next,
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.id.0 + 1
            }
        }
    }

    fn children(self, kind: Kind) -> Values<'d> {
        let at = self.id.0 + 1;
        let end = if self.entry.kind == kind { self.entry.next } else { at };
        Values { document: self.document, at, end }
    }
}

/// The members of an object, in the order of the text. See [`Node::members`].
#[derive(Debug, Clone)]
pub struct Members<'d>(Values<'d>);

impl<'d> Iterator for Members<'d> {
    type Item = (Node<'d>, Node<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?;
        self.0.next().map(|value| (key, value))
    }
}

/// The elements of an array, in the order of the text. See [`Node::elements`].
#[derive(Debug, Clone)]
pub struct Values<'d> {
    document: &'d Document,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Values<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let node = self.document.node(NodeId(self.at))?;
        self.at = node.behind();
        Some(node)
    }
}
