//! Texts that are embedded in the strings of a document.

use super::{Document, Format, Style, SyntaxNode};
use crate::text::{Span, narrow};

/// The text of a string, with the place of each byte in the source of the string.
///
/// A quoted string has escapes, a YAML block has indentation, and a string of several lines folds them. So a place in the
/// embedded text is at another offset in the file.
#[derive(Debug)]
pub struct Embedded<'r> {
    text: &'r str,
    /// The whole string in its source, quotes included.
    place: Span,
    runs: Vec<TextRun>,
    /// The end of the text.
    end: u32,
}

/// A piece of the text with its place. Runs are in order and leave no gaps in the text.
#[derive(Debug, Clone, Copy)]
struct TextRun {
    /// Its position in the text.
    at: u32,
    outer: u32,
    /// The size of its spelling in the source, in bytes.
    length: u32,
    /// Whether its spelling is the piece itself. Otherwise it is a single character with another spelling.
    verbatim: bool,
}

impl<'r> Embedded<'r> {
    /// The text embedded in a scalar of YAML of any style, or in a string of JSON. `None` for containers and aliases,
    /// and for folded blocks of only white space. Takes time linear in the text.
    #[must_use]
    pub fn of(string: SyntaxNode<'r>) -> Option<Self> {
        if !string.is_scalar() || string.is_absent() {
            return None;
        }
        let (text, place) = (string.text(), string.span());
        let mut map = Map { text, at: 0, runs: Vec::new() };
        let inside = |quotes: u32| {
            let raw = string.raw();
            let inner = raw.get(quotes as usize..raw.len().saturating_sub(quotes as usize));
            Rest { text: inner.unwrap_or_default(), at: place.start + quotes }
        };
        let json = string.document().format() != Format::Yaml;
        let end = match string.style() {
            Style::Plain if json => map.json(inside(0)),
            Style::Single | Style::Double if json => map.json(inside(1)),
            Style::Plain => map.flow(inside(0), None),
            Style::Single => map.flow(inside(1), Some('\'')),
            Style::Double => map.flow(inside(1), Some('\\')),
            Style::Literal | Style::Folded if text.is_empty() => Some(place.end),
            Style::Literal => map.literal(lines_of(string.document(), place.start)),
            Style::Folded => {
                let lines = || lines_of(string.document(), place.start);
                indentation(text, lines()).and_then(|indentation| map.folded(lines(), indentation))
            }
            Style::Flow | Style::Block | Style::Pair => None,
        };
        let end = end.filter(|_| map.at == text.len())?;
        Some(Self { text, place, runs: map.runs, end })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'r str {
        self.text
    }

    /// The whole string in its source, quotes included.
    #[must_use]
    pub fn place(&self) -> Span {
        self.place
    }

    /// The byte of the source at which the character at this byte of the text begins. It grows with the offset. The end
    /// of the text is at the end of the string's last character.
    #[must_use]
    pub fn outer(&self, offset: u32) -> u32 {
        if offset as usize >= self.text.len() {
            return self.end;
        }
        self.run(offset).map_or(self.end, |run| run.outer + if run.verbatim { offset - run.at } else { 0 })
    }

    /// The place in the source of a piece of the text, without indentation and line breaks around it.
    #[must_use]
    pub fn span(&self, start: u32, end: u32) -> Span {
        let outer = self.outer(start);
        let last = end.checked_sub(1).filter(|_| end > start).and_then(|last| self.run(last));
        let behind = last.map(|run| run.outer + if run.verbatim { end - run.at } else { run.length });
        Span { start: outer, end: behind.unwrap_or(outer).max(outer), ..self.place }
    }

    /// The place in the source for a label at a place in the text. For the end of the text, that is the end of its last
    /// line.
    #[must_use]
    pub fn shown(&self, place: Span) -> Span {
        let last_line = narrow(self.text.trim_end_matches('\n').len());
        let is_end = place.start >= narrow(self.text.len()) && last_line > 0;
        let end = self.span(last_line.saturating_sub(1), last_line).end;
        if is_end { Span { start: end, end, ..self.place } } else { self.span(place.start, place.end) }
    }

    /// The run that contains a byte of the text.
    fn run(&self, offset: u32) -> Option<&TextRun> {
        let behind = self.runs.partition_point(|run| run.at <= offset);
        self.runs.get(behind.checked_sub(1)?)
    }
}

/// The rest of a raw text, with its place.
#[derive(Clone, Copy)]
struct Rest<'r> {
    text: &'r str,
    at: u32,
}

