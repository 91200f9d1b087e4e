//! Changes texts embedded in strings.

use super::chomp::whole_lines;
use super::rewriter::Rewriter;
use super::{Rewritten, Splice, rewrite, scalar, verify};
use crate::edit::refusal::{Reason, Refusal};
use crate::edit::tree::{SyntaxOrigin, trees};
use crate::pointer::{Data, Tree};
use crate::syntax::{Document, Embedded, Format, NodeId, Style, SyntaxNode};
use crate::text::Span;
use std::collections::BTreeMap;

/// Changes the text of one string; see [`rewrite_all_within`].
///
/// # Errors
/// As [`rewrite_all_within`].
pub fn rewrite_within(
    resource: &Document,
    string: SyntaxOrigin,
    inner: &Rewritten,
) -> Result<Rewritten, Refusal> {
    rewrite_all_within(resource, &[(string, inner)])
}

/// Changes texts embedded in strings of a resource. `changes` has the mark of each string at most once, with the changed
/// text that [`Embedded`] gave.
///
/// If the style of a string allows it, only the differing lines of a block, or characters between quotes, change.
/// Otherwise the whole string is replaced. Takes time linear in the resource and the texts.
///
/// # Errors
/// As [`rewrite`], or a mark of a value that is not a scalar or is reached through an alias.
pub fn rewrite_all_within(
    resource: &Document,
    changes: &[(SyntaxOrigin, &Rewritten)],
) -> Result<Rewritten, Refusal> {
    let mut texts = BTreeMap::new();
    let mut spliced = Some(Vec::new());
    for (string, inner) in changes {
        let node = string_of(resource, *string)?;
        check_way(resource, node)?;
        texts.insert(node.id(), inner.text.as_str());
        let may_splice = !node.is_shared() && node.is_string();
        let splices = Some(node).filter(|_| may_splice).and_then(|node| {
            let embedded = Embedded::of(node)?;
            outer(node, &embedded, &inner.splices)
        });
        spliced = spliced.zip(splices).map(|(mut all, own): (Vec<_>, Vec<_>)| {
            all.extend(own);
            all
        });
    }
    let mut wanted = trees(resource)?;
    wanted.iter_mut().for_each(|tree| set(tree, &texts));
    if let Some(splices) = spliced {
        let mut writer = Rewriter::new(resource);
        writer.splices = splices;
        let rewritten = writer.finish();
        if verify(resource, &rewritten, &wanted).is_ok() {
            return Ok(rewritten);
        }
    }
    rewrite(resource, &wanted)
}

/// The string with a mark.
fn string_of(resource: &Document, string: SyntaxOrigin) -> Result<SyntaxNode<'_>, Refusal> {
    let not_in_place = |place: Option<Span>| {
        Refusal::new(Reason::NotInPlace, place.unwrap_or_else(|| resource.source().span(0, 0)))
    };
    match string {
        SyntaxOrigin::Source(node) => {
            let node = resource.syntax_node(node);
            if node.is_scalar() { Ok(node) } else { Err(not_in_place(Some(node.span()))) }
        }
        SyntaxOrigin::Aliased(alias) => {
            Err(Refusal::new(Reason::ThroughAlias, resource.syntax_node(alias).span()))
        }
        SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_) => Err(not_in_place(string.place(resource))),
    }
}

/// Refuses a string under a repeated key or a merge key: readers disagree on its value.
fn check_way(resource: &Document, string: SyntaxNode<'_>) -> Result<(), Refusal> {
    let mut inside = resource.syntax_roots().find(|root| root.contains(string.id()));
    while let Some(node) = inside {
        let member = node.members().find(|(_, value)| value.contains(string.id()));
        if let Some((key, _)) = member.filter(|(key, _)| key.is_repeated()) {
            return Err(Refusal::new(Reason::RepeatedKey, key.span()));
        }
        if let Some((key, _)) = member.filter(|(key, _)| key.is_merge_key()) {
            return Err(Refusal::new(Reason::MergeKey, key.span()));
        }
        let element = || node.elements().find(|element| element.contains(string.id()));
        inside = member.map(|(_, value)| value).or_else(element);
    }
    Ok(())
}

/// Sets the texts of scalars that differ.
fn set(tree: &mut Tree<SyntaxOrigin>, texts: &BTreeMap<NodeId, &str>) {
    if let SyntaxOrigin::Source(node) = tree.mark
        && let Some(text) = texts.get(&node)
    {
        let is_same = matches!(&tree.data, Data::String(old) if **old == **text);
        if !is_same {
            *tree = Tree { mark: SyntaxOrigin::New(None), data: Data::String((*text).into()) };
        }
        return;
    }
    match &mut tree.data {
        Data::Array(elements) => elements.iter_mut().for_each(|element| set(element, texts)),
        Data::Object(members) => members.values_mut().for_each(|value| set(value, texts)),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}

/// Splices of an embedded text as splices of the text around it; `None` if the style of the string does not allow
/// single changes.
fn outer(
    node: SyntaxNode<'_>,
    embedded: &Embedded<'_>,
    splices: &[Splice],
) -> Option<Vec<(usize, usize, String)>> {
    let syntax = node.document().format();
    let quote = match node.style() {
        Style::Double => '"',
        Style::Single => '\'',
        Style::Literal => return whole_lines(node, embedded, splices),
        Style::Plain | Style::Folded | Style::Flow | Style::Block | Style::Pair => return None,
    };
    let fits = |splice: &Splice| {
        // Single quotes of YAML have no escapes.
        quote == '"' || syntax != Format::Yaml || !splice.text.chars().any(crate::text::escape::is_unsafe)
    };
    splices.iter().all(fits).then(|| {
        let spliced = splices.iter().map(|splice| {
            let span = embedded.span(splice.start, splice.end);
            let text = scalar::escaped(&splice.text, quote, syntax);
            (span.start as usize, span.end as usize, text)
        });
        spliced.collect()
    })
}
