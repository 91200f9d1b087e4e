//! From wanted values to the smallest changes of a text.

mod align;
mod block;
mod chomp;
mod container;
mod flow;
mod layout;
mod lines;
mod render;
mod scalar;
mod value;
mod within;

pub use within::{rewrite_all_within, rewrite_within};

use super::refusal::{Reason, Refusal};
use super::tree::{SyntaxOrigin, trees};
use crate::diagnostic::Report;
use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Format, NodeId, Style, SyntaxKind, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, Span, narrow};
use layout::Layout;
use lines::Lines;
use std::sync::Arc;
use value::Site;

/// A piece of a text and what comes in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// Byte offset of the first byte that goes.
    pub start: u32,
    /// Byte offset after the last byte that goes.
    pub end: u32,
    /// What comes.
    pub text: String,
}

/// A text after its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The new text.
    pub text: String,
    /// What changed, in the order of the text and apart from each other.
    pub splices: Vec<Splice>,
}

/// Changes a resource so that its documents have the values wanted: one tree a document, made from those of
/// [`trees`]. Every byte that need not change stays as it is.
///
/// Members stay in their order; new ones come after the others. A new scalar has the style of the one it comes
/// for, where all readers take it for the same value then, else quotes; what was [written plain](SyntaxOrigin::Plain) may come
/// for what readers dispute alike. Of a block only the lines and the header change that differ. New containers are in block style in
/// block style, in brackets in brackets. What is removed goes with the comment after it in its line, with
/// comment lines directly above it that are not indented further, and with those directly below it that are. A
/// container that loses everything becomes `{}` or `[]`; comments in brackets that belong to no entry stay there. Where a
/// block comes to end a text that has no line break at its end, it gets one if the block needs it.
///
/// The result is read again and compared with what is wanted. Takes time linear in the text and the trees.
///
/// # Errors
/// Where a change cannot be made without harm. Nothing is changed then.
pub fn rewrite(resource: &Document, wanted: &[Tree<SyntaxOrigin>]) -> Result<Rewritten, Refusal> {
    let ends = resource.format() != Format::Yaml || resource.source().text().ends_with('\n');
    attempt(resource, wanted, (true, false)).or_else(|refusal| {
        if refusal.reason != Reason::NotInPlace {
            return Err(refusal);
        }
        // A block that ends the text now may say that a line break ends it.
        let ended = if ends { None } else { attempt(resource, wanted, (true, true)).ok() };
        // What comes after a block can become part of it: then quotes, which end where they end.
        ended.or_else(|| attempt(resource, wanted, (false, false)).ok()).ok_or(refusal)
    })
}

/// `blocks` is whether new text of several lines may be a block, and `ended` whether the new text has a line break
/// at its end that the old one had not.
fn attempt(
    resource: &Document,
    wanted: &[Tree<SyntaxOrigin>],
    (blocks, ended): (bool, bool),
) -> Result<Rewritten, Refusal> {
    let mut writer = Rewriter { blocks, ..Rewriter::new(resource) };
    for (root, tree) in resource.syntax_roots().zip(wanted) {
        writer.value(root, tree, &Site::root(root))?;
    }
    writer.check_aliases()?;
    if ended {
        let end = writer.lines.text.len();
        writer.splice(end, end, writer.layout.newline);
    }
    let rewritten = writer.finish();
    verify(resource, &rewritten, wanted)?;
    Ok(rewritten)
}

/// Walks along a resource and what it is to be, and collects splices.
struct Rewriter<'r> {
    resource: &'r Document,
    lines: Lines<'r>,
    layout: Layout<'r>,
    /// Whether new text of several lines may be a block.
    blocks: bool,
    splices: Vec<(usize, usize, String)>,
    /// Values and keys that go as a whole.
    dropped: Vec<NodeId>,
}

impl<'r> Rewriter<'r> {
    fn new(resource: &'r Document) -> Self {
        let lines = Lines::of(resource);
        let layout = Layout::of(resource, lines);
        Self { resource, lines, layout, blocks: true, splices: Vec::new(), dropped: Vec::new() }
    }

    fn splice(&mut self, start: usize, end: usize, text: impl Into<String>) {
        let text = text.into();
        if start < end || !text.is_empty() {
            self.splices.push((start, end.max(start), text));
        }
    }

    /// Whether something goes that an alias stands for, which stays.
    fn check_aliases(&mut self) -> Result<(), Refusal> {
        self.dropped.sort_unstable();
        let goes = |node: NodeId| {
            let at = self.dropped.partition_point(|dropped| *dropped <= node);
            let nearest = at.checked_sub(1).and_then(|at| self.dropped.get(at));
            nearest.is_some_and(|nearest| self.resource.syntax_node(*nearest).contains(node))
        };
        let lost = self.resource.aliases().iter().find(|(alias, of)| goes(*of) && !goes(*alias));
        match lost {
            Some((alias, of)) => Err(self.shared(self.resource.syntax_node(*of), *alias)),
            None => Ok(()),
        }
    }

