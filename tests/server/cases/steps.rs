//! Reads the steps of a case, and the marks in its texts.

use crate::positions::position;
use std::path::Path;

/// Marks a position.
const MARK: char = '‸';

/// A step of a case.
pub(super) struct Step {
    /// The first line, without `### `.
    pub(super) line: String,
    /// The lines below the first one.
    pub(super) body: String,
}

/// Reads a case: the comment at its start, and its steps.
pub(super) fn read(case: &str) -> (String, Vec<Step>) {
    let mut comment = String::new();
    let mut steps: Vec<Step> = Vec::new();
    for line in case.split_inclusive('\n') {
        match (line.strip_prefix("### "), steps.last_mut()) {
            (Some(line), _) => steps.push(Step { line: line.trim_end().to_owned(), body: String::new() }),
            (None, Some(step)) => step.body += line,
            (None, None) => comment += line,
        }
    }
    assert!(comment.starts_with("// "), "a case begins with a comment");
    (comment, steps)
}

impl Step {
    /// The first word, and the second one.
    pub(super) fn words(&self) -> (&str, &str) {
        let mut words = self.line.split(' ');
        (words.next().unwrap_or_default(), words.next().unwrap_or_default())
    }

    /// The line after the first word.
    pub(super) fn rest(&self) -> &str {
        self.line.split_once(' ').map_or("", |(_, rest)| rest)
    }

    pub(super) fn has_text(&self) -> bool {
        !self.body.trim().is_empty()
    }

    /// The text of the step. Empty lines at its end only separate it from the next step.
    pub(super) fn text(&self) -> Text {
        Text::marked(&format!("{}\n", self.body.trim_end_matches('\n')).replace('␍', "\r"))
    }
}

/// A text with marks at byte offsets.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) content: String,
    pub(super) marks: Vec<usize>,
}

impl Text {
    fn marked(text: &str) -> Self {
        let (mut content, mut marks) = (String::new(), Vec::new());
        for c in text.chars() {
            if c == MARK { marks.push(content.len()) } else { content.push(c) }
        }
        Self { content, marks }
    }

    /// The text of a file as editors show it, with the marks of the `known` text if it is the same.
    pub(super) fn read(path: &Path, known: Option<&Self>) -> Self {
        let text = std::fs::read_to_string(path).expect("a file to open exists");
        let content = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        let marks = known.filter(|known| known.content == content).map(|known| known.marks.clone());
        Self { content, marks: marks.unwrap_or_default() }
    }

    pub(super) fn with_crlf(&self) -> Self {
        let mut marked = String::new();
        for (at, c) in self.content.char_indices() {
            marked.extend(self.marks.iter().filter(|&&mark| mark == at).map(|_| MARK));
            marked.push(c);
        }
        Self::marked(&marked.replace('\n', "\r\n"))
    }

    /// The position of a byte offset.
    pub(super) fn position(&self, offset: usize) -> (usize, usize) {
        position(&self.content, offset)
    }

    /// The line of a mark, with the mark.
    pub(super) fn around(&self, mark: usize) -> String {
        let (before, after) = self.content.split_at(mark);
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let end = after.find(['\n', '\r']).unwrap_or(after.len());
        format!("{}{MARK}{}", before[start..].trim_start(), &after[..end])
    }
}
