//! Layers in strings of other documents: `configmap.yaml#/data/app.json5`.

use super::errors;
use crate::diagnostic::{Help, Report};
use crate::pointer::{Index, Pointer, ReferenceToken};
use crate::syntax::{self, Document, Embedded, Format, Kind, Node, SyntaxKind, SyntaxNode};
use crate::text::escape::quoted;
use crate::text::{Sources, Span};

/// Reads the text in a string of another document as a document of its own. Its nodes and diagnostics have places in
/// the outer document.
///
/// If there are several documents, the pointer must refer to a string in exactly one. Aliases on its path are followed.
/// `None` if there is no such string, which is reported.
pub fn embedded(
    resource: &Document,
    pointer: &Pointer,
    format: Format,
    report: &mut Report,
) -> Option<Document> {
    let string = find(resource, pointer, report)?;
    let text = Embedded::of(string)?;
    let inner = Sources::new().add(resource.source().name().into(), text.text().into(), None);
    let mut found = Report::new();
    let moved = |span: Span| text.span(span.start, span.end);
    let document = syntax::parse(format, &inner, &mut found).moved(resource.source(), moved);
    report.push_moved(found, &inner, |span| text.shown(span));
    Some(document)
}

/// Whether a pointer refers to an object in a text. The object is a layer in the format of the text, and [`object_at`]
/// finds it after the text was read as values.
pub(crate) fn is_object_at(resource: &Document, pointer: &Pointer) -> bool {
    may_hold_layers(resource)
        && target(resource, pointer).is_some_and(|node| node.kind() == SyntaxKind::Object)
}

/// Whether objects in a text may be layers: it is a single document, and not a Kubernetes resource.
fn may_hold_layers(resource: &Document) -> bool {
    let mut roots = resource.syntax_roots();
    let has = |root: SyntaxNode<'_>, key: &str| !root.look_up(key).is_empty();
    let is_resource = |root: SyntaxNode<'_>| has(root, "apiVersion") && has(root, "kind");
    roots.next().is_some_and(|root| !is_resource(root)) && roots.next().is_none()
}

/// Whether a pointer refers to a string in a text.
pub(crate) fn is_string_at(resource: &Document, pointer: &Pointer) -> bool {
    target(resource, pointer).is_some_and(SyntaxNode::is_string)
}

fn target<'r>(resource: &'r Document, pointer: &Pointer) -> Option<SyntaxNode<'r>> {
    resource.syntax_roots().filter_map(|root| follow(root, pointer.tokens()).ok()).last()
}

/// The object that a pointer refers to, in a document that was read as values.
pub(crate) fn object_at<'d>(document: &'d Document, pointer: &Pointer) -> Option<Node<'d>> {
    let mut node = document.root()?;
    for token in pointer.tokens() {
        let element = || match token.index() {
            Ok(Index::At(at)) => node.look_up_element(at).ok(),
            Ok(Index::End) | Err(_) => None,
        };
        node = node.look_up(token.as_str()).or_else(element)?;
    }
    (node.kind() == Kind::Object).then_some(node)
}

/// The place where a walk along a pointer ended before its last step, and the reason.
struct UnresolvedPointer<'r, 't> {
    at: SyntaxNode<'r>,
    /// The number of steps that were possible.
    steps: usize,
    why: String,
    /// The missing key. The nearest key is searched for only when the error is reported.
    missing: Option<&'t str>,
}

/// The string that a pointer refers to.
fn find<'r>(resource: &'r Document, pointer: &Pointer, report: &mut Report) -> Option<SyntaxNode<'r>> {
    let mut found: Option<SyntaxNode<'_>> = None;
    let mut lost: Option<UnresolvedPointer<'_, '_>> = None;
    for root in resource.syntax_roots() {
        match walk(root, pointer.tokens()) {
            Ok(node) => match found {
                Some(first) => {
                    let why = "two documents have one, but only one can be the layer";
                    let twice = errors::no_embedded_text(pointer, why, node.span(), (&[], 0));
                    report.push(twice.label(first.span(), "the first one"));
                    return None;
                }
                None => found = Some(node),
            },
            // The document with the most possible steps is most likely the intended one.
            Err(other) if lost.as_ref().is_none_or(|lost| lost.steps < other.steps) => lost = Some(other),
            Err(_) => {}
        }
    }
    let nothing = resource.source().span(0, 0);
    if found.is_none() {
        let told = match lost {
            Some(UnresolvedPointer { at, why, missing, .. }) => {
                let nearest = missing.and_then(|key| report.suggestions().nearest(key, keys(at)));
                let shown: Vec<&str> = keys(at).take(SHOWN_KEYS).collect();
                let more = at.count_members().saturating_sub(shown.len());
                let place = at.document().source().first_line(at.span());
                let text = if missing.is_none() { first_text(at).map(|key| pointer.join(key)) } else { None };
                errors::no_embedded_text(pointer, &why, place, (&shown, more))
                    .help_if(nearest.map(Help::meant))
                    .help_if(
                        text.map(|text| format!("point to a text in it: {}", quoted(&format!("#{text}")))),
                    )
            }
            None => errors::no_embedded_text(pointer, "there is no document", nothing, (&[], 0)),
        };
        report.push(told);
    }
    found
}

