//! Keys of maps in literals.

use super::errors;
use super::subject::Subject;
use crate::diagnostic::Report;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{ConstraintViolation, MapType};
use std::collections::HashSet;

/// The members of an object that is a map. Repeated keys are left out: the parser has reported them.
pub(crate) fn map_members(object: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut members = object.members().collect();
    once_each(&mut members);
    members
}

/// Removes all but the first of the members with the same key.
pub(super) fn once_each<'d>(members: &mut Vec<(Node<'d>, Node<'d>)>) {
    if members.len() < 2 {
        return;
    }
    let mut seen = HashSet::new();
    members.retain(|(key, _)| seen.insert(key.text()));
}

/// Whether the keys of an object, or a key in it, are certainly entries of its map. In a document with a missing
/// bracket, the next fields look like entries, and their secrets like keys.
pub(crate) fn has_reliable_keys(object: Node<'_>) -> bool {
    object.document().is_complete()
}

/// Checks the key of an entry in the map that `subject` is. Reports a key that does not fit, and returns `None`.
pub(crate) fn check_entry_key(
    map: &MapType,
    key: (&str, Span),
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<()> {
    let Err(violation) = map.check_key(key.0) else { return Some(()) };
    let names = map.key().variants().iter().map(|variant| variant.name.as_str());
    let meant = match (subject.sensitive, &violation) {
        (false, ConstraintViolation::UnknownName) => report.suggestions().variant(key.0, names),
        (_, _) => None,
    };
    report.push(errors::bad_entry_key(map, violation, key, meant, subject));
    None
}
