//! Writes new values.

use super::rewriter::Rewriter;
use super::scalar::{self, ScalarPlace};
use crate::edit::SyntaxOrigin;
use crate::edit::refusal::{Reason, Refusal};
use crate::edit::tree::is_same;
use crate::pointer::{Data, Tree, TreeMembers};
use crate::syntax::{Style, SyntaxKind, SyntaxNode};
use crate::text::Span;

/// The container around a written value. It decides the layout of the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Around<'a> {
    /// A block with its entries in this column.
    Block(usize),
    /// Brackets on one line.
    Line,
    /// Brackets over several lines; the current line has this indentation.
    Lines(&'a str),
    /// No container: the value is a document.
    Nothing,
}

impl<'r> Rewriter<'r> {
    /// Whether a value needs separate lines, in block style.
    pub(super) fn is_block(tree: &Tree<SyntaxOrigin>) -> bool {
        match &tree.data {
            Data::Array(elements) => !elements.is_empty(),
            Data::Object(members) => !members.is_empty(),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => false,
        }
    }

    /// Returns a scalar, in this style if it is a string that allows it. `at` is its place.
    pub(super) fn scalar(
        &self,
        tree: &Tree<SyntaxOrigin>,
        style: Option<Style>,
        around: Around<'_>,
        at: Span,
    ) -> Result<String, Refusal> {
        if let Some(raw) = self.spelled_before(tree, around)? {
            return Ok(raw.into());
        }
        let syntax = self.resource.format();
        let place = self.place(around);
        Ok(match &tree.data {
            Data::Null | Data::Array(_) | Data::Object(_) => "null".into(),
            Data::Bool(value) => value.to_string(),
            Data::Number(text) => scalar::numeral(text, syntax).ok_or_else(|| {
                let cause = tree.mark.place(self.resource);
                Refusal::new(Reason::NotExpressible, at).because(cause.filter(|cause| *cause != at))
            })?,
            Data::String(text) => scalar::string(text, style, place),
        })
    }

    fn place(&self, around: Around<'_>) -> ScalarPlace<'static> {
        let (flow, column) = match around {
            Around::Block(column) => (false, column),
            Around::Nothing => (false, 0),
            Around::Line | Around::Lines(_) => (true, 0),
        };
        let blocks = self.blocks && !flow;
        let (syntax, step) = (self.resource.format(), self.layout.step);
        ScalarPlace { syntax, flow, blocks, indentation: column + step, step, newline: self.layout.newline }
    }

    /// The existing spelling of a moved or copied value, if it has the same meaning in the new place.
    fn spelled_before(
        &self,
        tree: &Tree<SyntaxOrigin>,
        around: Around<'_>,
    ) -> Result<Option<&'r str>, Refusal> {
        let node = match tree.mark {
            SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => return Ok(None),
            SyntaxOrigin::Source(node) | SyntaxOrigin::Aliased(node) => self.resource.syntax_node(node),
        };
        let refuse = || Refusal::new(Reason::NotCopied, node.whole());
        if node.properties().tag.is_some() || !node.is_scalar() {
            return Err(refuse());
        }
        let line = !node.is_absent() && !node.raw().contains(['\n', '\r']) && is_same(node, tree);
        let block = matches!(node.style(), Style::Literal | Style::Folded);
        let brackets = node.style() == Style::Plain && node.raw().contains([',', '[', ']', '{', '}']);
        let fits = line && !block && !(brackets && matches!(around, Around::Line | Around::Lines(_)));
        if !fits && node.kind() == SyntaxKind::Disputed {
            return Err(refuse());
        }
        Ok(fits.then(|| node.raw()))
    }

    /// Refuses to copy an alias, and a container with a tag or with members that trees omit.
    fn check_copy(&self, tree: &Tree<SyntaxOrigin>) -> Result<(), Refusal> {
        match tree.mark {
            SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => Ok(()),
            SyntaxOrigin::Source(id) | SyntaxOrigin::Aliased(id) => {
                let node = self.resource.syntax_node(id);
                let alias = matches!(node.kind(), SyntaxKind::Alias(_));
                let left_out = node
                    .members()
                    .any(|(key, _)| !key.is_scalar() || key.is_repeated() || key.is_merge_key());
                let refused = alias || left_out || node.properties().tag.is_some();
                if refused { Err(Refusal::new(Reason::NotCopied, node.whole())) } else { Ok(()) }
            }
        }
    }

    /// Returns a key in the style of adjacent keys.
    pub(super) fn key(&self, key: &str, beside: Option<SyntaxNode<'_>>, at: Span) -> Result<String, Refusal> {
        let style = beside.map(SyntaxNode::style).or(self.layout.key);
        scalar::key(key, style, self.resource.format()).ok_or(Refusal::new(Reason::NotExpressible, at))
    }

