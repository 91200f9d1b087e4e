//! Resources from JSON and JSON5, by way of our own reader's document.

use super::node::{Kind, Style};
use super::{Resource, Syntax};
use crate::diagnostic::Report;
use crate::json5::{self, Node};
use crate::text::Source;
use std::sync::Arc;

/// See [`Resource::read`].
pub(super) fn read(syntax: Syntax, source: &Arc<Source>, report: &mut Report) -> Option<Resource> {
    let document = json5::parse_or_advise(source, &crate::formats::advice, report);
    let root = document.root().filter(|_| document.is_whole())?;
    let mut resource = Resource::new(syntax, source);
    resource.begin_document();
    add(&mut resource, root);
    Some(resource)
}

/// Adds a node with all that lies in it. Documents nest at most 128 deep, so this does too.
fn add(resource: &mut Resource, node: Node<'_>) {
    let span = node.span();
    let place = (span.start, span.end);
    let (kind, style, text) = match node.kind() {
        json5::Kind::Null | json5::Kind::Invalid => (Kind::Null, Style::Plain, None),
        json5::Kind::True => (Kind::True, Style::Plain, None),
        json5::Kind::False => (Kind::False, Style::Plain, None),
        json5::Kind::Number => (Kind::Number, Style::Plain, Some(node.numeral())),
        json5::Kind::String => (Kind::String, style_of(node), Some(node.text())),
        json5::Kind::Array => (Kind::Array, Style::Flow, None),
        json5::Kind::Object => (Kind::Object, Style::Flow, None),
    };
    let id = resource.push(kind, style, place, text);
    for part in node.members().flat_map(|(key, value)| [key, value]).chain(node.elements()) {
        add(resource, part);
    }
    if style == Style::Flow {
        resource.close(id, span.end);
    }
}

fn style_of(string: Node<'_>) -> Style {
    match string.raw().as_bytes().first() {
        Some(b'"') => Style::Double,
        Some(b'\'') => Style::Single,
        // A key without quotes.
        _ => Style::Plain,
    }
}
