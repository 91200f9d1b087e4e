//! The layout of a text, which new parts follow.

use super::lines::Lines;
use crate::syntax::{Document, Format, Style, SyntaxKind, SyntaxNode};

/// The layout, by the first places that show it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout<'r> {
    pub(super) newline: &'static str,
    /// The indentation of members of an object that is itself a member, in block style.
    pub(super) step: usize,
    /// The indentation of elements of an array, in block style.
    pub(super) dash: usize,
    /// The white space for each level of brackets.
    pub(super) unit: &'r str,
    /// Whether white space comes after `:` and `,` in JSON.
    pub(super) spaced: bool,
    /// The style of keys.
    pub(super) key: Option<Style>,
}

impl<'r> Layout<'r> {
    pub(super) fn of(resource: &Document, lines: Lines<'r>) -> Self {
        let newline = match lines.text.find('\n') {
            Some(feed) if lines.slice(0, feed).ends_with('\r') => "\r\n",
            Some(_) | None => "\n",
        };
        let mut found = Found::default();
        resource.syntax_roots().for_each(|root| found.look(root, lines));
        let step = found.step.unwrap_or(2);
        Self {
            newline,
            step,
            dash: found.dash.unwrap_or(step),
            unit: found.unit.or(found.outer).unwrap_or("  "),
            spaced: resource.format() == Format::Yaml || found.spaced.unwrap_or(true),
            key: found.key,
        }
    }
}

#[derive(Default)]
struct Found<'r> {
    step: Option<usize>,
    dash: Option<usize>,
    unit: Option<&'r str>,
    /// As `unit`, from the outermost brackets, whose line may have another indentation.
    outer: Option<&'r str>,
    spaced: Option<bool>,
    key: Option<Style>,
}

impl<'r> Found<'r> {
    /// Examines a container and everything in it. Recursion is limited by the depth of documents.
    fn look(&mut self, node: SyntaxNode<'_>, lines: Lines<'r>) {
        let column = |node: SyntaxNode<'_>| lines.column(node.whole().start as usize);
        for (key, value) in node.members() {
            self.key = self.key.or(Some(key.style()).filter(|_| key.is_scalar()));
            let start = value.span().start as usize;
            let block =
                value.style() == Style::Block && node.style() == Style::Block && lines.is_first(start);
            if block && let Some(deeper) = lines.column(start).checked_sub(column(key)) {
                if value.kind() == SyntaxKind::Array {
                    self.dash = self.dash.or(Some(deeper));
                } else if deeper > 0 {
                    self.step = self.step.or(Some(deeper));
                }
            }
            if node.style() == Style::Flow && self.spaced.is_none() {
                let between = lines.slice(key.span().end as usize, value.whole().start as usize);
                self.spaced = Some(between.ends_with(char::is_whitespace));
            }
        }
        let parts = || node.members().chain(node.elements().map(|node| (node, node)));
        if let Some((first, _)) = parts().next().filter(|_| node.style() == Style::Flow) {
            self.unit(node, first, lines);
        }
        parts().for_each(|(_, value)| self.look(value, lines));
    }

    fn unit(&mut self, node: SyntaxNode<'_>, first: SyntaxNode<'_>, lines: Lines<'r>) {
        let (open, inside) = (node.span().start as usize, first.span().start as usize);
        if !lines.is_first(inside) || lines.start(open) == lines.start(inside) {
            return;
        }
        let (own, outer) = (lines.indentation(inside), lines.indentation(open));
        let unit = own.strip_prefix(outer).filter(|unit| !unit.is_empty());
        if outer.is_empty() {
            self.outer = self.outer.or(unit);
        } else {
            self.unit = self.unit.or(unit);
        }
    }
}
