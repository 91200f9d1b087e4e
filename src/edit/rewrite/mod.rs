//! From wanted values to the smallest changes of a text.

mod align;
mod block;
mod chomp;
mod container;
mod flow;
mod layout;
mod lines;
mod render;
mod rewriter;
mod scalar;
mod splices;
mod value;
mod within;

pub use splices::{Rewritten, Splice};
pub use within::{rewrite_all_within, rewrite_within};

use super::refusal::{Reason, Refusal};
use super::tree::{SyntaxOrigin, trees};
use crate::diagnostic::Report;
use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Format, SyntaxKind, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, Span};
use rewriter::Rewriter;
use std::sync::Arc;
use value::Site;

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
