//! Texts in parts that can be left out, and slips of the pen in them.

use crate::support::random::Random;
use std::collections::BTreeSet;

/// A part of a text. It is left out where one of its groups is; group 0 never is.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) groups: [u32; 2],
}

/// A file of a project.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) path: String,
    pub(super) parts: Vec<Part>,
}

impl Text {
    pub(super) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), parts: Vec::new() }
    }

    pub(super) fn push(&mut self, text: impl Into<String>, groups: [u32; 2]) {
        self.parts.push(Part { text: text.into(), groups });
    }

    /// A part that stays.
    pub(super) fn fixed(&mut self, text: impl Into<String>) {
        self.push(text, [0, 0]);
    }

    /// The text without what is left out, and with the edits of it.
    pub(super) fn written(&self, without: &BTreeSet<u32>, edits: &[Edit]) -> String {
        let mut written = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            if part.groups.iter().any(|group| without.contains(group)) {
                continue;
            }
            let mut own: Vec<&Edit> =
                edits.iter().filter(|edit| edit.path == self.path && edit.part == at).collect();
            own.sort_by_key(|edit| std::cmp::Reverse(edit.offset));
            let mut text = part.text.clone();
            let is_cut = own.iter().any(|edit| edit.slip == Slip::Truncate);
            own.iter().for_each(|edit| edit.apply(&mut text));
            written += &text;
            if is_cut {
                break;
            }
        }
        written
    }
}

/// Whether a sensitive field is declared before a part: a manifest that is cut earlier has no secret.
fn is_marked_before(text: &Text, part: usize) -> bool {
    text.parts[..part].iter().any(|part| part.text.contains("sensitive"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    Delete,
    Insert(&'static str),
    Replace(&'static str),
    /// With the character after it.
    Swap,
    Truncate,
}

/// A slip of the pen.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    path: String,
    part: usize,
    /// In bytes, in the part as it was.
    offset: usize,
    slip: Slip,
}

impl Edit {
    /// Whether the edit adds a line break.
    pub(super) fn breaks_line(&self) -> bool {
        matches!(self.slip, Slip::Insert(text) | Slip::Replace(text) if text.contains('\n'))
    }

    /// A slip somewhere in one of the texts, more often at a character that has a meaning.
    pub(super) fn random(random: &mut Random, texts: &[Text]) -> Self {
        const MARKS: &str = ",;:{}[]\"'=\n#";
        let texts: Vec<&Text> = texts.iter().filter(|text| !text.parts.is_empty()).collect();
        let text = random.one_of(&texts);
        let part = random.below(text.parts.len());
        let content = &text.parts[part].text;
        let marks: Vec<usize> =
            content.char_indices().filter(|(_, c)| MARKS.contains(*c)).map(|(at, _)| at).collect();
        let is_at_mark = random.once_in(2) && !marks.is_empty();
        let offset = if is_at_mark { *random.one_of(&marks) } else { random.below(content.len()) };
        let slip = match random.below(10) {
            0..=2 => Slip::Delete,
            3 => Slip::Insert(random.pick(&["'", "\""])),
            4 => Slip::Insert("\n"),
            5 => Slip::Insert(random.pick(&[
                ",", ":", "{", "}", "[", "]", "\t", "#", "/", "*", "&", " ", "x", "=", "-", "\\", "$",
            ])),
            6 => Slip::Swap,
            7 if !text.path.ends_with(".cml") || is_marked_before(text, part) => Slip::Truncate,
            _ if content[offset..].starts_with(',') => Slip::Replace(";"),
            _ if content[offset..].starts_with('\'') => Slip::Replace("\""),
            _ if content[offset..].starts_with('\n') => Slip::Replace(" "),
            _ => Slip::Delete,
        };
        Self { path: text.path.clone(), part, offset, slip }
    }

    /// Whether it is in this text.
    pub(super) fn is_of(&self, text: &Text) -> bool {
        self.path == text.path
    }

    fn apply(&self, text: &mut String) {
        let at = self.offset;
        if at >= text.len() {
            return;
        }
        match self.slip {
            Slip::Delete => _ = text.remove(at),
            Slip::Insert(added) => text.insert_str(at, added),
            Slip::Replace(other) => text.replace_range(at..=at, other),
            Slip::Swap if at + 1 < text.len() => {
                let first = text.remove(at);
                text.insert(at + 1, first);
            }
            Slip::Swap => {}
            Slip::Truncate => text.truncate(at),
        }
    }
}
