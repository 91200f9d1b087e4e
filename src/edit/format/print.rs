//! Tokens written in the canonical layout, in one pass from front to back.

use super::comments::{indented, lines, shift, trimmed};
use super::gap::{Gap, may_document};
use super::tokens::{LineStep, SyntaxToken, SyntaxTokenKind};
use super::widths::EMPTY;
use std::borrow::Cow;

/// How wide a container may make its line.
const WIDTH: usize = 100;
/// How far a level is indented.
const INDENTATION: usize = 4;
/// As many as most lines are indented by.
const SPACES: &str = "                                ";

/// A container that is being written.
struct PrintedContainer {
    is_object: bool,
    is_flat: bool,
    /// The level of the line that it begins in, and ends in.
    level: usize,
}

/// Writes the tokens of a text.
pub(super) struct LayoutWriter<'t> {
    text: &'t str,
    /// Whether a comma is behind the last item too, where each has its own line.
    trailing_commas: bool,
    /// More than this is not written.
    max_size: usize,
    out: String,
    /// The containers around this place.
    open: Vec<PrintedContainer>,
    /// How deep the line is indented.
    level: usize,
    /// Where the line of the source begins its first token, and by how much it is indented, once that was asked for.
    line: (u32, Option<usize>),
}

impl<'t> LayoutWriter<'t> {
    pub(super) fn new(text: &'t str, trailing_commas: bool, max_size: usize) -> Self {
        let (out, open) = (String::with_capacity(text.len() + text.len() / 8), Vec::new());
        Self { text, trailing_commas, max_size, out, open, level: 0, line: (0, None) }
    }

    /// The whole text. `None` where it would be too large.
    pub(super) fn print(mut self, tokens: &[SyntaxToken]) -> Option<String> {
        let (mut previous, mut rest) = (None, tokens);
        self.line.0 = tokens.first().map_or(0, |first| first.start);
        loop {
            let (gap, behind) = Gap::split(previous, rest);
            self.gap(&gap);
            let Some((next, behind)) = behind.split_first() else { break };
            self.token(next);
            (previous, rest) = (Some(next), behind);
        }
        self.out.push('\n');
        (self.out.len() <= self.max_size).then_some(self.out)
    }

    /// Ends the line, and indents the next one.
    fn end_line(&mut self, level: usize) {
        self.level = level;
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.indent(level * INDENTATION);
    }

    /// What is too large does not become larger than it has to.
    fn indent(&mut self, columns: usize) {
        if self.out.len() <= self.max_size {
            let mut columns = columns;
            while columns > 0 {
                let spaces = SPACES.get(..columns).unwrap_or(SPACES);
                self.out.push_str(spaces);
                columns -= spaces.len();
            }
        }
    }

    fn step(&mut self, step: LineStep, level: usize) {
        match step {
            LineStep::Same => self.out.push(' '),
            LineStep::Next => self.end_line(level),
            LineStep::Blank => {
                if !self.out.is_empty() {
                    self.out.push('\n');
                }
                self.end_line(level);
            }
        }
    }

    fn gap(&mut self, gap: &Gap<'_>) {
        let closes = gap.next.is_some_and(SyntaxToken::closes);
        match (gap.previous, self.open.last()) {
            (Some(previous), _) if previous.kind == SyntaxTokenKind::Key => self.before_value(gap.comments),
            (Some(previous), Some(open)) if open.is_flat => {
                let is_item = !previous.opens() && !closes;
                let is_spaced = open.is_object && !(previous.opens() && closes);
                self.out.push_str(if is_item { "," } else { "" });
                self.out.push_str(if is_item || is_spaced { " " } else { "" });
            }
            (Some(previous), open) => {
                let is_item = open.is_some() && !previous.opens();
                if is_item && (self.trailing_commas || !closes) {
                    self.out.push(',');
                }
                let (in_line, own) = gap.divide();
                for comment in in_line {
                    self.out.push(' ');
                    self.comment(comment);
                }
                self.lines(own, gap.next, previous.opens());
            }
            (None, _) => self.lines(gap.comments, gap.next, true),
        }
    }

    /// What is between a key and its value. A comment that ends with its line has the value in a line of its own.
    fn before_value(&mut self, comments: &[SyntaxToken]) {
        self.out.push(':');
        let level = self.level + 1;
        let step = match comments.iter().any(|comment| comment.kind != SyntaxTokenKind::BlockComment) {
            true => LineStep::Next,
            false => LineStep::Same,
        };
        for comment in comments {
            self.step(step, level);
            self.comment(comment);
        }
        self.step(step, level);
    }

