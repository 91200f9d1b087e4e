//! Changes one value.

use super::render::Around;
use super::rewriter::Rewriter;
use crate::edit::SyntaxOrigin;
use crate::edit::refusal::{Reason, Refusal};
use crate::edit::tree::is_same;
use crate::pointer::{Data, Tree};
use crate::syntax::{Format, Style, SyntaxKind, SyntaxNode, is_alike};

/// The site of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) around: Around<'a>,
    /// The position after the `:` or `-` before it; without one, its start.
    pub(super) head: usize,
    /// Whether it is an element, so that a container can begin on the same line.
    pub(super) element: bool,
}

impl Site<'_> {
    /// The site of a document's root.
    pub(super) fn root(root: SyntaxNode<'_>) -> Self {
        Self { around: Around::Nothing, head: root.whole().start as usize, element: false }
    }
}

/// Whether the value and the tree have the same type: null, bool, number, string, array or object.
fn is_same_type(node: SyntaxNode<'_>, tree: &Tree<SyntaxOrigin>) -> bool {
    match &tree.data {
        Data::Null => node.kind() == SyntaxKind::Null,
        Data::Bool(_) => matches!(node.kind(), SyntaxKind::True | SyntaxKind::False),
        Data::Number(_) => node.kind() == SyntaxKind::Number,
        Data::String(_) => node.is_string(),
        Data::Array(_) => node.kind() == SyntaxKind::Array,
        Data::Object(_) => node.kind() == SyntaxKind::Object,
    }
}

/// The text that may replace a disputed text without quotes, since readers dispute both in the same way.
fn alike<'t>(node: SyntaxNode<'_>, wanted: &'t Tree<SyntaxOrigin>) -> Option<&'t str> {
    let (SyntaxOrigin::Plain(_), Data::String(text)) = (wanted.mark, &wanted.data) else { return None };
    let disputed = node.kind() == SyntaxKind::Disputed
        && node.style() == Style::Plain
        && node.properties().tag.is_none();
    (disputed && is_alike(node.text(), text)).then_some(text)
}