    /// Writes a container in block style: its first line, then the others with their indentation.
    pub(super) fn block(
        &self,
        tree: &Tree<SyntaxOrigin>,
        column: usize,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        self.check_copy(tree)?;
        match &tree.data {
            Data::Array(elements) => {
                for (number, element) in elements.iter().enumerate() {
                    self.next_line(number, column, into);
                    self.block_element(element, column, at, into)?;
                }
            }
            Data::Object(members) => {
                for (number, (key, value)) in members.iter().enumerate() {
                    self.next_line(number, column, into);
                    self.block_member((key, None), value, column, at, into)?;
                }
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        }
        Ok(())
    }

    fn next_line(&self, number: usize, column: usize, into: &mut String) {
        if number > 0 {
            self.new_line(column, into);
        }
    }

    pub(super) fn new_line(&self, column: usize, into: &mut String) {
        into.push_str(self.layout.newline);
        into.extend(std::iter::repeat_n(' ', column));
    }

    /// Writes `- ` and an element, in a column.
    pub(super) fn block_element(
        &self,
        element: &Tree<SyntaxOrigin>,
        column: usize,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        into.push_str("- ");
        if Self::is_block(element) {
            return self.block(element, column + 2, at, into);
        }
        self.short(element, Around::Block(column), at, into)
    }

    /// Writes a key and its value, in a column.
    pub(super) fn block_member(
        &self,
        (key, beside): (&str, Option<SyntaxNode<'_>>),
        value: &Tree<SyntaxOrigin>,
        column: usize,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        into.push_str(&self.key(key, beside, at)?);
        into.push(':');
        if Self::is_block(value) {
            let inner = self.column_below(value, column);
            self.new_line(inner, into);
            return self.block(value, inner, at, into);
        }
        into.push(' ');
        self.short(value, Around::Block(column), at, into)
    }

    /// The column of the entries of a container that is a member.
    pub(super) fn column_below(&self, value: &Tree<SyntaxOrigin>, column: usize) -> usize {
        column + if matches!(value.data, Data::Array(_)) { self.layout.dash } else { self.layout.step }
    }

    /// A scalar, or a container without entries.
    fn short(
        &self,
        tree: &Tree<SyntaxOrigin>,
        around: Around<'_>,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        match &tree.data {
            Data::Array(_) => into.push_str("[]"),
            Data::Object(_) => into.push_str("{}"),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {
                into.push_str(&self.scalar(tree, None, around, at)?);
            }
        }
        Ok(())
    }

    /// Writes a value in brackets.
    pub(super) fn flow(
        &self,
        tree: &Tree<SyntaxOrigin>,
        around: Around<'_>,
        beside: Option<SyntaxNode<'_>>,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        if !Self::is_block(tree) {
            return self.short(tree, around, at, into);
        }
        self.check_copy(tree)?;
        let line = match around {
            Around::Lines(indentation) => Some(format!("{indentation}{}", self.layout.unit)),
            Around::Block(_) | Around::Line | Around::Nothing => None,
        };
        let inside = line.as_deref().map_or(Around::Line, Around::Lines);
        let empty = TreeMembers::new();
        let (elements, members) = match &tree.data {
            Data::Array(elements) => (elements.as_slice(), &empty),
            Data::Object(members) => (&[][..], members),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => (&[][..], &empty),
        };
        let elements = elements.iter().map(|element| (None, element));
        let entries = elements.chain(members.iter().map(|(key, value)| (Some(key), value)));
        into.push(if matches!(tree.data, Data::Array(_)) { '[' } else { '{' });
        for (number, (key, value)) in entries.enumerate() {
            if number > 0 {
                into.push(',');
            }
            match &line {
                Some(line) => into.extend([self.layout.newline, line]),
                None if number > 0 && self.layout.spaced => into.push(' '),
                None => {}
            }
            self.flow_entry(key, value, inside, beside, at, into)?;
        }
        if let Around::Lines(indentation) = around {
            into.extend([self.layout.newline, indentation]);
        }
        into.push(if matches!(tree.data, Data::Array(_)) { ']' } else { '}' });
        Ok(())
    }

    /// Writes an element, or a key and its value, in brackets.
    pub(super) fn flow_entry(
        &self,
        key: Option<&str>,
        value: &Tree<SyntaxOrigin>,
        around: Around<'_>,
        beside: Option<SyntaxNode<'_>>,
        at: Span,
        into: &mut String,
    ) -> Result<(), Refusal> {
        if let Some(key) = key {
            into.push_str(&self.key(key, beside, at)?);
            into.push(':');
            if self.layout.spaced || self.is_yaml() {
                into.push(' ');
            }
        }
        self.flow(value, around, beside, at, into)
    }
}
