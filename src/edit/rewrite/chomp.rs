//! Block scalars whose text changes: their header, and the lines that differ.

use super::within::lines;
use super::{Rewriter, Splice, scalar};
use crate::syntax::{Embedded, Style, SyntaxNode};
use crate::text::narrow;

impl Rewriter<'_> {
    /// Makes the header of a block scalar say how the line breaks at its end count: `-`, `+`, or nothing.
    pub(super) fn set_chomping(&mut self, block: SyntaxNode<'_>, chomping: &str) {
        let indicators = indicators(block);
        let wanted: String = indicators.chars().filter(|c| !matches!(c, '-' | '+')).collect();
        let (start, wanted) = (block.span().start as usize, wanted + chomping);
        if wanted != indicators {
            self.splice(start, start + indicators.len(), wanted);
        }
    }

    /// Gives a block scalar another text in its own lines, so that only those change that differ. `None` where that
    /// cannot be: the whole block is written anew then.
    pub(super) fn change_lines(&mut self, block: SyntaxNode<'_>, text: &str) -> Option<()> {
        let (old, new) = (block.text(), text);
        let (old_lines, new_lines) = (old.trim_end_matches('\n'), new.trim_end_matches('\n'));
        if !self.blocks || !scalar::fits_block(new) || old_lines.trim().is_empty() {
            return None;
        }
        let mut spliced =
            self.blank_lines(block, (old.len() - old_lines.len(), new.len() - new_lines.len()))?;
        if old_lines != new_lines {
            let says = indicators(block).contains(|c: char| c.is_ascii_digit());
            let deeper = new_lines.trim_start_matches('\n').starts_with([' ', '\t']);
            if block.style() != Style::Literal || (deeper && !says) {
                return None;
            }
            spliced.extend(lines(block, &Embedded::of(block)?, &[difference(old_lines, new_lines)])?);
        }
        for (start, end, lines) in spliced {
            self.splice(start, end, lines);
        }
        if old.len() - old_lines.len() != new.len() - new_lines.len() {
            self.set_chomping(block, scalar::chomping(new));
        }
        Some(())
    }

    /// What makes so many line breaks at the end of a block scalar of those that it has. All blank lines after it
    /// count where more than one is wanted, and else none.
    fn blank_lines(
        &self,
        block: SyntaxNode<'_>,
        (breaks, wanted): (usize, usize),
    ) -> Option<Vec<(usize, usize, String)>> {
        if breaks == wanted || wanted <= 1 {
            return Some(Vec::new());
        }
        let content = block.raw().trim_end().len();
        let first = self.lines.next(block.span().start as usize + content);
        let mut ends = vec![first];
        let is_blank = |at: usize| {
            let line = self.lines.slice(at, self.lines.next(at));
            line.ends_with('\n') && line.trim_matches([' ', '\r', '\n']).is_empty()
        };
        while let Some(at) = ends.last().copied().filter(|at| is_blank(*at)) {
            ends.push(self.lines.next(at));
        }
        let (there, ended) = (ends.len() - 1, self.lines.slice(0, first).ends_with('\n'));
        let unclear = block.text().trim_end_matches('\n').ends_with([' ', '\t']) || !ended;
        match wanted.checked_sub(1 + there) {
            _ if unclear => None,
            Some(more) => Some(vec![(first, first, self.layout.newline.repeat(more))]),
            // Lines that did not count stay.
            None if breaks <= 1 => None,
            None => Some(vec![(ends.get(wanted - 1).copied()?, ends.last().copied()?, String::new())]),
        }
    }
}

/// The first word of a block's header: `|`, `>` and what is said with them.
pub(super) fn indicators<'r>(block: SyntaxNode<'r>) -> &'r str {
    block.raw().split(char::is_whitespace).next().unwrap_or_default()
}

/// The one piece in which two texts differ.
fn difference(old: &str, new: &str) -> Splice {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let start: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let rest = (old.len() - start).min(new.len() - start);
    let back = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
    let mut end = 0;
    for (c, _) in back {
        if end + c.len_utf8() > rest {
            break;
        }
        end += c.len_utf8();
    }
    let text = new.get(start..new.len() - end).unwrap_or_default();
    Splice { start: narrow(start), end: narrow(old.len() - end), text: text.into() }
}
