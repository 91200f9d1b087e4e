//! The keys of a document: repeated keys, names of fields, and documented keys.

use super::errors;
use super::role::KeyRole;
use super::section::{SCHEMA, is_section};
use crate::diagnostic::Report;
use crate::syntax::{self, Document, Kind, Node, NodeId};
use crate::text::Span;

/// The members of an object, each key once: the first of repeated keys counts. Unreadable keys are left out.
pub(super) fn members(object: Node<'_>) -> impl Iterator<Item = (Node<'_>, Node<'_>)> {
    let repeated = object.document().repeated();
    object.members().filter(move |(key, _)| {
        key.kind() != Kind::Invalid
            && repeated.binary_search_by_key(&key.id(), |repeated| repeated.again).is_err()
    })
}

/// Reports repeated keys, and documentation above keys that cannot have it.
pub(super) fn check(document: &Document, report: &mut Report) {
    if document.repeated().is_empty() && document.documentation().is_empty() {
        return;
    }
    let places = KeyNodes::of(document);
    let root = document.root().map(Node::id);
    for repeated in document.repeated() {
        let is_field = places.field_objects.binary_search(&repeated.object).is_ok();
        let (first, again) = (document.node(repeated.first), document.node(repeated.again));
        report.push(match (first, again) {
            (Some(first), Some(again)) if is_field => errors::duplicate_field(first, again),
            (Some(first), Some(again)) if root == Some(repeated.object) && is_section(again.text()) => {
                errors::duplicate_section(first, again)
            }
            _ => syntax::duplicate_key(document, repeated),
        });
    }
    for run in document.documentation() {
        let is_documented = places.documented.binary_search(&run.key).is_ok();
        // An unknown section is reported. What its keys would be in the one that was meant is not known.
        let is_meant = |key: &Node<'_>| !is_documented && !places.is_in_unknown_section(*key);
        if let Some(key) = document.node(run.key).filter(is_meant) {
            report.push(errors::misplaced_documentation(run.span, key));
        }
    }
}

/// The nodes of a document whose keys matter, in the order of the text.
#[derive(Default)]
struct KeyNodes {
    /// The objects whose keys name fields.
    field_objects: Vec<NodeId>,
    /// The keys that `///` above documents.
    documented: Vec<NodeId>,
    /// The unknown sections, with their keys.
    unknown: Vec<Span>,
}

impl KeyNodes {
    fn of(document: &Document) -> Self {
        let mut places = Self::default();
        // A second `config` is an error, but its keys are fields too.
        for (key, value) in document.root().into_iter().flat_map(Node::members) {
            places.walk(value, KeyRole::of_section(key.text()));
            if !is_section(key.text()) && key.text() != SCHEMA {
                places.unknown.push(key.span().to(value.span()));
            }
        }
        places
    }

    fn is_in_unknown_section(&self, key: Node<'_>) -> bool {
        let place = key.span();
        let before = self.unknown.partition_point(|section| section.start <= place.start);
        let last = before.checked_sub(1).and_then(|at| self.unknown.get(at));
        last.is_some_and(|section| place.end <= section.end)
    }

    fn walk(&mut self, value: Node<'_>, role: KeyRole) {
        match role {
            KeyRole::Fields => self.field_objects.push(value.id()),
            KeyRole::NamedTypes | KeyRole::Type | KeyRole::Variants | KeyRole::Cases => {}
            KeyRole::Other => return,
        }
        for (key, value) in value.members() {
            if role.is_documented() {
                self.documented.push(key.id());
            }
            self.walk(value, role.of_member(key.text()));
        }
    }
}
