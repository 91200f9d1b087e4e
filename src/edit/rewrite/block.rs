//! Adds and removes entries of a container in block style.

use super::align::ContainerEntry;
use super::container::{Item, Plan};
use super::rewriter::Rewriter;
use super::value::Site;
use crate::edit::SyntaxOrigin;
use crate::edit::refusal::Refusal;
use crate::pointer::Tree;
use crate::syntax::{SyntaxKind, SyntaxNode};

impl Rewriter<'_> {
    pub(super) fn change_block(&mut self, plan: &Plan<'_, '_, '_>, site: &Site<'_>) -> Result<(), Refusal> {
        let Some(first) = plan.items.first() else { return Ok(()) };
        let column = self.lines.column(first.start);
        if plan.entries.is_empty() {
            self.empty_block(plan, column, site);
            return Ok(());
        }
        if !plan.kept.contains(&true) {
            return self.all_new(plan, column);
        }
        // The first entry may follow a `-`, which stays.
        let compact = !self.lines.is_first(first.start);
        let begin = plan.kept.iter().position(|kept| *kept).unwrap_or(0);
        if compact && begin > 0 {
            self.pull_up(plan, begin);
        }
        let skipped = if compact { begin } else { 0 };
        let ends = matches!(plan.entries.last(), Some(ContainerEntry::Kept(..)));
        for (item, _) in plan.items.iter().zip(plan.kept).skip(skipped).filter(|(_, kept)| !**kept) {
            let (start, end) = if ends { self.region(item, column) } else { self.own_lines(item, column) };
            self.splice(start, end, "");
        }
        self.insert_lines(plan, column, compact)
    }

    /// The lines of an entry, including comments that belong to it.
    fn own_lines(&self, item: &Item<'_>, column: usize) -> (usize, usize) {
        (self.lines.above(item.start, column), self.lines.below(item.end, column))
    }

    /// The text to remove with the last entry: at the end of the text, also the line break before it.
    fn region(&self, item: &Item<'_>, column: usize) -> (usize, usize) {
        let (start, end) = self.own_lines(item, column);
        let text = self.lines.text;
        if end == text.len() && !text.ends_with('\n') && start > 0 {
            // The text keeps its end without a line break.
            let before = text.get(..start).unwrap_or_default();
            let before = before.strip_suffix('\n').unwrap_or(before);
            return (before.strip_suffix('\r').unwrap_or(before).len(), end);
        }
        (start, end)
    }

    /// Writes `{}` or `[]` for a container that loses all entries.
    fn empty_block(&mut self, plan: &Plan<'_, '_, '_>, column: usize, site: &Site<'_>) {
        let node = plan.node;
        let brackets = if node.kind() == SyntaxKind::Array { "[]" } else { "{}" };
        let (start, end) = (node.span().start as usize, node.span().end as usize);
        let own_lines = self.lines.is_first(start);
        if !own_lines {
            return self.splice(start, end, brackets);
        }
        let root = matches!(site.around, super::render::Around::Nothing);
        if root && node.whole() == node.span() {
            self.splice(start, start, brackets);
            for (number, item) in plan.items.iter().enumerate() {
                let (from, to) = self.region(item, column);
                // The first line stays, for the brackets.
                let (from, to) = if number == 0 { (start, self.lines.end(item.end)) } else { (from, to) };
                self.splice(from, to, "");
            }
            return;
        }
        let properties = node.properties();
        let ends = [properties.anchor, properties.tag].into_iter().flatten().map(|span| span.end as usize);
        let head = ends.max().unwrap_or(0).max(site.head);
        self.splice(head, head, format!(" {brackets}"));
        for item in plan.items {
            let (from, to) = self.region(item, column);
            self.splice(from, to, "");
        }
    }

    /// Writes new entries in the place of all old ones.
    fn all_new(&mut self, plan: &Plan<'_, '_, '_>, column: usize) -> Result<(), Refusal> {
        let (start, end) = (plan.node.span().start as usize, plan.node.span().end as usize);
        let mut text = String::new();
        for (number, entry) in plan.entries.iter().enumerate() {
            if number > 0 {
                self.new_line(column, &mut text);
            }
            if let ContainerEntry::New(key, tree) = entry {
                self.block_entry(plan, *key, tree, column, &mut text)?;
            }
        }
        self.splice(start, end, text);
        Ok(())
    }

    fn block_entry(
        &self,
        plan: &Plan<'_, '_, '_>,
        key: Option<&str>,
        tree: &Tree<SyntaxOrigin>,
        column: usize,
        into: &mut String,
    ) -> Result<(), Refusal> {
        let at = plan.node.whole();
        match key {
            Some(key) => self.block_member((key, beside(plan)), tree, column, at, into),
            None => self.block_element(tree, column, at, into),
        }
    }

    /// Removes the text after a `-`, so that the first remaining entry moves there.
    fn pull_up(&mut self, plan: &Plan<'_, '_, '_>, begin: usize) {
        let item = |number: usize| plan.items.get(number);
        let (Some(first), Some(last), Some(next)) = (item(0), item(begin - 1), item(begin)) else {
            return;
        };
        let column = self.lines.column(first.start);
        let below = self.lines.below(last.end, column);
        if self.lines.slice(below, next.start).trim().is_empty() {
            self.splice(first.start, next.start, "");
            return;
        }
        // The comments between them stay in their lines, and so does the `-`.
        let dash = self.lines.slice(0, first.start).trim_end_matches(' ').len();
        self.splice(dash, below, self.layout.newline);
    }

    /// Writes new entries on separate lines after the remaining ones.
    fn insert_lines(&mut self, plan: &Plan<'_, '_, '_>, column: usize, compact: bool) -> Result<(), Refusal> {
        let mut behind: Option<usize> = None;
        let ahead = plan.kept.iter().position(|kept| *kept);
        for entry in plan.entries {
            let (key, tree) = match entry {
                ContainerEntry::Kept(number, _) => {
                    behind = Some(*number);
                    continue;
                }
                ContainerEntry::New(key, tree) => (*key, tree),
            };
            let mut text = String::new();
            let item = |number: Option<usize>| number.and_then(|number| plan.items.get(number));
            if let Some(item) = item(behind) {
                let at = self.lines.below(item.end, column);
                let open = at == self.lines.text.len() && !self.lines.text.ends_with('\n');
                if open {
                    text.push_str(self.layout.newline);
                }
                text.extend(std::iter::repeat_n(' ', column));
                self.block_entry(plan, key, tree, column, &mut text)?;
                if !open {
                    text.push_str(self.layout.newline);
                }
                self.splice(at, at, text);
            } else if let Some(item) = item(ahead) {
                let same_line = compact && (ahead == Some(0) || plan.kept.first() == Some(&false));
                if same_line {
                    self.block_entry(plan, key, tree, column, &mut text)?;
                    self.new_line(column, &mut text);
                    self.splice(item.start, item.start, text);
                } else {
                    text.extend(std::iter::repeat_n(' ', column));
                    self.block_entry(plan, key, tree, column, &mut text)?;
                    text.push_str(self.layout.newline);
                    let at = self.lines.above(item.start, column);
                    self.splice(at, at, text);
                }
            }
        }
        Ok(())
    }
}

/// A key whose style new keys follow.
pub(super) fn beside<'r>(plan: &Plan<'_, 'r, '_>) -> Option<SyntaxNode<'r>> {
    plan.items.iter().rev().find_map(|item| item.key.filter(|key| key.is_scalar()))
}
