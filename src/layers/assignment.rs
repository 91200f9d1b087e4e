//! Assignments of layers to fields and members.

use super::computed::ComputedLiteral;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{List, Type, Value};
use crate::value;
use std::borrow::Cow;

/// The assignment of a layer to a field or member.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The literal or operator, or the key that seems to be misspelled.
    pub place: Span,
    /// What is assigned.
    pub value: AssignedValue,
}

/// The assigned value, read by its declared type.
#[derive(Debug, Clone, PartialEq)]
pub enum AssignedValue {
    /// A literal of anything but a struct, or that there is no value; of a vector, array or map, with the places of its
    /// elements or entries.
    Whole(Value, Box<[Span]>),
    /// Entries of a map by their keys, ascending, of which at least one is an operator: the map so far is changed.
    Entries(Vec<(Box<str>, Assignment)>),
    /// Members of a struct by their position, ascending; it need not give all of them.
    Members(Vec<(usize, Assignment)>),
    /// A literal with expressions in it, or one expression: what it comes to is known when all layers are.
    Computed(Box<ComputedLiteral>),
    /// `$override`: this, whatever was assigned before.
    Override(Box<Assignment>),
    /// `$append`: elements, with their places, behind those so far.
    Append(List, Box<[Span]>),
    /// `$unset`: what was assigned before does not count.
    Unset,
    /// Something that does not fit, which has been reported. The field is not missing.
    Invalid,
}

impl AssignedValue {
    /// Whether it, or a part of it, appends to a vector. Structs nest no deeper than they may, so recursion does not.
    pub(super) fn appends(&self) -> bool {
        match self {
            Self::Append(..) => true,
            Self::Members(members) => members.iter().any(|(_, assignment)| assignment.value.appends()),
            Self::Entries(entries) => entries.iter().any(|(_, assignment)| assignment.value.appends()),
            Self::Whole(..) | Self::Computed(_) | Self::Override(_) | Self::Unset | Self::Invalid => false,
        }
    }

    /// Whether it sets something, and does not only take away what others set. Structs nest no deeper than they may,
    /// so recursion does not.
    pub(crate) fn sets(&self) -> bool {
        match self {
            Self::Whole(..) | Self::Computed(_) | Self::Override(_) | Self::Append(..) | Self::Invalid => {
                true
            }
            Self::Unset => false,
            Self::Entries(entries) => entries.iter().any(|(_, assignment)| assignment.value.sets()),
            Self::Members(members) => {
                members.is_empty() || members.iter().any(|(_, assignment)| assignment.value.sets())
            }
        }
    }
}

/// A literal with the places of its parts.
pub(crate) fn whole(value: Value, node: Node<'_>) -> AssignedValue {
    let places = places_of(&value, node);
    AssignedValue::Whole(value, places)
}

/// The places of the elements of a list, or of the entries of a map in the order of their keys; none of anything else.
pub(crate) fn places_of(value: &Value, node: Node<'_>) -> Box<[Span]> {
    if value.as_map().is_none() {
        return node.elements().map(Node::span).collect();
    }
    let mut members = value::map_members(node);
    members.sort_unstable_by_key(|(key, _)| key.text());
    members.into_iter().map(|(_, value)| value.span()).collect()
}

/// The literals with expressions in an assignment of a layer.
pub(crate) fn add_literals<'l>(
    value: &'l AssignedValue,
    layer: usize,
    literals: &mut Vec<(usize, &'l ComputedLiteral)>,
) {
    match value {
        AssignedValue::Computed(literal) => literals.push((layer, literal)),
        AssignedValue::Override(inner) => add_literals(&inner.value, layer, literals),
        AssignedValue::Entries(entries) => {
            entries.iter().for_each(|(_, inner)| add_literals(&inner.value, layer, literals));
        }
        AssignedValue::Members(members) => {
            members.iter().for_each(|(_, inner)| add_literals(&inner.value, layer, literals));
        }
        AssignedValue::Whole(..)
        | AssignedValue::Append(..)
        | AssignedValue::Unset
        | AssignedValue::Invalid => {}
    }
}

/// The type of a literal in a layer. A map may have fewer entries there, since other layers may add the rest.
pub(crate) fn literal_type(ty: &Type) -> Cow<'_, Type> {
    if let Type::Map(map) = ty
        && map.min_count > 0
    {
        return Cow::Owned(Type::Map(map.clone().at_least(0)));
    }
    Cow::Borrowed(ty)
}