/// The key of the first string in an object that may be a layer: its key has the extension of a layer.
fn first_text(at: SyntaxNode<'_>) -> Option<&str> {
    let is_layer = |(key, value): &(SyntaxNode<'_>, SyntaxNode<'_>)| {
        key.is_scalar() && value.is_string() && Format::of(key.text()).is_some()
    };
    at.members().find(is_layer).map(|(key, _)| key.text())
}

/// The number of keys that a message about a missing key lists.
const SHOWN_KEYS: usize = 12;

/// The keys of an object; empty for other nodes.
fn keys(at: SyntaxNode<'_>) -> impl Iterator<Item = &str> {
    at.members().filter(|(key, _)| key.is_scalar()).map(|(key, _)| key.text())
}

/// The string at the end of a walk.
fn walk<'r, 't>(
    root: SyntaxNode<'r>,
    tokens: &'t [ReferenceToken],
) -> Result<SyntaxNode<'r>, UnresolvedPointer<'r, 't>> {
    let node = follow(root, tokens)?;
    let is_text = node.is_string() && Embedded::of(node).is_some();
    is_text.then_some(node).ok_or_else(|| UnresolvedPointer {
        at: node,
        steps: tokens.len(),
        why: match may_hold_layers(root.document()) {
            true => format!("expected a string or an object, found {}", name(node.kind())),
            false => format!("expected a string, found {}", name(node.kind())),
        },
        missing: None,
    })
}

fn follow<'r, 't>(
    root: SyntaxNode<'r>,
    tokens: &'t [ReferenceToken],
) -> Result<SyntaxNode<'r>, UnresolvedPointer<'r, 't>> {
    let mut node = root.followed();
    for (steps, token) in tokens.iter().enumerate() {
        let next = step(node, token);
        node = next.map(SyntaxNode::followed).map_err(|(why, missing)| UnresolvedPointer {
            at: node,
            steps,
            why,
            missing,
        })?;
    }
    Ok(node)
}

/// The node after a step, or the reason why it is missing, and the missing key.
fn step<'r, 't>(
    node: SyntaxNode<'r>,
    token: &'t ReferenceToken,
) -> Result<SyntaxNode<'r>, (String, Option<&'t str>)> {
    let key = token.as_str();
    let why = match node.kind() {
        SyntaxKind::Object => match node.look_up(key).as_slice() {
            [value] => return Ok(*value),
            [] => return Err((format!("there is no member {}", quoted(key)), Some(key))),
            [_, ..] => format!("the key {} occurs there twice", quoted(key)),
        },
        SyntaxKind::Array => match token.index() {
            Ok(Index::At(at)) => match node.look_up_element(at) {
                Ok(element) => return Ok(element),
                Err(count) => format!("there are {count} elements, so there is no {key}"),
            },
            Ok(Index::End) | Err(_) => format!("expected an index, found {}", quoted(key)),
        },
        SyntaxKind::Null
        | SyntaxKind::True
        | SyntaxKind::False
        | SyntaxKind::Number
        | SyntaxKind::String
        | SyntaxKind::Disputed
        | SyntaxKind::Alias(_) => format!("{} has no members or elements", name(node.kind())),
    };
    Err((why, None))
}

fn name(kind: SyntaxKind) -> &'static str {
    match kind {
        SyntaxKind::Null => "null",
        SyntaxKind::True | SyntaxKind::False => "a bool",
        SyntaxKind::Number => "a number",
        SyntaxKind::String | SyntaxKind::Disputed => "a string",
        SyntaxKind::Array => "an array",
        SyntaxKind::Object => "an object",
        SyntaxKind::Alias(_) => "an alias",
    }
}
