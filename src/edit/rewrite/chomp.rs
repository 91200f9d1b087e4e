//! Changes the text of block scalars: their header, and the lines that differ.

use super::lines::Lines;
use super::rewriter::Rewriter;
use super::scalar;
use super::splices::Splice;
use crate::syntax::{Embedded, Style, SyntaxNode};
use crate::text::narrow;

impl Rewriter<'_> {
    /// Adds `-` to the header of a block that ended the text without a line break, if new text follows it. The line
    /// break before the new text then does not count.
    pub(super) fn close_last_block(&mut self) {
        let Some(block) = self.resource.syntax_roots().last().and_then(last_block) else { return };
        let (start, end) = (block.span().start as usize, block.span().end as usize);
        let header = start + indicators(block).len();
        let follows = self.splices.iter().any(|(at, _, text)| *at >= end && !text.trim().is_empty());
        let stays = self.splices.iter().all(|(from, to, _)| *to <= start || header <= *from);
        let text = block.text();
        if follows && stays && !text.is_empty() && !text.ends_with('\n') {
            self.set_chomping(block, "-");
        }
    }

    /// Sets the chomping indicator of a block scalar: `-`, `+`, or none.
    pub(super) fn set_chomping(&mut self, block: SyntaxNode<'_>, chomping: &str) {
        let indicators = indicators(block);
        let wanted: String = indicators.chars().filter(|c| !matches!(c, '-' | '+')).collect();
        let (start, wanted) = (block.span().start as usize, wanted + chomping);
        if wanted != indicators {
            self.splice(start, start + indicators.len(), wanted);
        }
    }

    /// Changes the text of a block scalar line by line; `None` if the whole block must be written anew.
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
            spliced.extend(whole_lines(block, &Embedded::of(block)?, &[difference(old_lines, new_lines)])?);
        }
        for (start, end, lines) in spliced {
            self.splice(start, end, lines);
        }
        if old.len() - old_lines.len() != new.len() - new_lines.len() {
            self.set_chomping(block, scalar::chomping(new));
        }
        Some(())
    }

    /// The splices that give a block scalar the wanted number of line breaks at its end. Above one, all blank lines
    /// after it count; otherwise none counts.
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

/// The block scalar at the end of a value, if there is one. Recursion is limited by the depth of documents.
fn last_block(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let member = node.members().last().map(|(key, value)| if value.is_absent() { key } else { value });
    match member.or_else(|| node.elements().last()) {
        Some(last) => last_block(last),
        None => Some(node).filter(|node| matches!(node.style(), Style::Literal | Style::Folded)),
    }
}

/// Splices of a block as whole lines; a line with several splices is written once.
pub(super) fn whole_lines(
    node: SyntaxNode<'_>,
    embedded: &Embedded<'_>,
    splices: &[Splice],
) -> Option<Vec<(usize, usize, String)>> {
    let (text, source) = (embedded.text(), node.document().source().text());
    let outer_lines = Lines::of(node.document());
    let first = text.len() - text.trim_start_matches('\n').len();
    let content = embedded.outer(u32::try_from(first).ok()?) as usize;
    let indentation = source.get(outer_lines.start(content)..content)?;
    let above = source.get(..outer_lines.start(content))?;
    let newline = if above.ends_with("\r\n") { "\r\n" } else { "\n" };
    let mut spliced: Vec<(usize, usize, String)> = Vec::new();
    let mut inner: Vec<(usize, usize, String)> = Vec::new();
    for splice in splices {
        let (start, end) = (splice.start as usize, splice.end as usize);
        let from = text.get(..start)?.rfind('\n').map_or(0, |feed| feed + 1);
        let to = text.get(end..)?.find('\n').map_or(text.len(), |feed| end + feed);
        match inner.last_mut() {
            // Two splices on one line.
            Some((_, last, line)) if from <= *last => {
                line.truncate(line.len() - (*last - start.min(*last)));
                line.push_str(&splice.text);
                line.push_str(text.get(end..to)?);
                *last = to;
            }
            _ => inner.push((
                from,
                to,
                format!("{}{}{}", text.get(from..start)?, splice.text, text.get(end..to)?),
            )),
        }
    }
    for (from, to, new) in inner {
        let start = outer_lines.start(embedded.outer(u32::try_from(from).ok()?) as usize);
        let end = embedded.span(u32::try_from(from).ok()?, u32::try_from(to).ok()?).end as usize;
        let at_end = from == text.len();
        let end = if at_end { start } else { end.max(start) };
        let indented: Vec<String> = new
            .split('\n')
            .map(|line| if line.is_empty() { String::new() } else { format!("{indentation}{line}") })
            .collect();
        spliced.push((start, end, indented.join(newline)));
    }
    Some(spliced)
}

/// The first word of a block's header: `|` or `>` and its indicators.
fn indicators<'r>(block: SyntaxNode<'r>) -> &'r str {
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
