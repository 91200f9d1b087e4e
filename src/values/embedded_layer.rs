//! Layers that lie in strings of other documents: `configmap.yaml#/data/app.json5`.

use super::errors;
use crate::diagnostic::Report;
use crate::formats::{self, Format};
use crate::json5::Document;
use crate::pointer::{Index, Pointer, Token};
use crate::resource::{Embedded, Kind, Node, Resource};
use crate::text::escape::quoted;
use crate::text::suggest::Suggestions;
use crate::text::{Sources, Span};

/// Reads the text that lies in a string of another document as a document of its own. Everything in it has its
/// place in that other document, and so has whatever is wrong with it.
///
/// Of several documents the pointer must lead to a string in exactly one. Aliases on its way are followed. `None`
/// where there is no such string, which is reported.
pub fn embedded(
    resource: &Resource,
    pointer: &Pointer,
    format: Format,
    report: &mut Report,
) -> Option<Document> {
    let string = find(resource, pointer, report)?;
    let text = Embedded::of(string)?;
    let inner = Sources::new().add(resource.source().name().into(), text.text().into(), None);
    let mut found = Report::new();
    let moved = |span: Span| text.span(span.start, span.end);
    let document = formats::parse(format, &inner, &mut found).moved(resource.source(), moved);
    report.push_moved(found, &inner, moved);
    Some(document)
}

/// Where a walk along a pointer ends before its last step, and why.
struct UnresolvedPointer<'r> {
    at: Node<'r>,
    /// How many steps lead somewhere.
    steps: usize,
    why: String,
    /// The nearest key there is.
    nearest: Option<&'r str>,
}

/// The string that a pointer leads to.
fn find<'r>(resource: &'r Resource, pointer: &Pointer, report: &mut Report) -> Option<Node<'r>> {
    let mut found: Option<Node<'_>> = None;
    let mut lost: Option<UnresolvedPointer<'_>> = None;
    for root in resource.documents() {
        match walk(root, pointer.tokens(), report.suggestions()) {
            Ok(node) => match found {
                Some(first) => {
                    let why = "two documents have one, and only one can be the layer";
                    let twice = errors::no_embedded_text(pointer, why, node.span(), std::iter::empty());
                    report.push(twice.label(first.span(), "the first one"));
                    return None;
                }
                None => found = Some(node),
            },
            // The document that the pointer comes furthest in is most likely the one that is meant.
            Err(other) if lost.as_ref().is_none_or(|lost| lost.steps < other.steps) => lost = Some(other),
            Err(_) => {}
        }
    }
    let nothing = resource.source().span(0, 0);
    if found.is_none() {
        report.push(match lost {
            Some(UnresolvedPointer { at, why, nearest, .. }) => {
                errors::no_embedded_text(pointer, &why, start_of(at), keys(at))
                    .help_if(nearest.map(|nearest| format!("did you mean {}?", quoted(nearest))))
            }
            None => errors::no_embedded_text(pointer, "there is no document", nothing, std::iter::empty()),
        });
    }
    found
}

/// The keys of an object; none of anything else.
fn keys(at: Node<'_>) -> impl Iterator<Item = &str> {
    at.members().filter(|(key, _)| key.is_scalar()).map(|(key, _)| key.text())
}

/// The first line of a node: containers go on for many.
fn start_of(node: Node<'_>) -> Span {
    let span = node.span();
    let text = node.raw();
    let line = text.lines().next().unwrap_or(text).trim_end().len();
    Span { end: span.start + u32::try_from(line).unwrap_or(u32::MAX), ..span }
}

fn walk<'r>(
    root: Node<'r>,
    tokens: &[Token],
    suggestions: &mut Suggestions,
) -> Result<Node<'r>, UnresolvedPointer<'r>> {
    let mut node = followed(root);
    for (steps, token) in tokens.iter().enumerate() {
        let next = step(node, token, suggestions);
        node = next.map(followed).map_err(|(why, nearest)| UnresolvedPointer {
            at: node,
            steps,
            why,
            nearest,
        })?;
    }
    let is_text = matches!(node.kind(), Kind::String | Kind::Disputed) && Embedded::of(node).is_some();
    is_text.then_some(node).ok_or_else(|| UnresolvedPointer {
        at: node,
        steps: tokens.len(),
        why: format!("expected a string, found {}", name(node.kind())),
        nearest: None,
    })
}

/// What an alias stands for. Aliases stand for what is above them, so this ends.
fn followed(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        Kind::Alias(target) => followed(node.resource().node(target)),
        Kind::Null
        | Kind::True
        | Kind::False
        | Kind::Number
        | Kind::String
        | Kind::Disputed
        | Kind::Array
        | Kind::Object => node,
    }
}

/// A step, or why there is none, with the nearest key.
fn step<'r>(
    node: Node<'r>,
    token: &Token,
    suggestions: &mut Suggestions,
) -> Result<Node<'r>, (String, Option<&'r str>)> {
    let key = token.as_str();
    let why = match node.kind() {
        Kind::Object => {
            let members = || node.members().filter(|(name, _)| name.is_scalar());
            let mut found = members().filter(|(name, _)| name.text() == key);
            match (found.next(), found.next()) {
                (Some((_, value)), None) => return Ok(value),
                (Some(_), Some(_)) => format!("the key {} stands there twice", quoted(key)),
                (None, _) => {
                    let nearest = suggestions.nearest(key, members().map(|(name, _)| name.text()));
                    return Err((format!("there is no member {}", quoted(key)), nearest));
                }
            }
        }
        Kind::Array => match token.index() {
            Ok(Index::At(at)) => match node.elements().nth(at) {
                Some(element) => return Ok(element),
                None => format!("there are {} elements, so there is no {key}", node.elements().count()),
            },
            Ok(Index::Behind) | Err(_) => format!("expected an index, found {}", quoted(key)),
        },
        Kind::Null
        | Kind::True
        | Kind::False
        | Kind::Number
        | Kind::String
        | Kind::Disputed
        | Kind::Alias(_) => format!("nothing lies in {}", name(node.kind())),
    };
    Err((why, None))
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::True | Kind::False => "a bool",
        Kind::Number => "a number",
        Kind::String | Kind::Disputed => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
        Kind::Alias(_) => "an alias",
    }
}