impl<'r> Rest<'r> {
    /// Takes this many bytes off; fewer at the end.
    fn take(&mut self, length: usize) -> Rest<'r> {
        let (taken, rest) = self.text.split_at_checked(length).unwrap_or((self.text, ""));
        let taken = Rest { text: taken, at: self.at };
        (self.text, self.at) = (rest, self.at + narrow(taken.text.len()));
        taken
    }

    /// The size of its beginning without any of these characters.
    fn without(&self, stops: &[char]) -> usize {
        self.text.find(stops).unwrap_or(self.text.len())
    }

    /// The size of the line break at its start in bytes; 0 without one.
    fn line_break(&self) -> usize {
        if self.text.starts_with("\r\n") { 2 } else { usize::from(self.text.starts_with(['\n', '\r'])) }
    }
}

/// A line of a block, and the line break after it.
struct Line<'r> {
    content: Rest<'r>,
    line_break: Rest<'r>,
}

/// The lines below the header of a block scalar, to the end of the source.
fn lines_of(document: &Document, header: u32) -> impl Iterator<Item = Line<'_>> {
    let text = document.source().text().get(header as usize..).unwrap_or_default();
    let mut rest = Rest { text, at: header };
    let mut next = move || {
        let content = rest.take(rest.without(&['\n', '\r']));
        let line_break = rest.take(rest.line_break());
        (!content.text.is_empty() || !line_break.text.is_empty()).then_some(Line { content, line_break })
    };
    next();
    std::iter::from_fn(next)
}

/// The indentation of a block: of its first line that has more than spaces.
fn indentation<'r>(text: &str, mut lines: impl Iterator<Item = Line<'r>>) -> Option<usize> {
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = text.trim_start_matches([' ', '\n']);
    let own = text.get(..text.len() - own.len()).and_then(|blank| blank.rsplit('\n').next()).map(str::len);
    let first = lines.find(|line| spaces(line.content.text) < line.content.text.len())?;
    spaces(first.content.text).checked_sub(own?)
}

/// Pairs a text with its spelling. Each function returns the place after the last character, or `None` if the two do not
/// match, which should not happen.
struct Map<'r> {
    text: &'r str,
    /// The number of bytes of the text that have a place.
    at: usize,
    runs: Vec<TextRun>,
}

impl<'r> Map<'r> {
    fn rest(&self) -> &'r str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next bytes of the text are literally in the source.
    fn verbatim(&mut self, raw: Rest<'_>) -> Option<()> {
        if !self.rest().starts_with(raw.text) {
            return None;
        }
        let length = narrow(raw.text.len());
        if let Some(last) =
            self.runs.last_mut().filter(|last| last.verbatim && last.outer + last.length == raw.at)
        {
            last.length += length;
        } else if length > 0 {
            self.runs.push(TextRun { at: narrow(self.at), outer: raw.at, length, verbatim: true });
        }
        self.at += raw.text.len();
        Some(())
    }

    /// The next character of the text has another spelling in the source.
    fn spelled(&mut self, raw: Rest<'_>) -> Option<()> {
        if self.rest().starts_with(raw.text) && raw.text.chars().nth(1).is_none() && !raw.text.is_empty() {
            return self.verbatim(raw);
        }
        let c = self.rest().chars().next()?;
        self.runs.push(TextRun {
            at: narrow(self.at),
            outer: raw.at,
            length: narrow(raw.text.len()),
            verbatim: false,
        });
        self.at += c.len_utf8();
        Some(())
    }

    /// The next character is spelled by the escape at the start of `rest`, including the backslash.
    fn escape(&mut self, rest: &mut Rest<'_>, yaml: bool) -> Option<()> {
        let astral = self.rest().starts_with(|c: char| u32::from(c) > 0xffff);
        let length = match rest.text.chars().nth(1)? {
            'x' => 4,
            'u' if astral => 12,
            'u' => 6,
            'U' if yaml => 10,
            c => 1 + c.len_utf8(),
        };
        let raw = rest.take(length);
        self.spelled(raw)
    }

    fn json(&mut self, mut rest: Rest<'_>) -> Option<u32> {
        while !rest.text.is_empty() {
            let plain = rest.take(rest.without(&['\\']));
            self.verbatim(plain)?;
            let behind = Rest { text: rest.text.get(1..).unwrap_or_default(), at: rest.at + 1 };
            let continues = match behind.text.chars().next() {
                Some(c @ ('\u{2028}' | '\u{2029}')) => c.len_utf8(),
                _ => behind.line_break(),
            };
            if continues > 0 {
                rest.take(1 + continues);
            } else if !rest.text.is_empty() {
                self.escape(&mut rest, false)?;
            }
        }
        Some(rest.at)
    }

