//! Finds the brackets of a text of YAML without the parser, which stops at the first mistake.

use crate::syntax::brackets::{Bracket, MarkKind, Marks};
use crate::syntax::content_start;
use crate::syntax::errors::string_length;

/// The brackets of a text that was read up to `stopped`; `None` if a string is not closed or ends early, since it may
/// contain some.
pub(in crate::syntax) fn marks(text: &str, stopped: u32) -> Option<Marks<'_>> {
    let start = content_start(text);
    let stopped_line =
        text.get(..stopped as usize).map_or(0, |before| before.rfind('\n').map_or(0, |feed| feed + 1));
    let mut scan = BracketScan {
        text,
        at: start,
        line: start,
        indent: 0,
        marks: Marks::new(text),
        depth: 0,
        outer: None,
        at_value: true,
        stopped_line,
        closed_line: None,
    };
    scan.begin_line(start);
    while let Some(c) = scan.here() {
        match scan.depth {
            0 => scan.block(c)?,
            _ => scan.flow(c)?,
        }
    }
    Some(scan.marks)
}

struct BracketScan<'t> {
    text: &'t str,
    at: usize,
    /// The start of the current line, and its number of leading spaces.
    line: usize,
    indent: usize,
    marks: Marks<'t>,
    /// The number of open brackets.
    depth: usize,
    /// The indentation of the line of the outermost bracket. `None` if the bracket is the first text of its line, since
    /// the lines in it may then begin in any column.
    outer: Option<usize>,
    /// Whether a value, key or element may begin here.
    at_value: bool,
    /// The start of the line in which the parser stopped.
    stopped_line: usize,
    /// The start of the line in which the last outermost bracket was closed. No more text is allowed in this line.
    closed_line: Option<usize>,
}

