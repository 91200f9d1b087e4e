//! Maps in layers, read.

use super::computed::holds_definition;
use super::layer::{self, AssignedValue, Assignment, LayerReader, OperatorUse};
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::types::{MapType, Type};
use crate::value::{self, Subject, is_operator};
use std::borrow::Cow;

/// What an object assigns to a map: all of it, or single entries where there is an operator among them.
pub(super) fn read(
    (ty, map): (&Type, &MapType),
    object: Node<'_>,
    reader: LayerReader<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> AssignedValue {
    let has_operator = |node: Node<'_>| {
        node.kind() == Kind::Object
            && value::definition(node).is_none()
            && node.members().any(|(key, _)| is_operator(key.text()))
    };
    if reader.operators == OperatorUse::Forbidden || !object.members().any(|(_, value)| has_operator(value)) {
        if holds_definition(object) {
            return reader.definitions.literal(ty, object, subject, report);
        }
        let value = value::read(&literal_type(ty), object, subject, report);
        let Some(value) = value else { return AssignedValue::Invalid };
        reader.definitions.warn_of_plain(object, subject, report);
        return layer::whole(value, object);
    }
    if !value::has_reliable_keys(object) {
        return AssignedValue::Invalid;
    }
    let mut entries = Vec::new();
    let mut fits = true;
    for (key, node) in value::map_members(object) {
        fits &= value::check_entry_key(map, (key.text(), key.span()), subject, report).is_some();
        let value = layer::read(map.value(), node, reader, &subject.entry(key.text()), report);
        entries.push((key.text().into(), Assignment { place: node.span(), value }));
    }
    entries.sort_unstable_by(|(a, _): &(Box<str>, _), (b, _)| a.cmp(b));
    if fits { AssignedValue::Entries(entries) } else { AssignedValue::Invalid }
}

/// The type that a literal of a layer has: a map may have fewer entries there, since other layers may bring those that are
/// missing.
pub(crate) fn literal_type(ty: &Type) -> Cow<'_, Type> {
    if let Type::Map(map) = ty
        && map.min_count > 0
    {
        return Cow::Owned(Type::Map(map.clone().at_least(0)));
    }
    Cow::Borrowed(ty)
}
