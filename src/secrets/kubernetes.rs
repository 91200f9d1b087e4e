//! Kubernetes Secrets, whose data is secret without a declaration.

use super::damage::Ranges;
use super::names::Names;
use super::unread_resource::in_unread;
use crate::diagnostic::Report;
use crate::pointer::{Pointer, ReferenceToken};
use crate::syntax::{Format, SyntaxNode, parse_damaged_documents, parse_lossless};
use crate::text::{Source, Span, narrow};
use std::sync::Arc;

/// The kind of these resources.
const SECRET: &str = "Secret";

/// The sections with secret data.
const DATA: [&str; 2] = ["data", "stringData"];

/// Hides the data of Secrets in all documents of a text, and in lists of resources. Clears the rest of the text:
/// callers whose text may hold other secrets hide them too. Returns whether there may be a Secret.
pub fn hide_kubernetes_secrets(syntax: Format, source: &Arc<Source>) -> bool {
    let ranges = in_secrets(syntax, source);
    let any = !ranges.is_empty();
    source.mask(ranges);
    any
}

/// Whether any document of a text looks like a Kubernetes resource.
#[must_use]
pub fn is_resource(syntax: Format, source: &Arc<Source>) -> bool {
    let document = parse_damaged_documents(syntax, source, &mut Report::new());
    document.roots().any(|root| ["apiVersion", "kind"].iter().any(|key| root.get(key).is_some()))
}

/// Whether a pointer into a Secret leads to its data, or may.
#[must_use]
pub fn is_in_kubernetes_data(pointer: &Pointer) -> bool {
    pointer.tokens().iter().map(ReferenceToken::as_str).any(|token| DATA.contains(&token))
}

/// The secret ranges of the Secrets in a text.
pub(super) fn in_secrets(syntax: Format, source: &Arc<Source>) -> Ranges {
    if !source.text().contains(SECRET) {
        return Vec::new();
    }
    let Some(resource) = parse_lossless(syntax, source, &mut Report::new()) else {
        return in_unread(&Names::empty(), &|_| false, syntax, source);
    };
    let mut ranges = Vec::new();
    for root in resource.syntax_roots() {
        let items = root.get("items").into_iter().flat_map(SyntaxNode::elements);
        for item in std::iter::once(root).chain(items).map(SyntaxNode::followed) {
            let is_secret = item.get("kind").is_some_and(|kind| kind.followed().text() == SECRET);
            for (key, section) in item.members().filter(|(key, _)| is_secret && DATA.contains(&key.text())) {
                in_section(source, key, section, &mut ranges);
            }
        }
    }
    ranges
}

/// Hides the values of a section, and the comments beside them; its keys stay.
fn in_section(source: &Source, key: SyntaxNode<'_>, section: SyntaxNode<'_>, ranges: &mut Ranges) {
    let section = section.followed();
    let mut at = key.span().end;
    for (key, value) in section.members() {
        in_comments(source, (at, key.span().start), ranges);
        in_comments(source, (key.span().end, value.span().start), ranges);
        let value = value.followed().span();
        ranges.push((value.start, value.end));
        at = value.end;
    }
    let Span { start, end, .. } = section.span();
    if section.members().next().is_none() {
        ranges.push((start, end));
    }
    in_comments(source, (at, source.line_around(at.max(end)).1), ranges);
}

/// Hides the text between keys and values from the first sign of a comment on.
fn in_comments(source: &Source, (start, end): (u32, u32), ranges: &mut Ranges) {
    // An alias refers to a value at another place.
    let start = start.min(end);
    let between = source.slice(source.span(start, end));
    let mut at = start;
    for line in between.split_inclusive('\n') {
        if let Some(sign) = line.find(['#', '/']) {
            ranges.push((at + narrow(sign), at + narrow(line.trim_end().len())));
        }
        at += narrow(line.len());
    }
}