impl BracketScan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn here(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Steps over a line break.
    fn new_line(&mut self) {
        self.at += 1;
        self.begin_line(self.at);
    }

    fn begin_line(&mut self, start: usize) {
        let line = self.text.get(start..).unwrap_or_default();
        (self.line, self.indent) = (start, line.len() - line.trim_start_matches(' ').len());
    }

    fn begins_comment(&self) -> bool {
        let before = self.text.get(..self.at).and_then(|before| before.chars().next_back());
        self.rest().starts_with('#') && before.is_none_or(char::is_whitespace)
    }

    fn is_after_quote(&self) -> bool {
        self.text.get(..self.at).is_some_and(|before| before.ends_with(['"', '\'']))
    }

    /// Whether an indicator is here: a character with white space after it.
    fn is_indicator(&self, indicator: char) -> bool {
        let mut chars = self.rest().chars();
        chars.next() == Some(indicator) && chars.next().is_none_or(char::is_whitespace)
    }

    /// Skips a character outside all brackets.
    fn block(&mut self, c: char) -> Option<()> {
        match c {
            '\n' => {
                self.new_line();
                self.at_value = true;
            }
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            '#' if self.begins_comment() => self.skip_line(),
            '[' | '{' if self.at_value => self.open(c),
            ']' | '}' => self.close(c),
            // The rest of a line that was refused is read as if it were between brackets.
            ',' if self.is_refused() => {
                self.at += 1;
                self.at_value = true;
            }
            '"' | '\'' if self.at_value => self.string(c)?,
            '&' | '!' if self.at_value => {
                self.at += self.rest().find(char::is_whitespace).unwrap_or(self.rest().len());
            }
            '|' | '>' if self.at_value => self.skip_block_scalar(),
            '-' | '?' | ':' if self.is_indicator(c) => {
                self.at += 1;
                self.at_value = true;
            }
            // A value without the space before it. The parser reports this, so brackets in it do not count.
            ':' if self.is_after_quote() => {
                self.at += 1;
                self.at_value = true;
            }
            _ => self.plain(),
        }
        Some(())
    }

    /// Skips a string. `None` if it is not closed, or if the parser stopped because text touches its end, since later
    /// quotes may then open or close strings.
    fn string(&mut self, quote: char) -> Option<()> {
        self.at += string_length(self.rest(), quote)?;
        self.at_value = false;
        let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '[' | ']' | '{' | '}');
        (!self.is_refused() || self.rest().is_empty() || self.rest().starts_with(is_end)).then_some(())
    }

    /// Skips plain text outside all brackets. Brackets in it are text, unless the parser refused the line.
    fn plain(&mut self) {
        let part = if self.is_refused() { self.refused_part() } else { plain_part(self.rest(), false) };
        let first = self.here().map_or(1, char::len_utf8);
        self.at += part.trim_end().len().max(first);
        self.at_value = false;
    }

    /// The next part of a refused line. Matching brackets are text, as in `now{}`. Otherwise the part ends before its first
    /// closing bracket.
    fn refused_part(&self) -> &str {
        /// This limits the time, since the text after a closing bracket is read again.
        const LONGEST: usize = 256;
        let rest = self.rest();
        let part = plain_part(rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or(rest), true);
        let opened = part.matches(['[', '{']).count();
        let is_closing = |c: char| matches!(c, ']' | '}');
        match part.find(is_closing) {
            Some(closing) if part.matches(is_closing).count() != opened => {
                part.get(..closing).unwrap_or(part)
            }
            Some(_) | None => part,
        }
    }

    /// Whether the parser stopped in this line, or more text is after a bracket that was closed.
    fn is_refused(&self) -> bool {
        self.line == self.stopped_line || self.closed_line == Some(self.line)
    }

    fn skip_block_scalar(&mut self) {
        let indent = self.indent;
        self.skip_line();
        while self.here() == Some('\n') {
            let next = self.text.get(self.at + 1..).unwrap_or_default();
            let line = next.split('\n').next().unwrap_or_default();
            let is_inside = line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
            if !is_inside {
                return;
            }
            self.new_line();
            self.skip_line();
        }
    }

    /// Steps over a character between brackets.
    fn flow(&mut self, c: char) -> Option<()> {
        match c {
            '\n' => {
                self.new_line();
                self.end_at_key();
                self.at_value = true;
            }
            '#' if self.begins_comment() => self.skip_line(),
            '[' | '{' => self.open(c),
            ']' | '}' => self.close(c),
            '"' | '\'' if self.at_value => self.string(c)?,
            // An anchor or a tag. The value is after it.
            '&' | '!' if self.at_value => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
                self.at += self.rest().find(is_end).unwrap_or(self.rest().len());
            }
            _ => {
                self.at += c.len_utf8();
                self.at_value = matches!(c, ',' | ':') || (c.is_whitespace() && self.at_value);
            }
        }
        Some(())
    }

    /// Ends all brackets at a line that is not indented further than the line with the first of them.
    fn end_at_key(&mut self) {
        let indent = self.indent;
        if self.outer.is_some_and(|outer| indent <= outer) && self.begins_key() {
            self.marks.push(MarkKind::Boundary, self.line + indent);
            self.depth = 0;
            self.at_value = true;
        }
    }

    /// Whether the current line begins with a key and `:`, or is an element of a list in lines.
    fn begins_key(&self) -> bool {
        let line = self.text.get(self.line + self.indent..).unwrap_or_default();
        let line = line.split('\n').next().unwrap_or_default();
        let is_end = |c: char| matches!(c, ':' | ',' | '[' | ']' | '{' | '}' | '#');
        let key = line.find(is_end).and_then(|end| line.get(end..));
        line.starts_with("- ") || key.is_some_and(|rest| rest.starts_with(':'))
    }

    fn open(&mut self, c: char) {
        if self.depth == 0 {
            let indent = self.indent;
            self.outer = (self.at > self.line + indent).then_some(indent);
        }
        self.marks.push(MarkKind::Open(kind(c)), self.at);
        self.depth += 1;
        self.at += 1;
        self.at_value = true;
    }

    fn close(&mut self, c: char) {
        self.marks.push(MarkKind::Close(kind(c)), self.at);
        self.depth = self.depth.saturating_sub(1);
        self.closed_line = (self.depth == 0).then_some(self.line);
        self.at += 1;
        self.at_value = false;
    }
}

/// The plain text at the start of `text`: up to the end of the line, a `:` before white space, or a comment. In a refused
/// line a comma ends it, too.
fn plain_part(text: &str, is_refused: bool) -> &str {
    let ends = |pair: &[u8]| match pair {
        [b'\n', _] | b": " | b":\n" | b":\r" | b" #" => true,
        [b',', _] => is_refused,
        _ => false,
    };
    let length = text.as_bytes().windows(2).position(ends).unwrap_or(text.len());
    text.get(..length).unwrap_or(text)
}

fn kind(c: char) -> Bracket {
    if matches!(c, '[' | ']') { Bracket::Square } else { Bracket::Curly }
}