    /// Comments in lines of their own, up to what comes next. `is_first`: the first of these lines has no empty one above
    /// it.
    fn lines(&mut self, comments: &[SyntaxToken], next: Option<&SyntaxToken>, is_first: bool) {
        let level = self.open.last().map_or(0, |open| open.level + 1);
        let most = if is_first { LineStep::Next } else { LineStep::Blank };
        // The least and the most that the next line is apart.
        let mut bounds = (LineStep::Next, most);
        let mut documents = false;
        for comment in comments {
            let step = comment.step.clamp(bounds.0, bounds.1);
            let is_documentation = comment.kind == SyntaxTokenKind::Documentation;
            self.step(if documents && is_documentation { LineStep::Blank } else { step }, level);
            self.comment(comment);
            documents = step > LineStep::Same && may_document(comment, self.text);
            bounds = (LineStep::Same, LineStep::Blank);
        }
        match next {
            Some(next) if next.closes() => self.end_line(level.saturating_sub(1)),
            Some(next) if documents && next.kind == SyntaxTokenKind::Key => self.step(LineStep::Blank, level),
            Some(next) => self.step(next.step.clamp(bounds.0, bounds.1), level),
            None => {}
        }
    }

    /// Where the source's line begins is noted: its lines are moved by as much as that is.
    fn note(&mut self, token: &SyntaxToken) {
        if token.step > LineStep::Same {
            self.line = (token.start, None);
        }
    }

    fn comment(&mut self, comment: &SyntaxToken) {
        self.note(comment);
        let text = comment.text(self.text);
        match comment.kind {
            SyntaxTokenKind::BlockComment if text.contains(['\n', '\r']) => self.block(text),
            // White space at the end of a line may mean something in it.
            SyntaxTokenKind::Documentation => self.out.push_str(text),
            SyntaxTokenKind::BlockComment
            | SyntaxTokenKind::LineComment
            | SyntaxTokenKind::OpenObject
            | SyntaxTokenKind::CloseObject
            | SyntaxTokenKind::OpenArray
            | SyntaxTokenKind::CloseArray
            | SyntaxTokenKind::Key
            | SyntaxTokenKind::Literal => self.out.push_str(trimmed(text)),
        }
    }

    /// A block comment of several lines.
    fn block(&mut self, comment: &str) {
        let shift = shift(comment, self.source_indentation());
        let mut lines = lines(comment);
        self.out.push_str(trimmed(lines.next().unwrap_or_default()));
        for line in lines {
            let (columns, line) = indented(line);
            self.out.push('\n');
            if !line.is_empty() {
                self.indent(self.level * INDENTATION + columns - shift);
                self.out.push_str(line);
            }
        }
    }

    /// By how much the line of the source is indented that this place is in; what is broken within itself does not count.
    fn source_indentation(&mut self) -> usize {
        let (start, known) = self.line;
        let indentation = known.unwrap_or_else(|| {
            let before = self.text.get(..start as usize).unwrap_or_default();
            indented(before.rsplit(['\n', '\r', '\u{2028}', '\u{2029}']).next().unwrap_or_default()).0
        });
        self.line = (start, Some(indentation));
        indentation
    }

    fn token(&mut self, token: &SyntaxToken) {
        self.note(token);
        let text = token.text(self.text);
        if token.opens() {
            let is_flat = token.width == EMPTY || self.fits(token.width);
            let is_object = token.kind == SyntaxTokenKind::OpenObject;
            self.open.push(PrintedContainer { is_object, is_flat, level: self.level });
        } else if token.closes() {
            self.open.pop();
        }
        self.out.push_str(&with_line_feeds(text));
    }

    /// Whether a container goes into the rest of the line, with the comma behind it.
    fn fits(&self, width: u32) -> bool {
        if self.open.last().is_some_and(|open| open.is_flat) {
            return true;
        }
        let line = self.out.rfind('\n').map_or(0, |feed| feed + 1);
        let column = self.out.get(line..).unwrap_or_default().chars().count();
        let comma = usize::from(!self.open.is_empty());
        width != SyntaxToken::NEVER && column + width as usize + comma <= WIDTH
    }
}

/// A literal that goes on in the next line, with the one line break that is written here.
pub(super) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}
