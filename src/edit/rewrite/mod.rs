//! Computes the smallest changes of a text for wanted values.

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

pub(in crate::edit) use scalar::escaped;

use super::refusal::{Reason, Refusal};
use super::tree::{SyntaxOrigin, trees};
use crate::diagnostic::Report;
use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Format, Style, SyntaxKind, SyntaxNode, parse_lossless};
use crate::text::{Source, Sources, Span};
use rewriter::Rewriter;
use std::sync::Arc;
use value::Site;

/// Changes a resource so that its documents have the wanted values: one tree per document, made from the trees of
/// [`trees`]. Every byte that need not change stays as it is.
///
/// Members stay in their order; new ones follow the others. A new scalar has the style of the one that it replaces if
/// all readers then read the same value, else quotes. A text [written plain](SyntaxOrigin::Plain) may replace a text
/// that readers dispute in the same way. In a block, only differing lines and the header change. New containers are in
/// block style inside block style, and in brackets inside brackets. Removing an entry also removes its comments: after
/// it on its line, in lines directly above it that are not indented further, and in lines directly below it that are. A
/// container that loses all entries becomes `{}` or `[]`; comments in brackets that belong to no entry stay. If a block
/// becomes the end of a text without a line break at its end, the text gets one if the block needs it.
///
/// The result is parsed again and compared with the wanted values. Takes time linear in the text and the trees.
///
/// # Errors
/// A change that would harm the rest of the text. Nothing is changed then.
pub fn rewrite(resource: &Document, wanted: &[Tree<SyntaxOrigin>]) -> Result<Rewritten, Refusal> {
    let ends = resource.format() != Format::Yaml || resource.source().text().ends_with('\n');
    attempt(resource, wanted, (true, false)).or_else(|refusal| {
        if refusal.reason != Reason::NotInPlace {
            return Err(refusal);
        }
        // A block that now ends the text may need a line break at its end.
        let ended = if ends { None } else { attempt(resource, wanted, (true, true)).ok() };
        // Text after a block could become part of it. Quotes prevent that.
        ended.or_else(|| attempt(resource, wanted, (false, false)).ok()).ok_or(refusal)
    })
}

/// `blocks` allows blocks for new text of several lines; `ended` adds a line break at the end of the text.
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

/// A name as a key or string in this style, if the name allows it; in YAML such a key is a string everywhere. `None` if
/// the format cannot write it.
pub(crate) fn written_key(text: &str, style: Style, format: Format) -> Option<String> {
    scalar::key(text, Some(style), format)
}

/// Parses the new text and compares it with the wanted values.
fn verify(resource: &Document, rewritten: &Rewritten, wanted: &[Tree<SyntaxOrigin>]) -> Result<(), Refusal> {
    if rewritten.splices.is_empty() {
        // Either nothing changes, or nothing of the change can be written.
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

/// Whether readers agree on each string that is new, and dispute each kept string exactly if they disputed it before.
/// Both trees have the same data.
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
                // It is unchanged, or replaces a text that readers dispute in the same way.
                SyntaxOrigin::Aliased(_) | SyntaxOrigin::Plain(_) => true,
            }
        }
        (Data::Null | Data::Bool(_) | Data::Number(_) | Data::Array(_) | Data::Object(_), _) => true,
    }
}

/// Refuses at the first changed place.
fn not_in_place(resource: &Document, rewritten: &Rewritten) -> Refusal {
    let source: &Arc<Source> = resource.source();
    let first = rewritten.splices.first().map_or((0, 0), |first| (first.start, first.end));
    Refusal::new(Reason::NotInPlace, Span { start: first.0, end: first.1, source: source.id() })
}
