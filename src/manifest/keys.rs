//! The keys of a document: repeated keys, names of fields, and documented keys.

use super::errors;
use super::role::KeyRole;
use super::section::is_section;
use crate::diagnostic::Report;
use crate::syntax::{self, Document, Kind, Node, NodeId};

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
        if let Some(key) = document.node(run.key).filter(|_| !is_documented) {
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
}

impl KeyNodes {
    fn of(document: &Document) -> Self {
        let mut places = Self::default();
        // A second `config` is an error, but its keys are fields too.
        for (key, value) in document.root().into_iter().flat_map(Node::members) {
            places.walk(value, KeyRole::of_section(key.text()));
        }
        places
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