    /// A scalar of YAML other than a block. `escape` is the character that begins an escape.
    fn flow(&mut self, mut rest: Rest<'_>, escape: Option<char>) -> Option<u32> {
        let stops: Vec<char> = [' ', '\t', '\n', '\r'].into_iter().chain(escape).collect();
        while !rest.text.is_empty() {
            let plain = rest.take(rest.without(&stops));
            self.verbatim(plain)?;
            let behind = Rest { text: rest.text.get(1..).unwrap_or_default(), at: rest.at + 1 };
            let escapes = escape.is_some_and(|escape| rest.text.starts_with(escape));
            if escapes && escape == Some('\'') {
                let raw = rest.take(2);
                self.spelled(raw)?;
            } else if escapes && behind.line_break() > 0 {
                rest.take(1 + behind.line_break());
                self.fold(&mut rest, 0)?;
            } else if escapes {
                self.escape(&mut rest, true)?;
            } else {
                self.fold(&mut rest, 1)?;
            }
        }
        Some(rest.at)
    }

    /// White space. Within a line it is literal; the first line break is a space, and each further one a line feed. If
    /// the first line break is escaped (`first` is 0), it is no character.
    fn fold(&mut self, rest: &mut Rest<'_>, first: usize) -> Option<()> {
        let length = rest.text.len() - rest.text.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let mut white = rest.take(length);
        if first == 1 && !white.text.contains(['\n', '\r']) {
            return self.verbatim(white);
        }
        let mut breaks = Vec::new();
        while !white.text.is_empty() {
            white.take(white.without(&['\n', '\r']));
            breaks.push(white.take(white.line_break()));
        }
        breaks.retain(|line_break| !line_break.text.is_empty());
        let skipped = if breaks.len() > 1 { first } else { 0 };
        breaks.into_iter().skip(skipped).try_for_each(|line_break| self.spelled(line_break))
    }

    fn literal(&mut self, lines: impl Iterator<Item = Line<'r>>) -> Option<u32> {
        let mut indentation = None;
        let mut end = None;
        for Line { mut content, line_break } in lines {
            let line = self.rest().split('\n').next().unwrap_or_default();
            if self.rest().is_empty() {
                break;
            }
            let skipped = if line.is_empty() {
                content.text.len()
            } else {
                *indentation.get_or_insert(content.text.len().checked_sub(line.len())?)
            };
            content.take(skipped);
            if content.text != line {
                return None;
            }
            self.verbatim(content)?;
            end = Some(content.at + narrow(content.text.len()));
            if self.rest().starts_with('\n') {
                self.spelled(line_break)?;
                end = Some(line_break.at + narrow(line_break.text.len()));
            }
        }
        end
    }

    fn folded(&mut self, lines: impl Iterator<Item = Line<'r>>, indentation: usize) -> Option<u32> {
        let mut pending: Vec<Rest<'_>> = Vec::new();
        let mut end = None;
        for Line { mut content, line_break } in lines {
            let rest = self.rest();
            if rest.trim_start_matches('\n').is_empty()
                && end.is_some()
                && !content.text.trim_matches(' ').is_empty()
            {
                // This line is not part of the block.
                break;
            }
            let blank = content.text.trim_matches(' ').is_empty();
            content.take(indentation.min(content.text.len()));
            let nothing = blank && rest.trim_start_matches('\n').is_empty();
            if !content.text.is_empty() && !nothing {
                self.between(&mut pending)?;
                self.verbatim(content)?;
                end = Some(content.at + narrow(content.text.len()));
            }
            pending.push(line_break);
        }
        for line_break in pending {
            if !self.rest().is_empty() {
                self.spelled(line_break)?;
                end = Some(line_break.at + narrow(line_break.text.len()));
            }
        }
        end
    }

    /// The line breaks between two lines of a folded block: a space for one, line feeds for the last of several.
    fn between(&mut self, pending: &mut Vec<Rest<'_>>) -> Option<()> {
        let rest = self.rest();
        let feeds = rest.len() - rest.trim_start_matches('\n').len();
        if feeds == 0 && self.at > 0 {
            self.spelled(*pending.first()?)?;
        }
        let skipped = pending.len().checked_sub(feeds)?;
        pending.iter().skip(skipped).try_for_each(|line_break| self.spelled(*line_break))?;
        pending.clear();
        Some(())
    }
}