    /// A block that ends with the text, and not with a line break, ends with one where something comes after it: its
    /// header says then that this one does not count.
    fn close_last_block(&mut self) {
        let Some(block) = self.resource.syntax_roots().last().and_then(last_block) else { return };
        let (start, end) = (block.span().start as usize, block.span().end as usize);
        let header = start + chomp::indicators(block).len();
        let follows = self.splices.iter().any(|(at, _, text)| *at >= end && !text.trim().is_empty());
        let stays = self.splices.iter().all(|(from, to, _)| *to <= start || header <= *from);
        let text = block.text();
        if follows && stays && !text.is_empty() && !text.ends_with('\n') {
            self.set_chomping(block, "-");
        }
    }

    fn shared(&self, node: SyntaxNode<'_>, alias: NodeId) -> Refusal {
        let alias = self.resource.syntax_node(alias).span();
        let anchor = node.properties().anchor;
        Refusal::new(Reason::Shared, anchor.unwrap_or(node.whole())).because(Some(alias))
    }

    fn finish(mut self) -> Rewritten {
        self.close_last_block();
        let mut splices = self.splices;
        // Of two at one place the one that was asked for first comes first.
        splices.sort_by_key(|(start, end, _)| (*start, *end));
        apply(self.lines.text, splices)
    }
}

/// The block scalar that a value ends with, if it does. Depth is limited, so recursion is.
fn last_block(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let member = node.members().last().map(|(key, value)| if value.is_absent() { key } else { value });
    match member.or_else(|| node.elements().last()) {
        Some(last) => last_block(last),
        None => Some(node).filter(|node| matches!(node.style(), Style::Literal | Style::Folded)),
    }
}

/// Makes the new text. Splices that touch or overlap become one: two entries that go may both take the line
/// break between them.
fn apply(text: &str, sorted: Vec<(usize, usize, String)>) -> Rewritten {
    let mut new = String::with_capacity(text.len());
    let mut splices: Vec<Splice> = Vec::new();
    let mut at = 0;
    for (start, end, piece) in sorted {
        new.push_str(text.get(at..start).unwrap_or_default());
        new.push_str(&piece);
        at = end.max(at);
        match splices.last_mut() {
            Some(last) if last.end >= narrow(start) => {
                last.end = narrow(at);
                last.text.push_str(&piece);
            }
            _ => splices.push(Splice { start: narrow(start), end: narrow(at), text: piece }),
        }
    }
    new.push_str(text.get(at..).unwrap_or_default());
    Rewritten { text: new, splices }
}

/// Reads the new text and compares it with what is wanted.
fn verify(resource: &Document, rewritten: &Rewritten, wanted: &[Tree<SyntaxOrigin>]) -> Result<(), Refusal> {
    if rewritten.splices.is_empty() {
        // What is wanted is what is there, or nothing of it can be written.
        let old = trees(resource)?;
        let same = old.len() == wanted.len() && old.iter().zip(wanted).all(|(old, new)| old.same_data(new));
        return if same { Ok(()) } else { Err(not_in_place(resource, rewritten)) };
    }
    let source = Sources::new().add(String::new(), rewritten.text.clone(), None);
    let read = parse_lossless(resource.format(), &source, &mut Report::new());
    let same = read.is_some_and(|read| {
        let found = trees(&read).unwrap_or_default();
        found.len() == wanted.len()
            && found
                .iter()
                .zip(wanted)
                .all(|(found, wanted)| found.same_data(wanted) && meant(&read, found, wanted, resource))
    });
    if same { Ok(()) } else { Err(not_in_place(resource, rewritten)) }
}

/// Whether no string that was written is read as one by some readers only. Both trees hold the same data.
fn meant(
    read: &Document,
    found: &Tree<SyntaxOrigin>,
    wanted: &Tree<SyntaxOrigin>,
    resource: &Document,
) -> bool {
    match (&found.data, &wanted.data) {
        (Data::Array(found), Data::Array(wanted)) => {
            found.iter().zip(wanted).all(|(found, wanted)| meant(read, found, wanted, resource))
        }
        (Data::Object(found), Data::Object(wanted)) => found
            .iter()
            .all(|(key, found)| wanted.get(key).is_some_and(|wanted| meant(read, found, wanted, resource))),
        (Data::String(_), _) => {
            let is_disputed =
                |node: SyntaxNode<'_>| node.kind() == SyntaxKind::Disputed && node.properties().tag.is_none();
            let found = match found.mark {
                SyntaxOrigin::Source(node) => is_disputed(read.syntax_node(node)),
                SyntaxOrigin::Aliased(_) | SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => false,
            };
            match wanted.mark {
                SyntaxOrigin::Source(node) => found == is_disputed(resource.syntax_node(node)),
                SyntaxOrigin::New(_) => !found,
                // It stays what is there, or comes in place of a text that is disputed alike.
                SyntaxOrigin::Aliased(_) | SyntaxOrigin::Plain(_) => true,
            }
        }
        (Data::Null | Data::Bool(_) | Data::Number(_) | Data::Array(_) | Data::Object(_), _) => true,
    }
}

/// Refuses at the first place that would change.
fn not_in_place(resource: &Document, rewritten: &Rewritten) -> Refusal {
    let source: &Arc<Source> = resource.source();
    let first = rewritten.splices.first().map_or((0, 0), |first| (first.start, first.end));
    Refusal::new(Reason::NotInPlace, Span { start: first.0, end: first.1, source: source.id() })
}