impl Rewriter<'_> {
    /// Changes a value of the resource into the wanted value.
    pub(super) fn value(
        &mut self,
        node: SyntaxNode<'_>,
        wanted: &Tree<SyntaxOrigin>,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let before = self.splices.len();
        match (node.kind(), &wanted.data) {
            (SyntaxKind::Alias(of), _) => {
                return self.alias(node, self.resource.syntax_node(of), wanted, site);
            }
            (SyntaxKind::Array, Data::Array(elements)) => self.array(node, elements, wanted.mark, site)?,
            (SyntaxKind::Object, Data::Object(members)) => self.object(node, members, wanted.mark, site)?,
            _ => {
                // A wanted string must be a string to all readers.
                let kept = match wanted.mark {
                    SyntaxOrigin::Plain(_) => {
                        node.kind() != SyntaxKind::Disputed || node.style() == Style::Plain
                    }
                    SyntaxOrigin::Source(_) | SyntaxOrigin::Aliased(_) | SyntaxOrigin::New(_) => {
                        node.kind() != SyntaxKind::Disputed || wanted.mark == SyntaxOrigin::Source(node.id())
                    }
                };
                if !(kept && is_same(node, wanted)) {
                    self.replace(node, wanted, site)?;
                }
            }
        }
        if self.splices.len() == before || !node.is_shared() {
            return Ok(());
        }
        let alias = self.resource.aliases().iter().find(|(_, of)| *of == node.id());
        alias.map_or(Ok(()), |(alias, _)| Err(self.shared(node, *alias)))
    }

    /// Keeps or replaces an alias as a whole.
    fn alias(
        &mut self,
        alias: SyntaxNode<'_>,
        target: SyntaxNode<'_>,
        wanted: &Tree<SyntaxOrigin>,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let kept = wanted.mark == SyntaxOrigin::Source(alias.id());
        if kept && is_same(target, wanted) {
            return Ok(());
        }
        if kept {
            return Err(Refusal::new(Reason::ThroughAlias, alias.span()).because(target.properties().anchor));
        }
        self.replace(alias, wanted, site)
    }

    /// Replaces a value.
    pub(super) fn replace(
        &mut self,
        node: SyntaxNode<'_>,
        wanted: &Tree<SyntaxOrigin>,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        if let Some(tag) = node.properties().tag.filter(|_| !is_same_type(node, wanted)) {
            let cause = wanted.mark.place(self.resource);
            return Err(Refusal::new(Reason::Tagged, tag).because(cause));
        }
        if !node.is_shared() {
            self.dropped.push(node.id());
        }
        if matches!(node.style(), Style::Literal | Style::Folded)
            && let (Data::String(text), SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_)) =
                (&wanted.data, wanted.mark)
            && self.change_lines(node, text).is_some()
        {
            return Ok(());
        }
        match site.around {
            Around::Line | Around::Lines(_) => {
                let mut text = String::new();
                self.inline(node, wanted, site, &mut text)?;
                self.put(node, site, &text);
                Ok(())
            }
            Around::Block(_) | Around::Nothing if Self::is_block(wanted) && self.is_yaml() => {
                self.put_block(node, wanted, site)
            }
            Around::Block(_) | Around::Nothing => {
                let mut text = String::new();
                self.inline(node, wanted, site, &mut text)?;
                let starts_below = node.style() == Style::Block
                    && self.lines.start(node.span().start as usize) != self.lines.start(site.head)
                    && !matches!(site.around, Around::Nothing);
                if starts_below {
                    self.put_above(node, site, &text)
                } else {
                    self.put(node, site, &text)
                }
                Ok(())
            }
        }
    }

    pub(super) fn is_yaml(&self) -> bool {
        self.resource.format() == Format::Yaml
    }

    /// Writes a value that begins on the current line.
    fn inline(
        &self,
        node: SyntaxNode<'_>,
        wanted: &Tree<SyntaxOrigin>,
        site: &Site<'_>,
        into: &mut String,
    ) -> Result<(), Refusal> {
        let style = node.is_string().then(|| node.style());
        let around = match (site.around, self.is_yaml()) {
            // The root of JSON.
            (Around::Nothing, false) => Around::Lines(""),
            (around, _) => around,
        };
        if let Some(text) = alike(node, wanted) {
            into.push_str(text);
            return Ok(());
        }
        if wanted.data.is_scalar() {
            into.push_str(&self.scalar(wanted, style, around, node.whole())?);
            return Ok(());
        }
        self.flow(wanted, around, None, node.whole(), into)
    }

    /// The position for writing a value: after the anchor and tag of the old one.
    fn behind_properties(node: SyntaxNode<'_>, site: &Site<'_>) -> usize {
        let properties = node.properties();
        let ends = [properties.anchor, properties.tag].into_iter().flatten().map(|span| span.end as usize);
        ends.max().unwrap_or(0).max(site.head)
    }

    /// Replaces a value by a text.
    fn put(&mut self, node: SyntaxNode<'_>, site: &Site<'_>, text: &str) {
        let (start, end) = (node.span().start as usize, node.span().end as usize);
        if node.is_absent() {
            return self.put_absent(node, site, text);
        }
        if matches!(node.style(), Style::Literal | Style::Folded) {
            return self.put_for_lines(start, end, text);
        }
        // The lines of a block begin after a comment on the line of its `|`.
        let (first, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
        let line = self.lines.end(end);
        if first.starts_with(['|', '>']) && !self.lines.slice(end, line).trim().is_empty() {
            self.splice(start, end, first);
            return self.splice(line, line, rest);
        }
        self.splice(start, end, text);
    }

    /// Writes a text where no value is written yet.
    fn put_absent(&mut self, node: SyntaxNode<'_>, site: &Site<'_>, text: &str) {
        let at = Self::behind_properties(node, site);
        let before = self.lines.slice(0, at);
        // `{ a }` and `? a` are keys without `:`.
        let key = !site.element && at == site.head && !before.ends_with(':');
        match site.around {
            Around::Line | Around::Lines(_) if key => self.splice(at, at, format!(": {text}")),
            Around::Block(column) if key => {
                let mut line = String::new();
                self.new_line(column, &mut line);
                let end = self.lines.end(at);
                self.splice(end, end, format!("{line}: {text}"));
            }
            Around::Block(_) | Around::Nothing | Around::Line | Around::Lines(_) => {
                let space = if before.is_empty() || before.ends_with([' ', '\n']) { "" } else { " " };
                let (first, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
                self.splice(at, at, format!("{space}{first}"));
                let line = self.lines.end(at);
                self.splice(line, line, rest);
            }
        }
    }

    /// Replaces a block scalar by a text, and keeps a comment after its `|`.
    fn put_for_lines(&mut self, start: usize, end: usize, text: &str) {
        let header = self.lines.end(start).min(end);
        let indicators = self.lines.slice(start, header).split([' ', '\t']).next().unwrap_or_default();
        let (first, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
        if indicators != first {
            self.splice(start, start + indicators.len(), first);
        }
        if self.lines.slice(header, end) != rest {
            self.splice(header, end, rest);
        }
    }

    /// Writes a text on the line before a container, whose own lines are removed.
    fn put_above(&mut self, node: SyntaxNode<'_>, site: &Site<'_>, text: &str) {
        let at = Self::behind_properties(node, site);
        let (first, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
        self.splice(at, at, format!(" {first}"));
        let line = self.lines.end(at);
        self.splice(line, (node.span().end as usize).max(line), rest);
    }

    /// Replaces a value by a container in block style.
    fn put_block(
        &mut self,
        node: SyntaxNode<'_>,
        wanted: &Tree<SyntaxOrigin>,
        site: &Site<'_>,
    ) -> Result<(), Refusal> {
        let (start, end, at) = (node.span().start as usize, node.span().end as usize, node.whole());
        let mut text = String::new();
        let properties = node.properties().anchor.or(node.properties().tag).is_some();
        let column = match site.around {
            Around::Block(column) if site.element => column + 2,
            Around::Block(column) => self.column_below(wanted, column),
            Around::Nothing | Around::Line | Around::Lines(_) => 0,
        };
        let alone = self.lines.is_first(start) && !node.is_absent();
        let begins_here = if matches!(site.around, Around::Nothing) { alone } else { site.element && !alone };
        if begins_here && !properties {
            // Several spaces may follow a `-`.
            let column = if node.is_absent() { column } else { self.lines.column(start) };
            self.block(wanted, column, at, &mut text)?;
            self.put(node, site, &text);
            return Ok(());
        }
        self.new_line(column, &mut text);
        self.block(wanted, column, at, &mut text)?;
        let head = Self::behind_properties(node, site);
        if self.lines.start(start) == self.lines.start(head) {
            // The value is removed; a comment after it stays before the new value.
            let head = self.lines.slice(0, head).trim_end_matches(' ').len();
            self.splice(head, end, "");
            let line = if node.is_absent() { self.lines.end(head) } else { self.lines.end(end) };
            self.splice(line, line, text);
        } else {
            let line = self.lines.end(head);
            self.splice(line, end.max(line), text);
        }
        Ok(())
    }
}
