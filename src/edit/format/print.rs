//! Writes tokens in the canonical layout, in one pass.

use super::comments::{indented, lines, shift, trimmed};
use super::gap::{Gap, may_document};
use super::tokens::{LineStep, SyntaxToken, SyntaxTokenKind};
use super::widths::EMPTY;
use std::borrow::Cow;

/// The largest width of a line with a container on it.
const WIDTH: usize = 100;
/// The indentation of a level.
const INDENTATION: usize = 4;
/// Enough spaces for most lines.
const SPACES: &str = "                                ";

/// A container that is being written.
struct PrintedContainer {
    is_object: bool,
    is_flat: bool,
    /// The level of the line in which it begins and ends.
    level: usize,
}

/// Writes the tokens of a text.
pub(super) struct LayoutWriter<'t> {
    text: &'t str,
    /// Whether the last item has a comma, too, if each item has a separate line.
    trailing_commas: bool,
    /// The largest size of the text.
    max_size: usize,
    out: String,
    /// The open containers.
    open: Vec<PrintedContainer>,
    /// The level of the current line.
    level: usize,
    /// The position of the first token on the current line of the source, and the indentation of that line once it is
    /// known.
    line: (u32, Option<usize>),
}

impl<'t> LayoutWriter<'t> {
    pub(super) fn new(text: &'t str, trailing_commas: bool, max_size: usize) -> Self {
        let (out, open) = (String::with_capacity(text.len() + text.len() / 8), Vec::new());
        Self { text, trailing_commas, max_size, out, open, level: 0, line: (0, None) }
    }

    /// Writes the whole text; `None` if it would be too large.
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

    /// A text that is too large does not grow further.
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

    /// Writes the part between a key and its value. After a line comment, the value is on a separate line.
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

    /// Writes comments on separate lines, up to the next token. With `is_first`, no empty line precedes them.
    fn lines(&mut self, comments: &[SyntaxToken], next: Option<&SyntaxToken>, is_first: bool) {
        let level = self.open.last().map_or(0, |open| open.level + 1);
        let most = if is_first { LineStep::Next } else { LineStep::Blank };
        // The smallest and the largest distance of the next line.
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

    /// Records the first token on a line of the source: the lines of a block comment keep their distance to it.
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
            // White space at the end of a line may be meaningful here.
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

    /// The indentation of the source's line at this place; lines inside a token do not count.
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

    /// Whether a container fits the rest of the line, with its comma.
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

/// A literal of several lines, with the line breaks of the layout.
pub(super) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}
